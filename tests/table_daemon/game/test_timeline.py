"""The fold of a journal: every kind of edit, what takes it back, journals of the first format, kills at any time."""

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import restless_corrector
from keepers import keeper_on
from restless_corrector import rivers

from table_daemon.game.timeline import Edit, Op, TimelineError, correction_json, fold
from table_daemon.journal.entries import Entry, EntryKind
from table_daemon.journal.journal import Journal


def entry(seq: int, kind: EntryKind = EntryKind.EVENT, cause: str = "camera", **payload: object) -> Entry:
    return Entry(seq, "g", 1, kind, payload or {"n": seq}, "", cause)


def correction(seq: int, *edits: Edit, cancels: int | None = None, cause: str = "page") -> Entry:
    payload = correction_json("test", "", edits, cancels=cancels)
    return Entry(seq, "g", 1, EntryKind.CORRECTION, payload, "", cause)


EVENTS = [entry(1), entry(2), entry(3)]


def standing(entries: list[Entry]) -> list[tuple[int, int]]:
    """Numbers of the lines that count, with what their payload says."""
    return [(line.seq, line.payload["n"]) for line in fold(entries).lines if not line.is_aside]


def test_events_without_corrections_are_the_timeline():
    assert standing(EVENTS) == [(1, 1), (2, 2), (3, 3)]


def test_a_replaced_event_keeps_its_number_and_a_person_vouches_for_it():
    entries = [*EVENTS, correction(4, Edit(Op.REPLACE, 2, {"n": 20}))]
    assert standing(entries) == [(1, 1), (2, 20), (3, 3)]
    line = fold(entries).lines[1]
    assert (line.corrections, line.by_person) == ((4,), True)


def test_the_camera_vouches_for_nothing():
    line = fold([*EVENTS, correction(4, Edit(Op.REPLACE, 2, {"n": 20}), cause="camera")]).lines[1]
    assert not line.by_person


def test_an_inserted_event_counts_only_through_its_correction():
    inserted = entry(4, EntryKind.INSERTED)
    assert standing([*EVENTS, inserted]) == [(1, 1), (2, 2), (3, 3)]
    assert standing([*EVENTS, inserted, correction(5, Edit(Op.INSERT, 4, after=1))]) == [(1, 1), (4, 4), (2, 2), (3, 3)]


def test_what_is_set_aside_stays_in_the_timeline_and_does_not_count():
    entries = [*EVENTS, correction(4, Edit(Op.ASIDE, 2))]
    assert standing(entries) == [(1, 1), (3, 3)]
    assert [line.is_aside for line in fold(entries).lines] == [False, True, False]
    assert standing([*entries, correction(5, Edit(Op.REPLACE, 2, {"n": 2}))]) == [(1, 1), (2, 2), (3, 3)]


def test_a_correction_that_is_taken_back_leaves_no_trace_and_comes_back_by_another_undo():
    removed = [*EVENTS, correction(4, Edit(Op.REMOVE, 2))]
    undone = [*removed, entry(5), correction(6, cancels=4)]
    assert standing(removed) == [(1, 1), (3, 3)]
    assert standing(undone) == [(1, 1), (2, 2), (3, 3), (5, 5)]
    redone = [*undone, correction(7, cancels=6)]
    assert standing(redone) == [(1, 1), (3, 3), (5, 5)]
    assert [item.undone_by for item in fold(redone).corrections] == [None, 7, None]


def test_a_correction_of_what_another_one_took_out_is_refused_by_name():
    entries = [*EVENTS, correction(4, Edit(Op.REMOVE, 2)), correction(5, Edit(Op.REPLACE, 2, {"n": 1}))]
    with pytest.raises(TimelineError, match="there is no event 2 in this game"):
        fold(entries)


def test_an_undo_of_the_first_format_is_still_understood():
    assert standing([*EVENTS, entry(4, EntryKind.AUDIT, undo_to=1), entry(5)]) == [(1, 1), (5, 5)]


@pytest.mark.slow
def test_a_daemon_that_is_killed_in_mid_correction_has_made_it_or_not(tmp_path):
    path, chance, seen = tmp_path / "journal.sqlite", random.Random(4), 0
    for run in range(4):
        seq, number, expected = killed_corrector(path, seed=run, after=chance.randrange(5, 50))
        with Journal.open(path) as journal:
            keeper = keeper_on(journal)
            assert keeper.restore()
            assert keeper.seq >= seq
            assert number in [item.seq for item in keeper.corrections]
            if keeper.seq == seq:
                assert rivers(keeper) == expected
            seen += len(keeper.corrections)
    assert seen > 50


def killed_corrector(path: Path, *, seed: int, after: int) -> tuple[int, int, str]:
    """The last correction of which a corrector said that it is on disk before it was killed."""
    program = [sys.executable, restless_corrector.__file__, str(path), str(seed)]
    root = str(Path(__file__).parents[3])
    child = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=root, env={"PYTHONPATH": root})
    assert child.stdout is not None
    assert child.stdout.readline() == "open\n"
    lines = [child.stdout.readline() for _ in range(after)]
    child.send_signal(signal.SIGKILL)
    lines += [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    child.wait()
    seq, number, word = lines[-1].split()
    return int(seq), int(number), word
