"""The hall's page and its event stream over HTTP: cards of tables, nothing to send.

Rules this file keeps: as in `http.stream`, a client owns at most one waiting version of each card, and one that takes
too long for a write is dropped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from aiohttp import web

import tablet_page
from table_daemon.hall.tables import PARTS, Card, NoDocumentError, Tables
from table_daemon.http.guard import add_security_headers, guard
from table_daemon.http.stream import HEARTBEAT_S, RECONNECT_MS, WRITE_TIMEOUT_S, Mailbox, encode_event
from table_daemon.mqtt.client import Address, MqttClient
from table_daemon.mqtt.settings import MqttSettings
from wire.messages import Announcement, Json
from wire.wall_time import wall_time

_log = logging.getLogger(__name__)
STATIC_FOLDER: Final = Path(tablet_page.__file__).parent / "static"
TOPICS: Final = tuple(f"jantaku/v1/+/{part}" for part in PARTS)


@dataclass(frozen=True, slots=True)
class HallSettings:
    """Where the page is served and which names it is reached by."""

    host: str = "127.0.0.1"
    port: int = 8090
    hostnames: frozenset[str] = frozenset()
    heartbeat_s: float = HEARTBEAT_S


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Hall:
    """Listens to a broker and tells pages. Create, `start` and `stop` it on the event loop.

    Attributes:
        mqtt: account and encryption.
        broker: its address.
        now: the wall clock.
    """

    mqtt: MqttSettings
    broker: Address
    now: Callable[[], datetime] = _utc_now
    tables: Tables = field(default_factory=Tables)

    def __post_init__(self) -> None:
        self._client = MqttClient(self.mqtt, self.broker, self, TOPICS)
        self._pages: set[Mailbox] = set()

    def start(self) -> None:
        """Begin to connect; tries for ever."""
        self._client.start()

    async def stop(self) -> None:
        """Disconnect."""
        await self._client.stop()

    # The connection's listener (mqtt.client.Listener) ------------------------------------------------

    def connected(self) -> None:
        """The tables say everything again by their retained documents."""
        self._tell("hall", self.document())

    def parted(self) -> None:
        """What is shown may be old from now on."""
        self._tell("hall", self.document())

    def has_room(self) -> None:
        """The hall says nothing."""

    def refused(self, topic: str, payload: bytes) -> None:
        """The hall hears everything."""

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A table has said something."""
        name = topic.split("/")[2] if topic.count("/") > 1 else ""
        try:
            card = self.tables.hear(topic, payload, retained=retained, now_s=_loop_s(), wall=self.now())
        except NoDocumentError as error:
            _log.warning("%s; it is ignored", error)
            return
        self._tell(f"table/{name}", _news(card, name))

    # Pages -------------------------------------------------------------------------------------------

    def document(self) -> Json:
        """What the hall says of itself."""
        return {"connected": self._client.is_connected, "broker": f"{self.broker.host}:{self.broker.port}"}

    def everything(self) -> dict[str, Json]:
        """Itself and every card, by what a page's mailbox calls them."""
        cards = {f"table/{card.name}": _news(card, card.name) for card in self.tables.cards()}
        return {"hall": self.document(), **cards}

    def open_mailbox(self) -> Mailbox:
        """One that gets everything known and all that comes."""
        mailbox = Mailbox()
        for key, data in self.everything().items():
            mailbox.put(Announcement(key, data, retained=True))
        self._pages.add(mailbox)
        return mailbox

    def close_mailbox(self, mailbox: Mailbox) -> None:
        """Its page has gone."""
        self._pages.discard(mailbox)

    def _tell(self, key: str, data: Json) -> None:
        for mailbox in self._pages:
            mailbox.put(Announcement(key, data, retained=True))


def _news(card: Card | None, name: str) -> Json:
    """A card, or that this table is no more."""
    return {"name": name, "gone": True} if card is None else card.document(_loop_s())


def _loop_s() -> float:
    return asyncio.get_running_loop().time()


def make_app(hall: Hall, settings: HallSettings) -> web.Application:
    """The aiohttp application; every address only reads."""
    routes = _Routes(hall, settings.heartbeat_s)
    app = web.Application(middlewares=[guard(settings.hostnames)])
    app.on_response_prepare.append(add_security_headers)
    app.on_shutdown.append(routes.end_streams)
    app.router.add_get("/", routes.page)
    app.router.add_get("/api/hall", routes.everything)
    app.router.add_get("/api/events", routes.events)
    app.router.add_get("/healthz", routes.health)
    app.router.add_static("/static/", STATIC_FOLDER)
    return app


class _Routes:
    """The handlers."""

    def __init__(self, hall: Hall, heartbeat_s: float) -> None:
        self._hall = hall
        self._heartbeat_s = heartbeat_s
        self._streams: set[asyncio.Task[object]] = set()

    async def page(self, request: web.Request) -> web.StreamResponse:
        """The page of the tables, which its address tells that this is a hall."""
        if request.query.get("view") != "hall":
            raise web.HTTPFound(request.rel_url.update_query(view="hall"))
        return web.FileResponse(STATIC_FOLDER / "index.html")

    async def everything(self, _request: web.Request) -> web.StreamResponse:
        known = self._hall.everything()
        body = {"hall": known.pop("hall"), "tables": list(known.values())}
        return web.json_response(body, headers={"Cache-Control": "no-store"})

    async def health(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response({"ok": True, **self._hall.document()}, headers={"Cache-Control": "no-store"})

    async def events(self, request: web.Request) -> web.StreamResponse:
        task = asyncio.current_task()
        assert task is not None
        self._streams.add(task)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        mailbox = self._hall.open_mailbox()
        try:
            await _send(response, f"retry: {RECONNECT_MS}\n\n".encode())
            while True:
                waiting = await mailbox.take(self._heartbeat_s)
                chunks = [encode_event(key.partition("/")[0], data) for key, data in waiting.items()]
                chunks.append(encode_event("heartbeat", {"ts": wall_time(self._hall.now())}))
                await _send(response, b"".join(chunks))
        except (ConnectionError, TimeoutError):
            return response
        finally:
            self._hall.close_mailbox(mailbox)
            self._streams.discard(task)

    async def end_streams(self, _app: web.Application) -> None:
        for task in tuple(self._streams):
            task.cancel()


async def _send(response: web.StreamResponse, data: bytes) -> None:
    async with asyncio.timeout(WRITE_TIMEOUT_S):
        await response.write(data)
