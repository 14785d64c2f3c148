"""Mosquitto with the configuration that we ship; only ports, paths and the system user are the test's."""

from __future__ import annotations

import getpass
import shutil
import subprocess
import tempfile
from pathlib import Path

from mqtt_reader import SEARCH

from table_daemon.mqtt.broker import Mosquitto

CONFIG = Path(__file__).parents[2] / "config" / "broker"
PROGRAMS = ("mosquitto", "mosquitto_passwd", "mosquitto_pub", "mosquitto_sub")
CLIENTS_ARE_THERE = all(shutil.which(program, path=SEARCH) for program in PROGRAMS)
ACCOUNTS = ("jantaku", "table", "homeassistant", "viewer")
PASSWORD = "secret"


class Shipped:
    """A program for `ChildBroker`; `tls` also turns on what the file has for encryption."""

    def __init__(self, tls: Path | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="jantaku-shipped-"))
        self._tls = tls
        shutil.copy(CONFIG / "acl", self._folder / "acl")
        passwords = self._folder / "passwords"
        passwords.touch()
        passwd = shutil.which("mosquitto_passwd", path=SEARCH)
        assert passwd is not None
        for name in ACCOUNTS:
            subprocess.run([passwd, "-b", str(passwords), name, PASSWORD], check=True, capture_output=True)

    def config(self, port: int) -> str:
        """The shipped text, at other places."""
        text = (CONFIG / "mosquitto.conf").read_text(encoding="utf-8")
        if self._tls is not None:
            for name in ("server.crt", "server.key"):
                shutil.copy(self._tls / name, self._folder / name)
            text = text.replace("listener 1883\n", "").replace("# listener 8883", f"listener {port} 127.0.0.1")
            text = text.replace("# certfile", "certfile").replace("# keyfile", "keyfile")
        text = text.replace("listener 1883\n", f"listener {port} 127.0.0.1\n")
        return f"{text.replace('/etc/mosquitto/jantaku', str(self._folder))}\nuser {getpass.getuser()}\n"

    def arguments(self, config: Path) -> list[str]:
        """What broker_child is told."""
        return ["mosquitto", Mosquitto.installed().path, str(config)]

    def cleanup(self) -> None:
        """Remove passwords and keys."""
        shutil.rmtree(self._folder)
