"""Won hands of the Chinese official game as JSON and back."""

from __future__ import annotations

from typing import Any

from mcr_wins import McrCase

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical.hand import ClassicalHand
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.tiles import parse_tile, parse_tiles, tiles_text

_FLAGS = ("self_drawn", "replacement_tile", "robbed_kong", "wall_is_empty", "last_of_its_kind")


def case_to_json(case: McrCase) -> dict[str, Any]:
    """Tiles in notation, winds by letter, and the flags that are set."""
    hand, how = case.hand, case.how
    return {
        "concealed": tiles_text(sorted(hand.concealed)),
        "winning": str(how.winning_tile),
        "melds": [f"{meld.kind.value} {tiles_text(meld.tiles)}" for meld in hand.melds],
        "winds": f"{hand.seat_wind.letter}{hand.prevalent_wind.letter}",
        "how": [flag for flag in _FLAGS if getattr(how, flag)],
    }


def case_from_json(data: dict[str, Any]) -> McrCase:
    """The inverse."""
    own, prevalent = (Wind("ESWN".index(letter)) for letter in data["winds"])
    hand = ClassicalHand(parse_tiles(data["concealed"]), tuple(map(_meld, data["melds"])), (), own, prevalent)
    flags = dict.fromkeys(data["how"], True)
    return McrCase(hand, McrWin(parse_tile(data["winning"]), **{"self_drawn": False, **flags}))


def _meld(text: str) -> Meld:
    kind, _, tiles = text.partition(" ")
    laid = parse_tiles(tiles)
    if kind == MeldKind.CONCEALED_KONG:
        return Meld(MeldKind.CONCEALED_KONG, laid)
    return Meld(MeldKind(kind), laid, Seat(3), laid[0])
