"""What a screen shows: pure functions from the state of a game to the documents of docs/mqtt.md.

Rules this file keeps: nothing is remembered and nothing is decided; concealed tiles appear only in a result.
"""

from __future__ import annotations

from collections.abc import Iterable

from mahjong_rules.melds import Meld
from mahjong_rules.seats import SEATS, Seat, Wind, seat_wind
from mahjong_rules.state import Deal, DealResult, Game, RiverTile, ScoreLine, Turn, WinResult
from mahjong_rules.tiles import Tile, dora_of
from mahjong_rules.turns import next_to_draw
from tablet_page.documents import (
    BoardDocument,
    CameraDocument,
    GameDocument,
    LineDocument,
    MachineDocument,
    MeldDocument,
    Phase,
    QuestionDocument,
    QuestionsDocument,
    ResultDocument,
    RiverTileDocument,
    ShortResultDocument,
    StateDocument,
    WinDocument,
)

MAX_STATE_BYTES = 4096


def phase_of(game: Game | None, *, clearing: bool) -> Phase:
    """Which screen fits: `clearing` while the machine swallows or raises tiles between two deals."""
    if game is None:
        return "idle"
    if game.is_over:
        return "over"
    if clearing or game.deal is None:
        return "machine"
    return "result" if game.deal.result is not None else "play"


def deal_label(prevalent_wind: Wind, dealer: Seat, first_dealer: Seat) -> str:
    """For example "E1" or "S4"."""
    return f"{prevalent_wind.letter}{(dealer - first_dealer) % 4 + 1}"


def turn_of(deal: Deal) -> Seat | None:
    """Who acts next if nobody claims: a camera sees no draw, so after a discard it is the next player."""
    match deal.turn:
        case Turn.INDICATOR | Turn.SHOW | Turn.OVER:
            return None
        case Turn.DISCARD:
            return deal.seat
        case Turn.DRAW | Turn.CLAIM:
            return next_to_draw(deal)


def state_document(
    game: Game | None,
    *,
    machine: MachineDocument,
    camera: CameraDocument,
    rules: str,
    clearing: bool = False,
    next_deal_in_s: int | None = None,
    hold: bool = False,
    undo_to: int | None = None,
    may_begin_deal: bool = False,
) -> StateDocument:
    """The public snapshot, under `MAX_STATE_BYTES` as JSON.

    Args:
        game: the game, None before the first.
        machine: what the motor side reports, shown as it is.
        camera: whether pictures come.
        rules: the preset that the next game would use; a running game shows its own.
        clearing: the machine swallows or raises tiles between two deals.
        next_deal_in_s: seconds until the next deal begins by itself, None if it does not.
        hold: a person has asked that no deal begins by itself.
        may_begin_deal: the next deal waits for a person's word and for nothing else.
        undo_to: the newest journal entry that stays when the newest event is taken back, None if none can be.
    """
    deal = game.deal if game else None
    dealer = deal.dealer if deal else (game.dealer if game else SEATS[0])
    wind = deal.prevalent_wind if deal else (game.prevalent_wind if game else Wind.EAST)
    indicators = deal.indicators if deal else ()
    return {
        "phase": phase_of(game, clearing=clearing),
        "names": list(game.names) if game else ["", "", "", ""],
        "scores": list(game.scores) if game else [0, 0, 0, 0],
        "dealer": dealer,
        "winds": [seat_wind(seat, dealer).letter for seat in SEATS],
        "round_wind": wind.letter,
        "deal_label": deal_label(wind, dealer, game.first_dealer if game else SEATS[0]),
        "honba": deal.honba if deal else (game.honba if game else 0),
        "riichi_sticks": game.riichi_sticks if game else 0,
        "riichi": list(deal.riichi) if deal else [False] * 4,
        "turn": turn_of(deal) if deal else None,
        "dora_indicators": names_of(indicators),
        "dora": names_of(dora_of(indicator) for indicator in indicators),
        "live_tiles": deal.live_tiles if deal else None,
        "dice": list(deal.dice) if deal else [],
        "machine": machine,
        "camera": camera,
        "next_deal_in_s": next_deal_in_s,
        "hold": hold,
        "rules": game.rules if game else rules,
        "undo_to": undo_to,
        "may_begin_deal": may_begin_deal,
    }


