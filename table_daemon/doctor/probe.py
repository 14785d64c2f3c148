"""What `jantaku doctor` asks of a computer. The checks see nothing else of it, so each can be tested anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from firmware_bridge.settings import SerialSettings
from vision.settings import CameraSettings


class Level(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check: what was looked at, what was found, and what to do unless it is in order."""

    name: str
    level: Level
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        """One line."""
        line = f"{self.level:8} {self.name}: {self.text}"
        return f"{line}; {self.remedy}" if self.remedy else line


@dataclass(frozen=True, slots=True)
class CameraTrial:
    """A picture taken for trial; `problem` is "" when there was one."""

    problem: str
    width_px: int = 0
    height_px: int = 0


@dataclass(frozen=True, slots=True)
class CsiLook:
    """Cameras on ribbon cables: each one's address, and its sensor and place; `problem` says why they are not known."""

    cameras: tuple[tuple[str, str], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PinsLook:
    """The roles that have a PIN; `problem` is "" when their file could be read or is not there."""

    problem: str = ""
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """What the motor board says of itself: its protocol and firmware; `problem` is "" when it answered."""

    problem: str = ""
    protocol: int = 0
    firmware_hash: int = 0


@dataclass(frozen=True, slots=True)
class CertificateLook:
    """The page's certificate: names, end (None: there is none), whether it should be renewed; `problem` as above."""

    problem: str = ""
    names: tuple[str, ...] = ()
    until: datetime | None = None
    is_due: bool = False


class CameraProbe(Protocol):
    """Questions about cameras."""

    def csi_cameras(self) -> CsiLook:
        """The cameras on ribbon cables."""

    def try_camera(self, settings: CameraSettings) -> CameraTrial:
        """Take one picture."""


class Probe(CameraProbe, Protocol):
    """One computer. Nothing here raises for what may be missing, and nothing moves or changes anything."""

    def python_version(self) -> tuple[int, int, int]:
        """Of the interpreter that runs."""

    def distribution(self, name: str) -> str | None:
        """The installed version of a Python package; None without it."""

    def import_problem(self, module: str) -> str:
        """Why a module cannot be imported; "" when it can."""

    def kernel(self) -> str:
        """Release of the kernel, for example "6.6.31+rpt-rpi-v8"."""

    def is_root(self) -> bool:
        """Whether this process may do everything."""

    def groups(self) -> frozenset[str]:
        """Groups of this process."""

    def groups_on_file(self) -> frozenset[str]:
        """Groups that a new login of this user would have."""

    def processes(self) -> frozenset[str]:
        """Names of the programs that run."""

    def read(self, path: str) -> str | None:
        """A file's text; None when it cannot be read."""

    def exists(self, path: str) -> bool:
        """Whether there is anything of this name."""

    def is_device(self, path: str) -> bool:
        """Whether it is a character device, or leads to one."""

    def may_use(self, path: str) -> bool:
        """Whether this user may read and write it."""

    def greet_board(self, settings: SerialSettings) -> BoardAnswer:
        """Ask the motor board what it runs; nothing moves, and a port that somebody holds is left alone."""

    def listing(self, folder: str) -> tuple[str, ...]:
        """Names in a folder, sorted; empty when there is none."""

    def program(self, name: str) -> str | None:
        """Path of an installed program."""

    def output_of(self, *command: str) -> str | None:
        """What a program says; None when it is not installed, fails or takes seconds."""

    def write_problem(self, folder: str) -> str:
        """Why no file can be made in a folder (or the nearest one above it that exists); "" when it can."""

    def free_mib(self, folder: str) -> int | None:
        """Free room on the disk of a folder, or of the nearest one above it that exists."""

    def now(self) -> datetime:
        """The computer's clock, with time zone."""

    def readable_by_others(self, folder: str) -> bool:
        """Whether another user of this computer may read a file in a folder."""

    def pins(self, folder: str) -> PinsLook:
        """The PINs in a table's folder of access files."""

    def certificate(self, folder: str) -> CertificateLook:
        """The certificate in a table's folder of certificates."""

    def listen_problem(self, host: str, port: int) -> str:
        """Why nothing can listen there; "" when the port is free."""

    def connect_problem(self, host: str, port: int) -> str:
        """Why nobody is reached there; "" when somebody accepts."""

    def is_our_daemon(self, host: str, port: int) -> bool:
        """Whether the page of a daemon of ours answers there."""
