"""Undervoltage, heat, a full disk and a slow computer are told from the files in which a Pi tells them."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from table_daemon.computer_health import health_of

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
THROTTLED_PI_5 = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"
SENSOR = "sys/class/hwmon/hwmon1"


class Usage(NamedTuple):
    """What shutil.disk_usage answers."""

    total: int
    used: int
    free: int


def computer(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "troubles"),
    [
        ({}, ()),
        ({THROTTLED: "0\n", TEMPERATURE: "48312\n"}, ()),
        ({THROTTLED: "50005\n"}, ("undervoltage", "throttled")),
        ({THROTTLED_PI_5: "0x50005\n"}, ("undervoltage", "throttled")),
        ({THROTTLED: "50000\n"}, ("undervoltage_before",)),
        ({THROTTLED: "80008\n"}, ("hot",)),
        ({THROTTLED: "2\n"}, ("throttled",)),
        ({THROTTLED: "e0006\n", TEMPERATURE: "83000\n"}, ("hot",)),
        ({TEMPERATURE: "80000\n"}, ("hot",)),
        ({TEMPERATURE: "nonsense\n", THROTTLED: "nonsense\n"}, ()),
        ({f"{SENSOR}/name": "rpi_volt\n", f"{SENSOR}/in0_lcrit_alarm": "1\n"}, ("undervoltage",)),
        ({f"{SENSOR}/name": "rpi_volt\n", f"{SENSOR}/in0_lcrit_alarm": "0\n"}, ()),
        ({f"{SENSOR}/name": "nvme\n", f"{SENSOR}/in0_lcrit_alarm": "1\n"}, ()),
    ],
)
def test_a_pi_tells_of_its_supply_and_its_heat(tmp_path, files, troubles):
    assert health_of(tmp_path, 0.0, computer(tmp_path, files)).troubles == troubles


def test_the_temperature_is_told_in_degrees(tmp_path):
    assert health_of(tmp_path, 0.0, computer(tmp_path, {TEMPERATURE: "48312\n"})).temperature_c == 48.312
    assert health_of(tmp_path, 0.0, tmp_path / "nowhere").temperature_c is None


@pytest.mark.parametrize(
    ("free_mib", "troubles"), [(1000, ()), (999, ("disk_scarce",)), (100, ("disk_scarce",)), (99, ("disk_full",))]
)
def test_a_disk_that_fills_is_told_before_it_is_full(tmp_path, monkeypatch, free_mib, troubles):
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(0, 0, free_mib << 20))
    health = health_of(tmp_path, 0.0, tmp_path)
    assert (health.free_disk_mib, health.troubles) == (free_mib, troubles)


def test_a_state_folder_that_is_gone_has_no_free_room_to_tell(tmp_path):
    assert health_of(tmp_path / "gone", 0.0, tmp_path).free_disk_mib is None


@pytest.mark.parametrize(("late_s", "troubles"), [(0.0, ()), (0.39, ()), (0.4, ("late",))])
def test_a_computer_that_nearly_let_the_lease_run_out_is_told_as_late(tmp_path, late_s, troubles):
    assert health_of(tmp_path, late_s, tmp_path).troubles == troubles
