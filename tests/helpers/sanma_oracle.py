"""Whole games of three players by a second engine: `jansou` deals, plays and settles, and writes mjai."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence

from jansou.core.rules import preset
from jansou.game.actions import Action, Discard, Pass
from jansou.game.agents import Agent, SmartEfficiencyAgent
from jansou.game.environment import Environment
from jansou.game.flow import DecisionKind
from jansou.io.from_game import paifu_from_game
from jansou.io.mjai import dump_mjai

ORACLE_RULES = preset("tenhou-3p")


class MoodyAgent(SmartEfficiencyAgent):
    """Plays for speed, and now and then does anything at all that it may: claims, kongs, norths that it keeps."""

    def __init__(self, seed: int, mood: float) -> None:
        super().__init__(seed)
        self._moods = random.Random(seed)
        self._mood = mood

    def act(self, seat: int, kind: DecisionKind, actions: list[Action]) -> Action:
        chosen = super().act(seat, kind, actions)
        unusual = [action for action in actions if not isinstance(action, Discard | Pass)]
        if unusual and isinstance(chosen, Discard | Pass) and self._moods.random() < self._mood:
            return self._moods.choice(unusual)
        if self._moods.random() < self._mood / 10:
            return self._moods.choice(actions)
        return chosen


def oracle_game(seed: int, mood: float = 0.3) -> Sequence[str]:
    """The record of one game: mjai, a line each."""
    table = Environment(ORACLE_RULES, seed=seed)
    agents: list[Agent] = [MoodyAgent(3 * seed + place, mood) for place in range(3)]
    table.run(agents)
    return list(_put_right(dump_mjai(paifu_from_game(table)).splitlines()))


def _put_right(lines: Iterable[str]) -> Iterator[str]:
    """What jansou 0.14 writes wrongly of three players: whose discard was claimed, and figures of a deal without any."""
    discarder = 0
    for line in lines:
        message = json.loads(line)
        if message["type"] == "dahai":
            discarder = message["actor"]
        if message["type"] in ("pon", "daiminkan"):
            message["target"] = discarder
        if not message.get("deltas", True):
            del message["deltas"]
        yield json.dumps(message)
