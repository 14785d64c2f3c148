"""Learning a tile set while it is played with: gathers what people answer and what ended deals show, and has it learnt.

Rules this file keeps:
* It changes nothing of the game and holds up nothing: gathering is a look at values, learning happens on a worker
  thread and in another process, and the reader takes over what it gives between two pictures
  (`tile_set_files.SetInPlay`).
* Only what lies face up in plain sight is cut out, and only of the set that the machine says is on the table.
* A person's word counts as long as its event stands in the game as it was said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import Called, Event, WinsDeclared, tile_of
from mahjong_rules.set_names import SetName
from mahjong_rules.state import Deal
from mahjong_rules.tiles import Tile
from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.eyes.lesson_books import GivenAnswer, HeardOfPlay, LessonBooks
from table_daemon.eyes.played_proofs import EndedDeal, PlayedPiece
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.event_anchors import seq_at
from table_daemon.interpreter.table_reading import TableReading
from table_daemon.interpreter.table_view import LyingPiece
from vision.sightings import Face, Image, Zone
from vision.tile_sets.learnt_set import LearntSetError, Sample

_PLAYED_OUT: Final = frozenset({Outcome.RON, Outcome.TSUMO, Outcome.EXHAUSTIVE_DRAW, Outcome.NAGASHI_MANGAN})
"""How a deal ends that people have played to its end; a void or broken one proves nothing."""
_SURE: Final = 0.9
"""A piece read so surely shows what set lies there. As `certainty.MIN_TO_CONTRADICT`."""
_log = logging.getLogger(__name__)


class CuttingEyes(Protocol):
    """What this needs of the eyes."""

    def piece_samples(self, tracks: Iterable[int]) -> Mapping[int, Image]:
        """Crops of pieces that lie face up in plain sight, by their tracks."""


class PlayLearning:
    """Learns from one table's play.

    Args:
        books: where it is learnt.
        keeper: the game.
        reading: knows which piece is which tile of it.
        eyes: give the crops.
        set_name: which set is on the table; None while none is.
        is_on: whether anything is learnt at all.

    Attributes:
        is_on: the same.
        problem: why nothing can be learnt, as one sentence with its words; "" while it can.
    """

    def __init__(
        self,
        books: LessonBooks,
        keeper: GameKeeper,
        reading: TableReading,
        eyes: CuttingEyes,
        set_name: Callable[[], SetName | None],
        *,
        is_on: bool = True,
    ) -> None:
        self.is_on = is_on
        self.problem = ""
        self._books = books
        self._keeper = keeper
        self._reading = reading
        self._eyes = eyes
        self._set_name = set_name
        self._looked_at: tuple[object, ...] = ()
        self._taught: set[tuple[str, int, str]] = set()
        self._ended: set[tuple[str, int]] = set()
        self._missed: set[int] = set()
        self._heard: list[HeardOfPlay] = []
        self._work: asyncio.Task[None] | None = None

    @property
    def is_learning(self) -> bool:
        """Whether something that was heard is not in the books yet."""
        return self._work is not None and not self._work.done()

    def tick(self) -> None:
        """To be called again and again: gather what is new."""
        keeper, set_name = self._keeper, self._set_name()
        if not self.is_on or set_name is None or keeper.game is None or keeper.game.deal is None:
            return
        looked_at = (keeper.history, keeper.doubts, keeper.corrections)
        is_news = any(one is not other for one, other in zip(looked_at, self._looked_at, strict=False))
        was_corrected = bool(self._looked_at) and looked_at[2] is not self._looked_at[2]
        deal = keeper.game.deal
        if was_corrected:
            self._ended.discard((keeper.game_id, keeper.deal_number))
        is_ended = deal.result is not None and (keeper.game_id, keeper.deal_number) not in self._ended
        if not (is_news or not self._looked_at or self._missed or is_ended):
            return
        self._looked_at = looked_at
        lying = self._reading.lying()
        answers = self._answers(lying)
        ended, crops = self._ended_deal(deal, lying) if is_ended else (None, {})
        if answers or ended is not None or (was_corrected and self._books.has_any()):
            self._hear(set_name, lying, answers, ended, crops)

    def review(self) -> None:
        """What the owner showed is another by now: judge all lessons by it."""
        if self.is_on and self._books.has_any():
            self._hear(SetName.A, (), (), None, {})

    async def take_back(self, set_name: SetName, number: int) -> None:
        """A person wants a lesson gone.

        Raises:
            UserError: there is none of that number, or the disk refuses.
        """
        try:
            await asyncio.to_thread(self._books.take_back, set_name, number)
        except LearntSetError as error:
            raise UserError(said_by(error)) from error

    async def name_faces(self, set_name: SetName, names: Mapping[int, Tile]) -> None:
        """A person says what two faces are that had one name.

        Raises:
            UserError: that is not asked, or the disk refuses.
        """
        try:
            await asyncio.to_thread(self._books.name_faces, set_name, names)
        except LearntSetError as error:
            raise UserError(said_by(error)) from error

    async def forget(self, set_name: SetName) -> None:
        """A person wants everything gone that was learnt of a set by playing.

        Raises:
            UserError: there is nothing, or the disk refuses.
        """
        await asyncio.to_thread(self._books.forget, set_name)

    # What play shows --------------------------------------------------------------------------------

    def _answers(self, lying: Sequence[LyingPiece]) -> tuple[GivenAnswer, ...]:
        """What people said of tiles of this deal and was not taught yet, as far as its pieces are in sight."""
        keeper, places = self._keeper, self._keeper.event_places
        vouched = self._vouched()
        said = {}
        for one in lying:
            seq = None if one.anchor is None or one.piece.face is not Face.UP else seq_at(places, one.anchor)
            tile = None if seq is None else keeper.tile_of(seq)
            if seq is None or tile is None or not (seq in vouched or one.said == tile):
                continue
            if (keeper.game_id, seq, str(tile)) not in self._taught:
                said[one.piece.track] = (tile, seq)
        crops = self._eyes.piece_samples(said) if said else {}
        self._missed = set(said) - set(crops)
        found = []
        for track, crop in crops.items():
            tile, seq = said[track]
            self._taught.add((keeper.game_id, seq, str(tile)))
            found.append(GivenAnswer(tile, seq, crop))
        return tuple(found)

    def _vouched(self) -> frozenset[int]:
        """Events of this deal that a person entered, corrected or confirmed."""
        entered = {item.seq for item in self._keeper.deal_history if item.line.by_person and not item.line.is_aside}
        return frozenset(entered | self._keeper.doubts.vouched)

    def _ended_deal(self, deal: Deal, lying: Sequence[LyingPiece]) -> tuple[EndedDeal | None, Mapping[int, Image]]:
        """The deal whose result stands, with the crops of its pieces; None while hands are over the table."""
        keeper = self._keeper
        key = (keeper.game_id, keeper.deal_number)
        if deal.result is None or deal.result.outcome not in _PLAYED_OUT or keeper.has_aside:
            self._ended.add(key)
            return None, {}
        crops = self._eyes.piece_samples(one.piece.track for one in lying if one.piece.face is Face.UP)
        if not crops:
            return None, {}
        self._ended.add(key)
        vouched, doubted = self._vouched(), keeper.open_doubts()
        pieces = (self._played(one, vouched) for one in lying if one.piece.track in crops)
        won = [item for item in keeper.deal_history if isinstance(item.event, WinsDeclared) and not item.line.by_person]
        declared = won[-1] if won else None
        wins = declared.event.wins if declared is not None and isinstance(declared.event, WinsDeclared) else ()
        kept = tuple(one for one in pieces if one.event not in doubted)
        stock = keeper.traits.stock
        return EndedDeal(deal, stock, kept, wins, 0 if declared is None else declared.seq), crops

    def _played(self, one: LyingPiece, vouched: frozenset[int]) -> PlayedPiece:
        """A piece with its event; the network's word on it is not asked here."""
        anchor, places = one.anchor, self._keeper.event_places
        event, counted = None, None
        if anchor is not None and anchor.zone is Zone.MELDS:
            melds = places.melds[anchor.seat]
            event = melds[anchor.index][0] if anchor.index < len(melds) else None
        elif anchor is not None:
            event = seq_at(places, anchor)
            counted = None if event is None else self._keeper.tile_of(event)
        by_person = one.said is not None or event in vouched
        return PlayedPiece(one, {}, event, counted, by_person)

    # Having it learnt -------------------------------------------------------------------------------

    def _hear(
        self,
        set_name: SetName,
        lying: Sequence[LyingPiece],
        answers: tuple[GivenAnswer, ...],
        ended: EndedDeal | None,
        crops: Mapping[int, Image],
    ) -> None:
        keeper = self._keeper
        facts = {item.seq: fact_of(item.event) for item in keeper.history if not item.line.is_aside}
        table = self._table(lying) if answers or ended is not None else ()
        at = keeper.history[-1].line.at if keeper.history else ""
        self._heard.append(
            HeardOfPlay(set_name, at, keeper.game_id, keeper.deal_number, facts, answers, table, ended, crops)
        )
        if not self.is_learning:
            self._work = asyncio.create_task(self._learn(), name="learning while playing")

    def _table(self, lying: Sequence[LyingPiece]) -> tuple[Sample, ...]:
        """What lies there and is surely read: by it the set is known again."""
        sure = {
            one.piece.track: one.piece.tile
            for one in lying
            if one.piece.face is Face.UP and one.piece.tile is not None and one.piece.confidence >= _SURE
        }
        crops = self._eyes.piece_samples(sure)
        return tuple(Sample(sure[track], crop) for track, crop in crops.items())

    async def _learn(self) -> None:
        while self._heard:
            # On a busy computer judging falls behind: what was heard meanwhile is judged together.
            heard, self._heard = self._heard, []
            try:
                await asyncio.to_thread(self._books.take_in, *heard)
                self.problem = ""
            except LearntSetError as error:
                _log.warning("%s", error)
                self.problem = said_by(error)
            except Exception:  # noqa: BLE001 - a mistake of ours must not end a game
                _log.exception("learning while playing failed")
                self.problem = sentence("learning while playing failed; see the daemon's log")


def fact_of(event: Event) -> str:
    """What an event says about tiles: a lesson that rests on it stands as long as this does."""
    match event:
        case Called(meld=meld):
            return " ".join(map(str, meld.tiles))
        case WinsDeclared(wins=wins):
            return ", ".join(" ".join(map(str, (*win.concealed, win.winning_tile))) for win in wins)
        case _:
            tile = tile_of(event)
            return "" if tile is None else str(tile)
