"""Events that count in doubt: opened and settled as values, and found again in the journal's notes."""

from mahjong_rules.tiles import parse_tile
from table_daemon.game.doubts import (
    DOUBT_KEY,
    SETTLED_KEY,
    OpenDoubts,
    candidate_documents,
    candidates_json,
    candidates_of,
)
from table_daemon.journal.entries import Entry, EntryKind, Json

CANDIDATES = ((parse_tile("1m"), 0.61234), (parse_tile("7m"), 0.3))
OPENED: Json = {DOUBT_KEY: 5, "candidates": candidates_json(CANDIDATES)}


def note(seq: int, payload: Json, cause: str = "camera") -> Entry:
    return Entry(seq, "g", 1, EntryKind.AUDIT, payload, "", cause)


def test_candidates_come_out_of_the_journal_as_they_went_in_to_four_places():
    assert candidates_of(candidates_json(CANDIDATES)) == ((parse_tile("1m"), 0.6123), (parse_tile("7m"), 0.3))
    assert candidate_documents(CANDIDATES)[0] == {"label": "1m", "value": "1m", "probability": 0.612}


def test_a_doubt_stays_open_until_it_is_settled():
    opened = OpenDoubts().opened(5, CANDIDATES)
    assert dict(opened.tiles) == {5: CANDIDATES}
    assert dict(opened.settled(6, "page").tiles) == {5: CANDIDATES}
    assert dict(opened.settled(5, "page").tiles) == {}


def test_only_a_persons_word_vouches_for_an_event():
    opened = OpenDoubts().opened(5, CANDIDATES)
    assert opened.settled(5, "page").vouched == {5}
    assert opened.settled(5, "camera").vouched == frozenset()


def test_a_restart_forgets_no_question_and_no_answer():
    open_still = OpenDoubts.of([note(6, OPENED)])
    assert list(open_still.tiles) == [5]
    settled = OpenDoubts.of([note(6, OPENED), note(7, {SETTLED_KEY: 5}, "page")])
    assert (dict(settled.tiles), settled.vouched) == ({}, {5})


def test_notes_of_other_kinds_and_other_entries_say_nothing():
    event = Entry(6, "g", 1, EntryKind.EVENT, OPENED, "", "camera")
    assert dict(OpenDoubts.of([event, note(7, {"call": "win"})]).tiles) == {}
