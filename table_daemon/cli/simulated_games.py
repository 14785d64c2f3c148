"""The games, the faults and the scenery that `jantaku simulate` is asked for, read before anything starts."""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mahjong_rules.rule_system import RuleSystem
from table_daemon.cli.rule_arguments import rules_of, settings_in, settings_of
from table_daemon.errors import UserError
from table_daemon.rules.presets import PresetError, load_rules

if TYPE_CHECKING:
    from hw_sim.faults.plan import FaultPlan
    from hw_sim.people.deal_plans import GamePlan
    from hw_sim.picture.scenery import Scenery
    from mahjong_rules.tiles import TileStock


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A game of the command line; `settings` are options that differ from the preset, as (name, value) texts."""

    rules: RuleSystem
    plan: GamePlan
    settings: tuple[tuple[str, str], ...]


def games_of(args: argparse.Namespace) -> list[SimulatedGame]:
    """The game of ``--record`` or ``--rules``, then those of ``--then``.

    Raises:
        UserError: a record, preset or option that a person must mend.
    """
    rules = rules_of(args)
    return [SimulatedGame(rules, _plan(args, rules), tuple(settings_of(args))), *_later_games(args)]


def _plan(args: argparse.Namespace, rules: RuleSystem) -> GamePlan:
    """What the players will do."""
    from hw_sim.people.bots import BotPlan
    from hw_sim.people.deal_plans import RecordPlan
    from hw_sim.people.record_script import read_record
    from mahjong_rules.records import RecordError

    rng = random.Random(args.seed)
    if args.record is None:
        return BotPlan(rules, rng)
    if not rules.traits.has_riichi:
        raise UserError(f"a game record is a riichi game; it cannot be played by the rules {rules.name}")
    try:
        return RecordPlan(read_record(args.record), red_fives=rules.traits.stock.red_fives, rng=rng)
    except RecordError as error:
        raise UserError(str(error)) from error


def _later_games(args: argparse.Namespace) -> list[SimulatedGame]:
    """The games of ``--then``."""
    from hw_sim.people.bots import BotPlan

    games = []
    for number, word in enumerate(args.then):
        name, *options = word.split(",")
        settings = tuple(settings_in(options, "--then"))
        try:
            rules = load_rules(name, settings)
        except PresetError as error:
            raise UserError(str(error)) from error
        games.append(SimulatedGame(rules, BotPlan(rules, random.Random(args.seed + 10 + number)), settings))
    return games


def faults_of(file: Path | None) -> FaultPlan:
    """What will go wrong with the table.

    Raises:
        UserError: the file cannot be read, or a fault in it is unknown.
    """
    from hw_sim.faults.plan import NO_FAULTS, FaultFileError, read_faults

    if file is None:
        return NO_FAULTS
    try:
        return read_faults(file)
    except FaultFileError as error:
        raise UserError(str(error)) from error


def scenery_of(world: int | None, tiles: str | None, stock: TileStock, size_px: tuple[int, int]) -> Scenery:
    """Where it is played and with which faces: `--world` and `--tiles`.

    Raises:
        UserError: there are no such faces.
    """
    from hw_sim.picture.scenery import clean_room, random_scenery
    from hw_sim.picture.textures import UnknownStyleError, load_faces

    scenery = clean_room(stock, size_px, tiles) if world is None else random_scenery(world, stock, size_px, tiles)
    try:
        load_faces(scenery.look.style)
    except UnknownStyleError as error:
        raise UserError(f"--tiles: {error}") from error
    return scenery
