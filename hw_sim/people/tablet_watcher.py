"""How the simulated players look at the tablet and press its buttons: over HTTP, as the page does.

Rules this file keeps: they see the public documents of docs/mqtt.md and nothing else; they never tell a tile.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Self

import aiohttp

from mahjong_rules.seats import Seat

Json = dict[str, Any]

# Chosen: soon enough that people miss nothing while a daemon restarts.
_RECONNECT_S: Final = 0.3
# A heartbeat comes at least every 2 s (docs/mqtt.md): so long a silence is a connection that is gone.
_MAX_SILENCE_S: Final = 10.0
# Chosen: far above the largest document.
_LINE_LIMIT_BYTES: Final = 2**20


@dataclass(frozen=True, slots=True)
class Glance:
    """What a glance at the tablet takes in: how many discards, meld tiles and flowers by seat, how many indicators."""

    discards: tuple[int, ...] = (0, 0, 0, 0)
    meld_tiles: tuple[int, ...] = (0, 0, 0, 0)
    indicators: int = 0
    flowers: tuple[int, ...] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Tablet:
    """The newest documents, each the `data` of its envelope; empty until the daemon has spoken.

    `board_deal` is the number of the deal that the board shows, `game` names the game of the state.
    """

    documents: Mapping[str, Json]
    board_deal: int = 0
    game: str = ""

    @property
    def phase(self) -> str:
        """idle, machine, play, result or over; "" before the first document."""
        return str(self.documents.get("state", {}).get("phase", ""))

    @property
    def results(self) -> list[Json]:
        """The finished deals of this game, oldest first."""
        return list(self.documents.get("game", {}).get("results") or [])

    @property
    def scores(self) -> tuple[int, ...]:
        """The points shown."""
        return tuple(self.documents.get("state", {}).get("scores") or ())

    @property
    def rules(self) -> str:
        """The preset that is played by."""
        return str(self.documents.get("state", {}).get("rules", ""))

    @property
    def dealer(self) -> int:
        """Whose deal the tablet shows, by seat."""
        return int(self.documents.get("state", {}).get("dealer", 0))

    @property
    def seats_due(self) -> bool:
        """Whether people are to change places before the next deal."""
        return bool(self.documents.get("state", {}).get("seats_due"))

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(self.documents.get("state", {}).get("names") or ())

    @property
    def people(self) -> tuple[tuple[str, int], ...]:
        """Names with their points, by seat."""
        return tuple(zip(self.names, self.scores, strict=True))

    @property
    def next_dealer(self) -> Seat:
        """Who will deal next."""
        return Seat(self.documents.get("state", {}).get("next_dealer", 0))

    @property
    def machine(self) -> Json:
        """The machine's part of the state."""
        return dict(self.documents.get("state", {}).get("machine") or {})

    @property
    def fault(self) -> Json | None:
        """The machine's latched fault."""
        fault: Json | None = self.machine.get("fault")
        return fault

    @property
    def missing(self) -> int:
        """Tiles that people are asked to look for."""
        return int(self.machine.get("missing") or 0)

    @property
    def needs_a_hand(self) -> bool:
        """Whether somebody has to see to the machine: it cannot go on without people, or is not there at all."""
        is_stuck = self.machine.get("state") in ("offline", "refused")
        return self.needs_consent or self.missing > 0 or self.waits_for_tiles or is_stuck

    @property
    def waits_for_tiles(self) -> bool:
        """Whether the walls wait because the camera takes something on the table for a tile."""
        return self.machine.get("obstacle") == "tiles"

    @property
    def needs_consent(self) -> bool:
        """Whether the machine stands still until a person lets it move."""
        return self.fault is not None or self.machine.get("state") == "waiting"

    @property
    def lesson(self) -> Json | None:
        """The lesson on a tile set that is under way."""
        lesson: Json | None = self.documents.get("eyes", {}).get("lesson")
        return lesson

    @property
    def awaits_word(self) -> bool:
        """Whether the next deal waits for a person's word and nothing else."""
        return bool(self.documents.get("state", {}).get("may_begin_deal")) and not self.needs_consent

    @property
    def to_judge(self) -> frozenset[int]:
        """The seats whose fine people have still to judge."""
        return frozenset(fine["offender"] for fine in self.documents.get("state", {}).get("fines") or [])

    @property
    def left_out(self) -> frozenset[str]:
        """The kinds that the game on the tablet is played without."""
        return frozenset((self.documents.get("state", {}).get("system") or {}).get("left_out") or ())

    @property
    def asks_payments(self) -> bool:
        """Whether a hand was read as won and people have to type who pays what."""
        state = self.documents.get("state", {})
        return bool(state.get("winners")) and bool((state.get("system") or {}).get("people_settle"))

    @property
    def is_held(self) -> bool:
        """Whether somebody has asked that no deal begins."""
        return bool(self.documents.get("state", {}).get("hold"))

    @property
    def questions(self) -> list[Json]:
        """The open questions that somebody is called for."""
        questions = self.documents.get("questions", {}).get("questions") or []
        return [question for question in questions if not question["can_wait"]]

    @property
    def nameless(self) -> list[Json]:
        """The flowers whose names may be told, though nobody is called for them."""
        questions = self.documents.get("questions", {}).get("questions") or []
        return [question for question in questions if question["can_wait"]]

    @property
    def question_ids(self) -> frozenset[str]:
        """Their names."""
        return frozenset(str(question["id"]) for question in self.questions)

    def glance(self) -> Glance:
        """What lies on the table, as far as the tablet knows."""
        board = self.documents.get("board") or {}
        rivers = board.get("rivers") or [[]] * 4
        melds = board.get("melds") or [[]] * 4
        flowers = board.get("flowers") or [[]] * 4
        indicators = self.documents.get("state", {}).get("dora_indicators") or []
        return Glance(
            tuple(len(river) for river in rivers),
            tuple(sum(len(meld["tiles"]) for meld in own) for own in melds),
            len(indicators),
            tuple(len(row) for row in flowers),
        )


