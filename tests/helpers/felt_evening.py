"""People at a felt, an eye above it that never errs, and the interpreter: any way to play, no pictures."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Iterable

from perfect_eye import PerfectEye

from hw_sim.felt.deck import Deck, throw_dice
from hw_sim.felt.scene import Furniture
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.choreography import Choreography
from hw_sim.people.deal_plans import DealPlan
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.laying_manners import LayingManners
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.events import (
    DealStarted,
    DealVoided,
    Event,
    FineJudged,
    GameStarted,
    HandShown,
    PenaltyDeclared,
    ResultTyped,
    StakeLaid,
    TimeCalled,
)
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.set_names import SetName
from mahjong_rules.state import Deal, Game
from mahjong_rules.tiles import Tile
from table_daemon.interpreter import Interpreter, Question
from table_daemon.interpreter.interpreter import InterpreterSettings
from vision.sightings import Observation

NAMES = ("a", "b", "c", "d")


class FeltEvening:
    """`game` is what the interpreter makes of the table; `events` what it found, `doubts` what it was not sure of."""

    def __init__(self, rules: RuleSystem, seed: int = 3) -> None:
        self.rules = rules
        self.rng = random.Random(seed)
        self.game: Game = rules.new_game(GameStarted(rules.name, NAMES, rules.traits.seats.in_play[0]))
        self.now = 0.0
        self.events: list[Event] = []
        self.questions: tuple[Question, ...] = ()
        self.doubts: list[tuple[tuple[Tile, float], ...]] = []

    @property
    def deal(self) -> Deal:
        """The deal in play."""
        assert self.game.deal is not None
        return self.game.deal

    # Beginning ------------------------------------------------------------------------------------

    def begin(self, deal: ScriptedDeal) -> None:
        """The walls of a deal of a record."""
        red_fives = self.rules.traits.stock.red_fives
        self.begin_deck(deck_for_deal(deal, throw_dice(self.rng), red_fives=red_fives, rng=self.rng))

    def begin_deck(self, deck: Deck) -> None:
        """The walls stand, the dice are thrown, everything is dealt."""
        traits = self.rules.traits
        self.world = TableWorld(Furniture.for_stock(traits.stock), stock=traits.stock, rng=self.rng)
        gestures = Gestures(self.world, Pace(math.inf, min_gesture_s=0))
        self.people = Choreography(gestures, self.rng, LayingManners.of(traits))
        self.wall_break = deck.wall
        self.game = self.rules.apply(self.game, DealStarted(deck.dice))
        self.restart()
        self.world.raise_walls(SetName.A, deck)
        asyncio.run(self.people.deal(deck))

    def restart(self) -> None:
        """Another eye and another interpreter look at the same table."""
        self.eye = PerfectEye()
        self.interpreter = Interpreter(self.rules, InterpreterSettings())
        self.interpreter.begin_deal(self.wall_break)

    # Seeing ---------------------------------------------------------------------------------------

    def seen(self) -> Observation:
        """What lies on the table now."""
        return self.eye.observe(self.world.shown, self.now)

    def look(self, observation: Observation | None) -> None:
        """Let the interpreter explain it."""
        found = self.interpreter.read(self.game, observation, self.now)
        for event in found.events:
            self.game = self.rules.apply(self.game, event)
        self.events.extend(found.events)
        self.questions = found.questions
        self.doubts.extend(found.doubts.values())

    def be_quiet(self) -> None:
        """Nobody moves for eight seconds."""
        for _ in range(4):
            self.now += 2.0
            self.look(None)

    # Playing --------------------------------------------------------------------------------------

    def perform(self, event: Event) -> None:
        """People do this, or tell it to the tablet where nobody could see it."""
        if is_told(event):
            self.be_quiet()
            self.game = self.rules.apply(self.game, event)
        else:
            asyncio.run(self.people.perform(event))
        self.now += 1.0

    def play_moves(self, moves: Iterable[Event], *, restart_each_move: bool = False) -> None:
        """Everything one after the other, and a look after each move."""
        for move in moves:
            self.perform(move)
            if restart_each_move:
                self.restart()
            self.look(self.seen())
        self.be_quiet()

    def play(self, deal: ScriptedDeal, *, restart_each_move: bool = False) -> None:
        """A deal of a record."""
        self.begin(deal)
        self.play_moves(deal.moves, restart_each_move=restart_each_move)

    def play_plan(self, plan: DealPlan, *, restart_each_move: bool = False) -> None:
        """A deal of bots."""
        for event in plan.declared:
            self.game = self.rules.apply(self.game, event)
        self.begin_deck(plan.deck)
        self.play_moves(plan.moves, restart_each_move=restart_each_move)


def is_told(event: Event) -> bool:
    """Whether people tell the tablet, because no camera sees it."""
    match event:
        case DealVoided() | PenaltyDeclared() | FineJudged() | ResultTyped() | StakeLaid() | TimeCalled():
            return True
        case HandShown(hand=hand):
            return hand is None
        case _:
            return False
