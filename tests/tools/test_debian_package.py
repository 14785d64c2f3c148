"""The Debian package: what is in it, for whom, what it does to a computer. Making one needs a network: `make deb`."""

import configparser
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from table_daemon.settings import load_settings
from table_daemon.updating.changes import FIELD, releases, unfolded
from table_daemon.updating.fields import fields_of
from table_daemon.updating.places import UpdatePlaces
from tools.debian import archive, control, manual, tree, wheels
from tools.debian.targets import TARGETS
from tools.supply.constraints import PATH as CONSTRAINTS

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "tools/debian/scripts"
PARTS = ROOT / "tools/debian/parts"
RULE = ROOT / "config/udev/91-jantaku-board.rules"
PICO = {"idVendor": "2e8a", "idProduct": "0005"}
"""Raspberry Pi's vendor number and MicroPython's product number of its Pico."""


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(ROOT / "config/systemd/jantaku.service")
    return parser


# Wheels ---------------------------------------------------------------------------------------------


def test_every_pinned_package_is_inside_and_opencv_comes_without_windows():
    pinned = [line for line in CONSTRAINTS.read_text().splitlines() if not line.startswith("#")]
    brought = wheels.pins(CONSTRAINTS.read_text())
    assert len(brought) == len(pinned)
    assert [line for line in brought if line not in pinned] == [
        line.replace("opencv-python", "opencv-python-headless") for line in pinned if line.startswith("opencv-python")
    ]


def test_wheels_for_a_raspberry_pi_fit_the_c_library_of_bookworm_and_none_newer():
    platforms = TARGETS["arm64"].platforms
    assert platforms[0] == "manylinux_2_36_aarch64"
    assert "manylinux_2_28_aarch64" in platforms
    assert platforms[-1] == "manylinux2014_aarch64"
    assert not [platform for platform in platforms if "x86" in platform]


def test_a_wheel_that_fits_every_python_is_shipped_once(tmp_path):
    def made(*names: str) -> list[Path]:
        return [tmp_path / name for name in names]

    both = {
        "3.13": made("idna-3-py3-none-any.whl", "numpy-2-cp313-cp313-x.whl"),
        "3.11": made("idna-3-py3-none-any.whl", "numpy-2-cp311-cp311-x.whl"),
    }
    folders = {name: [wheel.name for wheel in found] for name, found in wheels.site_folders(both).items()}
    assert folders == {
        "site": ["idna-3-py3-none-any.whl"],
        "python3.13": ["numpy-2-cp313-cp313-x.whl"],
        "python3.11": ["numpy-2-cp311-cp311-x.whl"],
    }


def wheel_of(path: Path, **members: str) -> Path:
    with zipfile.ZipFile(path, "w") as zipped:
        for name, text in members.items():
            zipped.writestr(name, text)
    return path


def test_modules_of_a_wheel_are_laid_down_and_its_programs_are_not(tmp_path):
    members = {"a/b.py": "b", "a-1.data/purelib/c.py": "c", "a-1.data/scripts/run": "x", "a-1.data/data/man": "x"}
    wheels.unpack(wheel_of(tmp_path / "a.whl", **members), tmp_path / "site")
    laid = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    assert laid == {"a/b.py", "c.py"}


def test_two_wheels_with_different_files_of_one_name_are_refused(tmp_path):
    wheels.unpack(wheel_of(tmp_path / "a.whl", **{"same.py": "1"}), tmp_path / "site")
    with pytest.raises(wheels.WheelError, match=r"b\.whl and another wheel have different files same\.py"):
        wheels.unpack(wheel_of(tmp_path / "b.whl", **{"same.py": "2"}), tmp_path / "site")


# What dpkg reads ------------------------------------------------------------------------------------


def test_the_control_file_names_architecture_version_and_either_python():
    fields = dict(
        line.split(": ", 1) for line in control.control("0.2.0", "arm64", 1000).splitlines() if line[0] != " "
    )
    assert (fields["Package"], fields["Version"], fields["Architecture"]) == ("jantaku", "0.2.0", "arm64")
    assert "python3.13 | python3.11" in fields["Depends"]
    assert fields["Installed-Size"] == "1000"


@pytest.mark.parametrize(
    ("ours", "debians"), [("0.1.0", "0.1.0"), ("0.2.0rc1", "0.2.0~rc1"), ("0.2.0.dev3", "0.2.0~dev3")]
)
def test_a_pre_release_comes_before_its_release(ours, debians):
    assert control.debian_version(ours) == debians


def test_a_version_that_dpkg_does_not_know_is_refused():
    with pytest.raises(ValueError, match="is no version for dpkg"):
        control.debian_version("one")


