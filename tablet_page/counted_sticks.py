"""The sticks of a game as the page shows them: what everybody holds, and what changed hands."""

from __future__ import annotations

from mahjong_rules.rule_system import Traits
from mahjong_rules.state import Game
from mahjong_rules.sticks import TABLE, Counts, Handover, Place, StickSet, counted
from wire.documents import CountedSticksDocument
from wire.result_documents import HandoverDocument, StickCountDocument


def sticks_document(game: Game, traits: Traits) -> CountedSticksDocument | None:
    """What everybody holds now; None where the rules name no sticks."""
    sticks = traits.score.sticks
    if sticks is None:
        return None
    holdings = counted(sticks, game).holdings
    return {
        "values": list(sticks.values),
        "held": [list(purse) for purse in holdings.purses[:TABLE]],
        "debts": [
            {"debtor": _seat(debt.debtor), "creditor": _seat(debt.creditor), "points": debt.points}
            for debt in holdings.debts
        ],
    }


def handover_documents(game: Game, traits: Traits) -> list[HandoverDocument]:
    """How the last finished deal was paid in sticks."""
    sticks = traits.score.sticks
    return [] if sticks is None else [_handover(item, sticks) for item in counted(sticks, game).last_handovers]


def _handover(handover: Handover, sticks: StickSet) -> HandoverDocument:
    return {
        "giver": _seat(handover.giver),
        "taker": _seat(handover.taker),
        "given": _kinds(handover.given, sticks),
        "back": _kinds(handover.back, sticks),
    }


def _kinds(counts: Counts, sticks: StickSet) -> list[StickCountDocument]:
    """Without the kinds of which there are none."""
    return [{"points": points, "count": count} for points, count in zip(sticks.values, counts, strict=True) if count]


def _seat(place: Place) -> int | None:
    return None if place == TABLE else place
