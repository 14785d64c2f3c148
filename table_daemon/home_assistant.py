"""How the table appears in Home Assistant: one device discovery message, pure data.

Fields as documented by Home Assistant, "MQTT discovery, device discovery payload".
"""

from __future__ import annotations

from typing import Final

from table_daemon.service import Json

_SEAT_WORDS: Final = ("first", "second", "third", "fourth")


def discovery_topic(table: str) -> str:
    """Where the message is retained."""
    return f"homeassistant/device/jantaku_{table}/config"


def discovery_message(table: str, prefix: str, version: str) -> Json:
    """The device with its scores, phase, machine state and fault; it reads only.

    No button: Home Assistant's account may send no command (config/broker/acl), and a stop button that stops nothing
    is worse than none.

    Args:
        table: the table's name.
        prefix: what its topics begin with, with the last slash.
        version: of the daemon.
    """
    identifier = f"jantaku_{table}"
    return {
        "device": {
            "identifiers": [identifier],
            "name": f"Mahjong table {table}",
            "model": "Jantaku",
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
            **_scores(identifier, prefix),
            "phase": _sensor(identifier, "phase", "Phase", prefix, "{{ value_json.data.phase }}", "mdi:cards"),
            "deal": _sensor(identifier, "deal", "Deal", prefix, "{{ value_json.data.deal_label }}", "mdi:compass"),
            "machine": _sensor(
                identifier, "machine", "Machine", prefix, "{{ value_json.data.machine.state }}", "mdi:cog"
            ),
            "fault": {
                "platform": "binary_sensor",
                "unique_id": f"{identifier}_fault",
                "name": "Fault",
                "device_class": "problem",
                "state_topic": f"{prefix}state",
                "value_template": "{{ 'ON' if value_json.data.machine.fault else 'OFF' }}",
            },
        },
    }


def _scores(identifier: str, prefix: str) -> Json:
    return {
        f"score_{seat}": {
            **_sensor(
                identifier,
                f"score_{seat}",
                f"Score of the {word} seat",
                prefix,
                f"{{{{ value_json.data.scores[{seat}] }}}}",
                "mdi:counter",
            ),
            "unit_of_measurement": "points",
        }
        for seat, word in enumerate(_SEAT_WORDS)
    }


def _sensor(identifier: str, key: str, name: str, prefix: str, template: str, icon: str) -> Json:
    return {
        "platform": "sensor",
        "unique_id": f"{identifier}_{key}",
        "name": name,
        "state_topic": f"{prefix}state",
        "value_template": template,
        "icon": icon,
    }
