"""The flow of a game from deal to deal, the same in every rule system: result, next dealer, rounds, the end of time.

Rules this file keeps:
* A round ends when the deal comes back to the first dealer, whoever deals how often before.
* A deal that is played again counts as one of those that may still begin after time was called only where its ending
  says so.
* Whether the game is over, and the final standing, each rule system decides for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mahjong_rules.deal_result import (
    Chombo,
    DealHeader,
    DealResult,
    Fine,
    LoserResult,
    OpenedHand,
    Outcome,
    Payment,
    WinResult,
)
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import AbortReason
from mahjong_rules.seats import SEATS, Seat, Wind, seat_after, seats_from
from mahjong_rules.state import Deal, Game, Stop, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import deltas_of

PLAYED_AGAIN: Final = (Outcome.ABORTIVE_DRAW, Outcome.CHOMBO, Outcome.VOID)
"""Outcomes after which the same deal is played again."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended and what follows: `honba` and `riichi_sticks` are those of the next deal."""

    outcome: Outcome
    payments: tuple[Payment, ...]
    dealer_stays: bool
    honba: int = 0
    riichi_sticks: int = 0
    wins: tuple[WinResult, ...] = ()
    losers: tuple[LoserResult, ...] = ()
    fines: tuple[Fine, ...] = ()
    tenpai: tuple[bool, ...] = (False, False, False, False)
    abort_reason: AbortReason | None = None
    ura_indicators: tuple[Tile, ...] = ()
    chombos: tuple[Chombo, ...] = ()
    opened: tuple[OpenedHand, ...] = ()
    uses_up_deal: bool = False
    """Played again, and yet one of the deals that were left when time was called."""


def close_deal(game: Game, deal: Deal, ending: Ending, *, winds_prevail: bool) -> Game:
    """The game with the deal's result, new scores, and the header of the deal that would be next.

    Args:
        game: with `deal` in play.
        deal: as it ended.
        ending: how, and what follows.
        winds_prevail: each round has its own prevalent wind; otherwise East stays.
    """
    deltas = deltas_of(ending.payments)
    scores = tuple(score + delta for score, delta in zip(game.scores, deltas, strict=True))
    result = _result(deal, ending, deltas, scores)
    left = game.deals_left
    if left is not None and ending.outcome in PLAYED_AGAIN and not ending.uses_up_deal:
        left += 1
    return replace(
        game,
        scores=scores,
        riichi_sticks=ending.riichi_sticks,
        header=_next_header(deal.header, ending, game.first_dealer, winds_prevail=winds_prevail),
        deal=replace(deal, turn=Turn.OVER, result=result),
        results=(*game.results, result),
        deals_left=left,
    )


def _result(deal: Deal, ending: Ending, deltas: tuple[int, ...], scores: tuple[int, ...]) -> DealResult:
    return DealResult(
        header=deal.header,
        outcome=ending.outcome,
        abort_reason=ending.abort_reason,
        wins=ending.wins,
        tenpai=ending.tenpai,
        payments=ending.payments,
        deltas=deltas,
        scores=scores,
        indicators=deal.riichi.indicators,
        ura_indicators=ending.ura_indicators,
        losers=ending.losers,
        fines=ending.fines,
        chombos=ending.chombos,
        opened=ending.opened,
    )


def _next_header(header: DealHeader, ending: Ending, first_dealer: Seat, *, winds_prevail: bool) -> DealHeader:
    dealer = header.dealer if ending.dealer_stays else seat_after(header.dealer, 1, header.seats)
    begins_round = not ending.dealer_stays and dealer == first_dealer
    wind_turns = begins_round and winds_prevail
    return DealHeader(
        number=header.number + 1,
        prevalent_wind=Wind((header.prevalent_wind + wind_turns) % len(Wind)),
        dealer=dealer,
        honba=ending.honba,
        round_number=header.round_number + begins_round,
        seats=header.seats,
    )


def leaders_first(scores: tuple[int, ...], first_dealer: Seat, seats: Sequence[Seat] = SEATS) -> list[Seat]:
    """The seats by score; of equal scores the one that comes first in turn order from the first dealer."""
    return sorted(seats_from(first_dealer, seats), key=lambda seat: -scores[seat])


def is_between_deals(game: Game) -> bool:
    """True before the first deal and while the last one has its result."""
    return game.deal is None or game.deal.turn is Turn.OVER


def check_not_over(game: Game) -> None:
    """Refuse what a game that is over does not take any more.

    Raises:
        IllegalEvent: it is over.
    """
    if game.is_over:
        raise IllegalEvent("the game is over")


def limit_deals(game: Game, deals_after_time: int) -> Game:
    """The game after time was called: the deal in play ends, and so many deals may still begin.

    Raises:
        IllegalEvent: the time was called before.
    """
    if game.deals_left is not None:
        raise IllegalEvent("the time was called already")
    return replace(game, deals_left=deals_after_time)


def end_early(game: Game, void_deal: Callable[[Game], Game], ended: Callable[[Game], Game]) -> Game:
    """The game after people ended it: its scores stand; where no deal counted there is nothing to rank, so it is void.

    Args:
        game: as it is now.
        void_deal: takes the deal in play back, as the rules do.
        ended: draws up the final standing.

    Raises:
        IllegalEvent: it is over.
    """
    check_not_over(game)
    if not is_between_deals(game):
        game = void_deal(game)
    if all(result.outcome in PLAYED_AGAIN for result in game.results):
        return replace(game, standings=(), stop=Stop.VOID)
    return replace(game if game.is_over else ended(game), stop=Stop.EARLY)


def is_out_of_time(game: Game) -> bool:
    """True when time was called, no deal may begin any more and none is in play."""
    return game.deals_left == 0 and is_between_deals(game)
