"""systemd hears that the daemon serves and lives; a table that stands still is not kept alive by a loop that turns."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from virtual_time import run_virtual

from table_daemon.service_manager import ServiceManager

WATCHDOG_S = 20


class Systemd:
    """Stands in for systemd's end of the line: a datagram socket that keeps what it is told."""

    def __init__(self, path: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(path)
        self.line.setblocking(False)
        shown = "@" + path[1:] if path.startswith("\0") else path
        self.environment = {"NOTIFY_SOCKET": shown, "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)}

    def heard(self) -> list[str]:
        """Everything said since the last time."""
        said = []
        while True:
            try:
                said.append(self.line.recv(4096).decode())
            except BlockingIOError:
                return said


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    listening = Systemd(str(tmp_path / "notify"))
    yield listening
    listening.line.close()


def beats_of(systemd: Systemd, environment: dict[str, str], *, stands_still_after: int) -> int:
    """How many beats come in four times of the watchdog, of work that ends after so many looks."""
    looks = 0

    def work() -> int:
        nonlocal looks
        looks = min(looks + 1, stands_still_after)
        return looks

    async def main() -> None:
        watching = asyncio.create_task(ServiceManager(environment).run(work))
        await asyncio.sleep(4 * WATCHDOG_S - 1)
        watching.cancel()

    run_virtual(main())
    return systemd.heard().count("WATCHDOG=1")


def test_systemd_is_told_that_the_page_is_served_and_where_and_that_the_daemon_ends(systemd):
    manager = ServiceManager(systemd.environment)
    manager.ready("page http://127.0.0.1:80/")
    manager.stopping()
    assert systemd.heard() == ["READY=1\nSTATUS=page http://127.0.0.1:80/", "STOPPING=1"]


def test_a_name_with_an_at_sign_is_a_socket_without_a_file():
    systemd = Systemd(f"\0jantaku-test-{os.getpid()}")
    ServiceManager(systemd.environment).stopping()
    assert systemd.heard() == ["STOPPING=1"]
    systemd.line.close()


def test_work_that_goes_on_beats_twice_in_the_time_of_the_watchdog(systemd):
    assert beats_of(systemd, systemd.environment, stands_still_after=1000) == 8


def test_a_loop_that_turns_over_work_that_stands_still_does_not_beat(systemd):
    assert beats_of(systemd, systemd.environment, stands_still_after=3) == 3


@pytest.mark.parametrize(
    "change",
    [{"WATCHDOG_USEC": ""}, {"WATCHDOG_PID": "1"}, {"NOTIFY_SOCKET": ""}],
    ids=["no watchdog is set", "another process is watched", "nobody listens"],
)
def test_nobody_is_told_who_did_not_ask(systemd, change):
    assert beats_of(systemd, systemd.environment | change, stands_still_after=1000) == 0


def test_a_service_manager_that_has_gone_ends_nothing_and_is_logged(tmp_path, caplog):
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready("page")
    assert "the service manager was not told READY=1" in caplog.text
