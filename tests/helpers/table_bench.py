"""The real table, rules, interpreter and journal in virtual time; people lay tiles, a scripted machine moves."""

from __future__ import annotations

import asyncio
import functools
import math
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hurried_time import let_pass
from perfect_eye import PerfectEye
from scripted_machine import ScriptedMachine
from sent_commands import send_to
from short_deals import DISCARDS, INDICATOR, TURNS
from virtual_time import run_virtual

from hw_sim.felt.deck import Deck, throw_dice
from hw_sim.felt.scene import Furniture
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.laying_manners import LayingManners
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.events import Event
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, TileStock, parse_tile
from table_daemon.announcing.announcer import Announcer
from table_daemon.arrivals import Arrivals
from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.entries import Entry
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules
from table_daemon.settings import load_settings
from table_daemon.table import TICK_S
from table_daemon.table_assembly import parts_of, reading_of, table_of
from vision.cameras import SourceStatus
from vision.eyes_status import EyesStatus
from vision.reading.stick_watch import UNSEEN
from vision.sightings import Face, Image, Observation, SettledTile, Zone
from wire.messages import Announcement, Answer, Json

QUICK = ("play.rules=tenhou", "play.quiet_s=0.3", "play.others_s=0.5", "play.abort_s=0.8", "play.doubt_s=2.0")
SETTLED_S = 2.5 * TICK_S
"""What a command leads to is announced two ticks later; and half a tick, or tests would look in the moment of one."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class ScriptedEyes:
    """A camera that always delivers; what it sees a test hands to the table itself."""

    is_adapted = False

    def __init__(self) -> None:
        self.picture: bytes | None = None
        self.pieces: dict[int, Image] = {}
        self.wanted: set[int] = set()
        self.kinds: frozenset[Tile] | None = None
        self.sticks, self.problem = UNSEEN, ""

    def check(self) -> None:
        """They never fail."""

    def consider(self, kinds: frozenset[Tile] | None) -> None:
        self.kinds = kinds

    def latest_jpeg(self, *, overlay: bool) -> bytes | None:
        return self.picture

    def want_pictures(self, tracks: Iterable[int]) -> None:
        self.wanted = set(tracks)

    def piece_samples(self, tracks: Iterable[int]) -> dict[int, Image]:
        found = {track: self.look_at(track) for track in tracks}
        return {track: crop for track, crop in found.items() if crop is not None}

    def look_at(self, track: int) -> Image | None:
        """The crop of a piece that a set is learnt from; a test lets them see some."""
        return None

    def piece_picture(self, track: int) -> Image | None:
        return self.pieces.get(track) if track in self.wanted else None

    def status(self) -> EyesStatus:
        now = asyncio.get_running_loop().time()
        source = SourceStatus(frames=1, opened=1, newest_at=now, problem="")
        return EyesStatus(
            source, True, 1, self.problem, moved=0, newest_frame_at=now, looked_at=now, seen_at=now, sticks=self.sticks
        )


class Felt:
    """People with tiles; `change` makes the eye see a piece otherwise than it lies."""

    def __init__(self, seed: int = 3) -> None:
        self._rng = random.Random(seed)
        self._first_track = 0
        self._changes: dict[int, dict[str, Any]] = {}
        self._copies: list[SettledTile] = []
        self._hidden: set[int] = set()
        self.dice: tuple[int, ...] = (1, 1)

    async def lay_out(self, deal: ScriptedDeal) -> None:
        """Walls of this deal, everything dealt, nothing else on the table."""
        deck = deck_for_deal(deal, throw_dice(self._rng), red_fives=True, rng=self._rng)
        await self.lay_out_deck(deck, TileStock(red_fives=True), LayingManners())

    async def lay_out_deck(self, deck: Deck, stock: TileStock, manners: LayingManners) -> None:
        """These walls, everything dealt, nothing else on the table."""
        self.world = TableWorld(Furniture.for_stock(stock), stock=stock, rng=self._rng)
        self.people = Choreography(Gestures(self.world, Pace(math.inf, min_gesture_s=0)), self._rng, manners)
        self.dice = deck.dice
        self.world.raise_walls(SetName.A, deck)
        await self.people.deal(deck)
        self.look_anew(self._first_track + 1000)

    def look_anew(self, first_track: int = 0) -> None:
        """Another run of the eye: every piece gets another number."""
        self._eye = PerfectEye(first_track)
        self._first_track = first_track
        self._changes, self._copies, self._hidden = {}, [], set()

    async def perform(self, moves: Iterable[Event]) -> None:
        for move in moves:
            await self.people.perform(move)

    def seen(self) -> Observation:
        observation = self._eye.observe(self.world.shown, asyncio.get_running_loop().time())
        kept = (piece for piece in (*observation.tiles, *self._copies) if piece.track not in self._hidden)
        tiles = tuple(
            replace(piece, **self._changes[piece.track]) if piece.track in self._changes else piece for piece in kept
        )
        return replace(observation, tiles=tiles)

    def lies(self, track: int) -> Tile | None:
        """What a piece is, however the eye reads it; None where none lies face up."""
        seen = self._eye.observe(self.world.shown, 0.0).tiles
        return next((piece.tile for piece in seen if piece.track == track and track not in self._hidden), None)

    def river(self, seat: int) -> list[SettledTile]:
        """The pieces in a seat's river, in the order they were laid."""
        found = [piece for piece in self.seen().tiles if piece.zone is Zone.RIVER and piece.seat == seat]
        return sorted(found, key=lambda piece: piece.track)

    def wall_tile(self) -> SettledTile:
        """A tile of the wall that nobody should turn."""
        found = [piece for piece in self.seen().tiles if piece.zone is Zone.WALL and piece.face is Face.DOWN]
        return min(found, key=lambda piece: (piece.seat, piece.u_mm))

    def change(self, track: int, /, **fields: Any) -> None:
        """The eye sees this piece otherwise; a new `track` says that it was moved."""
        self._changes[track] = self._changes.get(track, {}) | fields

    def read_as(self, piece: SettledTile, *readings: tuple[str, float]) -> None:
        """The eye takes this piece for one of these, most likely first."""
        candidates = tuple((parse_tile(name), probability) for name, probability in readings)
        self.change(piece.track, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])

    def change_back(self, track: int) -> None:
        """The eye sees it as it lies."""
        del self._changes[track]

    def lay_copy(self, track: int, /, **fields: Any) -> None:
        """Somebody lays another piece, like this one but for these fields."""
        self.lay_copy_of(next(piece for piece in self.seen().tiles if piece.track == track), **fields)

    def lay_copy_of(self, piece: SettledTile, /, **fields: Any) -> None:
        """The same of a piece that may be out of sight."""
        self._copies.append(replace(piece, **fields))

    def clear_copies(self) -> None:
        """Those other pieces are taken off the table."""
        self._copies = []

    def take_away(self, track: int) -> None:
        """Somebody takes this piece off the table."""
        self._hidden.add(track)

    def put_back(self, track: int) -> None:
        """Somebody lays it where it was."""
        self._hidden.remove(track)


