"""Who sits where and who deals first, by the procedure of the rules: before a game, or while it goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from mahjong_rules.events import SeatsRedrawn
from mahjong_rules.reseating import by_seat_of_now, exchanged
from mahjong_rules.rule_system import SeatTraits
from mahjong_rules.seat_drawing import DrawingStep, DrawnSeats, draw, drawn_by_people
from mahjong_rules.seats import SEATS, Seat, Wind, seat_wind
from mahjong_rules.state import Game
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import BadDataError
from table_daemon.rules.presets import PresetError, load_rules
from wire.commands.game import DrawSeatsData, RedrawSeatsData
from wire.messages import Json

# Of a die.
DICE_FACES: Final = 6


def drawn_by_chance(seats: SeatTraits, chance: random.Random, organiser: Seat | None = None) -> DrawnSeats:
    """Carry a procedure out with dice and tiles of `chance`; without an `organiser` chance says who begins."""
    winds = chance.sample(list(Wind), len(Wind))
    starter = chance.choice(seats.in_play) if organiser is None else organiser
    return draw(seats.drawing, lambda: _throw(chance), winds, starter, seats.in_play)


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
        seats = load_rules(rules, tuple(wish.settings.items())).traits.seats
    except PresetError as error:
        raise BadDataError(said_by(error)) from error
    return _told(drawn_by_chance(seats, chance), wish.names)


def redraw_seats(
    game: Game, seats: SeatTraits, chance: random.Random, wish: RedrawSeatsData | None = None
) -> tuple[SeatsRedrawn, Json]:
    """Draw anew for a game that goes on: the event, and the answer as of `draw_seats`.

    Where the rules have a scheme of exchanges, it says who goes where (MCR 2006 §3.5).

    The last winner throws (Tchou 1924 l.296); where nobody has won yet, who would deal next. What people have drawn
    themselves, with the tiles and dice of the table, is taken from their `wish`.

    Raises:
        BadDataError: people say that they drew, where nobody draws.
    """
    if seats.exchanges:
        if wish is not None and wish.drawn is not None:
            raise BadDataError(
                sentence("under these rules nobody draws: people change places by a scheme, leave drawn out")
            )
        drawn = _exchanged(game, seats)
    elif wish is not None and wish.drawn is not None:
        drawn = drawn_by_people(wish.drawn, wish.east_place, wish.first_dealer)
    else:
        drawn = drawn_by_chance(seats, chance, _last_winner(game))
    return SeatsRedrawn(drawn.new_seats, drawn.first_dealer), _told(drawn, game.names)


def _exchanged(game: Game, seats: SeatTraits) -> DrawnSeats:
    event = exchanged(game, seats.exchanges)
    steps = tuple(
        DrawingStep("moves", old, wind=seat_wind(new, event.first_dealer))
        for old, new in zip(SEATS, event.seats, strict=True)
    )
    return DrawnSeats(event.seats, event.first_dealer, steps)


def _last_winner(game: Game) -> Seat:
    for deals in range(len(game.results), 0, -1):
        for win in game.results[deals - 1].wins:
            return Seat(by_seat_of_now(game, deals, SEATS).index(win.seat))
    return game.header.dealer


def _told(drawn: DrawnSeats, names: Sequence[str]) -> Json:
    seated = [names[drawn.new_seats.index(seat)] for seat in SEATS]
    return {
        "names": seated,
        "first_dealer": int(drawn.first_dealer),
        "steps": [_step(step, names, seated) for step in drawn.steps],
    }


def _step(step: DrawingStep, names: Sequence[str], seated: Sequence[str]) -> Json:
    found = None if step.found is None else (seated if step.finds_new_seat else names)[step.found]
    wind = None if step.wind is None else step.wind.letter
    return {"what": step.what, "who": names[step.who], "total": step.total, "wind": wind, "found": found}


def _throw(chance: random.Random) -> int:
    return chance.randint(1, DICE_FACES) + chance.randint(1, DICE_FACES)
