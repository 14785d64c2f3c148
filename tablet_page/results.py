"""A finished deal as the page shows it: hands with every line of their value, payments, fines.

Rules this file keeps: nothing is computed that the rules have not said; names of lines come from the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mahjong_rules.deal_result import (
    Chombo,
    DealHeader,
    DealResult,
    Fine,
    HandValue,
    LoserResult,
    OpenedHand,
    ScoreLine,
    WinResult,
)
from mahjong_rules.melds import Meld
from mahjong_rules.reseating import by_seat_of_now, first_dealer_of, is_before_change
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game, RiverTile
from mahjong_rules.tiles import Tile
from tablet_page.counted_sticks import handover_documents
from tablet_page.rule_names import line_name
from wire.board_documents import MeldDocument, RiverTileDocument
from wire.documents import FineDocument
from wire.result_documents import (
    BestHandDocument,
    ChomboDocument,
    HandDocument,
    LineDocument,
    OpenedHandDocument,
    ResultDocument,
    WinDocument,
)

NOT_FOR_THE_HAND: Final = frozenset({"honba", "riichi_sticks", "stake"})
"""Reasons of payments to a winner that the hand did not earn."""


def deal_label(traits: Traits, header: DealHeader, first_dealer: Seat) -> str:
    """For example "E1" or "S4"; where no wind prevails the tour and the deal in it: "1-3"."""
    number = header.number_in_round(first_dealer)
    return (
        f"{header.prevalent_wind.letter}{number}"
        if traits.has_prevalent_wind
        else f"{header.round_number + 1}-{number}"
    )


def result_document(game: Game | None, traits: Traits) -> ResultDocument | None:
    """The last finished deal, None before one is finished and once people have changed places since."""
    if game is None or not game.results or is_before_change(game, len(game.results)):
        return None
    result = game.results[-1]
    header = result.header
    return {
        "number": header.number,
        "deal_label": deal_label(traits, header, game.first_dealer),
        "round_number": header.round_number,
        "honba": header.honba,
        "outcome": result.outcome.value,
        "abort_reason": result.abort_reason.value if result.abort_reason else None,
        "dealer": header.dealer,
        "wins": [_win(win, result) for win in result.wins],
        "losers": [_hand(loser) for loser in result.losers],
        "fines": [fine_document(fine) for fine in result.fines],
        "chombos": [chombo_document(chombo) for chombo in result.chombos],
        "opened": [_opened(opened) for opened in result.opened],
        "tenpai": list(result.tenpai),
        "payments": [
            {"payer": payment.payer, "receiver": payment.receiver, "points": payment.points, "reason": payment.reason}
            for payment in result.payments
        ],
        "handovers": handover_documents(game, traits),
        "deltas": list(result.deltas),
        "scores": list(result.scores),
        "indicators": names_of(result.indicators),
        "ura_indicators": names_of(result.ura_indicators),
    }


def best_hand_document(game: Game, traits: Traits) -> BestHandDocument | None:
    """The hand that won most, the first of several; None where nobody laid a winning hand open or told its value."""
    wins = [
        (deal, result, win)
        for deal, result in enumerate(game.results, 1)
        for win in result.wins
        if win.hand or win.melds or win.counted
    ]
    if not wins:
        return None
    deal, result, win = max(wins, key=lambda found: win_points(found[2], found[1]))
    seats_then = by_seat_of_now(game, deal, SEATS)
    return {
        **_win(win, result),
        "seat": Seat(seats_then.index(win.seat)),
        "discarder": None if win.discarder is None else Seat(seats_then.index(win.discarder)),
        "deal": deal,
        "deal_label": deal_label(traits, result.header, first_dealer_of(game, deal)),
        "honba": result.header.honba,
    }


def names_of(tiles: Iterable[Tile]) -> list[str]:
    """The tiles in notation."""
    return [str(tile) for tile in tiles]


def win_points(win: WinResult, result: DealResult) -> int:
    """What the winner receives for the hand alone: without honba, sticks and stakes."""
    return sum(
        payment.points
        for payment in result.payments
        if payment.receiver == win.seat and payment.reason not in NOT_FOR_THE_HAND
    )


def river_tile_document(tile: RiverTile) -> RiverTileDocument:
    """One discard."""
    return {"tile": str(tile.tile), "riichi": tile.riichi, "claimed_by": tile.claimed_by}


def meld_document(meld: Meld) -> MeldDocument:
    """One meld."""
    return {
        "kind": meld.kind.value,
        "tiles": names_of(meld.tiles),
        "called_from": meld.called_from,
        "called_tile": str(meld.called_tile) if meld.called_tile else None,
    }


def fine_document(fine: Fine) -> FineDocument:
    """A fine, judged or not."""
    return {
        "offender": fine.offender,
        "winner": fine.winner,
        "case": fine.case,
        "tile": str(fine.tile),
        "is_full": fine.is_full,
        "exempt": fine.exempt,
    }


def chombo_document(chombo: Chombo) -> ChomboDocument:
    """A fault that made a deal void."""
    return {"seat": chombo.seat, "reason": chombo.reason, "penalty": chombo.penalty}


def _win(win: WinResult, result: DealResult) -> WinDocument:
    return {
        **_hand(win),
        "discarder": win.discarder,
        "winning_tile": None if win.winning_tile is None else str(win.winning_tile),
        "points": win_points(win, result),
    }


def _hand(hand: WinResult | LoserResult) -> HandDocument:
    value: HandValue = hand.value
    return {
        "seat": hand.seat,
        "hand": names_of(hand.hand),
        "melds": [meld_document(meld) for meld in hand.melds],
        "flowers": names_of(hand.flowers),
        "fan": value.fan,
        "fu": value.fu,
        "limit": value.limit,
        "total": value.base_points,
        "lines": [_line(line, "rule") for line in value.lines],
        "fu_lines": [_line(line, "fu") for line in value.fu_lines],
        "counted": hand.counted,
    }


def _opened(opened: OpenedHand) -> OpenedHandDocument:
    return {
        "seat": opened.seat,
        "hand": names_of(opened.hand),
        "melds": [meld_document(meld) for meld in opened.melds],
        "waits": names_of(opened.waits),
    }


def _line(line: ScoreLine, group: str) -> LineDocument:
    return {
        "rule": line.rule,
        "clause": line.clause,
        "fan": line.fan,
        "fu": line.fu,
        "points": line.points,
        "tiles": names_of(line.tiles),
        "name": {"en": line_name(line, "en", group), "fr": line_name(line, "fr", group)},
    }