def test_the_sums_name_every_file_but_those_that_an_owner_may_edit(tmp_path):
    for name in ("usr/bin/jantaku", "etc/avahi/services/jantaku.service", "DEBIAN/control"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("x")
    assert control.sums(tmp_path) == "9dd4e461268c8034f5c8564e155c67a6  usr/bin/jantaku\n"


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed: only Debian has it")
def test_the_same_files_give_the_same_package_at_any_time(tmp_path):
    made = []
    for name, at in (("first", 1_000), ("second", 2_000_000_000)):
        root = tmp_path / name
        for place in ("usr/bin/jantaku", *(conffile[1:] for conffile in control.CONFFILES)):
            (root / place).parent.mkdir(parents=True)
            (root / place).write_text("x")
            os.utime(root / place, (at, at))
        archive.write_control(root, "0.1.0", "arm64")
        archive.close(root, tmp_path / f"{name}.deb", 1_700_000_000)
        made.append((tmp_path / f"{name}.deb").read_bytes())
    assert made[0] == made[1]


# Scripts of the package -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script", [*(SCRIPTS / name for name in archive.SCRIPTS), PARTS / "jantaku"], ids=lambda p: p.name
)
def test_what_runs_as_root_is_sound_shell_and_executable(script):
    subprocess.run(["sh", "-n", str(script)], check=True)
    assert script.read_text().startswith("#!/bin/sh\n")
    assert os.access(script, os.X_OK)


def test_games_and_settings_are_removed_by_a_purge_alone():
    for name in archive.SCRIPTS:
        text = (SCRIPTS / name).read_text()
        purge = text.partition("purge)")[2] if name == "postrm" else ""
        outside = text.replace(purge, "")
        assert not re.search(r"rm [^\n]*(/var/lib/jantaku|/etc/jantaku)", outside), name
        assert name != "postrm" or "rm -rf /var/lib/jantaku /var/cache/jantaku /etc/jantaku" in purge


def test_the_settings_of_the_package_are_in_order_and_name_what_the_package_brings():
    settings = load_settings(tree.FILES["usr/share/jantaku/site.toml"])
    assert settings.table.state_dir == "/var/lib/jantaku"
    assert settings.serial.port == "/dev/jantaku-board"
    assert f"<port>{settings.http.port}</port>" in tree.FILES["etc/avahi/services/jantaku.service"].read_text()
    assert tree.FILES["usr/share/jantaku/site.toml"].is_relative_to(ROOT / "config")
    assert set(tree.EXECUTABLE) <= set(tree.FILES)


# A deal in play -------------------------------------------------------------------------------------


