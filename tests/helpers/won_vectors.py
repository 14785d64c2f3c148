"""Vectors of won hands in short notation: melds as `jantaku score` writes them, moments by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, WinCircumstances
from mahjong_rules.tiles import parse_tile, parse_tiles

_MOMENTS = ("self_drawn", "replacement_tile", "robbed_kong", "last_tile", "last_discard", "kong_lies")


def meld_of(text: str) -> Meld:
    """ "234p" a chow, "777z" a pung, "5555s" a claimed kong, "(5555s)" a concealed one."""
    tiles = parse_tiles(text.strip("()"))
    if text.startswith("("):
        return Meld(MeldKind.CONCEALED_KONG, tiles)
    kinds = {3: MeldKind.PUNG if len(set(tiles)) == 1 else MeldKind.CHOW, 4: MeldKind.MELDED_KONG}
    return Meld(kinds[len(tiles)], tiles, Seat(3), tiles[0])


def hand(concealed: str, *melds: str, flowers: str = "", winds: str = "SS") -> ClassicalHand:
    """A winner's hand without the last tile; `winds`: the own one and the prevalent one."""
    own, prevalent = (Wind("ESWN".index(letter)) for letter in winds)
    return ClassicalHand(
        parse_tiles(concealed), tuple(map(meld_of, melds)), parse_tiles(flowers), own, prevalent, tuple(Wind)
    )


def how(tile: str, moments: Iterable[str] = ()) -> WinCircumstances:
    """How it was won, by the names of the moments."""
    told = set(moments)
    first = next((turn for turn in FirstTurn if turn.value in told), FirstTurn.NONE)
    kongs = 2 if "kong_after_kong" in told else int("replacement_tile" in told)
    named = {name: name in told for name in _MOMENTS}
    return WinCircumstances(parse_tile(tile), first_turn=first, kongs_in_turn=kongs, **named)


def won_vector(case: dict[str, Any]) -> tuple[ClassicalHand, WinCircumstances]:
    """The hand and the win of a case."""
    cards = hand(case["concealed"], *case["melds"], flowers=case.get("flowers", ""), winds=case["winds"])
    return cards, how(case["tile"], case["how"])
