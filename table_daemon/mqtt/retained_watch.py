"""What others write on the topics of the table's own documents is noticed and said anew.

A broker without accounts lets anybody write anywhere. Whoever wrote or removed a retained document would be believed by
everybody who comes later, until the document changes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from table_daemon.mqtt.client import Address, MqttClient
from table_daemon.mqtt.flood_gate import Verdict
from table_daemon.mqtt.settings import MqttSettings

_log = logging.getLogger(__name__)
_LOOK_S: Final = 1.0
"""Chosen: two looks apart nothing of ours is under way any more, and a stranger's word stands two seconds at most."""


class _Ear:
    """Keeps the newest message of each topic (a gate of mqtt.client): the event loop hears of none of them."""

    def __init__(self) -> None:
        self.heard: dict[str, bytes] = {}

    def verdict(self, topic: str, payload: bytes) -> Verdict:
        self.heard[topic] = payload
        return Verdict.DROPPED


class RetainedWatch:
    """Hears the table's own topics on a connection of its own (mqtt.client.Listener).

    Args:
        settings: of the broker.
        address: of the broker.
        said: the newest document on each topic, as it was sent.
        say_again: sends what was said on a topic once more.
    """

    def __init__(
        self,
        settings: MqttSettings,
        address: Address,
        said: Mapping[str, bytes],
        say_again: Callable[[str], None],
    ) -> None:
        self._ear = _Ear()
        topics = (f"{settings.prefix}+", f"{settings.prefix}diag/+")
        self._client = MqttClient(settings, address, self, topics, gate=self._ear)
        self._said = said
        self._say_again = say_again
        self._strange: dict[str, tuple[bytes, bytes]] = {}
        """By topic: what was heard and what was said instead, at the last look."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to connect and to look; returns at once."""
        self._client.start()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()
        await self._client.stop()

    def look(self) -> None:
        """Say again what somebody else has written over; two looks in a row must find it so."""
        strange: dict[str, tuple[bytes, bytes]] = {}
        for topic, said in self._said.items():
            heard = self._ear.heard.get(topic, said)
            if heard == said:
                continue
            if self._strange.get(topic) == (heard, said):
                _log.warning("somebody else wrote on %s, or removed what stood there; it is said again", topic)
                self._say_again(topic)
            else:
                strange[topic] = (heard, said)
        self._strange = strange

    # mqtt.client.Listener ----------------------------------------------------------------------------

    def connected(self) -> None:
        """The broker says what it keeps."""

    def parted(self) -> None:
        """What was heard may be old."""
        self._ear.heard.clear()

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Nothing passes the ear."""

    def refused(self, topic: str, payload: bytes) -> None:
        """Nothing passes the ear."""

    def has_room(self) -> None:
        """Nothing is said here."""

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_S)
            self.look()