def decode_events(lines: list[str]) -> tuple[str, Json] | None:
    """The name and payload of one server-sent event, None for a comment or an unfinished one."""
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    if "event" not in fields or "data" not in fields:
        return None
    return fields["event"], json.loads(fields["data"])


class TabletWatcher:
    """Keeps the newest documents of one daemon; use it as an asynchronous context manager.

    Args:
        address: of the page, for example ``http://127.0.0.1:8100``.
        key: the table's local key (docs/access.md), for a table that asks for PINs; "" for one that does not.
    """

    def __init__(self, address: str, key: str = "") -> None:
        self._address = address.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._documents: dict[str, Json] = {}
        self._board_deal = 0
        self._game = ""
        self._news = asyncio.Condition()
        self._listeners: list[Callable[[Tablet, Tablet], None]] = []
        self._session: aiohttp.ClientSession | None = None
        self._shows_table = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to watch; a daemon that is not there yet is waited for."""
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=5, sock_read=_MAX_SILENCE_S)
        self._session = aiohttp.ClientSession(timeout=timeout, read_bufsize=_LINE_LIMIT_BYTES, headers=self._headers)
        self._task = asyncio.create_task(self._watch(), name="players' eyes on the tablet")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Look away."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    @property
    def tablet(self) -> Tablet:
        """What the tablet shows now."""
        return Tablet(dict(self._documents), self._board_deal, self._game)

    def on_change(self, listener: Callable[[Tablet, Tablet], None]) -> None:
        """Call `listener` with what the tablet showed before and shows now."""
        self._listeners.append(listener)

    async def until(self, sees: Callable[[Tablet], bool], patience_s: float | None = None) -> bool:
        """Wait until the tablet shows something; False when that took longer than `patience_s`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s), self._news:
                await self._news.wait_for(lambda: sees(self.tablet))
                return True
        return False

    async def press(self, command: str, **data: Any) -> str:
        """Press a button.

        Returns:
            "" when the table obeys, else its sentence why not.
        """
        try:
            answer = await self._answer(command, data)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            return f"the tablet does not answer ({error})"
        return "" if answer["ok"] else str(answer["error"]["message"])

    async def events_of(self, **deal: int) -> Json:
        """The log of a `deal`, by default the newest, as the tablet lists it; empty where it does not answer."""
        with suppress(aiohttp.ClientError, TimeoutError, ValueError):
            return dict((await self._answer("events", deal)).get("data") or {})
        return {}

    async def _answer(self, command: str, data: Json) -> Json:
        if self._session is None:
            raise RuntimeError("the watcher has to be entered first")
        async with self._session.post(f"{self._address}/api/cmd/{command}", json={"data": data}) as response:
            return dict(await response.json())

    async def question_picture(self, question: str) -> bytes | None:
        """The JPEG that the tablet shows beside a question, None where it has none (any more)."""
        if self._session is None:
            raise RuntimeError("the watcher has to be entered first")
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self._session.get(f"{self._address}/camera/question/{question}.jpg") as response:
                return await response.read() if response.status == HTTPStatus.OK else None
        return None

    async def set_up_page(self) -> Json | None:
        """What the set-up's page shows, None while it is not open: while the tablet shows the table nobody asks."""
        if self._session is None:
            raise RuntimeError("the watcher has to be entered first")
        if self._shows_table:
            return None
        with suppress(aiohttp.ClientError, TimeoutError, ValueError):
            async with self._session.get(f"{self._address}/api/set_up") as response:
                return dict(await response.json()) if response.status == HTTPStatus.OK else None
        return None

    async def _watch(self) -> None:
        while True:
            with suppress(aiohttp.ClientError, TimeoutError, ConnectionError):
                async for topic, payload in self._events():
                    self._shows_table = True
                    await self._note(topic, payload)
            self._shows_table = False
            await asyncio.sleep(_RECONNECT_S)

    async def _events(self) -> AsyncIterator[tuple[str, Json]]:
        assert self._session is not None
        async with self._session.get(f"{self._address}/api/events") as response:
            lines: list[str] = []
            async for raw in response.content:
                line = raw.decode().rstrip("\r\n")
                if line:
                    lines.append(line)
                    continue
                event = decode_events(lines)
                lines = []
                if event is not None:
                    yield event

    async def _note(self, topic: str, payload: Json) -> None:
        if topic == "heartbeat":
            return
        before = self.tablet
        self._documents[topic] = (payload.get("data") or {}) if "data" in payload else payload
        if topic == "board":
            self._board_deal = int(payload.get("deal", 0))
        elif topic == "state":
            self._game = str(payload.get("game", ""))
        async with self._news:
            self._news.notify_all()
        for listener in self._listeners:
            listener(before, self.tablet)
