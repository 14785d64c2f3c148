"""Whole games of three players by a second engine: `jansou` deals, plays and settles, and writes mjai."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence

from jansou.core.notation import dump_mjai as dump_tiles
from jansou.core.rules import preset
from jansou.game.actions import Action, Discard, Pass
from jansou.game.agents import Agent, SmartEfficiencyAgent
from jansou.game.environment import Environment
from jansou.game.events import Discard as DiscardEvent
from jansou.game.events import Draw, Event, Win
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
    lines = dump_mjai(paifu_from_game(table)).splitlines()
    robbed = iter([_robbed(events) for events in table.records])
    return list(_put_right(lines, robbed))


def _robbed(events: Sequence[Event]) -> str | None:
    """The tile, added to a kong or laid aside, that was won before its replacement: jansou does not tell it."""
    won = next((event for event in events if isinstance(event, Win)), None)
    last = next(event for event in reversed(events) if isinstance(event, Draw | DiscardEvent))
    is_robbed = won is not None and won.from_seat is not None and isinstance(last, Draw)
    return dump_tiles([won.winning_tile]) if won is not None and is_robbed else None


def _put_right(lines: Iterable[str], robbed: Iterator[str | None]) -> Iterator[str]:
    """The record with what jansou 0.14 leaves out or says wrongly of three players.

    Whose discard was claimed; a tile that is won before it is replaced; no figures instead of three.
    """
    discarder, tile = 0, None
    pungs: dict[tuple[int, str], list[str]] = {}
    for line in lines:
        message = json.loads(line)
        match message["type"]:
            case "start_kyoku":
                tile, pungs = next(robbed), {}
            case "dahai":
                discarder = message["actor"]
            case "pon" | "daiminkan":
                message["target"] = discarder
                pungs[message["actor"], message["pai"][:2]] = [message["pai"], *message["consumed"]]
            case "hora" if tile is not None:
                pung = pungs.get((message["target"], tile[:2]))
                laid = {"type": "kita"} if pung is None else {"type": "kakan", "consumed": pung}
                yield json.dumps({**laid, "actor": message["target"], "pai": tile})
                tile = None
        if not message.get("deltas", True):
            del message["deltas"]
        yield json.dumps(message)