class Bench:
    """A daemon's table on the felt, as its front ends see it."""

    def __init__(
        self,
        folder: Path,
        felt: Felt,
        machine: ScriptedMachine,
        overrides: tuple[str, ...],
        now: Callable[[], datetime],
    ) -> None:
        self.felt, self.machine = felt, machine
        self.said: list[Announcement] = []
        self.settings = load_settings(None, [*QUICK, f'table.state_dir="{folder}"', *overrides])
        self.journal_path = self.settings.table.journal_path
        self.journal = Journal.open(self.journal_path)
        announcer = Announcer("bench", now)
        self.eyes = ScriptedEyes()
        keeper = GameKeeper(self.journal, load_rules, now, self.settings.play.rules)
        reading = reading_of(self.settings)
        self.arrivals = Arrivals(asyncio.get_running_loop())
        self.parts = parts_of(self.settings, keeper, reading, machine, self.eyes)  # type: ignore[arg-type]  # stand-ins
        self.table = table_of(self.parts, self.arrivals, announcer)
        self.table.subscribe(self.said.append)
        self.run: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From now on the table watches."""
        self.run = asyncio.create_task(self.table.run(), name="table")
        await self.wait(SETTLED_S)

    async def failure(self) -> BaseException:
        """What ended the table's run, which a test expects."""
        assert self.run is not None
        done, _ = await asyncio.wait([self.run], timeout=30.0)
        assert done, "the table goes on as if nothing had happened"
        failure = self.run.exception()
        assert failure is not None
        self.run = None
        while isinstance(failure, BaseExceptionGroup):
            (failure,) = failure.exceptions
        return failure

    # What people do ---------------------------------------------------------------------------------

    async def send(
        self,
        name: str,
        *,
        id: str = "",  # noqa: A002 - the field's name
        expect_seq: int | None = None,
        expect_deal: int | None = None,
        **data: Any,
    ) -> Answer:
        """A command from the page."""
        around = {"id": id, "expect_seq": expect_seq, "expect_deal": expect_deal}
        answer = await send_to(self.table, name, data, seq=self.parts.keeper.seq, **around)
        await self.wait(SETTLED_S)
        return answer

    async def begin(self, deal: ScriptedDeal) -> None:
        """A game begins and its first deal is dealt; nobody has turned the indicator yet."""
        await self.felt.lay_out(deal)
        self.machine.dice = self.felt.dice
        answer = await self.send("start_game")
        assert answer.ok, answer

    async def begin_deck(self, deck: Deck, rules: RuleSystem, **settings: str) -> None:
        """A game by other rules begins and these walls are dealt."""
        traits = rules.traits
        await self.felt.lay_out_deck(deck, traits.stock, LayingManners.of(traits))
        self.machine.dice, self.machine.tile_count = deck.dice, traits.stock.count
        answer = await self.send("start_game", rules=rules.name, settings=settings)
        assert answer.ok, answer

    async def begin_with_discards(self, turns: int) -> None:
        """A game begins, the indicator is turned and so many players have discarded (`short_deals.DISCARDS`)."""
        await self.begin(DISCARDS)
        await self.perform(INDICATOR, *(move for turn in TURNS[:turns] for move in turn))

    async def lay_unsure(self) -> int:
        """Seat 0 discards 2s, which the eyes read badly; the track of the piece."""
        await self.felt.perform(TURNS[0])
        (piece,) = self.felt.river(0)
        self.felt.read_as(piece, ("1m", 0.4), ("2s", 0.35))
        self.show()
        await self.wait(SETTLED_S)
        return piece.track

    async def answer(self, value: str) -> None:
        """A person answers the one question that is open."""
        (question,) = self.questions
        answer = await self.send("answer", question=question["id"], value=value)
        assert answer.ok, answer

    async def undo(self) -> None:
        """Take back the newest event."""
        answer = await self.send("undo", to_seq=self.state["undo_to"])
        assert answer.ok, answer

    async def next_deal(self, deal: ScriptedDeal) -> None:
        """The tiles go into the machine and the next deal is dealt."""
        await self.felt.lay_out(deal)
        self.machine.dice = self.felt.dice
        answer = await self.send("next_deal")
        assert answer.ok, answer

    async def perform(self, *moves: Event) -> None:
        """People do this one after the other, and the eyes see each."""
        for move in moves:
            await self.felt.perform([move])
            self.show()
            await self.wait(SETTLED_S)

    def show(self) -> None:
        """The eyes deliver what lies on the table."""
        self.arrivals.put(self.felt.seen())

    async def wait(self, seconds: float) -> None:
        await let_pass(seconds)

    # What front ends hear ---------------------------------------------------------------------------

    def document(self, topic: str) -> Any:
        return next(envelope.payload["data"] for envelope in self.table.retained() if envelope.topic == topic)

    @property
    def state(self) -> Json:
        state: Json = self.document("state")
        return state

    @property
    def seq(self) -> int:
        return next(int(envelope.payload["seq"]) for envelope in self.table.retained() if envelope.topic == "state")

    @property
    def rivers(self) -> list[list[str]]:
        """Names of the tiles in the four rivers, as the page shows them."""
        return [[entry["tile"] for entry in river] for river in self.document("board")["rivers"]]

    @property
    def questions(self) -> list[Json]:
        return list(self.document("questions")["questions"])

    def events(self, kind: str) -> list[Json]:
        """Events of one kind that were announced."""
        return [envelope.payload for envelope in self.said if envelope.topic == f"event/{kind}"]

    def entries(self) -> list[Entry]:
        """Everything the journal keeps about the newest game."""
        return self.journal.entries(self.journal.games()[-1].id)


