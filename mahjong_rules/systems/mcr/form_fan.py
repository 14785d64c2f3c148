"""What one reading of a hand of four sets and a pair scores: its sets together, each by itself, and its last tile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mahjong_rules.decomposition import Group, GroupKind
from mahjong_rules.seats import Wind
from mahjong_rules.systems.mcr.chow_fan import chow_fans, terminal_chows_fan
from mahjong_rules.systems.mcr.fan import Fan
from mahjong_rules.systems.mcr.form import Form
from mahjong_rules.systems.mcr.pung_fan import pung_fans, with_pair
from mahjong_rules.tiles import Tile

Scored = tuple[Fan, tuple[Tile, ...]]
"""A fan and the set that it is about, where it is about one."""
_NUMBERS: Final = 27
"""Places of number tiles in `ALL_KINDS`."""
_CONCEALED: Final = {2: Fan.TWO_CONCEALED_PUNGS, 3: Fan.THREE_CONCEALED_PUNGS, 4: Fan.FOUR_CONCEALED_PUNGS}


def form_fans(form: Form, seat_wind: Wind, prevalent_wind: Wind) -> Iterator[Scored]:
    """Everything but the wait, the tiles as such and how the hand was won."""
    together = _together(form)
    yield from ((fan, ()) for fan in together)
    has_three_winds = Fan.BIG_THREE_WINDS in together
    for group in form.triplets:
        for fan in _triplet_fans(group.tile, seat_wind, prevalent_wind, has_three_winds=has_three_winds):
            yield fan, group.tiles
    yield from _kong_fans(form)
    concealed = _CONCEALED.get(sum(group.concealed for group in form.triplets))
    if concealed is not None:
        yield concealed, ()
    yield from ((fan, ()) for fan in _everywhere(form))


def _together(form: Form) -> tuple[Fan, ...]:
    terminal = terminal_chows_fan(form.chows, form.pair)
    if terminal is not None:
        return (terminal,)
    return (*chow_fans(form.chows), *with_pair(pung_fans(form.kinds_of_triplets), form.pair))


def _triplet_fans(tile: Tile, seat_wind: Wind, prevalent_wind: Wind, *, has_three_winds: bool) -> Iterator[Fan]:
    """A wind that scores as own or prevalent is no pung of honours, nor is one of three winds."""
    if tile.is_dragon:
        yield Fan.DRAGON_PUNG
    elif tile.is_wind:
        if tile == prevalent_wind.tile:
            yield Fan.PREVALENT_WIND
        if tile == seat_wind.tile:
            yield Fan.SEAT_WIND
        if tile not in (prevalent_wind.tile, seat_wind.tile) and not has_three_winds:
            yield Fan.PUNG_OF_TERMINALS_OR_HONOURS
    elif tile.is_terminal_or_honour:
        yield Fan.PUNG_OF_TERMINALS_OR_HONOURS


def _kong_fans(form: Form) -> Iterator[Scored]:
    kongs = [group for group in form.triplets if group.kind is GroupKind.KONG]
    if not kongs:
        return
    concealed = sum(group.concealed for group in kongs)
    match len(kongs), concealed:
        case 1, _:
            yield (Fan.CONCEALED_KONG if concealed else Fan.MELDED_KONG), kongs[0].tiles
        case 2, 0:
            yield Fan.TWO_MELDED_KONGS, ()
        case 2, 1:
            yield Fan.MIXED_KONGS, ()
        case 2, 2:
            yield Fan.TWO_CONCEALED_KONGS, ()
        case 3, _:
            yield Fan.THREE_KONGS, ()
        case _:
            yield Fan.FOUR_KONGS, ()


def _everywhere(form: Form) -> Iterator[Fan]:
    """What every set and the pair must show."""
    if len(form.triplets) == 4:
        yield Fan.ALL_PUNGS
        if all(_is_even(group.tile) for group in form.groups):
            yield Fan.ALL_EVEN_PUNGS
    if _is_all_chows(form):
        yield Fan.ALL_CHOWS
    if all(any(tile.is_terminal_or_honour for tile in group.tiles) for group in form.groups):
        yield Fan.OUTSIDE_HAND
    elif all(any(tile.is_number and tile.number == 5 for tile in group.tiles) for group in form.groups):
        yield Fan.ALL_FIVES


def _is_all_chows(form: Form) -> bool:
    return not form.triplets and form.pair < _NUMBERS


def _is_even(tile: Tile) -> bool:
    return tile.is_number and tile.number % 2 == 0


def wait_fan(group: Group, winning: Tile) -> Fan | None:
    """How the last tile of a hand that waited for nothing else completed this group."""
    if group.kind is GroupKind.PAIR:
        return Fan.SINGLE_WAIT
    if group.kind is not GroupKind.CHOW:
        return None
    match winning.number - group.tile.number, group.tile.number:
        case 1, _:
            return Fan.CLOSED_WAIT
        case (2, 1) | (0, 7):
            return Fan.EDGE_WAIT
        case _:
            return None
