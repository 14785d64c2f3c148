"""Brokers that the daemon brings along: iotcore (default) or the installed Mosquitto, in a child process.

Rules this file keeps:
* Ours listen on loopback only: they have no accounts. A table that others may reach uses an external broker.
* The child ends with its parent, however that ends, and Ctrl-C does not reach it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

from mahjong_rules.told import sentence
from table_daemon.mqtt.settings import MqttError, MqttSettings

LOOPBACK: Final = "127.0.0.1"
MAX_MESSAGE_BYTES: Final = 128 * 1024
"""No document and no command is as large."""
# Separates a slow start from a broker that will never listen. Chosen.
_START_TIMEOUT_S: Final = 10.0
# Then it is killed. Chosen.
_STOP_TIMEOUT_S: Final = 5.0
# How often a starting broker is asked whether it listens. Chosen.
_POLL_S: Final = 0.02
_SYSTEM_FOLDERS: Final = "/usr/local/sbin:/usr/sbin"
"""Debian keeps mosquitto where ordinary users' PATH does not look."""


class EmbeddedBroker(Protocol):
    """A broker whose life is the daemon's business."""

    @property
    def host(self) -> str:
        """The address it listens on."""

    @property
    def port(self) -> int:
        """The port it listens on, chosen by `start` when the settings say 0."""

    @property
    def is_running(self) -> bool:
        """False before `start`, after `stop`, and when the child has died."""

    def start(self) -> None:
        """Start and return once it accepts connections (blocks for a fraction of a second).

        Raises:
            MqttError: the port is taken or the program does not start.
        """

    def stop(self) -> None:
        """End it and release the port; stopping twice does no harm."""


class _Program(Protocol):
    """What distinguishes one broker program from another."""

    def config(self, port: int) -> str:
        """The text of its configuration file."""

    def arguments(self, config: Path) -> list[str]:
        """What broker_child is told."""


def make_broker(settings: MqttSettings) -> EmbeddedBroker | None:
    """The broker that the settings ask us to bring; None for "external" and "none".

    Raises:
        MqttError: Mosquitto is asked for and not installed.
    """
    match settings.broker:
        case "embedded":
            return ChildBroker(settings.port, Iotcore())
        case "mosquitto":
            return ChildBroker(settings.port, Mosquitto.installed())
        case "external" | "none":
            return None


@dataclass(frozen=True, slots=True)
class Iotcore:
    """rumqttd from the iotcore wheel; `segment_bytes` x `segments` bounds what it remembers."""

    segment_bytes: int = 256 * 1024
    segments: int = 4
    max_payload_bytes: int = MAX_MESSAGE_BYTES
    max_connections: int = 200

    def config(self, port: int) -> str:
        """The TOML of rumqttd: one MQTT 3.1.1 listener."""
        return f"""\
id = 0
[router]
id = 0
max_connections = {self.max_connections}
max_outgoing_packet_count = 200
max_segment_size = {self.segment_bytes}
max_segment_count = {self.segments}
[v4.1]
name = "v4-1"
listen = "{LOOPBACK}:{port}"
next_connection_delay_ms = 1
[v4.1.connections]
connection_timeout_ms = 60000
max_payload_size = {self.max_payload_bytes}
max_inflight_count = 200
dynamic_filters = true
"""

    def arguments(self, config: Path) -> list[str]:
        """See `_Program`."""
        return ["iotcore", str(config)]


@dataclass(frozen=True, slots=True)
class Mosquitto:
    """The installed Mosquitto, at `path`."""

    path: str

    @classmethod
    def installed(cls) -> Mosquitto:
        """The one this machine has.

        Raises:
            MqttError: there is none.
        """
        path = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:{_SYSTEM_FOLDERS}")
        if path is None:
            raise MqttError(
                sentence("mqtt.broker is mosquitto, which is not installed; apt install mosquitto, or say embedded")
            )
        return cls(path)

    def config(self, port: int) -> str:
        """One listener on loopback, nothing kept on disk; bounds as in config/broker/mosquitto.conf."""
        return f"""\
listener {port} {LOOPBACK}
allow_anonymous true
persistence false
message_size_limit {MAX_MESSAGE_BYTES}
max_queued_messages 1000
set_tcp_nodelay true
log_type error
log_dest stderr
"""

    def arguments(self, config: Path) -> list[str]:
        """See `_Program`."""
        return ["mosquitto", self.path, str(config)]


class ChildBroker:
    """A broker program in a child process; see `EmbeddedBroker`."""

    def __init__(self, port: int, program: _Program) -> None:
        self._wanted_port = port
        self._port = port
        self._program = program
        self._child: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def host(self) -> str:
        """Always loopback."""
        return LOOPBACK

    @property
    def port(self) -> int:
        """See `EmbeddedBroker`."""
        return self._port

    @property
    def is_running(self) -> bool:
        """See `EmbeddedBroker`."""
        return self._child is not None and self._child.poll() is None

    def start(self) -> None:
        """See `EmbeddedBroker`."""
        if self.is_running:
            return
        self._port = _free_port(self._wanted_port)
        self._folder = tempfile.TemporaryDirectory(prefix="jantaku-broker-")
        folder = Path(self._folder.name)
        config = folder / "broker.toml"  # iotcore tells the format by the name
        config.write_text(self._program.config(self._port), encoding="utf-8")
        with (folder / "errors.txt").open("wb") as errors:
            self._child = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-P", "-m", "table_daemon.mqtt.broker_child", *self._program.arguments(config)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        try:
            self._wait_until_it_listens(folder / "errors.txt")
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """See `EmbeddedBroker`."""
        child, self._child = self._child, None
        if child is not None:
            child.terminate()
            try:
                child.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdin is not None:
                child.stdin.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wait_until_it_listens(self, errors: Path) -> None:
        child = self._child
        assert child is not None
        deadline = time.monotonic() + _START_TIMEOUT_S
        while time.monotonic() < deadline and child.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, self._port), timeout=1.0):
                return
            time.sleep(_POLL_S)
        said = errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        reason = said[-1][:200] if said else "no reason given"
        raise MqttError(
            sentence(
                "the MQTT broker did not start on port {port} ({why}); choose another mqtt.port",
                port=self._port,
                why=reason,
            )
        )


def _free_port(wanted: int) -> int:
    """`wanted`, or any free port for 0.

    Raises:
        MqttError: the port is taken or not ours to take.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, wanted))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise MqttError(
                    sentence(
                        "the MQTT broker cannot use port {port} ({why}); choose another",
                        port=wanted,
                        why=error.strerror,
                    )
                ) from error
            raise MqttError(
                sentence(
                    "port {port} is taken, perhaps by a broker that already runs here; "
                    "choose another mqtt.port, or set mqtt.broker to external to use that broker",
                    port=wanted,
                )
            ) from error
        return int(probe.getsockname()[1])
