"""What the tablet asks, people answer: they look at the piece on the felt and tap its name after some seconds.

Rules this file keeps:
* They know the question as the tablet shows it, with its picture, and what lies before their eyes; nothing else.
* As people do: one in ten questions is left to the others, one in fifty answered wrongly.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from hw_sim.felt.scene import Piece, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.evening_plan import AnswerCount
from hw_sim.people.eyesight import recognised
from hw_sim.people.gestures import Pace
from hw_sim.people.tablet_watcher import Json, TabletWatcher
from mahjong_rules.seats import SEATS

# Shares of the questions, chosen: nobody feels addressed; a slip of the finger.
_LEFT_ALONE: Final = 0.1
_WRONG: Final = 0.02
# Table seconds from the first to the last of the four who sees it, and to tap. Chosen.
_THINKING_S: Final = (2.0, 6.0)
# Real seconds at the highest speed, where table time passes at once: the tablet has shown the question by then.
_AT_ONCE_S: Final = 0.5
# Real seconds. Chosen, as for a fault: whoever sits at the page may answer first.
_WATCHED_S: Final = 20.0
NOT_A_TILE: Final = frozenset({"noten_riichi", "riichi_kong", "uncounted_tile", "unknown_kong"})
"""Questions that no tile's name answers (docs/mqtt.md): these people leave them to whoever sits at the page."""


class Answers:
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
        self.count = AnswerCount()

    async def run(self) -> None:
        """Answer one question after the other, for ever."""
        while True:
            await self._watcher.until(lambda tablet: bool(tablet.question_ids - self._seen))
            question = next(each for each in self._watcher.tablet.questions if each["id"] not in self._seen)
            self._seen.add(str(question["id"]))
            await self._consider(question)

    async def _consider(self, question: Json) -> None:
        mood = self._rng.random()
        await self._think()
        tablet = self._watcher.tablet
        if question["id"] not in tablet.question_ids:
            return  # it has settled itself, or somebody was faster
        right = await self._right_answer(question)
        if right is None or mood < _LEFT_ALONE:
            self.count.left_alone += 1
            return
        is_wrong = mood > 1 - _WRONG
        value = self._another(question, right) if is_wrong else right
        refusal = await self._watcher.press("answer", question=question["id"], value=value)
        if refusal:
            self.count.left_alone += 1
            self._say(f"A player taps {value}, and the tablet refuses: {refusal}")
            return
        self.count.wrong += is_wrong
        self.count.right += not is_wrong
        self._say(f"A player taps {value} ({question['text']}){', by mistake' if is_wrong else ''}.")

    async def _think(self) -> None:
        if self._is_watched:
            await asyncio.sleep(_WATCHED_S)
        elif math.isinf(self._pace.speed):
            await asyncio.sleep(_AT_ONCE_S)
        else:
            await self._pace.think(self._rng.uniform(*_THINKING_S))

    async def _right_answer(self, question: Json) -> str | None:
        if question["text"] in NOT_A_TILE:
            return None
        documents = self._watcher.tablet.documents
        piece = piece_of_event(question, documents.get("board") or {}, self._world)
        if piece is not None:
            return str(piece.tile)
        picture = await self._watcher.question_picture(str(question["id"])) if question["picture"] else None
        if picture is None:
            return None
        tile = recognised(picture, [near.tile for near in faces_near(question, self._world)], self._style)
        return None if tile is None else str(tile)

    def _another(self, question: Json, right: str) -> str:
        """What somebody taps by mistake: the candidate beside it."""
        others = [str(candidate["value"]) for candidate in question["candidates"] if candidate["value"] != right]
        return self._rng.choice(others) if others else right


def piece_of_event(question: Json, board: Json, world: TableWorld) -> Piece | None:
    """The piece that a counted event laid down, found as a person finds it: the tablet rings its place.

    Args:
        question: as the tablet shows it; `event` is the number of the event that counts meanwhile.
        board: what the tablet shows of the felt, with the numbers of its events.
        world: what lies there.
    """
    event, events = question.get("event"), board.get("events")
    if event is None or events is None:
        return None
    for seat in SEATS:
        place = world.places[seat]
        laid = zip(events["rivers"][seat], board["rivers"][seat], strict=True)
        lying = [number for number, tile in laid if tile["claimed_by"] is None]
        for numbers, pieces in ((lying, place.river), (events["flowers"][seat], place.flowers)):
            if event in numbers:
                return _at(pieces, numbers.index(event))
    if event in events["indicators"]:
        return _at(world.indicators, events["indicators"].index(event))
    return None


def faces_near(question: Json, world: TableWorld) -> list[Piece]:
    """The faces that lie open before the seat in question, or anywhere if it names none."""
    seat = question.get("seat")
    is_open = [piece for piece in world.scene.pieces.values() if piece.pose is Pose.FACE_UP]
    if seat is None:
        return is_open
    return [piece for piece in is_open if _seat_of(piece) == seat] or is_open


def _seat_of(piece: Piece) -> int:
    """The side of the table on which a piece lies."""
    return round((math.degrees(math.atan2(piece.y_mm, piece.x_mm)) + 90) / 90) % len(SEATS)


def _at(pieces: Sequence[Piece], place: int) -> Piece | None:
    return pieces[place] if place < len(pieces) else None
