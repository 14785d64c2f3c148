"""A composition root: the parts of a table, each built from those before it, and the table of them."""

from __future__ import annotations

import asyncio
from importlib.metadata import version

from table_daemon.announcing.announcer import Announcer
from table_daemon.arrivals import Arrivals
from table_daemon.command_dispatcher import CommandDispatcher
from table_daemon.corrections.camera_corrections import CameraCorrections
from table_daemon.corrections.corrections import Corrections
from table_daemon.corrections.joint_corrections import JointCorrections
from table_daemon.eyes.eyes_handler import EyesHandler
from table_daemon.eyes.lesson_books import Judge, LessonBooks
from table_daemon.eyes.play_learning import PlayLearning
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import GameKeeper
from table_daemon.http.page_address import page_address
from table_daemon.info_document import About
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.machine.between_deals import BetweenDeals
from table_daemon.machine.controller import MachineController
from table_daemon.machine.machine_log import MachineLog
from table_daemon.people.call_handler import CallHandler
from table_daemon.people.questions import Questions
from table_daemon.people.stick_watcher import StickWatcher
from table_daemon.rules.presets import preset_names
from table_daemon.settings import Settings
from table_daemon.table import Table
from table_daemon.table_parts import TableParts
from vision.eyes import TableEyes
from vision.tile_sets.lesson_judge import judged


def reading_of(settings: Settings) -> TableReading:
    """What reads the games of a table with these settings."""
    play = settings.play
    return TableReading(
        InterpreterSettings(
            tile_width_mm=settings.geometry.tile_width_mm,
            quiet_s=play.quiet_s,
            others_s=play.others_s,
            abort_s=play.abort_s,
            doubt_s=play.doubt_s,
        )
    )


def parts_of(
    settings: Settings,
    keeper: GameKeeper,
    reading: TableReading,
    machine: MachineController,
    eyes: TableEyes,
    judge: Judge = judged,
) -> TableParts:
    """The parts of a table; to be called on its event loop.

    Args:
        settings: all of them.
        keeper: its game.
        reading: reads what the eyes see.
        machine: moves its tiles.
        eyes: see it.
        judge: judges what play teaches.
    """
    between = BetweenDeals(keeper, machine, next_deal_s=settings.play.next_deal_s)
    intake = Intake(keeper)
    corrections = Corrections(keeper, intake, reading, between)
    joint = JointCorrections(keeper, corrections, reading)
    play = PlayLearning(
        LessonBooks(settings.table, settings.reading.threads, judge),
        keeper,
        reading,
        eyes,
        lambda: machine.status.tile_set if machine.has_tiles_on_table else None,
        is_on=settings.eyes.learn_while_playing,
    )
    return TableParts(
        settings=settings,
        about=About(
            table=settings.mqtt.table,
            version=version("jantaku"),
            presets=preset_names(),
            usual_rules=settings.play.rules,
            usual_options=settings.play.options,
            notice=settings.table.notice,
            page=page_address(settings.http),
        ),
        keeper=keeper,
        intake=intake,
        reading=reading,
        corrections=corrections,
        camera_corrections=CameraCorrections(keeper, corrections, intake, reading, joint),
        questions=Questions(keeper, corrections, intake, reading, joint, eyes),
        calls=CallHandler(keeper, asyncio.get_running_loop().time),
        sticks=StickWatcher(keeper, settings.play.sticks_s),
        machine=machine,
        between=between,
        machine_log=MachineLog(keeper),
        eyes=eyes,
        teaching=EyesHandler(settings, keeper, between, machine, eyes, play),
    )


def table_of(parts: TableParts, arrivals: Arrivals, announcer: Announcer) -> Table:
    """The table of these parts; to be called on its event loop.

    Args:
        parts: see `parts_of`.
        arrivals: what the eyes see.
        announcer: tells everybody.
    """
    commands = CommandDispatcher(parts)
    return Table(parts, commands, arrivals, announcer, asyncio.get_running_loop().time)
