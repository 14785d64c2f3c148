"""What the tablet asks, people answer: they look at the piece on the felt and tap its name after some seconds.

Rules this file keeps:
* They know the question as the tablet shows it, with its picture, and what lies before their eyes; nothing else.
* As people do: one in ten questions is left to the others, one in fifty answered wrongly.
* Once the tablet says that the deal's end waits for one that was left alone, somebody comes back to it.
* Whoever has the card of nameless flowers before the eyes mostly names them, though nobody is called for them: after
  a flower that somebody was called for, and beside a result, before the tiles go in.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from hw_sim.felt.table_world import TableWorld
from hw_sim.people.evening_plan import AnswerCount
from hw_sim.people.eyesight import recognised
from hw_sim.people.gestures import Pace
from hw_sim.people.tablet_and_felt import (
    MissedFlower,
    faces_near,
    flowers_not_shown,
    indicators_near,
    lacks_flower,
    missed_discard,
    piece_of_event,
    shows_every_discard,
)
from hw_sim.people.tablet_watcher import Json, Tablet, TabletWatcher
from mahjong_rules.tiles import BONUS_TILES

# Shares of the questions, chosen: nobody feels addressed; a slip of the finger.
_LEFT_ALONE: Final = 0.1
_WRONG: Final = 0.02
# A share of those who have the card of nameless flowers before the eyes, chosen: they are a tap each.
_NAMES_THE_REST: Final = 0.8
# Table seconds from the first to the last of the four who sees it, and to tap. Chosen.
_THINKING_S: Final = (2.0, 6.0)
# Table seconds, and real ones at the highest speed, until somebody asks what the tablet is waiting for. Chosen.
_COME_BACK_S: Final = 20.0
_COME_BACK_AT_ONCE_S: Final = 3.0
# Real seconds at the highest speed, where table time passes at once: the tablet has shown the question by then.
_AT_ONCE_S: Final = 0.5
# Real seconds. Chosen, as for a fault: whoever sits at the page may answer first.
_WATCHED_S: Final = 20.0
# So often a question is taken up again that nobody could answer. Chosen.
_TRIES: Final = 3
_NOT_OF_THE_GAME: Final = "none"
_FLOWERS: Final = frozenset(map(str, BONUS_TILES))
_OF_AN_INDICATOR: Final = frozenset({"indicator_place", "unknown_kong"})
"""What is asked when something lies open on a wall: whoever sees no indicator there says so."""
NOT_A_TILE: Final = frozenset({"noten_riichi", "riichi_kong", "unknown_kong"})
"""Questions that no tile's name answers (docs/mqtt.md): these people leave them to whoever sits at the page."""


@dataclass(frozen=True, slots=True)
class _Taps:
    """A button and its data; `what` tells it."""

    command: str
    data: Json
    what: str
    is_wrong: bool = False


