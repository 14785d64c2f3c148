"""The computer that `jantaku doctor` runs on, as `probe.Probe`; all I/O of the doctor is here and in `host_cameras`."""

from __future__ import annotations

import grp
import http.client
import importlib
import importlib.metadata
import json
import os
import platform
import pwd
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

from firmware_bridge.serial_port import SerialConnector, SerialPortError
from firmware_bridge.settings import SerialSettings
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.doctor.host_cameras import HostCameras
from table_daemon.doctor.probe import BoardAnswer, CertificateLook, PinsLook
from table_daemon.errors import UserError
from table_daemon.firmware.board_greeting import greeted

# Separates a slow answer from none, for programs and network alike. Chosen.
_PATIENCE_S: Final = 5.0
_SYSTEM_FOLDERS: Final = "/usr/local/sbin:/usr/sbin:/sbin"
# Bytes of a MiB.
_MIB: Final = 1 << 20
_READ_BY_OTHERS: Final = stat.S_IRGRP | stat.S_IROTH


class HostProbe(HostCameras):
    """See `doctor_probe.Probe` for what each question means."""

    def python_version(self) -> tuple[int, int, int]:
        """Of the interpreter that runs."""
        return sys.version_info[:3]

    def distribution(self, name: str) -> str | None:
        """The installed version of a Python package."""
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None

    def import_problem(self, module: str) -> str:
        """Why a module cannot be imported."""
        try:
            importlib.import_module(module)
        except Exception as error:  # noqa: BLE001 - a broken package may raise anything when it starts
            return str(error).partition("\n")[0] or type(error).__name__
        return ""

    def kernel(self) -> str:
        """Release of the kernel."""
        return platform.release()

    def is_root(self) -> bool:
        """Whether this process may do everything."""
        return os.geteuid() == 0

    def groups(self) -> frozenset[str]:
        """Groups of this process."""
        return frozenset(name for number in {*os.getgroups(), os.getegid()} if (name := _group_name(number)))

    def groups_on_file(self) -> frozenset[str]:
        """Groups that a new login of this user would have."""
        try:
            user = pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return frozenset()
        return frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)

    def processes(self) -> frozenset[str]:
        """Names of the programs that run."""
        return frozenset(filter(None, (_first_line(path) for path in Path("/proc").glob("[0-9]*/comm"))))

    def read(self, path: str) -> str | None:
        """A file's text."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Whether there is anything of this name."""
        return os.path.exists(path)  # noqa: PTH110 - Path.exists raises where a folder on the way is closed to us

    def is_device(self, path: str) -> bool:
        """Whether it leads to a character device."""
        try:
            return stat.S_ISCHR(os.stat(path).st_mode)  # noqa: PTH116 - the same
        except OSError:
            return False

    def may_use(self, path: str) -> bool:
        """Whether this user may read and write it."""
        return os.access(path, os.R_OK | os.W_OK)

    def greet_board(self, settings: SerialSettings) -> BoardAnswer:
        """Ask the motor board what it runs."""
        try:
            hello = greeted(SerialConnector(settings), Random())
        except SerialPortError as error:
            return BoardAnswer("a running program holds its port" if error.kind == "busy" else str(error))
        if hello is None:
            return BoardAnswer("no firmware of Jantaku answers at its port")
        return BoardAnswer("", hello.protocol_major, hello.firmware_hash)

    def listing(self, folder: str) -> tuple[str, ...]:
        """Names in a folder."""
        try:
            return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 - the names are wanted, not paths
        except OSError:
            return ()

    def program(self, name: str) -> str | None:
        """Path of an installed program."""
        return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{_SYSTEM_FOLDERS}")

    def output_of(self, *command: str) -> str | None:
        """What a program says."""
        path = self.program(command[0])
        if path is None:
            return None
        try:
            done = subprocess.run(  # noqa: S603 - commands written in the checks, no shell
                [path, *command[1:]],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_PATIENCE_S,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None

    def write_problem(self, folder: str) -> str:
        """Why no file can be made in a folder."""
        try:
            with tempfile.TemporaryFile(dir=_nearest(folder)):
                return ""
        except OSError as error:
            return error.strerror or str(error)

    def free_mib(self, folder: str) -> int | None:
        """Free room on the disk of a folder."""
        try:
            return shutil.disk_usage(_nearest(folder)).free // _MIB
        except OSError:
            return None

    def now(self) -> datetime:
        """The computer's clock."""
        return datetime.now(UTC)

    def readable_by_others(self, folder: str) -> bool:
        """Whether another user may read a file there."""
        try:
            enters = Path(folder).stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH)
            return bool(enters) and any(file.stat().st_mode & _READ_BY_OTHERS for file in Path(folder).iterdir())
        except OSError:
            return False

    def pins(self, folder: str) -> PinsLook:
        """The PINs of a table."""
        try:
            return PinsLook(roles=tuple(PasscodeFile(Path(folder)).pins()))
        except (UserError, OSError) as error:
            return PinsLook(problem=str(error))

    def certificate(self, folder: str) -> CertificateLook:
        """The certificate of a table's page."""
        tls = TlsFolder(Path(folder))
        try:
            if not tls.is_made:
                return CertificateLook()
            report = tls.report(self.now())
        except (UserError, OSError) as error:
            return CertificateLook(problem=str(error))
        if report.authority_is_wrong:
            since = report.authority_since.date()
            remedy = "look at the clock; if that is right, jantaku https --new-authority"
            return CertificateLook(problem=f"the table's authority is of another time (from {since}): {remedy}")
        return CertificateLook(names=report.names, until=report.until, is_due=report.is_due)

    def listen_problem(self, host: str, port: int) -> str:
        """Why nothing can listen there."""
        try:
            family, kind, number, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, kind, number) as listener:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(address)
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def connect_problem(self, host: str, port: int) -> str:
        """Why nobody is reached there."""
        try:
            with socket.create_connection((host, port), timeout=_PATIENCE_S):
                return ""
        except OSError as error:
            return error.strerror or str(error)

    def is_our_daemon(self, host: str, port: int) -> bool:
        """Whether the page of a daemon of ours answers there."""
        connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE_S)
        try:
            connection.request("GET", "/healthz")
            answer = json.loads(connection.getresponse().read(1000))
        except (OSError, http.client.HTTPException, ValueError):
            return False
        finally:
            connection.close()
        return isinstance(answer, dict) and answer.get("ok") is True and "seq" in answer


def _nearest(folder: str) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    path = Path(folder).absolute()
    return next(there for there in (path, *path.parents) if os.path.isdir(there))  # noqa: PTH112 - does not raise


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return ""


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
