"""`jantaku simulate`: a whole table without hardware, the real daemon beside it, and people who play.

Rules this file keeps:
* The daemon is a child process that gets a configuration, nothing else; what it knows, it knows from the serial
  port and the camera.
* The comparison with the expected figures is made here, from the daemon's public documents.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from mahjong_rules.rule_system import RuleSystem
from table_daemon.access.gatekeeper import read_local_key
from table_daemon.cli.daemon_child import DaemonChild, DaemonDiedError
from table_daemon.cli.rule_arguments import add_set_argument
from table_daemon.cli.simulated_games import SimulatedGame, faults_of, games_of, scenery_of
from table_daemon.cli.simulation_addresses import PREFERRED_PORT, broker_line, broker_settings, lan_lines, page_port
from table_daemon.cli.simulation_report import EXIT_DIFFERENT, finish, learnt_in_play
from table_daemon.config_files import config_path
from table_daemon.errors import UserError
from table_daemon.rules.presets import load_rules
from table_daemon.settings import TableSettings

if TYPE_CHECKING:
    from hw_sim.faults.plan import FaultPlan
    from hw_sim.people.evening_plan import Evening, Habits
    from hw_sim.people.regulars import Company
    from hw_sim.people.reporter import Reporter
    from hw_sim.people.tablet_watcher import TabletWatcher
    from hw_sim.picture.scenery import Scenery
    from hw_sim.simulated_table import SimulatedTable
    from mahjong_rules.tiles import TileStock

_T = TypeVar("_T")
# Slow enough to follow each discard, quick enough to watch a deal. Chosen.
PLEASANT_SPEED: Final = 3.0
SIZES: Final = {"2304x1296": (2304, 1296), "1920x1080": (1920, 1080)}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        description="Starts a simulated table, a broker, the real daemon and four players; watch them on the page. "
        "Whatever game you begin there they play too, and exchange the tiles of both sets where it needs others.",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="play this mjai game record; without it bots play")
    parser.add_argument(
        "--rules", default="ema", metavar="NAME", help="preset, see `rules list` (default: %(default)s)"
    )
    add_set_argument(parser)
    parser.add_argument(
        "--then",
        action="append",
        default=[],
        metavar="NAME[,OPTION=VALUE...]",
        help="bots play another game by this preset after it, with other tiles if need be, for example"
        " tchou,bonus_tiles=yes; may be repeated",
    )
    parser.add_argument(
        "--speed", type=_speed, default=PLEASANT_SPEED, help="the table's speed, or max (default: %(default)s)"
    )
    parser.add_argument("--deals", type=_count, metavar="N", help="stop each game after so many deals")
    parser.add_argument("--seed", type=int, default=1, help="chance of bots, dice and hands (default: %(default)s)")
    parser.add_argument(
        "--world",
        type=int,
        metavar="NUMBER",
        help="tile faces and sizes, room, lamps, felt, camera and lens by chance; without it a clean parlour",
    )
    parser.add_argument(
        "--tiles",
        metavar="NAME|FILE",
        help="faces of both sets: a style of the simulator, or an atlas of your own (docs/tile_sets.md)",
    )
    parser.add_argument("--headless", action="store_true", help="end after the game; the exit code tells")
    parser.add_argument("--nobody-answers", action="store_true", help="what the tablet asks stays open")
    parser.add_argument("--json", action="store_true", help="print each game's figures as one JSON object in a line")
    parser.add_argument("--port", type=int, help=f"of the page (default: {PREFERRED_PORT}, or a free one)")
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let tablets and phones of your network open the page; what changes the game then asks for a PIN",
    )
    parser.add_argument("--size", choices=sorted(SIZES), default="2304x1296", help="of the camera's pictures")
    parser.add_argument("--broker", default="embedded", help="embedded, mosquitto, none, or mqtt://HOST:PORT")
    parser.add_argument("--faults", type=Path, metavar="FILE", help="what goes wrong, see docs/simulated_faults.md")
    parser.add_argument(
        "--state-dir",
        type=Path,
        metavar="DIR",
        help="keep the daemon's files here: journal, PINs (default: a temporary folder)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play; 0: as expected, or somebody changed the game on the page; 1: figures differ or the daemon died.

    Raises:
        UserError: a file, port or value that a person must mend.
    """
    games, faults = games_of(args), faults_of(args.faults)
    scenery = scenery_of(args.world, args.tiles, games[0].rules.traits.stock, SIZES[args.size])
    with _state_folder(args.state_dir) as folder:
        try:
            return asyncio.run(_Simulation(args, games, folder, faults, scenery).run())
        except DaemonDiedError as error:
            print(f"jantaku simulate: {error}", file=sys.stderr)
            return EXIT_DIFFERENT


