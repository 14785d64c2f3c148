"""The fines of a finished deal that people describe: which discards they found due, read from the winner's melds.

Rules this file keeps: a discard is fined only where the engine of a game in play would have asked about it
(Tchou 1924 l.621-651); whether it is excused people have judged, by leaving it out.
"""

from __future__ import annotations

from mahjong_rules.deal_result import Fine, HandValue
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.finished_deal import FinedDiscard, FinishedDeal
from mahjong_rules.melds import Meld
from mahjong_rules.seats import Seat
from mahjong_rules.systems.classical.system import Scoring


def described_fines(deal: FinishedDeal, value: HandValue | None, scoring: Scoring) -> tuple[Fine, ...]:
    """The described fines in the order of the discards.

    Raises:
        IllegalEvent: a discard that did not reach the winner, endangered nobody, or led to no hand that is fined;
            or several winners.
    """
    if value is None or not deal.classical.fines:
        return ()
    if len(deal.winners) > 1:
        raise IllegalEvent("whom a fined discard served is told for one winner only: leave out the fines")
    winner = deal.winners[0]
    hand = deal.hands[winner]
    melds = hand.melds if hand is not None else ()
    found = sorted(((_place(deal, fined, melds), fined) for fined in deal.classical.fines), key=lambda item: item[0])
    return tuple(_fine(fined, place, winner, melds, value, scoring) for place, fined in found)


def _place(deal: FinishedDeal, fined: FinedDiscard, melds: tuple[Meld, ...]) -> int:
    """How many melds lay before the winner at this discard; it made the next one, or it won."""
    if deal.discarder == fined.offender and deal.winning_tile == fined.tile and not deal.robbed_kong:
        return len(melds)
    for place, meld in enumerate(melds):
        called = meld.called_tile
        if meld.called_from == fined.offender and called is not None and called.plain == fined.tile.plain:
            return place
    raise IllegalEvent(
        "seat {seat} gave the winner no {tile}, neither for a set nor to win", seat=fined.offender, tile=fined.tile
    )


def _fine(
    fined: FinedDiscard, place: int, winner: Seat, melds: tuple[Meld, ...], value: HandValue, scoring: Scoring
) -> Fine:
    case = scoring.danger(melds[:place], fined.tile, wins=place == len(melds))
    if case is None:
        raise IllegalEvent(
            "{tile} from seat {seat} served no hand that threatened openly: no fine",
            tile=fined.tile,
            seat=fined.offender,
        )
    if not scoring.is_finable(case, value):
        raise IllegalEvent(
            "the hand that won is not what {tile} from seat {seat} risked: no fine",
            tile=fined.tile,
            seat=fined.offender,
        )
    return Fine(fined.offender, winner, case, fined.tile, is_full=place == len(melds), exempt=False)
