"""Four people and their evening: they look at the walls and the tablet, play deal after deal, and clear the table.

Rules this file keeps:
* What they may know of the daemon is what the tablet shows; all they tell it is start, next deal, consent to
  motion after a fault, and what no camera can see (`hw_sim.people.tablet_buttons`).
* Nobody covers or takes away what the tablet has not read yet, as long as patience lasts; what it read wrong stays
  wrong and shows in the comparison.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from hw_sim.people.answers import AnsweringPeople
from hw_sim.people.carriers import Carriers
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import DealPlan, GamePlan
from hw_sim.people.evening_plan import Evening, Habits, PlayedDeal
from hw_sim.people.gestures import Pace
from hw_sim.people.lasting_mistakes import LastingMistakes
from hw_sim.people.page_changes import page_changes
from hw_sim.people.question_count import QuestionCount
from hw_sim.people.seat_change import change_places
from hw_sim.people.tablet_buttons import asks_for, button_for
from hw_sim.people.tablet_watcher import Glance, Tablet, TabletWatcher
from hw_sim.simulated_table import SimulatedTable
from mahjong_rules.events import Drawn, Event, HandShown

_PATIENCE_S: Final = 45.0
"""Real time that people wait for the tablet when nothing moves: it asks about a wall that is gone after 24 s."""
# Real seconds. A build takes 18 to 35 s and more than 80 s is a fault; this leaves room for mending one and starting
# anew.
_MACHINE_PATIENCE_S: Final = 300.0
# Chosen: real seconds that separate two actions, so that no two fall into one picture of the camera.
_BETWEEN_ACTIONS_S: Final = 0.25
# Table seconds. Chosen: people read the result before they press on.
_LOOK_AT_RESULT_S: Final = 6.0
_RECKON_S: Final = 4.0
"""Chosen: to look at a hand, agree what it costs and type it."""
# Chosen: whoever was refused tries again about once a second.
_ASK_AGAIN_S: Final = 1.0
# Chosen: what a person takes to read one sentence on the tablet.
_READ_FAULT_S: Final = 1.5
# Chosen: whoever sits at the page gets so long with a result, and so long with a fault, before the players act.
_WATCHED_RESULT_S: Final = 10.0
_WATCHED_FAULT_S: Final = 30.0


class GaveUpError(Exception):
    """The tablet and the people no longer agree on what happens; the text says where."""


class Players:
    """The four people at a simulated table.

    Args:
        table: walls, dome and felt.
        choreography: their bodies.
        watcher: their eyes on the tablet.
        plan: what they are going to do.
        habits: how they go about it.
        pace: table time.
        say: told one line about whatever only the room knows (what they do instead of what the tablet shows).
    """

    def __init__(  # noqa: PLR0913 - a person: table, hands, eyes, plan, habits, pace, voice
        self,
        table: SimulatedTable,
        choreography: Choreography,
        watcher: TabletWatcher,
        plan: GamePlan,
        habits: Habits,
        pace: Pace,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._table = table
        self._choreography = choreography
        self._watcher = watcher
        self._plan = plan
        self._habits = habits
        self._pace = pace
        self._say = say
        is_watched = habits.is_watched
        self._carriers = Carriers(table, choreography.endings, watcher, pace, say, is_watched=is_watched)
        self.evening = Evening()
        self._answering: AnsweringPeople | None = None
        self._in_step = True
        self._awaits_machine = False
        """Whether the tablet showed the last action in time: people don't wait long for a tablet that is behind."""
        self._asked = QuestionCount()
        watcher.on_change(self._notice)

    async def play(self) -> Evening:
        """One game from the first button to the last result."""
        attendants = [
            asyncio.create_task(self._attend_machine(), name="a player looks after the machine"),
            asyncio.create_task(self._insist(), name="a player asks for the deal again"),
        ]
        if self._habits.answers:
            self._answering = self._answers()
            attendants.append(asyncio.create_task(self._answering.run(), name="the players answer questions"))
        try:
            await self._play_game()
        except GaveUpError as reason:
            self.evening.gave_up = str(reason)
        finally:
            for attendant in attendants:
                attendant.cancel()
            await asyncio.gather(*attendants, return_exceptions=True)
        self.evening.scores = self._watcher.tablet.scores
        self.evening.waiting = len(self._watcher.tablet.question_ids)
        self.evening.page_changes = await page_changes(self._watcher)
        return self.evening

    def _answers(self) -> AnsweringPeople:
        table, watched = self._table, self._habits.is_watched
        moods = Random(self._habits.seed)
        answers = AnsweringPeople(
            table.world, table.style, self._watcher, self._pace, moods, self._say, is_watched=watched
        )
        self.evening.answers = answers.count
        return answers

    async def _play_game(self) -> None:
        deal = self._next_plan()
        mistakes = LastingMistakes(self._watcher)
        while not self._watcher.tablet.phase:
            await self._see("the tablet shows nothing", lambda tablet: bool(tablet.phase))
        if self._habits.begins:
            await self._begin()
        if deal is not None:
            await self._tell(deal.declared)
        while deal is not None:
            mistakes.begin_deal()
            await self._play_deal(deal, mistakes)
            self.evening.lasting_mistakes = await mistakes.look_back()
            if len(self.evening.deals) == self._habits.deals:
                break
            await change_places(self._watcher, self._plan, self._pace, self._say, is_watched=self._habits.is_watched)
            deal = self._next_plan()
            if deal is None:
                break
            if self._watcher.tablet.phase == "over":
                raise GaveUpError(f"the tablet ended the game before {deal.label}")
            await self._look_at_result()
            await self._tell(deal.declared)
            await self._ask_for_next_deal()

    async def _begin(self) -> None:
        await self._press(
            "start_game",
            rules=self._habits.rules,
            settings=dict(self._habits.settings),
            names=list(self._plan.names),
            abandon=True,
        )

    def _next_plan(self) -> DealPlan | None:
        deal = self._plan.next_deal()
        if deal is not None:
            self._table.stack_next(deal.deck)
        return deal

    async def _play_deal(self, deal: DealPlan, mistakes: LastingMistakes) -> None:
        finished = len(self.evening.deals)
        self._awaits_machine = True
        async with _patience(_MACHINE_PATIENCE_S, f"the walls for {deal.label} did not come up"):
            await self._carriers.until_walls()
        self._table.walls_up.clear()
        await self._see("the tablet does not begin the deal", _begins_deal(finished), _MACHINE_PATIENCE_S)
        self._awaits_machine = False
        if self._watcher.tablet.dealer != deal.deck.dealer:
            raise GaveUpError(f"the tablet lets seat {self._watcher.tablet.dealer} deal, not as in {deal.label}")
        await self._choreography.deal(deal.deck)
        for event in deal.moves:
            await self._until_let_go()
            await self._choreography.perform(event)
            mistakes.did(event)
            await self._tell([event])
            if len(self._watcher.tablet.results) > finished:
                break
            if not isinstance(event, Drawn | HandShown):
                await self._until_read(event, finished)
        await self._see(
            f"the tablet shows no result for {deal.label}",
            lambda tablet: len(tablet.results) > finished and tablet.phase in ("result", "over"),
            self._habits.result_patience_s,
        )
        self._note_result(deal, finished)

    async def _until_let_go(self) -> None:
        """Whoever pauses on the page wants to look at something: nobody plays on meanwhile."""
        if self._habits.is_watched:
            await self._watcher.until(lambda tablet: not tablet.is_held or tablet.phase != "play")

    async def _until_read(self, event: Event, finished: int) -> None:
        """Let the tablet catch up, at most as long as patience lasts; never act in the same instant."""
        if math.isfinite(self._pace.speed):
            await asyncio.sleep(_BETWEEN_ACTIONS_S)
        done = self._glance_at_table()

        def is_read(tablet: Tablet) -> bool:
            return tablet.glance() == done or len(tablet.results) > finished

        patience_s = self._habits.patience_s if self._in_step else self._habits.patience_s / 4
        self._in_step = await self._watcher.until(is_read, patience_s)
        if not self._in_step:
            self.evening.unread += 1
            shown = self._watcher.tablet.glance()
            self._say(f"The tablet does not follow: after {type(event).__name__} it shows {shown}, there lie {done}.")

    def _glance_at_table(self) -> Glance:
        world = self._table.world
        return Glance(
            tuple(place.discards for place in world.places),
            tuple(sum(len(meld.pieces) for meld in place.melds) for place in world.places),
            len(world.indicators),
            tuple(len(place.flowers) for place in world.places),
        )

    def _note_result(self, deal: DealPlan, finished: int) -> None:
        self.evening.unread += sum(1 for _ in deal.moves)  # the tablet ended the deal before they were made
        result = self._watcher.tablet.results[finished]
        deltas, scores = deal.expected()
        deltas_shown, scores_shown = tuple(result["deltas"]), tuple(result["scores"])
        shown = PlayedDeal(deal.label, deltas_shown, deltas, scores_shown, scores, self._asked.take())
        self.evening.deals.append(shown)
        self.evening.expected_scores = scores
        if shown.deltas != deltas:
            self._say(f"{deal.label}: the tablet counted {shown.deltas}, expected was {deltas}.")

    async def _look_at_result(self) -> None:
        if not self._habits.is_watched:
            if self._answering is not None:
                await self._answering.look_at_result()
            await self._pace.think(_LOOK_AT_RESULT_S)
            return
        if self._answering is not None:
            await self._answering.until_done()
        await self._watcher.until(lambda tablet: tablet.phase != "result", _WATCHED_RESULT_S)
        await self._watcher.until(lambda tablet: tablet.phase != "result" or not tablet.is_held)

    async def _ask_for_next_deal(self) -> None:
        """Press the button, unless the tablet's countdown was faster."""
        if self._watcher.tablet.phase == "result":
            refusal = await self._watcher.press("next_deal")
            if refusal and self._watcher.tablet.phase == "result":
                await self._press("next_deal")

    async def _tell(self, events: Iterable[Event]) -> None:
        """Press the button for whatever cannot be seen; fines and payments when the tablet asks for them."""
        for event in events:
            button = button_for(event)
            if button is None:
                continue
            asks = asks_for(event)
            if asks is not None:
                await self._watcher.until(asks, _PATIENCE_S)
                await self._pace.think(_RECKON_S)
            await self._press(button.command, **button.data)

    async def _press(self, command: str, **data: object) -> None:
        """Press a button until the table obeys: it may still be busy."""
        refusal = ""
        for _ in range(math.ceil(_PATIENCE_S / _ASK_AGAIN_S)):
            refusal = await self._watcher.press(command, **data)
            if not refusal:
                return
            await asyncio.sleep(_ASK_AGAIN_S)
        raise GaveUpError(f"the table refuses {command}: {refusal}")

    async def _see(self, otherwise: str, sees: Callable[[Tablet], bool], patience_s: float = _PATIENCE_S) -> None:
        if not await self._watcher.until(sees, patience_s):
            tablet = self._watcher.tablet
            shown = f"phase {tablet.phase or 'none'}, {len(tablet.results)} results, {tablet.glance()}"
            raise GaveUpError(f"{otherwise}; it shows {shown}")

    async def _insist(self) -> None:
        """While people wait for the machine: what was asked may be forgotten, as after a restart, so ask again."""
        while True:
            await self._watcher.until(lambda tablet: tablet.awaits_word)
            await asyncio.sleep(_READ_FAULT_S)
            if self._awaits_machine and self._watcher.tablet.awaits_word:
                await self._watcher.press("next_deal")

    async def _attend_machine(self) -> None:
        """Read on the tablet why the machine stands still, mend what is broken there, and consent to motion."""
        while True:
            await self._watcher.until(lambda tablet: tablet.needs_a_hand)
            await asyncio.sleep(_WATCHED_FAULT_S if self._habits.is_watched else _READ_FAULT_S)
            read = self._watcher.tablet
            if not read.needs_a_hand:
                continue
            done = self._table.troubles.mend()
            for deed in done:
                self._say(f"A player {deed}.")
            if read.needs_consent:
                await self._consent(read)
            elif read.missing and not done:
                await self._say_all_are_in(read.missing)
            elif read.waits_for_tiles and not done:
                await self._say_nothing_is_in_the_way()

    async def _consent(self, read: Tablet) -> None:
        """Press the buttons for the fault that was read, and let the machine go on."""
        self._say(f"A player lets the machine go on: {read.machine.get('text', '')}")
        if read.fault is not None:
            await self._watcher.press("machine", action="clear_fault", fault_id=str(read.fault["id"]))
        await self._watcher.press("machine", action="home")

    async def _say_all_are_in(self, missing: int) -> None:
        """Nothing lies on the table or the floor: the counter must be wrong."""
        if not self._table.world.scene.pieces:
            self._say(f"A player looks, finds nothing, and says that all tiles are in (not counted: {missing}).")
            await self._watcher.press("machine", action="all_tiles_in", missing=missing)

    async def _say_nothing_is_in_the_way(self) -> None:
        """What the camera takes for a tile is none."""
        if not self._table.world.scene.pieces:
            self._say("A player looks, and says that nothing is in the way.")
            await self._watcher.press("machine", action="nothing_in_the_way", obstacle="tiles")

    def _notice(self, before: Tablet, after: Tablet) -> None:
        self._asked.notice(before, after)
        self.evening.questions = self._asked.seen
        if after.fault is not None:
            self.evening.faults.add(str(after.fault["id"]))
        if before.board_deal == after.board_deal and sum(after.glance().discards) < sum(before.glance().discards):
            self.evening.corrections += 1


def _begins_deal(finished: int) -> Callable[[Tablet], bool]:
    return lambda tablet: tablet.phase == "play" and len(tablet.results) == finished and tablet.glance() == Glance()


@asynccontextmanager
async def _patience(seconds: float, otherwise: str) -> AsyncIterator[None]:
    """Give up with a sentence when the block takes too long."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise GaveUpError(otherwise) from None