class AnsweringPeople:
    """The players' answers in one game.

    Args:
        world: what lies before their eyes.
        style: of the faces.
        watcher: the tablet.
        pace: table time.
        rng: moods.
        say: told what they tap.
        is_watched: somebody sits at the page and may answer first.
    """

    def __init__(  # noqa: PLR0913 - felt, faces, tablet, pace, moods, voice
        self,
        world: TableWorld,
        style: str,
        watcher: TabletWatcher,
        pace: Pace,
        rng: Random,
        say: Callable[[str], None],
        *,
        is_watched: bool = False,
    ) -> None:
        self._world, self._style = world, style
        self._watcher, self._pace, self._rng, self._say = watcher, pace, rng, say
        self._is_watched = is_watched
        self._seen: set[str] = set()
        self._passed_over: Counter[str] = Counter()
        self._nobody_at_the_tablet = asyncio.Event()
        self._nobody_at_the_tablet.set()
        self.count = AnswerCount()

    async def run(self) -> None:
        """Answer one question after the other, for ever."""
        await asyncio.gather(self._answer_as_asked(), self._come_back())

    async def until_done(self) -> None:
        """Wait while somebody is at the tablet: nobody clears away what that one looks at."""
        await self._nobody_at_the_tablet.wait()

    async def look_at_result(self) -> None:
        """Whoever reads the result finds beside it the flowers without a name, as long as they lie there."""
        await self.until_done()
        if not self._watcher.tablet.nameless or self._rng.random() >= _NAMES_THE_REST:
            return
        self._nobody_at_the_tablet.clear()
        try:
            await self._name_the_rest()
        finally:
            self._nobody_at_the_tablet.set()

    async def _answer_as_asked(self) -> None:
        while True:
            await self._watcher.until(self._is_asked)
            question = next(each for each in self._watcher.tablet.questions if each["id"] not in self._seen)
            self._seen.add(str(question["id"]))
            await self._consider(question)

    def _is_asked(self, tablet: Tablet) -> bool:
        """Whether something is asked that nobody has looked at; what was settled and is asked again is new."""
        self._seen &= tablet.question_ids
        return bool(tablet.question_ids - self._seen)

    async def _consider(self, question: Json) -> None:
        mood = self._rng.random()
        await self._think()
        if question["id"] not in self._watcher.tablet.question_ids:
            self._seen.discard(str(question["id"]))  # asked again it is a new one
            return  # it has settled itself, or somebody was faster
        if mood < _LEFT_ALONE:
            self._pass_over(question)
            return
        await self._answer(question, is_wrong=mood > 1 - _WRONG)

    def _pass_over(self, question: Json) -> None:
        self._passed_over[str(question["id"])] += 1
        self.count.left_alone += 1

    async def _come_back(self) -> None:
        """Answer what was left alone and holds up the deal's end, for ever."""

        def held_up(tablet: Tablet) -> list[Json]:
            times = self._passed_over
            return [each for each in tablet.questions if each["holds_result"] and 0 < times[each["id"]] <= _TRIES]

        while True:
            await self._watcher.until(lambda tablet: bool(held_up(tablet)))
            is_at_once = math.isinf(self._pace.speed)
            await (asyncio.sleep(_COME_BACK_AT_ONCE_S) if is_at_once else self._pace.think(_COME_BACK_S))
            for question in held_up(self._watcher.tablet):
                self.count.left_alone -= 1
                if await self._answer(question, is_wrong=False):
                    del self._passed_over[str(question["id"])]

    async def _answer(self, question: Json, *, is_wrong: bool) -> bool:
        """Whether it could be answered; if not, it is passed over."""
        self._nobody_at_the_tablet.clear()
        try:
            return await self._tap(question, is_wrong=is_wrong)
        finally:
            self._nobody_at_the_tablet.set()

    async def _tap(self, question: Json, *, is_wrong: bool) -> bool:
        taps = await self._taps(question, is_wrong=is_wrong)
        refusal = "" if taps is None else await self._watcher.press(taps.command, **taps.data)
        if taps is None or refusal:
            self._pass_over(question)
            if taps is not None:
                self._say(f"A player taps {taps.what}, and the tablet refuses: {refusal}")
            return False
        self.count.wrong += taps.is_wrong
        self.count.right += not taps.is_wrong
        self._say(f"A player taps {taps.what} ({question['text']}){', by mistake' if taps.is_wrong else ''}.")
        if taps.what in _FLOWERS and self._rng.random() < _NAMES_THE_REST:
            await self._name_the_rest()
        return True

    async def _name_the_rest(self) -> None:
        """Tell the names of the flowers that nobody was called for, as long as nobody is called for anything else."""
        for number in [question["id"] for question in self._watcher.tablet.nameless]:
            await self._think()
            if self._watcher.tablet.question_ids:
                return
            for question in [still for still in self._watcher.tablet.nameless if still["id"] == number]:
                name = await self._right_answer(question)
                if name is not None and not await self._watcher.press("answer", question=number, value=name):
                    self.count.unasked += 1
                    self._say(f"A player names a flower that nobody was asked about: {name}.")

    async def _taps(self, question: Json, *, is_wrong: bool) -> _Taps | None:
        """What somebody taps who has looked; None without an idea."""
        if question["text"] == "uncounted_tile":
            return self._taps_about_a_river(question)
        if question["text"] == "bare_wall":
            missed = await self._missed_flower()
            return None if missed is None else _Taps("correct", missed.data, f"{missed.tile} before its player")
        right = await self._right_answer(question)
        if right is None:
            return None
        value = self._another(question, right) if is_wrong else right
        return _Taps("answer", {"question": question["id"], "value": value}, value, is_wrong=value != right)

    def _taps_about_a_river(self, question: Json) -> _Taps | None:
        """Put in the discard that was missed; where none was, the piece in question is not part of the game."""
        board = self._watcher.tablet.documents.get("board") or {}
        missed = missed_discard(board, self._world)
        if missed is not None:
            return _Taps("correct", missed.data, f"{missed.tile} into the river")
        if not shows_every_discard(board, self._world):
            return None
        return _Taps("answer", {"question": question["id"], "value": _NOT_OF_THE_GAME}, "not part of the game")

    async def _missed_flower(self) -> MissedFlower | None:
        """What lies before a player who has more flowers than the tablet shows: none of those in its pictures."""
        documents = self._watcher.tablet.documents
        seat = lacks_flower(documents["board"], self._world)
        if seat is None:
            return None
        left = flowers_not_shown({"seat": seat}, documents, self._world)
        for question in documents["questions"]["questions"]:
            if question["event"] in documents["board"]["events"]["flowers"][seat] and len(left) > 1:
                picture = await self._watcher.question_picture(str(question["id"])) if question["picture"] else None
                seen = None if picture is None else recognised(picture, left, self._style)
                if seen in left:
                    left.remove(seen)
        return MissedFlower(seat, left[0])

    async def _think(self) -> None:
        if self._is_watched:
            await asyncio.sleep(_WATCHED_S)
        elif math.isinf(self._pace.speed):
            await asyncio.sleep(_AT_ONCE_S)
        else:
            await self._pace.think(self._rng.uniform(*_THINKING_S))

    async def _right_answer(self, question: Json) -> str | None:
        if question["text"] in _OF_AN_INDICATOR and not indicators_near(question, self._world):
            return _NOT_OF_THE_GAME
        if question["text"] in NOT_A_TILE:
            return None
        documents = self._watcher.tablet.documents
        piece = piece_of_event(question, documents.get("board") or {}, self._world)
        if piece is not None and not piece.tile.is_bonus:
            return str(piece.tile)
        if piece is None:
            faces = [near.tile for near in faces_near(question, self._world)]
        else:
            faces = flowers_not_shown(question, documents, self._world)
        picture = await self._watcher.question_picture(str(question["id"])) if question["picture"] else None
        seen = faces[0] if len(faces) == 1 else None
        if seen is None and picture is not None:
            seen = recognised(picture, faces, self._style)
        if seen is None and piece is not None:
            seen = piece.tile
        return None if seen is None else str(seen)

    def _another(self, question: Json, right: str) -> str:
        """What somebody taps by mistake: the candidate beside it."""
        others = [str(candidate["value"]) for candidate in question["candidates"] if candidate["value"] != right]
        return self._rng.choice(others) if others else right
