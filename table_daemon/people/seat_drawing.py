"""The command `draw_seats`: who sits where and who deals first, by the procedure of the rules. Changes no game."""

from __future__ import annotations

import random
from typing import Any, Final

from mahjong_rules.seat_drawing import DrawingStep, DrawnSeats, SeatDrawing, draw
from mahjong_rules.seats import SEATS, Seat, Wind
from table_daemon.command_fields import LONGEST_NAME, BadDataError
from table_daemon.rules.presets import PresetError, load_rules
from wire.messages import Json

DICE_FACES: Final = 6


def drawn_by_chance(drawing: SeatDrawing, chance: random.Random) -> DrawnSeats:
    """Carry a procedure out with dice and tiles of `chance`."""
    return draw(drawing, lambda: _throw(chance), chance.sample(list(Wind), len(Wind)), Seat(chance.randrange(4)))


def draw_seats(data: Json, default_rules: str, chance: random.Random) -> Json:
    """Draw with dice and tiles of chance.

    Args:
        data: of the command: `names` by the seats in which people sit now, `rules` and `settings` as for `start_game`.
        default_rules: the preset where none is named.
        chance: throws the dice and mixes the tiles.

    Returns:
        `names` and `first_dealer` ready for `start_game`, and the `steps` that led there; a step's `who` and `found`
        are names.

    Raises:
        BadDataError: a field is missing or wrong, or there are no such rules.
    """
    names = _names(data.get("names"))
    rules = data.get("rules", default_rules)
    settings = data.get("settings", {})
    if not isinstance(rules, str) or not isinstance(settings, dict):
        raise BadDataError("rules must be the name of a preset and settings an object of options and values")
    try:
        drawing = load_rules(rules, [(str(name), _text(value)) for name, value in settings.items()]).traits.seat_drawing
    except PresetError as error:
        raise BadDataError(str(error)) from error
    drawn = drawn_by_chance(drawing, chance)
    seated = [names[drawn.new_seats.index(seat)] for seat in SEATS]
    return {
        "names": seated,
        "first_dealer": int(drawn.first_dealer),
        "steps": [_step(step, names, seated) for step in drawn.steps],
    }


def _step(step: DrawingStep, names: list[str], seated: list[str]) -> Json:
    found = None if step.found is None else (seated if step.finds_new_seat else names)[step.found]
    wind = None if step.wind is None else step.wind.letter
    return {"what": step.what, "who": names[step.who], "total": step.total, "wind": wind, "found": found}


def _throw(chance: random.Random) -> int:
    return chance.randint(1, DICE_FACES) + chance.randint(1, DICE_FACES)


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) != len(SEATS) or not all(_is_name(name) for name in value):
        raise BadDataError(f"names must be a list of four texts of 1 to {LONGEST_NAME} characters, by the seats of now")
    if len(set(value)) != len(value):
        raise BadDataError("names must be four different names: seats are drawn by them")
    return value


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
