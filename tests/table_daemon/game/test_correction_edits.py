"""A game with twenty corrections of all kinds ends exactly as the same game without a mistake."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from campaign_cases import sampled
from clumsy_evening import ClumsyEvening, real_game, without_mistakes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from keepers import keeper_on
from table_bench import break_journal, mend_journal

from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game
from mahjong_rules.tiles import parse_tile
from table_daemon.game.correction_edits import tile_edits
from table_daemon.game.history import ConflictError, played
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.game.timeline import fold
from table_daemon.journal.entries import Entry, EntryKind
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules

CORRECTIONS = 20
PRESETS = ("tenhou", "tchou")
KINDS = {
    "correct tile",
    "correct insert",
    "correct remove",
    "correct call",
    "correct riichi",
    "correct result",
    "undo",
    "set_scores",
    "void_deal",
}


def evening_at(folder: Path, preset: str, seed: int, deals: int = 5) -> ClumsyEvening:
    events = real_game(load_rules(preset), seed, deals)
    evening = ClumsyEvening(folder / f"{preset}-{seed}.sqlite3", events, seed, CORRECTIONS)
    evening.play()
    return evening


def restarted(path: Path) -> tuple[Journal, GameKeeper]:
    journal = Journal.open(path)
    keeper = keeper_on(journal)
    keeper.restore()
    return journal, keeper


@pytest.mark.slow
@pytest.mark.parametrize("seeds", sampled([range(2)], [range(2), range(4)]))
def test_games_with_twenty_corrections_of_all_kinds_end_as_the_games_without_mistakes(tmp_path, seeds):
    made: Counter[str] = Counter()
    for preset in PRESETS:
        for seed in seeds:
            evening = evening_at(tmp_path, preset, seed)
            evening.journal.close()
            assert evening.made.total() >= CORRECTIONS
            assert evening.game == without_mistakes(load_rules(preset), evening.events), (preset, seed)
            made += evening.made
    assert set(made) == KINDS


@pytest.mark.slow
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(100, 10_000), preset=st.sampled_from(("tenhou", "ema", "tchou", "jp_classic", "simple")))
def test_any_corrected_game_is_the_game_without_mistakes_also_after_a_restart(tmp_path_factory, seed, preset):
    folder = tmp_path_factory.mktemp("journal")
    evening = evening_at(folder, preset, seed, deals=2)
    game, corrections = evening.game, evening.keeper.corrections
    evening.journal.close()
    assert game == without_mistakes(load_rules(preset), evening.events)
    journal, keeper = restarted(folder / f"{preset}-{seed}.sqlite3")
    assert (keeper.game, keeper.corrections) == (game, corrections)
    journal.close()


@pytest.mark.slow
@pytest.mark.parametrize("preset", sampled(["tenhou"], PRESETS))
def test_a_journal_that_ends_anywhere_gives_the_game_as_it_stood_then(tmp_path, preset):
    evening = evening_at(tmp_path, preset, seed=1, deals=1)
    entries = evening.journal.entries(evening.keeper.game_id)
    evening.journal.close()
    rules = load_rules(preset)
    before: Game | None = None
    for end in range(1, len(entries) + 1):
        now = game_of(rules, entries[:end])
        if entries[end - 1].kind in (EntryKind.AUDIT, EntryKind.INSERTED):
            assert now == before
        before = now
    assert before == evening.game


def game_of(rules: RuleSystem, entries: list[Entry]) -> Game:
    return played(rules, fold(entries).lines)[-1].game


def test_a_disk_that_fails_in_mid_correction_leaves_the_game_untouched(tmp_path):
    evening = evening_at(tmp_path, "tenhou", seed=2, deals=1)
    keeper, path = evening.keeper, tmp_path / "tenhou-2.sqlite3"
    game, seq, history = keeper.game, keeper.seq, keeper.history
    break_journal(path, when="NEW.kind = 'correction'")
    for wish in every_tile_changed(keeper):
        with suppress(ConflictError, JournalError):
            keeper.correct(wish, "page")
    assert (keeper.game, keeper.seq, keeper.history) == (game, seq, history)
    assert evening.journal.newest_seq() == seq
    mend_journal(path)
    evening.journal.close()
    journal, again = restarted(path)
    assert (again.game, again.seq) == (game, seq)
    journal.close()


def every_tile_changed(keeper: GameKeeper) -> list[CorrectionRequest]:
    discards = [item.seq for item in keeper.history if item.line.payload["type"] == "discarded"]
    return [CorrectionRequest("tile", tuple(tile_edits(keeper.history, seq, "", parse_tile("7z")))) for seq in discards]
