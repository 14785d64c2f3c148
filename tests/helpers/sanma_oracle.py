"""Whole games of three players by a second engine: `jansou` deals, plays and settles, and writes mjai."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence

from jansou.analysis.shanten import shanten_counts
from jansou.core.notation import dump_mjai as dump_tiles
from jansou.core.rules import preset
from jansou.core.tiles import Tile, TileKind, counts_by_kind
from jansou.game.actions import Action, Discard, Pass, Pon, Ron
from jansou.game.agents import Agent, SmartEfficiencyAgent
from jansou.game.environment import Environment
from jansou.game.events import Call, DealStart, Draw, Event, NorthExtraction, Win
from jansou.game.events import Discard as DiscardEvent
from jansou.game.flow import DecisionKind
from jansou.io.from_game import paifu_from_game
from jansou.io.mjai import dump_mjai

KONG = 4
LAST_KONG = 4


class MoodyAgent(SmartEfficiencyAgent):
    """Plays for speed, and now and then does anything at all that it may: claims, kongs, norths that it keeps."""

    def __init__(self, seed: int, mood: float) -> None:
        super().__init__(seed)
        self._moods = random.Random(seed)
        self._mood = mood
        self._kongs: list[int] = []
        self._completes = self._has_let_go = False

    def observe(self, event: Event) -> None:
        super().observe(event)
        if isinstance(event, DealStart):
            self._kongs = []
        elif isinstance(event, Call) and len(event.tiles) == KONG:
            self._kongs.append(event.caller)
        self._watch_tiles_let_go(event)

    def _watch_tiles_let_go(self, event: Event) -> None:
        """Who lets a tile go that the hand waits for wins none before the next turn: the oracle asks for a yaku too."""
        self._has_let_go |= self._completes
        self._completes = False
        match event:
            case DiscardEvent(seat=seat, tile=tile) if seat != self._view.seat:
                self._completes = self._waits_for(tile)
            case NorthExtraction(seat=seat) if seat != self._view.seat:
                self._completes = self._waits_for(Tile(TileKind.NORTH))
            case DealStart() | Draw(seat=self._view.seat) | DiscardEvent():
                self._has_let_go = False

    def _waits_for(self, tile: Tile) -> bool:
        counts = counts_by_kind([*self._view.concealed, tile])
        return shanten_counts(counts, self._view.meld_count) < 0

    def act(self, seat: int, kind: DecisionKind, actions: list[Action]) -> Action:
        if len(self._kongs) == LAST_KONG and len(set(self._kongs)) > 1:
            # The oracle lets a discard be claimed that the fourth kong ends the deal with.
            actions = [action for action in actions if not isinstance(action, Pon)] or actions
        if self._has_let_go:
            actions = [action for action in actions if not isinstance(action, Ron)]
        chosen = super().act(seat, kind, actions)
        unusual = [action for action in actions if not isinstance(action, Discard | Pass)]
        if unusual and isinstance(chosen, Discard | Pass) and self._moods.random() < self._mood:
            return self._moods.choice(unusual)
        if self._moods.random() < self._mood / 10:
            return self._moods.choice(actions)
        return chosen


def oracle_game(seed: int, mood: float = 0.3, rules: str = "tenhou-3p") -> Sequence[str]:
    """The record of one game by a preset of the oracle: mjai, a line each."""
    table = Environment(preset(rules), seed=seed)
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