@dataclass(frozen=True, slots=True)
class _Simulation:
    """One run of the command."""

    args: argparse.Namespace
    games: list[SimulatedGame]
    folder: Path
    faults: FaultPlan
    scenery: Scenery

    @property
    def stock(self) -> TileStock:
        """The tiles that both sets have at first: those of the first game."""
        return self.games[0].rules.traits.stock

    async def run(self) -> int:
        """Until the game is over (headless) or a person ends it."""
        from hw_sim.simulated_table import SimulatedTable, TableMake

        task = asyncio.current_task()
        assert task is not None
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        width_px, height_px = SIZES[self.args.size]
        make = TableMake(
            self.args.speed, self.args.seed, self.stock, width_px, height_px, self.folder, self.faults, self.scenery
        )
        config = self.folder / "simulator.toml"  # a copy: the page may restore another one in its place
        shutil.copyfile(config_path("examples/simulator.toml"), config)
        try:
            async with SimulatedTable(make) as table, self._daemon(config, table) as daemon:
                return await self._beside(table, daemon)
        except asyncio.CancelledError:
            print("Stopped.")
            return 0

    def _daemon(self, config: Path, table: SimulatedTable) -> DaemonChild:
        return DaemonChild(config, self._settings(table), table.wiring.environment)

    def _settings(self, table: SimulatedTable) -> dict[str, str | float]:
        """What the daemon is told: addresses and preferences, as for any table."""
        from hw_sim.machine.wiring import SETTINGS

        width_px, height_px = SIZES[self.args.size]
        return {
            "table.state_dir": str(self.folder),
            "play.rules": self.args.rules,
            "machine.tile_count": self.stock.count,
            "serial.port": str(table.serial_port),
            **SETTINGS,
            **{f"geometry.{name}": measure for name, measure in table.measures.items()},
            "camera.address": table.camera_address,
            "camera.width": width_px,
            "camera.height": height_px,
            "http.port": page_port(self.args.port),
            **({"http.host": "0.0.0.0"} if self.args.lan else {}),  # noqa: S104 - somebody asked for that
            **broker_settings(self.args.broker),
        }

    async def _beside(self, table: SimulatedTable, daemon: DaemonChild) -> int:
        """Watch the daemon and let the people play."""
        from hw_sim.people.reporter import Reporter
        from hw_sim.people.tablet_watcher import TabletWatcher

        reporter = Reporter(sys.stdout)
        table.troubles.on_happening(lambda sentence: reporter.say(f"At the table: {sentence}"))
        reporter.say(f"The tablet page: {daemon.page}  (open it in a browser)")
        for line in lan_lines(daemon.page) if self.args.lan else ():
            reporter.say(line)
        reporter.say(f"The broker: {broker_line(daemon.broker)}")
        key = read_local_key(TableSettings(state_dir=str(self.folder)).access_folder)
        async with TabletWatcher(daemon.page, key) as watcher:
            watcher.on_change(reporter.report)
            company = self._company(table, watcher, reporter)
            serving = [asyncio.create_task(each()) for each in (company.serve_lessons, company.serve_set_up)]
            try:
                status = await _unless_it_dies(daemon, self._play(company, watcher))
                if not self.args.headless:
                    await _unless_it_dies(daemon, self._stay(company, watcher, daemon.page))
            finally:
                for task in serving:
                    task.cancel()
            return status

    def _company(self, table: SimulatedTable, watcher: TabletWatcher, reporter: Reporter) -> Company:
        from hw_sim.people.gestures import Pace
        from hw_sim.people.regulars import Company

        pace = Pace(table.speed, be_seen=table.be_seen)
        return Company(table, watcher, pace, random.Random(self.args.seed + 2), reporter.say)

    def _habits(self, rules: RuleSystem, settings: tuple[tuple[str, str], ...] = ()) -> Habits:
        from hw_sim.people.evening_plan import Habits

        answers, seed = not self.args.nobody_answers, self.args.seed + 3
        return Habits(
            rules.name, self.args.deals, settings, answers=answers, seed=seed, is_watched=not self.args.headless
        )

    async def _play(self, company: Company, watcher: TabletWatcher) -> int:
        """The games of the command line, up to the first that comes out otherwise, by mistake or by others' will."""
        for game in self.games:
            evening = await company.play(game.rules, game.plan, self._habits(game.rules, game.settings))
            status = self._finish(evening, watcher)
            if not evening.is_exact:
                return status
        return 0

    async def _stay(self, company: Company, watcher: TabletWatcher, page: str) -> None:
        """Play what somebody begins on the page, for ever."""
        from hw_sim.people.evening_plan import Habits

        habits = Habits("", answers=not self.args.nobody_answers, is_watched=True)
        while True:
            if watcher.tablet.phase != "play":
                await watcher.press("hold", on=True)
            print(what_follows(page, watcher.tablet.phase), flush=True)
            self._finish(await company.join(load_rules, habits), watcher)

    def _finish(self, evening: Evening, watcher: TabletWatcher) -> int:
        if self.args.deals is None and not evening.gave_up and watcher.tablet.phase != "over":
            evening.gave_up = "their game has ended, the one on the tablet has not"
        learnt = learnt_in_play(watcher.tablet.documents.get("eyes"))
        place = {"world": self.args.world, "tiles": self.scenery.look.style, "learnt": learnt}
        return finish(evening, place, as_json=self.args.json)