def board_document(game: Game | None) -> BoardDocument:
    """Rivers and melds by seat; empty before the first deal."""
    deal = game.deal if game else None
    if deal is None:
        return {"rivers": [[], [], [], []], "melds": [[], [], [], []], "flowers": [[], [], [], []]}
    return {
        "rivers": [[_river_tile(tile) for tile in river] for river in deal.rivers],
        "melds": [[_meld(meld) for meld in melds] for melds in deal.melds],
        "flowers": [names_of(flowers) for flowers in deal.flowers],
    }


def result_document(game: Game | None) -> ResultDocument | None:
    """The last finished deal, None before one is finished."""
    if game is None or not game.results:
        return None
    result = game.results[-1]
    return {
        "deal_label": deal_label(result.prevalent_wind, result.dealer, game.first_dealer),
        "honba": result.honba,
        "outcome": result.outcome.value,
        "abort_reason": result.abort_reason.value if result.abort_reason else None,
        "dealer": result.dealer,
        "wins": [_win(win, result) for win in result.wins],
        "tenpai": list(result.tenpai),
        "payments": [
            {"payer": payment.payer, "receiver": payment.receiver, "points": payment.points, "reason": payment.reason}
            for payment in result.payments
        ],
        "deltas": list(result.deltas),
        "scores": list(result.scores),
        "indicators": names_of(result.indicators),
        "ura_indicators": names_of(result.ura_indicators),
    }


def game_document(game: Game | None) -> GameDocument:
    """The deals so far, and the final standing once the game is over."""
    if game is None:
        return {"names": ["", "", "", ""], "first_dealer": 0, "start_scores": [0] * 4, "results": [], "standings": []}
    return {
        "names": list(game.names),
        "first_dealer": game.first_dealer,
        "start_scores": [game.start_points] * 4,
        "results": [_short_result(result, game.first_dealer) for result in game.results],
        "standings": [
            {"seat": line.seat, "points": line.points, "score": line.score, "rank": line.rank}
            for line in game.standings
        ],
    }


def questions_document(questions: Iterable[QuestionDocument]) -> QuestionsDocument:
    """What waits for a person."""
    return {"questions": list(questions)}


def names_of(tiles: Iterable[Tile]) -> list[str]:
    """The tiles in notation."""
    return [str(tile) for tile in tiles]


def win_points(win: WinResult, result: DealResult) -> int:
    """What the winner receives for the hand alone: without honba and sticks."""
    return sum(
        payment.points
        for payment in result.payments
        if payment.receiver == win.seat and payment.reason in _HAND_PAYMENTS
    )


_HAND_PAYMENTS = frozenset({"ron", "tsumo", "pao"})


def _river_tile(tile: RiverTile) -> RiverTileDocument:
    return {"tile": str(tile.tile), "riichi": tile.riichi, "claimed_by": tile.claimed_by}


def _meld(meld: Meld) -> MeldDocument:
    return {
        "kind": meld.kind.value,
        "tiles": names_of(meld.tiles),
        "called_from": meld.called_from,
        "called_tile": str(meld.called_tile) if meld.called_tile else None,
    }


def _win(win: WinResult, result: DealResult) -> WinDocument:
    return {
        "seat": win.seat,
        "discarder": win.discarder,
        "hand": names_of(win.hand),
        "melds": [_meld(meld) for meld in win.melds],
        "winning_tile": str(win.winning_tile),
        "fan": win.value.fan,
        "fu": win.value.fu,
        "limit": win.value.limit,
        "points": win_points(win, result),
        "lines": [_line(line) for line in win.value.lines],
        "fu_lines": [_line(line) for line in win.value.fu_lines],
    }


def _line(line: ScoreLine) -> LineDocument:
    return {"rule": line.rule, "clause": line.clause, "fan": line.fan, "fu": line.fu, "points": line.points}


def _short_result(result: DealResult, first_dealer: Seat) -> ShortResultDocument:
    return {
        "number": result.number,
        "deal_label": deal_label(result.prevalent_wind, result.dealer, first_dealer),
        "honba": result.honba,
        "outcome": result.outcome.value,
        "winners": [win.seat for win in result.wins],
        "discarder": result.wins[0].discarder if result.wins else None,
        "deltas": list(result.deltas),
        "scores": list(result.scores),
    }
