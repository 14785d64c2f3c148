"""The Mosquitto configuration that we ship, in the real Mosquitto: who may do what, also through TLS."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess

import pytest
from eventually import eventually
from fake_service import FakeService
from mqtt_reader import PREFIX, SEARCH, publishing, reading
from sample_games import game_in_play
from shipped_broker import CLIENTS_ARE_THERE, PASSWORD, Shipped

from table_daemon.mqtt.broker import ChildBroker
from table_daemon.mqtt.home_assistant import discovery_message
from table_daemon.mqtt.settings import MqttError, MqttSettings

pytestmark = pytest.mark.skipif(
    not CLIENTS_ARE_THERE,
    reason="Mosquitto and its clients are not installed (apt install mosquitto mosquitto-clients)",
)
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
STATE = "jantaku/v1/t1/state"
COMMANDS = "jantaku/v1/t1/cmd/"


@pytest.fixture
def broker():
    program = Shipped()
    with ChildBroker(0, program) as running:
        yield running
    program.cleanup()


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


@pytest.fixture
def daemon_account(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text(f"{PASSWORD}\n")
    return {"username": "jantaku", "password_file": secret}


def client(program: str, port: int, user: str | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    account = ["-u", user, "-P", PASSWORD] if user else []
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
def test_who_only_looks_moves_nothing_and_changes_no_game(broker, user):
    for name in ("machine", "undo", "stop/machine", "set_scores"):
        publish(broker, user, f"{COMMANDS}{name}", "forged")
    publish(broker, user, STATE, "forged")
    assert retained(broker, "jantaku", "jantaku/v1/#") == ""


def test_home_assistant_may_stop_and_a_viewer_may_not(broker):
    publish(broker, "viewer", f"{COMMANDS}stop", "forged")
    assert retained(broker, "jantaku", f"{COMMANDS}stop") == ""
    publish(broker, "homeassistant", f"{COMMANDS}stop", "pressed")
    assert retained(broker, "jantaku", f"{COMMANDS}stop") == "pressed"


def test_the_table_commands_and_says_nothing_in_the_daemons_name(broker):
    publish(broker, "table", f"{COMMANDS}machine", "stop")
    publish(broker, "table", f"{COMMANDS}undo", "back")
    publish(broker, "table", STATE, "forged")
    publish(broker, "table", "homeassistant/device/jantaku_t1/config", "forged")
    assert retained(broker, "jantaku", f"{COMMANDS}machine") == "stop"
    assert retained(broker, "jantaku", f"{COMMANDS}undo") == "back"
    assert retained(broker, "viewer", STATE) == ""
    assert retained(broker, "homeassistant", "homeassistant/#") == ""


async def test_the_button_in_home_assistant_stops_the_machine_with_its_own_account(broker, service, daemon_account):
    button = discovery_message("table1", PREFIX, "0.1.0")["components"]["stop"]
    async with publishing(service, broker.port, **daemon_account) as publisher:
        await eventually(lambda: publisher.is_connected)
        async with reading(broker.port, PREFIX + "#", "homeassistant") as reader:
            await reader.topic("state")
            reader.command("machine", {"data": {"action": "home"}})
            reader.client.publish(button["command_topic"], button["payload_press"], qos=button["qos"])
            await eventually(lambda: bool(service.commands))
    assert [command.name for command in service.commands] == ["stop"]


def openssl(folder, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """A certificate authority of our own and a certificate for this machine's loopback address."""
    folder = tmp_path_factory.mktemp("authority")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl(folder, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=test CA")
    openssl(folder, "req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=broker")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    sign = ("-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names", "-days", "2")
    openssl(folder, "x509", "-req", "-in", "server.csr", "-out", "server.crt", *sign)
    return folder


@pytest.fixture
def encrypted(authority):
    program = Shipped(tls=authority)
    with ChildBroker(0, program) as running:
        yield running
    program.cleanup()


@needs_openssl
async def test_the_daemon_talks_through_tls_with_the_certificates_it_is_given(
    encrypted, authority, service, daemon_account
):
    trust = {"tls": True, "ca_file": authority / "ca.crt"}
    context = ssl.create_default_context(cafile=authority / "ca.crt")
    listener = reading(encrypted.port, PREFIX + "#", "table", tls=context)
    async with publishing(service, encrypted.port, **trust, **daemon_account), listener as reader:
        await reader.topic("state")
        reader.command("hold", {"id": "c", "reply_to": f"{PREFIX}rsp/me"})
        await reader.topic("rsp/me")
    assert [command.id for command in service.commands] == ["c"]


@needs_openssl
@pytest.mark.parametrize("tls", [{}, {"tls": True}], ids=["no encryption", "an authority that nobody trusts"])
async def test_without_the_right_certificates_nothing_is_said(encrypted, service, daemon_account, tls, caplog):
    async with publishing(service, encrypted.port, **tls, **daemon_account) as publisher:
        await eventually(lambda: "broker" in caplog.text)
        assert not publisher.is_connected


def test_a_file_that_holds_no_certificate_is_said_in_one_sentence(tmp_path, service):
    from table_daemon.mqtt.publisher import Address, MqttPublisher

    (tmp_path / "ca.pem").write_text("nonsense")
    settings = MqttSettings(tls=True, ca_file=tmp_path / "ca.pem")
    with pytest.raises(MqttError, match="give a PEM file"):
        MqttPublisher(service, settings, Address("127.0.0.1", 1), boot="b")