def what_follows(page: str, phase: str) -> str:
    """What somebody at the page may do once the players are done; `phase` is the tablet's.

    They sit down at a new game alone: one that `--deals` cut off has to be ended first.
    """
    left = phase not in ("", "idle", "over")
    first = "This game is not over: end it there (Game, End the game), then begin another. " if left else ""
    return f"The page stays at {page} until Ctrl-C. {first}The players play what you begin there."


async def _unless_it_dies(daemon: DaemonChild, play: Coroutine[object, object, _T]) -> _T:
    """What came of it.

    Raises:
        DaemonDiedError: the daemon ended first.
    """
    playing, died = asyncio.create_task(play), asyncio.create_task(daemon.died())
    try:
        await asyncio.wait([playing, died], return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            raise died.result()
        return playing.result()
    finally:
        for task in (playing, died):
            task.cancel()
        await asyncio.gather(playing, died, return_exceptions=True)


@contextmanager
def _state_folder(chosen: Path | None) -> Iterator[Path]:
    """Where the journal and the serial port's link lie for this run."""
    if chosen is None:
        with tempfile.TemporaryDirectory(prefix="jantaku-") as folder:
            yield Path(folder)
        return
    try:
        chosen.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"--state-dir {chosen} cannot be made ({error.strerror}); choose another folder") from error
    yield chosen


def _speed(text: str) -> float:
    if text == "max":
        return math.inf
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; expected max or a number from 0.1 to 1000")
    return speed


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of deals; expected 1 or more")
    return int(text)
