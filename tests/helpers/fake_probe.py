"""A computer on paper for the doctor's checks: a Raspberry Pi 4 in order, until a test says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from firmware_bridge.messages import PROTOCOL_MAJOR
from firmware_bridge.settings import SerialSettings
from table_daemon.doctor.computer import MODEL_FILE
from table_daemon.doctor.devices import BY_ID
from table_daemon.doctor.probe import BoardAnswer, CameraTrial, CertificateLook, CsiLook, PinsLook
from table_daemon.firmware.shipped import firmware_hash, shipped_files
from vision.settings import CameraSettings

BOARD = f"{BY_ID}/usb-jantaku-motor-board"
NTP = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
THROTTLED = ("vcgencmd", "get_throttled")
MODES = ("v4l2-ctl", "--device", "/dev/video0", "--list-formats-ext")


@dataclass
class FakeProbe:
    """Implements `table_daemon.doctor.probe.Probe` from plain fields."""

    python: tuple[int, int, int] = (3, 11, 2)
    packages: dict[str, str] = field(default_factory=lambda: {"opencv-python": "4.10.0"})
    import_problems: dict[str, str] = field(default_factory=dict)
    release: str = "6.1.21-v8+"
    root: bool = False
    has_groups: frozenset[str] = frozenset({"dialout", "video", "gpio"})
    file_groups: frozenset[str] = frozenset({"dialout", "video", "gpio"})
    running: frozenset[str] = frozenset({"systemd", "sshd"})
    files: dict[str, str] = field(default_factory=lambda: {MODEL_FILE: "Raspberry Pi 4 Model B Rev 1.5\0"})
    devices: frozenset[str] = frozenset({BOARD, "/dev/video0", "/dev/gpiochip0"})
    closed: frozenset[str] = frozenset()
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    programs: frozenset[str] = frozenset()
    outputs: dict[tuple[str, ...], str] = field(
        default_factory=lambda: {NTP: "yes\n", THROTTLED: "throttled=0x0\n", MODES: "Size: Discrete 2304x1296\n"}
    )
    unwritable: str = ""
    free: int | None = 20_000
    trial: CameraTrial = field(default_factory=lambda: CameraTrial("", 2304, 1296))
    trials: int = 0
    ribbon: CsiLook = field(default_factory=lambda: CsiLook(problem="python3-picamera2 is not installed"))
    taken: dict[int, str] = field(default_factory=dict)
    unreachable: str = ""
    daemons: frozenset[tuple[str, int]] = frozenset()
    exposed: frozenset[str] = frozenset()
    kept_pins: PinsLook = field(default_factory=PinsLook)
    kept_certificate: CertificateLook = field(default_factory=CertificateLook)
    board_answer: BoardAnswer = field(
        default_factory=lambda: BoardAnswer("", PROTOCOL_MAJOR, firmware_hash(shipped_files()))
    )

    def greet_board(self, settings: SerialSettings) -> BoardAnswer:
        assert settings.port not in self.closed
        return self.board_answer

    def now(self) -> datetime:
        return datetime(2026, 11, 21, tzinfo=UTC)

    def readable_by_others(self, folder: str) -> bool:
        return folder in self.exposed

    def pins(self, folder: str) -> PinsLook:
        return self.kept_pins

    def certificate(self, folder: str) -> CertificateLook:
        return self.kept_certificate

    def python_version(self) -> tuple[int, int, int]:
        return self.python

    def distribution(self, name: str) -> str | None:
        return self.packages.get(name)

    def import_problem(self, module: str) -> str:
        return self.import_problems.get(module, "")

    def kernel(self) -> str:
        return self.release

    def is_root(self) -> bool:
        return self.root

    def groups(self) -> frozenset[str]:
        return self.has_groups

    def groups_on_file(self) -> frozenset[str]:
        return self.file_groups

    def processes(self) -> frozenset[str]:
        return self.running

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def exists(self, path: str) -> bool:
        return path in self.devices or path in self.files

    def is_device(self, path: str) -> bool:
        return path in self.devices

    def may_use(self, path: str) -> bool:
        return path not in self.closed

    def listing(self, folder: str) -> tuple[str, ...]:
        lying = (path.rpartition("/") for path in sorted(self.devices))
        return self.folders.get(folder, tuple(name for place, _, name in lying if place == folder))

    def program(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.programs else None

    def output_of(self, *command: str) -> str | None:
        return self.outputs.get(command)

    def write_problem(self, folder: str) -> str:
        return self.unwritable

    def free_mib(self, folder: str) -> int | None:
        return self.free

    def csi_cameras(self) -> CsiLook:
        return self.ribbon

    def try_camera(self, settings: CameraSettings) -> CameraTrial:
        self.trials += 1
        return self.trial

    def listen_problem(self, host: str, port: int) -> str:
        return self.taken.get(port, "")

    def connect_problem(self, host: str, port: int) -> str:
        return self.unreachable

    def is_our_daemon(self, host: str, port: int) -> bool:
        return (host, port) in self.daemons
