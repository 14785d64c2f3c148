"""The table on MQTT: documents out, commands in (docs/mqtt.md).

Rules this file keeps:
* State is sent whole on every connection; events are queued while the broker is away, up to a bound.
* Three connections, so that a flood on one holds up no other: this one publishes and hears commands, one hears stops
  (`stop_lane`), one hears what is said in the table's name (`retained_watch`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from table_daemon.announcing.announcer import status_payload
from table_daemon.mqtt.client import Address, MqttClient, Retained
from table_daemon.mqtt.command_answers import CommandAnswers
from table_daemon.mqtt.flood_gate import FloodGate
from table_daemon.mqtt.home_assistant import discovery_of, discovery_topic
from table_daemon.mqtt.retained_watch import RetainedWatch
from table_daemon.mqtt.settings import MqttError, MqttSettings
from table_daemon.mqtt.stop_lane import StopLane
from table_daemon.service import TableService
from wire.messages import Announcement, Json

__all__ = ["Address", "MqttError", "MqttPublisher", "MqttSettings"]

_log = logging.getLogger(__name__)


class MqttPublisher:
    """Connects one table to one broker and keeps trying. Create, `start` and `stop` it on the event loop."""

    def __init__(
        self,
        service: TableService,
        settings: MqttSettings,
        address: Address,
        *,
        boot: str,
        version: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._service = service
        self._settings = settings
        self._version = version
        self._now = now
        self._farewell = Retained(self._topic("status"), _encode(status_payload("offline", boot)))
        gate, stop_gate = FloodGate(time.monotonic), FloodGate(time.monotonic)
        self._client = MqttClient(settings, address, self, (self._topic("cmd/+"),), will=self._farewell, gate=gate)
        self._commands = CommandAnswers(
            service, settings.prefix, publish=self._answer, publish_stopped=self._answer_stop, now=now
        )
        self._stop_lane = StopLane(settings, address, stop_gate, self._commands.stop)
        self._said: dict[str, bytes] = {}
        """The newest document on each topic, as it was sent."""
        self._watch = RetainedWatch(settings, address, self._said, self._say_again)
        self._dropped = 0
        self._is_behind = False
        self._discovered: bytes | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    @property
    def is_connected(self) -> bool:
        """True while the broker answers."""
        return self._client.is_connected

    @property
    def dropped(self) -> int:
        """Events lost because the queue was full while the broker was away."""
        return self._dropped

    def start(self) -> None:
        """Begin to connect; returns at once and tries for ever."""
        self._unsubscribe = self._service.subscribe(self._announce)
        self._client.start()
        self._stop_lane.start()
        self._watch.start()

    async def stop(self) -> None:
        """Say "offline" and disconnect; waits at most two seconds for a broker that does not answer."""
        self._unsubscribe()
        self._commands.close()
        await asyncio.gather(self._watch.stop(), self._stop_lane.stop())
        await self._client.stop(self._farewell)

    # The connection's listener (mqtt.client.Listener) ------------------------------------------------

    def connected(self) -> None:
        """Everything a new broker needs to know."""
        if self._dropped:
            _log.warning("%d events were lost while the broker was away", self._dropped)
        self._dropped, self._is_behind, self._discovered = 0, False, None
        documents = {said.topic: said for said in self._service.retained()}
        self._discover(documents["state"].payload["data"] if "state" in documents else None)
        for said in documents.values():
            self._announce(said)

    def parted(self) -> None:
        """Documents are said whole when the broker is back."""

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A command; a retained one would be carried out again at every connection."""
        if retained:
            _log.warning("a retained command on %s is ignored; publish commands without the retain flag", topic)
            if topic != self._topic("cmd/stop"):  # what removes it is a message too, and any message stops
                self._client.publish(topic, b"", retain=True)
            return
        if topic == self._topic("cmd/stop"):
            self._stop_lane.note(payload)
        self._commands.take(topic, payload)

    def refused(self, topic: str, payload: bytes) -> None:
        """A command of a flood."""
        self._commands.refuse(topic, payload)

    def has_room(self) -> None:
        """What did not fit is said now."""
        if self._is_behind and self.is_connected:
            self.connected()

    # Announcements -----------------------------------------------------------------------------------

    def _topic(self, name: str) -> str:
        return self._settings.prefix + name

    def _announce(self, said: Announcement) -> None:
        if said.retained and not self.is_connected:
            return  # sent whole on the next connection
        topic, payload = self._topic(said.topic), _encode(said.payload)
        if said.retained:
            self._said[topic] = payload
        if not self._client.publish(topic, payload, retain=said.retained):
            self._note_full_queue(said)
        elif said.topic == "state":
            self._discover(said.payload["data"])

    def _say_again(self, topic: str) -> None:
        if self.is_connected:
            self._client.publish(topic, self._said[topic], retain=True)

    def _answer(self, topic: str, document: Json) -> None:
        self._client.publish(topic, _encode(document))

    def _answer_stop(self, topic: str, document: Json) -> None:
        """On the connection that no flood of commands holds up."""
        if not self._stop_lane.publish(topic, _encode(document)):
            self._answer(topic, document)

    def _note_full_queue(self, said: Announcement) -> None:
        """An event is lost; a document is said again as soon as there is room."""
        if said.retained:
            self._is_behind = True
            return
        self._dropped += 1
        if self._dropped == 1:
            _log.warning("the broker does not take messages and the queue is full: events are lost from now on")

    def _discover(self, state: Json | None) -> None:
        """Tell Home Assistant what there is, anew when the players change; where unwanted, that there is nothing."""
        settings = self._settings
        message = b""
        if settings.home_assistant:
            message = _encode(discovery_of(settings.table, settings.prefix, self._version, state))
        if self.is_connected and message != self._discovered:
            self._client.publish(discovery_topic(settings.table), message, retain=True)
            self._discovered = message


def _encode(payload: Json) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
