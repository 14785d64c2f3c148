"""What a reader makes of pieces on the table: an explanation that the rules accept, or a doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mahjong_rules.events import AbortClaimed, Event, ExhaustiveDraw, WinsDeclared
from mahjong_rules.state import Game
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE
from table_daemon.interpreter.layout import place_in_hand
from table_daemon.interpreter.questions import ABOUT_A_HAND, Question, QuestionReason
from vision.sightings import Observation, SettledTile, Zone


@dataclass(frozen=True, slots=True)
class Explanation:
    """Events that explain pieces on the table, and the game after them; `bindings` says which pieces."""

    events: tuple[Event, ...]
    game: Game
    bindings: tuple[tuple[Anchor, tuple[SettledTile, ...]], ...] = ()
    doubt: tuple[tuple[Tile, float], ...] = ()
    """What the tile of the last event may be, where the camera was not sure: it counts until somebody knows better."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A piece whose most likely explanation the rules refuse, or that is too uncertain to take."""

    piece: SettledTile
    reason: QuestionReason
    detail: str = ""


def ends_deal(events: Iterable[Event]) -> bool:
    """Whether the deal is over after these events, or hands are shown at most."""
    return any(isinstance(event, WinsDeclared | ExhaustiveDraw | AbortClaimed) for event in events)


def payment_of(end: Explanation) -> object:
    """What an end of a deal pays, or, where losers open their hands before that is known, the end itself."""
    result = None if end.game.deal is None else end.game.deal.result
    return end.events if result is None else result.deltas


def question_about(doubt: Doubt, observation: Observation) -> Question:
    """The question that settles a doubt about a piece of this observation."""
    piece, is_about_hand = doubt.piece, doubt.reason in ABOUT_A_HAND
    return Question(
        id=f"q-{piece.track}",
        reason=doubt.reason,
        seat=piece.seat,
        zone=Zone.HAND if is_about_hand else piece.zone,
        track=piece.track,
        # Where everything is alike no tile is offered before the others.
        candidates=() if is_about_hand or piece.confidence < MIN_SECOND_CHOICE else piece.candidates,
        detail=doubt.detail,
        place=None if is_about_hand else place_in_hand(observation, piece),
    )
