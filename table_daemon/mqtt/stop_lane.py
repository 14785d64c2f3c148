"""A connection of its own for stops: on the other one a flood of commands would be read before them.

Every stop comes on both connections. Usually the other one carries it out at once, and the copy here is left. When the
other one is behind, the stop is carried out from here, and once more when the other one comes to it: a stop too many
does no harm, one too few would.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from table_daemon.mqtt.client import Address, MqttClient
from table_daemon.mqtt.flood_gate import FloodGate
from table_daemon.mqtt.settings import MqttSettings

_GRACE_S: Final = 0.05
"""Chosen: separates a connection that is behind from two copies of one message, which come within milliseconds."""


class StopLane:
    """Listens for stops alone (mqtt.client.Listener).

    Args:
        settings: of the broker.
        address: of the broker.
        gate: what of a flood of stops comes through.
        on_stop: has the machine stopped: topic and payload.
    """

    def __init__(
        self, settings: MqttSettings, address: Address, gate: FloodGate, on_stop: Callable[[str, bytes], None]
    ) -> None:
        self._client = MqttClient(settings, address, self, (f"{settings.prefix}cmd/stop",), gate=gate)
        self._on_stop = on_stop
        self._carried_out: dict[bytes, float] = {}
        """What the other connection brought lately, and when."""

    def start(self) -> None:
        """Begin to connect; returns at once and tries for ever."""
        self._client.start()

    async def stop(self) -> None:
        """Disconnect."""
        await self._client.stop()

    def publish(self, topic: str, payload: bytes) -> bool:
        """Send an answer; False where this connection is not there."""
        return self._client.is_connected and self._client.publish(topic, payload)

    def note(self, payload: bytes) -> None:
        """The other connection has brought this stop."""
        now_s = asyncio.get_running_loop().time()
        late = [key for key, at_s in self._carried_out.items() if now_s - at_s > 2 * _GRACE_S]
        for key in late:
            del self._carried_out[key]
        self._carried_out[payload] = now_s

    # mqtt.client.Listener ----------------------------------------------------------------------------

    def connected(self) -> None:
        """Nothing is said here."""

    def parted(self) -> None:
        """The other connection carries out stops alone."""

    def received(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """A stop; the other connection has brought it, or will, or is behind."""
        if not retained:
            loop = asyncio.get_running_loop()
            loop.call_later(_GRACE_S, self._unless_carried_out, topic, payload, loop.time())

    def refused(self, topic: str, payload: bytes) -> None:
        """No stop is refused."""

    def has_room(self) -> None:
        """Nothing is said here."""

    def _unless_carried_out(self, topic: str, payload: bytes, came_s: float) -> None:
        brought_s = self._carried_out.get(payload)
        if brought_s is None or abs(brought_s - came_s) > _GRACE_S:
            self._on_stop(topic, payload)
