"""The serial port as the raw REPL needs it, on a pseudo-terminal."""

import os
import pty
import tty

import pytest

from firmware_bridge.settings import SerialSettings
from table_daemon.firmware.port import PortLine
from table_daemon.firmware.raw_repl import ReplError


class TurnedClock:
    """Seconds that only pass when somebody waits or looks."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 0.01
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def terminal():
    near, far = pty.openpty()
    tty.setraw(near)
    tty.setraw(far)
    yield near, os.ttyname(far)
    os.close(near)
    os.close(far)


def test_what_comes_after_the_end_is_kept_for_the_next_wait(terminal):
    near, path = terminal
    clock = TurnedClock()
    with PortLine(SerialSettings(port=path), clock, clock.wait) as line:
        os.write(near, b"OK12\x04\x04>")
        assert [line.hear(b"OK", 5.0), line.hear(b"\x04", 5.0), line.hear(b"\x04>", 5.0)] == [
            b"OK",
            b"12\x04",
            b"\x04>",
        ]
        line.send(b"\r\x03\x03")
        assert os.read(near, 16) == b"\r\x03\x03"


def test_a_wait_ends_with_what_has_come_so_far(terminal):
    near, path = terminal
    clock = TurnedClock()
    with PortLine(SerialSettings(port=path), clock, clock.wait) as line:
        os.write(near, b"Traceback")
        assert line.hear(b"OK", 0.5) == b"Traceback"


def test_a_port_that_does_not_come_back_is_told_in_one_sentence(tmp_path):
    clock = TurnedClock()
    with pytest.raises(ReplError, match="does not exist: plug in the motor board"):
        PortLine(SerialSettings(port=str(tmp_path / "none")), clock, clock.wait).__enter__()
    assert clock.now_s > 15
