"""The keeper: on disk before anybody hears of it, refused without a trace, rebuilt as it was."""

from itertools import pairwise
from pathlib import Path

import pytest
from keepers import keeper_on
from table_bench import break_journal, mend_journal

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import DealStarted, Discarded, Drawn, Event, GameStarted, IndicatorTurned, ScoresSet
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tile
from table_daemon.game.correction_edits import undo_edits
from table_daemon.game.keeper import CorrectionRequest
from table_daemon.game.kept_timeline import effective_entries
from table_daemon.game.news import Happening
from table_daemon.game.timeline import Correction
from table_daemon.journal.entries import EntryKind
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import PresetError, load_rules

START = GameStarted("tenhou", ("A", "B", "C", "D"), SEATS[1])
OPENING: tuple[Event, ...] = (
    DealStarted((3, 4)),
    IndicatorTurned(parse_tile("9s")),
    Drawn(SEATS[1]),
    Discarded(SEATS[1], parse_tile("1z")),
)


class Desk:
    """A keeper with its journal and the list of what it announced, with the newest entry on disk at that moment."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.on_disk: list[int] = []
        self._announced: list[Happening] = []
        self.journal = Journal.open(path)
        self.keeper = keeper_on(self.journal)

    @property
    def announced(self) -> list[Happening]:
        for news in self.keeper.take_news():
            with Journal.open(self.path, read_only=True) as reader:
                self.on_disk.append(reader.newest_seq())
            if isinstance(news, Happening):
                self._announced.append(news)
        return self._announced

    def play(self, *events: Event) -> None:
        for event in events:
            assert self.announced is not None
            self.keeper.commit(event, "camera")

    def reopened(self) -> "Desk":
        self.journal.close()
        return Desk(self.path)


@pytest.fixture
def desk(tmp_path: Path):
    desk = Desk(tmp_path / "journal.sqlite3")
    yield desk
    desk.journal.close()


@pytest.fixture
def in_play(desk: Desk) -> Desk:
    desk.keeper.start(START, "page")
    desk.play(*OPENING)
    return desk


def test_every_event_is_on_disk_when_it_is_announced(in_play):
    assert [happening.event for happening in in_play.announced] == [START, *OPENING]
    assert in_play.on_disk == [happening.seq for happening in in_play.announced]


def test_an_announcement_carries_the_game_before_and_after_and_who_caused_it(in_play):
    assert (in_play.announced[0].before, in_play.announced[0].context.cause) == (None, "page")
    for earlier, later in pairwise(in_play.announced):
        assert later.before == earlier.after
        assert later.context.cause == "camera"
    assert in_play.announced[-1].after == in_play.keeper.game


def test_what_the_rules_refuse_is_neither_written_nor_announced(in_play):
    game, seq = in_play.keeper.game, in_play.keeper.seq
    with pytest.raises(IllegalEvent):
        in_play.play(DealStarted((1, 1)))
    assert (in_play.keeper.game, in_play.keeper.seq) == (game, seq)
    assert in_play.journal.newest_seq() == seq
    assert len(in_play.announced) == 1 + len(OPENING)


def test_without_a_game_every_event_is_refused(desk):
    with pytest.raises(IllegalEvent, match="no game is on"):
        desk.play(DealStarted((1, 1)))
    assert (desk.keeper.deal_number, desk.keeper.seq, desk.announced) == (0, 0, [])


def test_rules_of_a_game_that_has_not_begun_are_not_there(desk):
    with pytest.raises(LookupError):
        _ = desk.keeper.rules


def test_an_empty_journal_restores_nothing(desk):
    assert desk.keeper.restore() is False
    assert desk.keeper.game is None


def test_a_restart_gives_the_same_game_rules_and_numbers(in_play):
    game, game_id, seq = in_play.keeper.game, in_play.keeper.game_id, in_play.keeper.seq
    again = in_play.reopened()
    assert again.keeper.restore()
    assert (again.keeper.game, again.keeper.game_id, again.keeper.seq) == (game, game_id, seq)
    assert again.keeper.rules == load_rules("tenhou")
    assert again.keeper.deal_number == 1
    assert again.announced == []
    again.journal.close()


def test_a_new_game_ends_the_old_one_in_the_journal(in_play):
    first_id = in_play.keeper.game_id
    in_play.keeper.start(START, "page")
    old, new = in_play.journal.games()
    assert (old.id, new.id) == (first_id, in_play.keeper.game_id)
    assert old.ended_at is not None
    assert new.ended_at is None
    assert in_play.keeper.deal_number == 0


def test_an_unknown_preset_leaves_the_old_game_untouched(in_play):
    game, game_id = in_play.keeper.game, in_play.keeper.game_id
    with pytest.raises(PresetError, match="nonsense"):
        in_play.keeper.start(GameStarted("nonsense", ("A", "B", "C", "D")), "page")
    assert (in_play.keeper.game, in_play.keeper.game_id) == (game, game_id)
    assert len(in_play.journal.games()) == 1


@pytest.mark.parametrize("table", ["games", "entries"])
def test_a_game_that_cannot_be_written_leaves_the_old_one_in_memory_and_after_a_restart(in_play, table):
    game, game_id, options = in_play.keeper.game, in_play.keeper.game_id, in_play.keeper.rules
    announced = len(in_play.announced)
    break_journal(in_play.path, table)
    with pytest.raises(JournalError):
        in_play.keeper.start(GameStarted("ema", ("E", "F", "G", "H")), "page")
    assert (in_play.keeper.game, in_play.keeper.game_id, in_play.keeper.rules) == (game, game_id, options)
    assert len(in_play.announced) == announced
    mend_journal(in_play.path)
    again = in_play.reopened()
    assert again.keeper.restore()
    assert (again.keeper.game, again.keeper.game_id) == (game, game_id)
    again.journal.close()


def test_the_old_game_goes_on_after_a_start_that_failed(in_play):
    break_journal(in_play.path)
    with pytest.raises(JournalError):
        in_play.keeper.start(START, "page")
    mend_journal(in_play.path)
    in_play.play(Drawn(SEATS[2]), Discarded(SEATS[2], parse_tile("2z")))
    assert len(effective_entries(in_play.journal, in_play.keeper.game_id)) == 1 + len(OPENING) + 2


def test_an_event_that_cannot_be_written_has_not_happened(in_play):
    game, seq, announced = in_play.keeper.game, in_play.keeper.seq, len(in_play.announced)
    break_journal(in_play.path)
    with pytest.raises(JournalError):
        in_play.play(Drawn(SEATS[2]))
    assert (in_play.keeper.game, in_play.keeper.seq, len(in_play.announced)) == (game, seq, announced)


def test_scores_set_by_a_person_keep_their_reason(in_play):
    in_play.play(ScoresSet((26000, 24000, 25000, 25000), "a stick was miscounted"))
    newest = in_play.journal.entries(in_play.keeper.game_id)[-1]
    assert newest.payload["reason"] == "a stick was miscounted"
    again = in_play.reopened()
    again.keeper.restore()
    assert again.keeper.game is not None
    assert again.keeper.game.scores == (26000, 24000, 25000, 25000)
    again.journal.close()


def undo(desk: Desk, to_seq: int) -> Correction:
    return desk.keeper.correct(CorrectionRequest("undo", tuple(undo_edits(desk.keeper.history, to_seq))), "page")


def test_an_undo_takes_back_and_the_journal_keeps_everything(in_play):
    before_discard = in_play.announced[-2]
    undo(in_play, before_discard.seq)
    assert in_play.keeper.game == before_discard.after
    entries = in_play.journal.entries(in_play.keeper.game_id)
    assert [entry.kind for entry in entries] == [EntryKind.EVENT] * 5 + [EntryKind.CORRECTION]
    assert entries[-1].cause == "page"
    assert in_play.keeper.seq == entries[-1].seq


def test_an_undo_lasts_after_a_restart(in_play):
    undo(in_play, in_play.announced[2].seq)
    game = in_play.keeper.game
    again = in_play.reopened()
    assert again.keeper.restore()
    assert again.keeper.game == game
    again.journal.close()


def test_one_may_go_back_to_every_entry_of_the_deal_but_its_newest(in_play):
    assert in_play.keeper.undo_targets() == [happening.seq for happening in in_play.announced[1:-1]]


def test_nothing_can_be_taken_back_before_a_game_or_when_a_game_has_just_begun(desk):
    assert desk.keeper.undo_targets() == []
    desk.keeper.start(START, "page")
    assert desk.keeper.undo_targets() == []
    desk.play(DealStarted((3, 4)))
    assert desk.keeper.undo_targets() == []


def test_a_note_counts_until_the_next_event_and_is_never_replayed(in_play):
    in_play.keeper.note({"table_cleared": True}, "machine")
    in_play.keeper.note({"answer": "3m"}, "page")
    assert in_play.keeper.is_noted("table_cleared")
    game = in_play.keeper.game
    again = in_play.reopened()
    again.keeper.restore()
    assert again.keeper.is_noted("table_cleared")
    assert again.keeper.game == game
    again.play(Drawn(SEATS[2]))
    assert not again.keeper.is_noted("table_cleared")
    again.journal.close()


def test_a_journal_that_these_rules_cannot_replay_is_refused_in_one_sentence(in_play):
    in_play.journal.append({"type": "landed_on_the_moon"}, game=in_play.keeper.game_id, cause="", at="", deal=1)
    again = in_play.reopened()
    with pytest.raises(JournalError, match="cannot be replayed"):
        again.keeper.restore()
    again.journal.close()
