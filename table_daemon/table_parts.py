"""The parts of one table, as those see them who need several: `table` and the making of its documents."""

from __future__ import annotations

from dataclasses import dataclass

from table_daemon.corrections.camera_corrections import CameraCorrections
from table_daemon.corrections.corrections import Corrections
from table_daemon.eyes.eyes_handler import EyesHandler
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import GameKeeper
from table_daemon.info_document import About
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.machine_log import MachineLog
from table_daemon.people.call_handler import CallHandler
from table_daemon.people.questions import Questions
from table_daemon.people.stick_watcher import StickWatcher
from table_daemon.settings import Settings
from vision.eyes import TableEyes


@dataclass(frozen=True, slots=True)
class TableParts:
    """What a table is made of; none of them knows the table."""

    settings: Settings
    about: About
    keeper: GameKeeper
    intake: Intake
    reading: TableReading
    corrections: Corrections
    camera_corrections: CameraCorrections
    questions: Questions
    calls: CallHandler
    sticks: StickWatcher
    machine: MachineController
    between: BetweenDeals
    machine_log: MachineLog
    eyes: TableEyes
    teaching: EyesHandler
