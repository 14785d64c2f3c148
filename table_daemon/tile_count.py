"""Whether the machine's sets are those a game is played with."""

from __future__ import annotations

from typing import Final

from mahjong_rules.events import GameStarted
from table_daemon.errors import UserError
from table_daemon.game_keeper import LoadRules
from table_daemon.rule_presets import PresetError

BONUS_OPTION: Final = "bonus_tiles"
"""The option of a preset by which a game is played with flowers and seasons or without."""


_PARTS: Final = ((136, "the winds and dragons (28 tiles)"), (144, "the flowers and seasons (8 tiles)"))
"""What a set has from so many tiles on; the smallest, of 108, has the three suits."""


def exchange_text(present: int, needed: int) -> str:
    """What people put into both sets, or take out of them, to get from one number of tiles to another: a clause."""
    low, high = sorted((present, needed))
    parts = " and ".join(part for count, part in _PARTS if low < count <= high)
    if not parts:
        return "leave the sets as they are"
    return f"put {parts} into both sets" if needed > present else f"take {parts} out of both sets"


class TileCountError(UserError):
    """A game that needs other sets than the machine has; the text says what to change."""


def check_tile_count(event: GameStarted, tile_count: int, load_rules: LoadRules) -> None:
    """Refuse a game that the machine cannot build walls for.

    Args:
        event: the game that is to begin.
        tile_count: tiles of one set of the machine.
        load_rules: finds the rules of a preset with options.

    Raises:
        TileCountError: the sets differ.
        PresetError: there are no such rules.
    """
    needed = load_rules(event.rules, event.settings).traits.stock.count
    if needed == tile_count:
        return
    remedy = f"{exchange_text(tile_count, needed)} and set tile_count = {needed} in the machine file and on the board"
    setting = _setting_for(event, tile_count, load_rules)
    if setting:
        remedy += f", or start the game with the setting {setting}"
    raise TileCountError(f"{event.rules} is played with {needed} tiles and this machine has {tile_count}: {remedy}")


def _setting_for(event: GameStarted, tile_count: int, load_rules: LoadRules) -> str:
    """The setting with which these rules need `tile_count` tiles; "" when there is none."""
    others = tuple(pair for pair in event.settings if pair[0] != BONUS_OPTION)
    for value in ("false", "true"):
        try:
            rules = load_rules(event.rules, (*others, (BONUS_OPTION, value)))
        except PresetError:
            continue
        if rules.traits.stock.count == tile_count:
            return f"{BONUS_OPTION}={value}"
    return ""
