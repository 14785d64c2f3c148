"""The composition root: builds every part from the settings, starts them in order, stops motors first.

Rules this file keeps:
* Whatever fails while starting is told in one sentence, and nothing stays behind: no child process, no lease.
* Whatever ends a run (a signal, a failed task) stops the motors before anything else.
* What a person can mend is told in one sentence while it runs, too; a full disk has an exit status of its own.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from firmware_bridge.gpio import GpioError, open_pins
from firmware_bridge.serial_port import SerialConnector, SerialPortError
from mahjong_rules.told import said_by
from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.announcing.announcer import Announcer
from table_daemon.arrivals import Arrivals
from table_daemon.backup.desk import BackupDesk
from table_daemon.errors import DiskError, UserError
from table_daemon.eyes.camera_settings import camera_of
from table_daemon.eyes.kept_fixtures import KeptFixtures
from table_daemon.eyes.tile_set_files import SetInPlay
from table_daemon.firmware.at_port import flashing_at
from table_daemon.firmware.desk import FirmwareDesk
from table_daemon.firmware.shipped import shipped_files
from table_daemon.game.keeper import GameKeeper
from table_daemon.http.server import HttpError, HttpServer
from table_daemon.http.upkeep import Upkeep
from table_daemon.journal.daily_backup import DailyBackup
from table_daemon.journal.errors import JournalDiskError, JournalError
from table_daemon.journal.journal import Journal
from table_daemon.library.library import Library
from table_daemon.machine.controller import MachineController, MachineError
from table_daemon.machine.maintenance_mark import MaintenanceMark
from table_daemon.machine.obstacles import watch_through
from table_daemon.mqtt.broker import make_broker
from table_daemon.mqtt.publisher import Address, MqttPublisher
from table_daemon.mqtt.settings import MqttError
from table_daemon.people.panel import panel_of
from table_daemon.rules.house_rules import HouseRulesFile
from table_daemon.rules.presets import PresetError, load_rules
from table_daemon.run_end import RunEnd, begin_anew
from table_daemon.service_manager import ServiceManager
from table_daemon.settings import Settings
from table_daemon.table import Table
from table_daemon.table_assembly import parts_of, reading_of, table_of
from table_daemon.updating.desk import UpdateDesk
from table_daemon.updating.places import UpdatePlaces
from vision.calibrating.stored_calibration import StoredCalibrationError
from vision.cameras import CameraError, VideoCaptureSource
from vision.eyes import TableEyes
from vision.pose_reader import PoseReaders
from vision.reading.inference import ModelError
from vision.reading.reader import TableReader
from vision.settings import VisionSettings
from vision.sightings import Observation
from vision.tile_sets.judging_process import JudgingProcess

START_ERRORS = (
    CameraError,
    GpioError,
    HttpError,
    JournalError,
    MachineError,
    ModelError,
    MqttError,
    PresetError,
    SerialPortError,
    StoredCalibrationError,
)
"""What a person can mend; anything else is a fault of ours and keeps its traceback."""
_log = logging.getLogger(__name__)
_ANEW: Final = -1
"""Status of a run after which this program begins anew."""


@dataclass(frozen=True, slots=True)
class FrontEnds:
    """What the page serves beside the table itself."""

    library: Library
    upkeep: Upkeep


def run(settings: Settings, served: Callable[[], None] = lambda: None, set_up: Callable[[], None] | None = None) -> int:
    """Run the daemon until it is told to end; the exit status.

    Args:
        settings: all of them.
        served: called once the page is served and the board was greeted.
        set_up: called when somebody asks for the set-up, for which this run then ends; may refuse by a UserError.

    Raises:
        DiskError: the disk refuses the journal.
        UserError: something outside the program is missing or taken.
    """
    try:
        status = asyncio.run(_run(settings, served, set_up))
        return begin_anew() if status == _ANEW else status
    except JournalDiskError as error:
        raise DiskError(str(error)) from error
    except START_ERRORS as error:
        raise UserError(said_by(error)) from error


async def _run(settings: Settings, served: Callable[[], None], set_up: Callable[[], None] | None) -> int:
    load_rules(settings.play.rules)
    journal_path = settings.table.journal_path
    loop, end = asyncio.get_running_loop(), RunEnd()
    async with AsyncExitStack() as stack:
        journal = Journal.open(journal_path)
        stack.callback(journal.close)
        announcer = Announcer(boot=uuid.uuid4().hex[:12], now=_now)
        pins = open_pins(settings.gpio)
        stack.callback(pins.close)
        arrivals = Arrivals(loop)
        reader, reading = TableReader(settings.geometry, threads=settings.reading.threads), reading_of(settings)
        fixtures = KeptFixtures(settings.table)
        by_pose = PoseReaders(reader, settings.reading, fixtures.at_start)
        eyes = _make_eyes(settings, reader, by_pose, arrivals.put_from_thread, loop.time)
        machine = _make_machine(settings, eyes, loop.time)
        judge = JudgingProcess()
        stack.callback(judge.stop)
        keeper = GameKeeper(journal, load_rules, _now, settings.play.rules)
        parts = parts_of(settings, keeper, reading, machine, eyes, judge)
        table = table_of(parts, arrivals, announcer)
        table.restore()
        library = Library(journal_path, settings.table.index_path)
        stack.push_async_callback(library.close)
        backups = BackupDesk(journal_path.parent, settings.file, version("jantaku"), _now)
        updates = UpdateDesk(UpdatePlaces(), version("jantaku"), Path(__file__))
        leave = None if set_up is None else partial(_leave_for_set_up, set_up, end)
        firmware = FirmwareDesk(
            machine, shipped_files(), partial(flashing_at, settings.serial), journal_path.parent, _now
        )
        stack.push_async_callback(firmware.end)
        front = FrontEnds(library, Upkeep(backups, updates, firmware, leave))
        addresses = await _start_front_ends(settings, table, front, announcer.boot, stack)
        stack.callback(eyes.stop)
        stack.push_async_callback(machine.close)
        await machine.start(pins, settings.gpio.stop_released_ms / 1000, waits_for_firmware=True)
        uses_play = settings.eyes.learn_while_playing
        set_in_play = SetInPlay(settings.table, reader, lambda: machine.status.tile_set, uses_play=uses_play)
        await asyncio.to_thread(set_in_play.update)
        await asyncio.to_thread(eyes.start)
        table.announce()
        _spare_the_collector()
        manager = ServiceManager(os.environ)
        _tell_start(manager, addresses)
        served()
        stack.callback(_tell_end, manager, end)
        panel = panel_of(pins, settings.gpio, table, parts.calls.calls, machine)
        running = {
            "table": table.run(),
            "machine": machine.run(),
            "panel": panel.run(),
            "set in play": set_in_play.run(),
            "fixtures": fixtures.run(lambda: by_pose.fixtures),
            "daily backup": DailyBackup(journal_path, _now).run(),
            "library": library.run(),
            "watchdog": manager.run(lambda: table.ticks),
        }
        status = await _serve(machine, running, end, backups.agreed)
        return _ANEW if status == 0 and end.goes_on_for else status


def _spare_the_collector() -> None:
    """Python's collector need not go through again what the start made: it stays until the end.

    A full collection stops every thread. Measured in play: 92 ms of processor on the test machine for 110,000 objects
    (10 ms since); a small computer takes several times that, and the board's dead man waits 500 ms.
    """
    gc.collect()
    gc.freeze()


def _leave_for_set_up(keep: Callable[[], None], end: RunEnd) -> None:
    """Somebody asks for the set-up: `keep` that, or raise its UserError."""
    keep()
    end.go_on("the set-up is opened")


def _tell_start(manager: ServiceManager, addresses: Sequence[str]) -> None:
    print(*addresses, sep="\n", flush=True)  # noqa: T201 - people and programs wait for these lines
    manager.ready(addresses[-1])
    manager.lively()  # a start after a restore was given more time


def _tell_end(manager: ServiceManager, end: RunEnd) -> None:
    """A program that goes on must not tell systemd that it stops: that ends it after a while."""
    if end.goes_on_for:
        manager.busy(end.goes_on_for)
    else:
        manager.stopping()


def _now() -> datetime:
    return datetime.now(UTC)


def _make_eyes(
    settings: Settings,
    reader: TableReader,
    by_pose: PoseReaders,
    on_observation: Callable[[Observation], None],
    clock: Callable[[], float],
) -> TableEyes:
    camera = camera_of(settings)
    vision = VisionSettings(geometry=settings.geometry, camera=camera, reading=settings.reading)
    source = VideoCaptureSource(camera, clock)
    return TableEyes(vision, source, reader, on_observation, by_pose=by_pose)


def _make_machine(settings: Settings, eyes: TableEyes, clock: Callable[[], float]) -> MachineController:
    return MachineController(
        SerialConnector(settings.serial),
        settings.machine,
        mark=MaintenanceMark(settings.table.journal_path.with_name("maintenance")),
        watch=watch_through(eyes.status, clock, settings.camera.silent_after_s),
    )


async def _start_front_ends(
    settings: Settings, table: Table, front: FrontEnds, boot: str, stack: AsyncExitStack
) -> list[str]:
    """The page and MQTT; a line for each address, the page last."""
    tls = TlsFolder(settings.table.tls_folder)
    server = HttpServer(
        table,
        settings.http,
        access=_open_desk(settings),
        tls=tls,
        library=front.library,
        house_rules=HouseRulesFile(settings.table.house_rules_path),
        upkeep=front.upkeep,
    )
    await server.start()
    stack.push_async_callback(server.stop)
    addresses = [f"page {server.url}"]
    if server.https_url:
        addresses.insert(0, f"encrypted {server.https_url}")
    if settings.mqtt.broker != "none":
        address = _start_broker(settings, stack)
        publisher = MqttPublisher(table, settings.mqtt, address, boot=boot, version=version("jantaku"))
        publisher.start()
        stack.push_async_callback(publisher.stop)
        addresses.insert(0, f"broker mqtt://{address.host}:{address.port}")
    return addresses


def _open_desk(settings: Settings) -> Gatekeeper:
    """The desk of PINs; those that had to be made are told once."""
    folder = settings.table.access_folder
    desk = Gatekeeper(folder, is_public=settings.http.is_public, now=_now, clock=asyncio.get_running_loop().time)
    for role, pin in desk.made_pins.items():
        _log.warning("a PIN was made for the role %s: %s (jantaku access set-pin %s changes it)", role, pin, role)
    return desk


def _start_broker(settings: Settings, stack: AsyncExitStack) -> Address:
    """Where the broker listens; one of ours is started."""
    broker = make_broker(settings.mqtt)
    if broker is None:
        return Address(settings.mqtt.host, settings.mqtt.port)
    broker.start()
    stack.callback(broker.stop)
    return Address(broker.host, broker.port)


async def _serve(
    machine: MachineController,
    running: Mapping[str, Coroutine[Any, Any, None]],
    end: RunEnd,
    restoring: asyncio.Event,
) -> int:
    """Until a signal comes, the program is to begin anew (`restoring`: for a backup) or a part fails; the status."""
    parts = [asyncio.create_task(part, name=name) for name, part in running.items()]
    agreeing = asyncio.create_task(end.go_on_after(restoring, "a backup is put in place"))
    waiting = asyncio.create_task(end.due.wait())
    done, _ = await asyncio.wait([*parts, waiting], return_when=asyncio.FIRST_COMPLETED)
    await machine.close()
    failed = [task for task in done if task is not waiting]
    for task in (*parts, waiting, agreeing):
        task.cancel()
    await asyncio.gather(*parts, waiting, agreeing, return_exceptions=True)
    for task in failed:
        _tell_failure(task.get_name(), task.exception())
    return 1 if failed else 0


def _tell_failure(part: str, failure: BaseException | None) -> None:
    """Say why a part ended.

    Raises:
        JournalDiskError: the disk refuses; it is not told here.
    """
    reasons = _reasons(failure)
    for reason in reasons:
        if isinstance(reason, JournalDiskError):
            raise reason
    if reasons and all(isinstance(reason, START_ERRORS) for reason in reasons):
        for sentence in dict.fromkeys(map(str, reasons)):
            _log.error("%s ended: %s", part, sentence)
    else:
        _log.error("%s failed", part, exc_info=failure)


def _reasons(failure: BaseException | None) -> list[BaseException]:
    """What failed, out of the groups of a part that has tasks of its own."""
    if isinstance(failure, BaseExceptionGroup):
        return [reason for inner in failure.exceptions for reason in _reasons(inner)]
    return [failure] if failure is not None else []
