"""The documents of the games that were played, made of what the rules engine gave for each event.

Rules this file keeps: pure; a step of a replay is what `state` and `board` were when it was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from mahjong_rules.codec import event_to_json
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game, Stop
from table_daemon.game.archive import ArchivedGame
from table_daemon.game.news import has_result
from table_daemon.library.deals import ArchivedDeal, deals_of
from tablet_page.game_document import game_document
from tablet_page.results import deal_label, result_document
from tablet_page.view import board_document, state_document
from wire.documents import CameraDocument, MachineDocument, StateDocument
from wire.library_documents import GameEnd, ListedDeal, ListedGame, OpenedGame, ReplayedDeal, ReplayedStep

_STILL: Final[MachineDocument] = {
    "state": "ready",
    "text": "",
    "progress": None,
    "progress_of": None,
    "fault": None,
    "missing": 0,
    "obstacle": "",
    "maintenance": False,
    "exchange": None,
    "refusal": "",
}
_BLIND: Final[CameraDocument] = {
    "ok": True,
    "age_s": 0.0,
    "problem": "",
    "notice": "",
    "problem_words": [],
    "notice_words": [],
}


def listed_game(archived: ArchivedGame, number: int) -> ListedGame:
    """The line of a game in the list; `number` is its place in the journal."""
    game, record = archived.game, archived.record
    document = game_document(game, archived.rules.traits)
    ranks = {line.seat: line.rank for line in game.standings}
    return {
        "number": number,
        "id": record.id,
        "started_at": record.started_at,
        "ended_at": record.ended_at,
        "rules": game.rules,
        "end": _end(game, is_ended=record.ended_at is not None),
        "seats": [int(seat) for seat in game.header.seats],
        "names": list(game.names),
        "scores": list(game.scores),
        "ranks": [ranks.get(seat, 0) for seat in SEATS],
        "curve": [document["start_scores"], *(result["scores"] for result in document["results"])],
        "deals": len(game.results),
    }


def opened_game(archived: ArchivedGame, number: int) -> OpenedGame:
    """A game with its deals; see `listed_game`."""
    return {
        "listed": listed_game(archived, number),
        "state": _state(archived.game, archived.rules),
        "game": game_document(archived.game, archived.rules.traits),
        "deals": [_listed_deal(deal, archived) for deal in deals_of(archived)],
    }


def replayed_deal(archived: ArchivedGame, number: int) -> ReplayedDeal | None:
    """A deal step by step; None where so many did not begin."""
    deals = deals_of(archived)
    if not 1 <= number <= len(deals):
        return None
    deal = deals[number - 1]
    listed = _listed_deal(deal, archived)
    return {
        "id": archived.record.id,
        "number": number,
        "deals": len(deals),
        "deal_label": listed["deal_label"],
        "honba": listed["honba"],
        "steps": list(_steps(deal, archived.rules)),
        "result": result_document(deal.last, archived.rules.traits) if deal.result is not None else None,
    }


def _end(game: Game, *, is_ended: bool) -> GameEnd:
    if game.is_void:
        return "void"
    if game.is_over:
        return "early" if game.stop is Stop.EARLY else "over"
    return "given_up" if is_ended else "in_play"


def _listed_deal(deal: ArchivedDeal, archived: ArchivedGame) -> ListedDeal:
    header = deal.deal.header
    return {
        "number": deal.number,
        "deal_label": deal_label(archived.rules.traits, header, deal.last.first_dealer),
        "honba": header.honba,
        "result": deal.result,
    }


def _steps(deal: ArchivedDeal, rules: RuleSystem) -> Iterator[ReplayedStep]:
    state: Mapping[str, Any] = {}
    board: Mapping[str, Any] = {}
    for step in deal.steps:
        new_state = cast("Mapping[str, Any]", _state(step.after, rules))
        new_board = cast("Mapping[str, Any]", board_document(step.after, rules.traits))
        yield {
            "at": step.at,
            "event": event_to_json(step.event),
            "state": _differing(state, new_state),
            "board": _differing(board, new_board),
        }
        state, board = new_state, new_board


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in after.items() if key not in before or before[key] != value}


def _state(game: Game, rules: RuleSystem) -> StateDocument:
    """As it was said then; a result stays one where it ended the game."""
    said = state_document(game, rules.traits, machine=_STILL, camera=_BLIND, rules=game.rules)
    if game.deal is not None and said["phase"] in ("over", "machine"):
        said["phase"] = "result" if has_result(game) else "play"
    return said
