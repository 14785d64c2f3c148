"""How the table appears in Home Assistant: one device discovery message, pure data.

Rules this file keeps:
* Fields as documented by Home Assistant: "MQTT discovery, device discovery payload", "MQTT Sensor", "MQTT Binary
  sensor", "MQTT Button". No abbreviations: the message stays readable.
* It carries no consent to motion: the one button stops, on a topic of its own that moves nothing
  (config/broker/acl lets Home Assistant's account write no other).
* No `expire_after`: documents are said when they change, and a table that is gone is told by its last will.
"""

from __future__ import annotations

from typing import Final, get_args

from wire.documents import Phase
from wire.messages import Json

SEATS: Final = ("first", "second", "third", "fourth")
NOBODY: Final[tuple[str, str, str, str]] = ("", "", "", "")


def discovery_topic(table: str) -> str:
    """Where the message is retained; an empty message there removes the device."""
    return f"homeassistant/device/jantaku_{table}/config"


def discovery_of(table: str, prefix: str, version: str, state: Json | None) -> Json:
    """The message for what `state` (the document's data, None before there is one) says of players and unit."""
    if state is None:
        return discovery_message(table, prefix, version)
    return discovery_message(table, prefix, version, tuple(state["names"]), state["system"]["score_unit"])


def discovery_message(
    table: str, prefix: str, version: str, names: tuple[str, ...] = NOBODY, unit: str = "points"
) -> Json:
    """The device with its scores, phase, machine state, faults and a stop button.

    Args:
        table: the table's name.
        prefix: what its topics begin with, with the last slash.
        version: of the daemon.
        names: the players by seat, "" while nobody is named.
        unit: of the scores.
    """
    entities = _Entities(f"jantaku_{table}", prefix)
    return {
        "device": {
            "identifiers": [f"jantaku_{table}"],
            "name": f"Mahjong table {table}",
            "manufacturer": "Jantaku",
            "model": "Mahjong table",
            "sw_version": version,
        },
        "origin": {"name": "jantaku", "sw_version": version},
        "availability": [
            {
                "topic": f"{prefix}status",
                "value_template": "{{ 'offline' if value_json.state == 'offline' else 'online' }}",
            }
        ],
        "qos": 1,
        "components": {
            **{f"score_{seat}": entities.score(seat, names[seat], unit) for seat in range(4)},
            "phase": entities.phase(),
            "deal": entities.sensor("deal", "Deal", "{{ value_json.data.deal_label }}", "mdi:compass"),
            "machine": entities.sensor("machine", "Machine", "{{ value_json.data.machine.state }}", "mdi:cog"),
            "fault": entities.problem("fault", "Fault", "value_json.data.machine.fault"),
            "fault_text": entities.sensor(
                "fault_text",
                "What to do",
                "{{ (value_json.data.machine.fault.text ~ ': ' ~ value_json.data.machine.fault.action)[:255] "
                "if value_json.data.machine.fault else '' }}",
                "mdi:alert",
            ),
            "camera": entities.problem("camera", "Camera", "not value_json.data.camera.ok"),
            "stop": entities.stop_button(),
        },
    }


class _Entities:
    """Entities of one device, each in its documented fields."""

    def __init__(self, identifier: str, prefix: str) -> None:
        self._identifier = identifier
        self._prefix = prefix

    def sensor(self, key: str, name: str, template: str, icon: str) -> Json:
        return {
            "platform": "sensor",
            "unique_id": f"{self._identifier}_{key}",
            "name": name,
            "state_topic": f"{self._prefix}state",
            "value_template": template,
            "icon": icon,
        }

    def score(self, seat: int, player: str, unit: str) -> Json:
        """The name follows the player; the entity stays the seat's."""
        name = f"Score of {player}" if player else f"Score of the {SEATS[seat]} seat"
        template = f"{{{{ value_json.data.scores[{seat}] }}}}"
        return {
            **self.sensor(f"score_{seat}", name, template, "mdi:counter"),
            "unit_of_measurement": unit,
            "state_class": "measurement",
            "json_attributes_topic": f"{self._prefix}state",
            "json_attributes_template": f"{{{{ {{'player': value_json.data.names[{seat}], "
            f"'wind': value_json.data.winds[{seat}]}} | tojson }}}}",
        }

    def phase(self) -> Json:
        sensor = self.sensor("phase", "Phase", "{{ value_json.data.phase }}", "mdi:cards")
        return {**sensor, "device_class": "enum", "options": list(get_args(Phase))}

    def problem(self, key: str, name: str, condition: str) -> Json:
        return {
            "platform": "binary_sensor",
            "unique_id": f"{self._identifier}_{key}",
            "name": name,
            "device_class": "problem",
            "state_topic": f"{self._prefix}state",
            "value_template": f"{{{{ 'ON' if {condition} else 'OFF' }}}}",
        }

    def stop_button(self) -> Json:
        return {
            "platform": "button",
            "unique_id": f"{self._identifier}_stop",
            "name": "Stop the machine",
            "command_topic": f"{self._prefix}cmd/stop",
            "payload_press": "{}",
            "qos": 1,
            "retain": False,
            "icon": "mdi:stop-circle",
        }