@asynccontextmanager
async def bench_at(
    folder: Path,
    *overrides: str,
    felt: Felt | None = None,
    machine: ScriptedMachine | None = None,
    runs: bool = True,
    now: Callable[[], datetime] = _utc_now,
) -> AsyncIterator[Bench]:
    """A daemon that runs (or, without `runs`, is about to); `now` is its wall clock.

    Entered again with the same folder, felt and machine it is that daemon restarted.
    """
    felt = felt or Felt()
    bench = Bench(folder, felt, machine or ScriptedMachine(), overrides, now)
    try:
        bench.table.restore()
        bench.table.announce()
        if runs:
            await bench.start()
        yield bench
        assert bench.run is None or not bench.run.done(), "the table gave up"
    finally:
        if bench.run is not None:
            bench.run.cancel()
            await asyncio.gather(bench.run, return_exceptions=True)
        bench.journal.close()


@asynccontextmanager
async def bench_in_doubt(
    folder: Path, *, felt: Felt | None = None, machine: ScriptedMachine | None = None
) -> AsyncIterator[tuple[Bench, int]]:
    """A daemon whose first discard is read so badly that a question about it is open, and the track of its piece."""
    async with bench_at(folder, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(0)
        track = await bench.lay_unsure()
        await bench.wait(3)
        yield bench, track


def break_journal(path: Path, table: str = "entries", when: str = "TRUE") -> None:
    """From now on the disk refuses new rows of this table of the journal (those where `when` holds)."""
    with closing(sqlite3.connect(path)) as other:
        refusal = "SELECT RAISE(ABORT, 'disk full')"
        other.execute(f"CREATE TRIGGER broken BEFORE INSERT ON {table} WHEN {when} BEGIN {refusal}; END")
        other.commit()


def mend_journal(path: Path) -> None:
    """The disk takes rows again."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TRIGGER broken")
        other.commit()


def in_virtual_time(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test whose hours pass at once."""

    @functools.wraps(story)
    def test(*args: Any, **fixtures: Any) -> None:
        run_virtual(story(*args, **fixtures))

    return test
