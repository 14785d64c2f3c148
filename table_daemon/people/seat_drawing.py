"""The command `draw_seats`: who sits where and who deals first, by the procedure of the rules. Changes no game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from mahjong_rules.seat_drawing import DrawingStep, DrawnSeats, SeatDrawing, draw
from mahjong_rules.seats import SEATS, Seat, Wind
from table_daemon.errors import BadDataError
from table_daemon.rules.presets import PresetError, load_rules
from wire.commands.game import DrawSeatsData
from wire.messages import Json

# Of a die.
DICE_FACES: Final = 6


def drawn_by_chance(drawing: SeatDrawing, chance: random.Random) -> DrawnSeats:
    """Carry a procedure out with dice and tiles of `chance`."""
    return draw(drawing, lambda: _throw(chance), chance.sample(list(Wind), len(Wind)), Seat(chance.randrange(4)))


def draw_seats(wish: DrawSeatsData, default_rules: str, chance: random.Random) -> Json:
    """Draw with dice and tiles of chance.

    Args:
        wish: `names` by the seats in which people sit now, `rules` and `settings` as for `start_game`.
        default_rules: the preset where none is named.
        chance: throws the dice and mixes the tiles.

    Returns:
        `names` and `first_dealer` ready for `start_game`, and the `steps` that led there; a step's `who` and `found`
        are names.

    Raises:
        BadDataError: there are no such rules.
    """
    rules = default_rules if wish.rules is None else wish.rules
    try:
        drawing = load_rules(rules, tuple(wish.settings.items())).traits.seat_drawing
    except PresetError as error:
        raise BadDataError(str(error)) from error
    drawn = drawn_by_chance(drawing, chance)
    seated = [wish.names[drawn.new_seats.index(seat)] for seat in SEATS]
    return {
        "names": seated,
        "first_dealer": int(drawn.first_dealer),
        "steps": [_step(step, wish.names, seated) for step in drawn.steps],
    }


def _step(step: DrawingStep, names: Sequence[str], seated: Sequence[str]) -> Json:
    found = None if step.found is None else (seated if step.finds_new_seat else names)[step.found]
    wind = None if step.wind is None else step.wind.letter
    return {"what": step.what, "who": names[step.who], "total": step.total, "wind": wind, "found": found}


def _throw(chance: random.Random) -> int:
    return chance.randint(1, DICE_FACES) + chance.randint(1, DICE_FACES)