@contextmanager
def daemon_that_says(tmp_path: Path, *phases: str, machine: str = "ready") -> Iterator[Path]:
    """A server that stands in for the daemon: one phase an answer, the last one for ever; gives its configuration."""
    left = list(phases)

    class Documents(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            phase = left.pop(0) if len(left) > 1 else left[0]
            body = json.dumps({"state": {"data": {"phase": phase, "machine": {"state": machine}}}}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing: tests are quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Documents) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        config = tmp_path / "site.toml"
        config.write_text(f'[http]\nhost = "0.0.0.0"\nport = {server.server_address[1]}\n')
        yield config
        server.shutdown()


def wait_at(config: Path, longest_s: float = 0) -> subprocess.CompletedProcess[str]:
    words = ["--config", str(config), "--longest", str(longest_s)]
    command = [sys.executable, str(PARTS / "wait_until_deal_ends.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_an_upgrade_in_the_middle_of_a_deal_is_refused_with_what_to_do(tmp_path):
    with daemon_that_says(tmp_path, "play") as config:
        done = wait_at(config)
    assert done.returncode == 1
    assert "a deal is still in play" in done.stderr
    assert "sudo systemctl stop jantaku" in done.stderr


@pytest.mark.parametrize("phase", ["idle", "machine", "result", "over"])
def test_an_upgrade_between_two_deals_goes_on_at_once(tmp_path, phase):
    with daemon_that_says(tmp_path, phase) as config:
        assert wait_at(config).returncode == 0


@pytest.mark.parametrize(("machine", "status"), [("raising", 1), ("clearing", 1), ("counting", 0), ("faulted", 0)])
def test_an_upgrade_does_not_stop_walls_on_their_way_and_waits_for_no_people(tmp_path, machine, status):
    with daemon_that_says(tmp_path, "machine", machine=machine) as config:
        assert wait_at(config).returncode == status


def test_a_daemon_that_does_not_answer_plays_no_deal(tmp_path):
    with daemon_that_says(tmp_path, "play") as config:
        pass
    assert wait_at(config).returncode == 0


# The unit and the board -----------------------------------------------------------------------------


def test_the_unit_waits_for_ready_is_watched_and_runs_without_rights_of_root():
    service = unit()["Service"]
    assert service["Type"] == "notify"
    assert 0 < int(service["WatchdogSec"]) <= 60
    assert service["User"] == "jantaku"
    assert service["NoNewPrivileges"] == "yes"
    assert service["ExecStart"].split()[0] == "/" + next(place for place in tree.FILES if place.endswith("bin/jantaku"))
    assert "--config /etc/jantaku/site.toml" in service["ExecStart"]


def test_the_unit_lets_the_daemon_reach_board_camera_and_pins_and_no_other_device():
    lines = (ROOT / "config/systemd/jantaku.service").read_text().splitlines()
    allowed = {line.partition("=")[2].split()[0] for line in lines if line.startswith("DeviceAllow=")}
    assert {"char-ttyACM", "char-video4linux", "char-gpiochip"} <= allowed
    assert not {"block-*", "char-mem", "char-input"} & allowed
    assert unit()["Service"]["DevicePolicy"] == "closed"


def test_every_rule_that_does_something_is_for_the_pico_of_the_firmware_alone():
    lines = [line for line in RULE.read_text().splitlines() if line and not line.startswith(("#", "LABEL", "ACTION"))]
    assert len(lines) == 2
    for line in lines:
        for key, value in PICO.items():
            assert re.search(rf'ATTRS?\{{{key}\}}=="{value}"', line), line
    assert [line.count('SYMLINK+="jantaku-board"') for line in lines] == [0, 1]
    assert all('ENV{ID_MM_DEVICE_IGNORE}="1"' in line for line in lines)


# Updates --------------------------------------------------------------------------------------------


def update_unit(kind: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(tree.FILES[f"usr/lib/systemd/system/jantaku-update.{kind}"])
    return parser


def test_root_watches_the_wish_that_the_daemon_writes_and_carries_it_out_by_the_program():
    assert update_unit("path")["Path"]["PathExists"] == str(UpdatePlaces().wish)
    service = update_unit("service")["Service"]
    assert service["ExecStart"] == "/usr/bin/jantaku update --carry-out"
    assert "User" not in service
    assert int(service["TimeoutStartSec"].removesuffix("min")) * 60 > 3 * 900


def test_the_daemon_may_write_its_wish_and_nothing_that_root_tells_or_offers():
    places, writable = UpdatePlaces(), ("/var/lib/jantaku/", "/etc/jantaku/")
    assert str(places.wish).startswith(writable)
    for roots in (places.progress, places.offer, places.before, places.brought, places.dpkg):
        assert not str(roots).startswith(writable)


def test_an_upgrade_never_stops_the_service_that_may_be_carrying_it_out():
    for name in archive.SCRIPTS:
        text = (SCRIPTS / name).read_text()
        assert not re.search(r"(stop|restart)[^\n]*jantaku-update\.service", text), name
    assert "enable jantaku-update.path" in (SCRIPTS / "postinst").read_text()


def test_a_purge_takes_what_updates_brought_and_kept():
    purge = (SCRIPTS / "postrm").read_text().partition("purge)")[2]
    for folder in (UpdatePlaces().told, UpdatePlaces().brought):
        assert str(folder) in purge


def test_what_is_new_stands_in_the_control_file_before_the_package_is_fetched():
    text = control.control("0.2.0", "arm64", 1000)
    (release, *_) = releases(unfolded(fields_of(text)[FIELD]))
    assert release.version == "0.1.0"
    assert release.points[0].startswith("jantaku run drives an automatic table")
    assert len(text) < 12_000
    assert [line for line in text.splitlines() if not line.strip()] == []


# Man pages ------------------------------------------------------------------------------------------


def test_every_command_of_the_program_has_its_place_in_the_manual():
    names = manual.command_names(manual.said_by("--help") or "")
    assert {"run", "simulate", "doctor", "config"} <= set(names)


def test_the_manual_of_the_settings_holds_every_section_and_no_line_that_groff_takes_for_a_request():
    settings = (ROOT / "config/table.toml").read_text()
    page = manual.settings_page("0.1.0", "2026-11-23", settings + "\n.so /etc/passwd\n'quoted'\n")
    for section in tomllib.loads(settings):
        assert f"[{section}" in page
    assert "\n\\&.so" in page
    assert "\n\\&'quoted'" in page


def test_a_shell_that_the_program_has_no_completion_for_gets_none():
    assert set(manual.completions()) <= set(manual.SHELLS.values())
