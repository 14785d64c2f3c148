"""The package of the attached screen: what it brings, and when the screen may sleep."""

import configparser
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tools.debian import kiosk
from tools.debian.parts import kiosk_screen as screen

ADDRESS = "http://localhost:80/"


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(kiosk.FILES["usr/lib/systemd/system/jantaku-kiosk.service"])
    return parser


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed: only Debian has it")
def test_one_package_for_every_computer_holds_the_unit_and_asks_for_a_browser(tmp_path):
    (tmp_path / "root").mkdir()
    made = kiosk.make(tmp_path / "root", "0.2.0", tmp_path, 1_700_000_000)
    assert made.name == "jantaku-kiosk_0.2.0_all.deb"
    said = subprocess.run(["dpkg-deb", "--info", str(made)], check=True, capture_output=True, text=True).stdout
    assert "chromium | chromium-browser" in said
    contents = subprocess.run(["dpkg-deb", "--contents", str(made)], check=True, capture_output=True, text=True).stdout
    for place in kiosk.FILES:
        assert f"./{place}\n" in contents
    assert [line[:10] for line in contents.splitlines() if line.endswith("kiosk.py")] == ["-rwxr-xr-x"]


def test_scripts_of_the_package_are_sound_shell():
    for script in kiosk.SCRIPTS.iterdir():
        subprocess.run(["sh", "-n", str(script)], check=True)


def test_the_browser_runs_as_a_user_of_its_own_on_the_first_console_and_comes_back():
    service = unit()["Service"]
    assert (service["User"], service["TTYPath"], service["PAMName"]) == ("jantaku-kiosk", "/dev/tty1", "login")
    assert (service["Restart"], unit()["Unit"]["StartLimitIntervalSec"]) == ("always", "0")
    assert "ProtectHome" not in service, "systemd.exec(5): it hides /run/user, where the compositor has its socket"
    assert service["ProtectSystem"] != "strict"
    assert unit()["Unit"]["Conflicts"] == "getty@tty1.service"
    assert f"u {service['User']} " in kiosk.FILES["usr/lib/sysusers.d/jantaku-kiosk.conf"].read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path):
    text = kiosk.FILES["usr/lib/systemd/system/jantaku-kiosk.service"].read_text()
    there = tmp_path / "jantaku-kiosk.service"
    there.write_text(text.replace("/usr/lib/jantaku-kiosk/kiosk.py", "/bin/true"))
    words = ["systemd-analyze", "verify", "--man=no", str(there)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "jantaku-kiosk" in line] == []


def test_the_page_is_opened_for_four_sides_with_keys_and_nothing_of_a_browser_around_it():
    words = screen.browser_command(
        ADDRESS, {"STATE_DIRECTORY": "/s", "RUNTIME_DIRECTORY": "/r", "KIOSK_LANGUAGE": "ja"}
    )
    assert words[0] == "cage"
    assert words[-1] == "http://localhost:80/?keys=1"
    assert {"--kiosk", "--disable-pinch", "--overscroll-history-navigation=0", "--lang=ja"} <= set(words)
    assert any("Translate" in word for word in words)
    assert "--user-data-dir=/s/profile" in words
    assert "--disk-cache-dir=/r/cache" in words
    assert "--no-sandbox" not in words


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("[http]\nport = 8200\n", "http://localhost:8200/"),
        ("", "http://localhost:8080/"),
        ("[", "http://localhost:8080/"),
    ],
)
def test_the_port_is_the_one_of_the_tables_settings(tmp_path, text, address):
    (tmp_path / "site.toml").write_text(text)
    assert screen.page_address(tmp_path / "site.toml") == address
    assert screen.page_address(tmp_path / "none.toml") == "http://localhost:8080/"


@pytest.mark.parametrize(
    ("phase", "untouched_s", "after_s", "sleeps"),
    [
        ("play", 9e9, 60, False),
        ("machine", 9e9, 60, False),
        ("result", 9e9, 60, False),
        (None, 9e9, 60, False),
        ("idle", 59, 60, False),
        ("idle", 60, 60, True),
        ("over", 61, 60, True),
        ("over", 9e9, 0, False),
    ],
)
def test_the_screen_sleeps_only_where_nobody_plays_and_nobody_touched_it(phase, untouched_s, after_s, sleeps):
    assert screen.may_sleep(phase, untouched_s, after_s) is sleeps


def test_a_touch_is_noticed_and_a_device_may_go(tmp_path):
    os.mkfifo(tmp_path / "event0")
    touches = screen.Touches(tmp_path)
    assert touches.within(0) is False
    with (tmp_path / "event0").open("wb") as finger:
        finger.write(b"x" * 24)
        finger.flush()
        assert touches.within(5) is True
        assert touches.within(0) is False
    (tmp_path / "event0").unlink()
    assert touches.within(0) is True, "it has gone"
    assert touches.within(0) is False


def daemon_saying(phase: str) -> http.server.HTTPServer:
    class Documents(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"state": {"data": {"phase": phase}}}).encode())

        def log_message(self, *_: object) -> None:
            """Nothing: tests are quiet."""

    server = http.server.HTTPServer(("127.0.0.1", 0), Documents)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_a_browser_that_ends_by_itself_ends_the_program_and_one_that_nobody_needs_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(screen, "_ASK_S", 0.01)
    touches = screen.Touches(tmp_path)
    with daemon_saying("over") as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        forever = [sys.executable, "-c", "import signal; signal.pause()"]
        assert screen.show([sys.executable, "-c", ""], address, touches, 0) is False
        assert screen.show(forever, address, touches, 0.01) is True
        server.shutdown()


def test_the_profile_is_kept_over_a_power_cut_and_the_cache_is_not_written_to_the_card():
    service = unit()["Service"]
    assert (service["StateDirectory"], service["RuntimeDirectory"]) == ("jantaku-kiosk", "jantaku-kiosk")
    assert Path(service["ExecStart"]).name == "kiosk.py"
