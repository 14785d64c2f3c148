"""The table as a device of Home Assistant: its documented fields, what its templates make of documents, its button."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from eventually import eventually
from fake_service import CAMERA, READY, FakeService
from jinja2 import Environment, StrictUndefined
from mqtt_reader import PREFIX, publishing, reading
from sample_games import game_in_play, game_with_result

from mahjong_rules.events import GameStarted
from table_daemon.mqtt.broker import ChildBroker, Iotcore
from table_daemon.mqtt.home_assistant import discovery_message, discovery_of, discovery_topic
from table_daemon.rules.presets import load_rules

# The fields that Home Assistant documents, read in November 2026: www.home-assistant.io/integrations/mqtt (device
# discovery payload), /sensor.mqtt, /binary_sensor.mqtt, /button.mqtt, and the schema of its MQTT integration
# (home-assistant/core, homeassistant/components/mqtt/schemas.py, SHARED_OPTIONS and DEVICE_DISCOVERY_SCHEMA).
TOP = {"device", "origin", "components", "availability", "availability_mode", "availability_template",
       "availability_topic", "command_topic", "state_topic", "payload_available", "payload_not_available", "qos",
       "encoding"}  # fmt: skip
TOP_REQUIRED = {"device", "origin", "components"}
DEVICE = {"identifiers", "connections", "manufacturer", "model", "model_id", "name", "hw_version", "serial_number",
          "sw_version", "via_device", "suggested_area", "configuration_url"}  # fmt: skip
ORIGIN = {"name", "sw_version", "support_url"}
AVAILABILITY = {"topic", "payload_available", "payload_not_available", "value_template"}
COMMON = {"platform", "unique_id", "name", "icon", "qos", "enabled_by_default", "entity_category", "entity_picture",
          "json_attributes_topic", "json_attributes_template", "default_entity_id", "device_class"}  # fmt: skip
FIELDS = {
    "sensor": COMMON | {"state_topic", "value_template", "unit_of_measurement", "state_class", "options",
                        "expire_after", "force_update", "suggested_display_precision"},
    "binary_sensor": COMMON | {"state_topic", "value_template", "payload_on", "payload_off", "expire_after",
                               "off_delay", "force_update"},
    "button": COMMON | {"command_topic", "command_template", "payload_press", "retain"},
}  # fmt: skip
REQUIRED = {
    "sensor": {"platform", "state_topic", "unique_id"},
    "binary_sensor": {"platform", "state_topic", "unique_id"},
    "button": {"platform", "command_topic", "unique_id"},
}
MAX_STATE_BYTES = 255
FAULT = {"id": "1-1", "code": "dome_timeout", "text": "the dome does not reach its stop", "action": "look " * 80}


@pytest.fixture
def message():
    return discovery_message("table1", PREFIX, "0.1.0")


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


@pytest.fixture(scope="module")
def broker():
    with ChildBroker(0, Iotcore()) as running:
        yield running


def state_of(service):
    return next(envelope.payload for envelope in service.retained() if envelope.topic == "state")


def rendered(template: str, payload) -> str:
    """As Home Assistant renders a template: the message is `value_json`."""
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    return environment.from_string(template).render(value_json=json.loads(json.dumps(payload)))


def test_the_message_has_only_documented_fields_and_all_that_are_required(message):
    assert set(message) <= TOP
    assert set(message) >= TOP_REQUIRED
    assert set(message["device"]) <= DEVICE
    assert message["device"]["identifiers"] == ["jantaku_table1"]
    assert set(message["origin"]) <= ORIGIN
    assert message["origin"]["name"]
    assert all("topic" in entry and set(entry) <= AVAILABILITY for entry in message["availability"])
    for component in message["components"].values():
        assert set(component) <= FIELDS[component["platform"]]
        assert set(component) >= REQUIRED[component["platform"]]


def test_every_entity_has_an_id_of_its_own_also_beside_another_table(message):
    other = discovery_message("table2", "jantaku/v1/table2/", "0.1.0")
    ids = [part["unique_id"] for each in (message, other) for part in each["components"].values()]
    assert len(set(ids)) == len(ids)
    assert discovery_topic("table1") != discovery_topic("table2")
    assert not any("table1" in str(part) for part in other["components"].values())


def test_nothing_expires_because_documents_are_said_only_when_they_change(message):
    assert not any("expire_after" in component for component in message["components"].values())


def test_the_one_command_is_to_stop_and_is_not_retained(message):
    (command,) = [part for part in message["components"].values() if "command_topic" in part]
    assert command["command_topic"] == f"{PREFIX}cmd/stop"
    assert command["retain"] is False
    assert json.loads(command["payload_press"]) == {}


def test_an_enumeration_has_no_unit_and_lists_every_state(message):
    phase = message["components"]["phase"]
    assert phase["device_class"] == "enum"
    assert "unit_of_measurement" not in phase
    assert set(phase["options"]) == {"idle", "machine", "play", "result", "over"}


@pytest.mark.parametrize("fault", [None, FAULT])
@pytest.mark.parametrize("game", [None, game_in_play(), game_with_result()], ids=["no game", "in play", "a result"])
def test_every_template_makes_a_state_of_every_document(message, service, game, fault):
    service.show(game, machine={**READY, "fault": fault}, camera={**CAMERA, "ok": fault is None})
    payload = state_of(service)
    parts = message["components"]
    states = {key: rendered(part["value_template"], payload) for key, part in parts.items() if "value_template" in part}
    assert all(len(state) <= MAX_STATE_BYTES for state in states.values())
    assert [states[f"score_{seat}"] for seat in range(4)] == [str(score) for score in payload["data"]["scores"]]
    assert states["phase"] in parts["phase"]["options"]
    assert states["fault"] == states["camera"] == ("OFF" if fault is None else "ON")
    assert states["fault_text"].startswith("" if fault is None else "the dome")
    assert states["machine"] == "ready"
    for seat in range(4):
        attributes = json.loads(rendered(parts[f"score_{seat}"]["json_attributes_template"], payload))
        assert attributes == {"player": payload["data"]["names"][seat], "wind": payload["data"]["winds"][seat]}


def test_the_table_is_available_unless_it_is_offline(message):
    (entry,) = message["availability"]
    for state, expected in (("online", "online"), ("fault", "online"), ("offline", "offline")):
        assert rendered(entry["value_template"], {"state": state, "boot": "b"}) == expected


def test_scores_carry_the_players_names_and_the_unit_of_the_rules(service):
    state = state_of(service)["data"]
    message = discovery_of("table1", PREFIX, "0.1.0", {**state, "names": ["Aiko", "", "Chen", "Dora"]})
    names = [message["components"][f"score_{seat}"]["name"] for seat in range(4)]
    assert names == ["Score of Aiko", "Score of the second seat", "Score of Chen", "Score of Dora"]
    money = load_rules("tchou", (("mode", "old"), ("centimes_per_1000", "1000"))).traits
    service.show(None, traits=replace(money, score=replace(money.score, name="centimes")))
    message = discovery_of("table1", PREFIX, "0.1.0", state_of(service)["data"])
    assert message["components"]["score_0"]["unit_of_measurement"] == "centimes"


async def test_the_device_is_announced_retained_and_again_when_the_players_change(broker, service):
    topic = discovery_topic("table1")
    async with publishing(service, broker.port), reading(broker.port, "#") as reader:
        first = json.loads((await reader.topic(topic)).payload)
        assert first == discovery_of("table1", PREFIX, "0.1.0", state_of(service)["data"])
        names = ("Aiko", "Ben", "Chen", "Dora")
        service.show(load_rules("tenhou").new_game(GameStarted("tenhou", names)))
        await reader.until(lambda name, body: name == topic and body["components"]["score_1"]["name"] == "Score of Ben")
        async with reading(broker.port, "homeassistant/#") as late:
            message = await late.topic(topic)
            assert message.retain
        announced = len([message for message in reader.messages if message.topic == topic])
        service.show(load_rules("tenhou").new_game(GameStarted("tenhou", names)), hold=True)
        await reader.until(lambda name, body: name == "state" and body["data"]["hold"])
        assert len([message for message in reader.messages if message.topic == topic]) == announced


async def test_where_it_is_not_wanted_the_device_is_removed(broker, service):
    topic = discovery_topic("table1")
    async with publishing(service, broker.port), reading(broker.port, "homeassistant/#") as reader:
        await reader.topic(topic)
    async with publishing(service, broker.port, home_assistant=False) as publisher:
        await eventually(lambda: publisher.is_connected)
    async with reading(broker.port) as reader:
        await reader.topic("state")
        assert not any(message.topic == topic for message in reader.messages)


async def test_its_button_stops_the_machine(broker, service, message):
    button = message["components"]["stop"]
    async with reading(broker.port) as reader, publishing(service, broker.port):
        await reader.until(lambda topic, _: topic == "state", is_live=True)
        reader.client.publish(button["command_topic"], button["payload_press"], qos=button["qos"])
        await reader.topic("cmd/stop")
        reader.command("hold", {"id": "after", "reply_to": f"{PREFIX}rsp/ha"})
        await reader.topic("rsp/ha")
    assert [command.name for command in service.commands] == ["stop", "hold"]
