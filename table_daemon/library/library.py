"""The games that were played, for the page: listed from the index, opened and replayed from the journal.

Rules this file keeps:
* Everything is done in one thread of its own, over a read-only connection to the journal: the running table waits for
  nothing of it, and the index takes in a backlog a few games at a time, with pauses between them.
* Nothing is written but the index.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from mahjong_rules.seats import SEATS
from table_daemon.errors import UserError
from table_daemon.game.archive import ArchivedGame, replayed
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import GameSpan, Journal
from table_daemon.library.documents import listed_game, opened_game, replayed_deal
from table_daemon.library.exports import Export, exported
from table_daemon.library.index import GameIndex, open_index
from table_daemon.library.people_file import PeopleFile
from table_daemon.library.tallies import tallies_of
from wire.library_documents import GamesList, OpenedGame, ReplayedDeal

_log = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")
PAGE: Final = 50
"""Games of one part of the list. Chosen: four screens of a phone."""
NEWEST: Final = "last"
"""In the place of an id: the game that was begun last, as `jantaku games` says it too."""
_SLICE: Final = 2
"""Games that are read anew before others get their turn. Chosen: 30 real games took 4.6 s of a processor here, a Pi
needs five times as long, and whoever opens the list waits for a slice."""
_PAUSE_S: Final = 1.0
"""Between two slices: a backlog takes half of one core at most."""
_LOOK_S: Final = 20.0
"""Between two looks for games that ended. Chosen: nobody looks for a game in the list sooner, and who does finds it."""
_KEPT_GAMES: Final = 4
"""Replayed games that are kept: who looks at deals one by one stays in a game."""


class Library:
    """The games of one table.

    Args:
        journal: where they stand; it may not be there yet.
        index: where the index lies, or will lie.
    """

    def __init__(self, journal: Path, index: Path) -> None:
        self._shelf = Shelf(journal, index)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library")

    async def run(self) -> None:
        """Keep the index up to date, for ever."""
        while True:
            pending = await self.do(Shelf.catch_up, with_current=False)
            await asyncio.sleep(_PAUSE_S if pending else _LOOK_S)

    async def games(self, before: int | None) -> GamesList:
        """A part of the list; see `GameIndex.page`. Raises JournalError."""
        return await self.do(Shelf.games, before)

    async def game(self, name: str) -> OpenedGame | None:
        """One game with its deals, None where there is none of this id; raises JournalError, UserError."""
        return await self.do(Shelf.game, name)

    async def deal(self, name: str, number: int) -> ReplayedDeal | None:
        """A deal step by step, None where there is none; raises JournalError, UserError."""
        return await self.do(Shelf.deal, name, number)

    async def export(self, name: str, form: str, language: str) -> Export | None:
        """A game as a file, None where there is no game of this id; raises as `exported`, JournalError, UserError."""
        return await self.do(Shelf.export, name, form, language)

    async def do(self, what: Callable[Concatenate[Shelf, _P], _T], *arguments: _P.args, **options: _P.kwargs) -> _T:
        """Have the thread do something with the shelf."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: what(self._shelf, *arguments, **options))

    async def close(self) -> None:
        """Release both files; what is being done is finished first."""
        await self.do(Shelf.close)
        self._thread.shutdown()


