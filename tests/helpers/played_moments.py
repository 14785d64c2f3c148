"""Moments of games that random players have played by real rules: what views and pages are tried on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from random_play import Moods, RandomTable

from mahjong_rules.events import GameStarted
from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules

NAMES = ("Aiko", "Benoît", "Chen", "Dorothea")
MOODS = Moods(stacked=0.9, penalty=0.0, time=0.0, stake=0.6, closed=0.2, forget=0.0)
MAX_GAMES = 40
DEALS = 6


def played_moment(preset: str, wanted: Callable[[Game], bool], *settings: tuple[str, str], seed: int = 1) -> Game:
    """The first moment that is wanted, over as many seeded games as it takes.

    Raises:
        LookupError: no game had one.
    """
    chance = random.Random(seed)
    for _ in range(MAX_GAMES):
        found = next(filter(wanted, moments(preset, chance, settings)), None)
        if found is not None:
            return found
    raise LookupError(f"no such moment came in {MAX_GAMES} games of {preset}")


def moments(preset: str, chance: random.Random, settings: tuple[tuple[str, str], ...]) -> Iterator[Game]:
    """A few deals of one game, after every event."""
    rules = load_rules(preset, settings)
    table = RandomTable(rules, chance, MOODS)
    table.play(DEALS)
    game = rules.new_game(GameStarted(preset, NAMES, table.game.first_dealer, settings))
    yield game
    for event in table.events:
        game = rules.apply(game, event)
        yield game
