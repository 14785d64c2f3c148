"""The Mosquitto configuration that we ship, in the real Mosquitto."""

from __future__ import annotations

import getpass
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from table_daemon.broker import ChildBroker, Mosquitto

CONFIG = Path(__file__).parents[2] / "config" / "broker"
SEARCH = "/usr/bin:/usr/sbin:/usr/local/bin:/usr/local/sbin"
PROGRAMS = ("mosquitto", "mosquitto_passwd", "mosquitto_pub", "mosquitto_sub")
pytestmark = pytest.mark.skipif(
    not all(shutil.which(program, path=SEARCH) for program in PROGRAMS),
    reason="Mosquitto and its clients are not installed (apt install mosquitto mosquitto-clients)",
)
STATE = "jantaku/v1/t1/state"
COMMANDS = "jantaku/v1/t1/cmd/"
ACCOUNTS = ("jantaku", "table", "homeassistant", "viewer")


class Shipped(Mosquitto):
    """Mosquitto with the shipped configuration; only port, paths and user are the test's."""

    __slots__ = ()

    def config(self, port: int) -> str:
        folder = Path(self.path).parent
        text = (CONFIG / "mosquitto.conf").read_text(encoding="utf-8")
        text = text.replace("listener 1883", f"listener {port} 127.0.0.1").replace(
            "/etc/mosquitto/jantaku", str(folder)
        )
        return f"{text}\nuser {getpass.getuser()}\n"


@pytest.fixture
def broker(tmp_path):
    shutil.copy(CONFIG / "acl", tmp_path / "acl")
    passwords = tmp_path / "passwords"
    passwords.touch()
    passwd = shutil.which("mosquitto_passwd", path=SEARCH)
    for name in ACCOUNTS:
        subprocess.run([passwd, "-b", passwords, name, "secret"], check=True, capture_output=True)
    program = tmp_path / "mosquitto"
    program.symlink_to(Mosquitto.installed().path)
    with ChildBroker(0, Shipped(str(program))) as running:
        yield running


def client(program: str, port: int, user: str | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    account = ["-u", user, "-P", "secret"] if user else []
    path = shutil.which(program, path=SEARCH)
    assert path is not None
    command = [path, "-p", str(port), *account, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)


def publish(broker, user: str | None, topic: str, text: str = "{}") -> int:
    return client("mosquitto_pub", broker.port, user, "-t", topic, "-m", text, "-r", "-q", "1").returncode


def retained(broker, user: str, topic: str) -> str:
    return client("mosquitto_sub", broker.port, user, "-t", topic, "-C", "1", "-W", "1").stdout.strip()


def test_the_daemon_writes_and_a_viewer_reads(broker):
    assert publish(broker, "jantaku", STATE, json.dumps({"seq": 1})) == 0
    assert retained(broker, "viewer", "jantaku/v1/+/state") == '{"seq": 1}'


def test_nobody_enters_without_a_password(broker):
    assert publish(broker, None, STATE) != 0


@pytest.mark.parametrize("user", ["viewer", "homeassistant"])
def test_who_only_looks_commands_nothing_not_even_a_stop(broker, user):
    for name in ("machine", "undo"):
        publish(broker, user, f"{COMMANDS}{name}", "forged")
    publish(broker, user, STATE, "forged")
    assert retained(broker, "jantaku", "jantaku/v1/#") == ""


def test_the_table_commands_and_says_nothing_in_the_daemons_name(broker):
    publish(broker, "table", f"{COMMANDS}machine", "stop")
    publish(broker, "table", f"{COMMANDS}undo", "back")
    publish(broker, "table", STATE, "forged")
    publish(broker, "table", "homeassistant/device/jantaku_t1/config", "forged")
    assert retained(broker, "jantaku", f"{COMMANDS}machine") == "stop"
    assert retained(broker, "jantaku", f"{COMMANDS}undo") == "back"
    assert retained(broker, "viewer", STATE) == ""
    assert retained(broker, "homeassistant", "homeassistant/#") == ""