class Shelf:
    """Journal, index and cards of people; all methods are called from one thread. Opened when they are first needed."""

    def __init__(self, journal: Path, index: Path) -> None:
        self.journal_path = journal
        self._index_path = index
        self._people: PeopleFile | None = None
        self._journal: Journal | None = None
        self._index: GameIndex | None = None
        self._replayed: OrderedDict[tuple[str, int], ArchivedGame] = OrderedDict()

    @property
    def journal(self) -> Journal:
        """The open journal; raises JournalError."""
        if self._journal is None:
            self._journal = Journal.open(self.journal_path, read_only=True)
        return self._journal

    @property
    def index(self) -> GameIndex:
        """The open index."""
        if self._index is None:
            self._index = GameIndex(open_index(self._index_path))
        return self._index

    @property
    def people(self) -> PeopleFile:
        """The open cards of people; raises UserError."""
        if self._people is None:
            self._people = PeopleFile(self._index_path.with_name("people.sqlite3"))
        return self._people

    @property
    def folder(self) -> Path:
        """Where all files of the table lie."""
        return self.journal_path.parent

    def rename(self, old: str, new: str | None) -> None:
        """Follow a change of a name in the journal; None: it was taken out there."""
        seat = self.index.a_seat_of(old)
        self._replayed.clear()
        if seat is not None:
            game = self._opened(seat[0])
            assert game is not None, "the index has a game of the journal"
            self.index.rename(old, game[1].game.names[seat[1]] if new is None else new)

    def catch_up_if_there(self, *, wholly: bool = False) -> int:
        """Read what the index does not have, a part or `wholly`, where there is a journal already; what waits then."""
        pending = self.catch_up() if self.journal_path.is_file() else 0
        while wholly and pending:
            pending = self.catch_up()
        return pending

    def catch_up(self, *, with_current: bool = True) -> int:
        """Read some games that the index does not have as they are; how many wait then.

        Args:
            with_current: also the one that is being played, which changes with every tile.
        """
        waiting = self._waiting(with_current=with_current)
        for span in waiting[:_SLICE]:
            self._read(span)
        return len(waiting[_SLICE:])

    def games(self, before: int | None) -> GamesList:
        """See `Library.games`."""
        pending = self.catch_up()
        games = self.index.page(before, PAGE + 1)
        more = games[PAGE - 1]["number"] if len(games) > PAGE else None
        return {"games": games[:PAGE], "more": more, "pending": pending}

    def game(self, name: str) -> OpenedGame | None:
        """See `Library.game`."""
        found = self._opened(name)
        return None if found is None else opened_game(found[1], found[0].number)

    def deal(self, name: str, number: int) -> ReplayedDeal | None:
        """See `Library.deal`."""
        found = self._opened(name)
        return None if found is None else replayed_deal(found[1], number)

    def export(self, name: str, form: str, language: str) -> Export | None:
        """See `Library.export`."""
        found = self._opened(name)
        return None if found is None else exported(found[1], form, language)

    def close(self) -> None:
        """Release both files."""
        if self._journal is not None:
            self._journal.close()
        if self._index is not None:
            self._index.close()
        if self._people is not None:
            self._people.close()
        self._journal = self._index = self._people = None
        self._replayed.clear()

    def _waiting(self, *, with_current: bool) -> list[GameSpan]:
        """Games whose newest entry, or whose end, the index does not know."""
        number, until = self.index.indexed()
        spans = self.journal.spans(max(number, 1))
        if number and (not spans or spans[0].until < until):
            _log.info("the journal is another one than before: the index of games is made anew")
            self.index.forget()
            spans, number = self.journal.spans(), 0
        if number and spans[0].until == until and spans[0].record.ended_at == self.index.ended(number):
            spans = spans[1:]
        if not with_current and spans and spans[-1].record.ended_at is None:
            spans = spans[:-1]
        return spans

    def _read(self, span: GameSpan) -> None:
        try:
            archived = replayed(self.journal, span.record)
        except (UserError, JournalError) as error:
            _log.warning("the game %s is listed without its deals: %s", span.record.id, error)
            self.index.put_unreadable(span)
            return
        scores = {line.seat: line.score for line in archived.game.standings}
        self.index.put(
            span,
            listed_game(archived, span.number),
            [scores.get(seat, 0) for seat in SEATS],
            tallies_of(archived),
            archived.rules.traits.score.name,
        )

    def _opened(self, name: str) -> tuple[GameSpan, ArchivedGame] | None:
        """A game and where it stands in the journal; `NEWEST` is whichever was begun last."""
        span = self.journal.newest_span() if name == NEWEST else self.journal.span(name)
        if span is None:
            return None
        key = (span.record.id, span.until)
        if key not in self._replayed:
            self._replayed[key] = replayed(self.journal, span.record)
            while len(self._replayed) > _KEPT_GAMES:
                self._replayed.popitem(last=False)
        return span, self._replayed[key]
