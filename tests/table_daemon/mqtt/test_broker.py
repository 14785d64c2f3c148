from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys

import pytest
from pydantic import ValidationError

from table_daemon.mqtt.broker import ChildBroker, Iotcore, Mosquitto, make_broker
from table_daemon.mqtt.settings import MqttError, MqttSettings

HAS_MOSQUITTO = shutil.which("mosquitto", path="/usr/bin:/usr/sbin:/usr/local/sbin") is not None
needs_mosquitto = pytest.mark.skipif(not HAS_MOSQUITTO, reason="Mosquitto is not installed (apt install mosquitto)")
PROGRAMS = [
    pytest.param(Iotcore, id="iotcore"),
    pytest.param(Mosquitto.installed, id="mosquitto", marks=needs_mosquitto),
]


def is_listening(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_broker_starts_on_a_free_port_and_stops_cleanly(program):
    broker = ChildBroker(0, program())
    broker.start()
    assert broker.is_running
    assert is_listening(broker.port)
    broker.stop()
    broker.stop()
    assert not broker.is_running
    assert not is_listening(broker.port)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_taken_port_is_said_in_one_sentence(program):
    with ChildBroker(0, program()) as first, pytest.raises(MqttError, match=f"port {first.port} is taken"):
        ChildBroker(first.port, program()).start()


PARENT = """
import sys
from table_daemon.mqtt.broker import ChildBroker, Iotcore, Mosquitto
broker = ChildBroker(0, Iotcore() if sys.argv[1] == "Iotcore" else Mosquitto.installed())
broker.start()
print(broker.port, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_broker_dies_with_its_killed_parent(program):
    name = type(program()).__name__
    command = [sys.executable, "-c", PARENT, name]
    parent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    port = int(parent.stdout.readline())
    assert is_listening(port)
    parent.send_signal(signal.SIGKILL)
    parent.communicate(timeout=10)
    assert any(not is_listening(port) for _ in range(100_000))


def test_a_broker_that_cannot_start_says_so():
    class Broken(Iotcore):
        __slots__ = ()

        def config(self, port: int) -> str:
            return "nonsense = "

    with pytest.raises(MqttError, match="did not start on port"):
        ChildBroker(0, Broken()).start()


def test_mosquitto_that_is_not_installed_is_said_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("table_daemon.mqtt.broker._SYSTEM_FOLDERS", str(tmp_path))
    with pytest.raises(MqttError, match="apt install mosquitto"):
        make_broker(MqttSettings(broker="mosquitto"))


def test_the_settings_choose_the_broker():
    assert make_broker(MqttSettings(broker="none")) is None
    assert make_broker(MqttSettings(broker="external")) is None
    assert make_broker(MqttSettings(port=0)) is not None


def test_settings_are_strict():
    for wrong in ({"brocker": "none"}, {"port": "1883"}, {"port": 70000}, {"table": "a/b"}, {"table": "#"}):
        with pytest.raises(ValidationError):
            MqttSettings.model_validate(wrong)


def test_a_password_comes_from_a_file(tmp_path):
    path = tmp_path / "secret"
    path.write_text("hunter2\nnote\n")
    assert MqttSettings.model_validate({"password_file": str(path)}).password() == "hunter2"
    assert MqttSettings().password() is None
    path.write_text("\n")
    with pytest.raises(MqttError, match="is empty"):
        MqttSettings(password_file=path).password()
    with pytest.raises(MqttError, match="unreadable"):
        MqttSettings(password_file=tmp_path / "none").password()
