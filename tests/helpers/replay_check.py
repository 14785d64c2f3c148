"""What a replay shows, beside what the engine says of the same events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mahjong_rules.events import DealStarted, Drawn, GameStarted
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game
from table_daemon.game.archive import replayed
from table_daemon.rules.presets import load_rules
from tablet_page.results import result_document
from tablet_page.view import board_document, state_document

if TYPE_CHECKING:
    from table_daemon.library.library import Shelf


def engine_says(shelf: Shelf, number: int) -> tuple[RuleSystem, dict[int, list[Game]]]:
    """The games after every event that is no draw, by the deal that began with them: the engine alone."""
    archived = replayed(shelf.journal, shelf.journal.spans()[number].record)
    start = archived.steps[0].event
    assert isinstance(start, GameStarted)
    rules = load_rules(start.rules, start.settings)
    game = rules.new_game(start)
    deals: dict[int, list[Game]] = {}
    begun = 0
    for step in archived.steps[1:]:
        is_over = game.deal is not None and game.deal.result is not None
        game = rules.apply(game, step.event)
        begun += isinstance(step.event, DealStarted)
        if begun and not isinstance(step.event, Drawn) and (not is_over or isinstance(step.event, DealStarted)):
            deals.setdefault(begun, []).append(game)
    return rules, deals


def check_replays(shelf: Shelf, number: int) -> int:
    """Every deal of a game shows at each step what the engine says; returns how many deals there were."""
    name = shelf.journal.spans()[number].record.id
    rules, deals = engine_says(shelf, number)
    for deal, games in deals.items():
        replay: Any = shelf.deal(name, deal)
        assert replay is not None
        assert (replay["number"], replay["deals"]) == (deal, len(deals))
        _check_deal(replay, games, rules)
    return len(deals)


def _check_deal(replay: Any, games: list[Game], rules: RuleSystem) -> None:
    state: Any = {}
    board: Any = {}
    seen = [step for step in replay["steps"] if step["event"]["type"] != "drawn"]
    assert len(seen) == len(games)
    for step, game in zip(seen, games, strict=True):
        state |= step["state"]
        board |= step["board"]
        said = state_document(game, rules.traits, machine=state["machine"], camera=state["camera"], rules=game.rules)
        assert {**said, "phase": ""} == {**state, "phase": ""}
        assert board == board_document(game, rules.traits)
    last = games[-1].deal
    assert last is not None
    assert replay["result"] == (result_document(games[-1], rules.traits) if last.result else None)
    assert state["phase"] == ("result" if last.result else "play")
