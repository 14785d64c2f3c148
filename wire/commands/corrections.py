"""The commands that put right what the table counted (docs/corrections.md)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from mahjong_rules.events import FlowerLaid
from wire.commands.base import CommandData, Rehearsed
from wire.commands.events import EventField, Events
from wire.commands.expectations import Omittable, nonsense
from wire.commands.fields import (
    Count,
    EventNumber,
    EventNumbers,
    Flag,
    FourScores,
    Key,
    MeldField,
    NeededReason,
    Number,
    Reason,
    Score,
    SeatField,
    TileField,
)
from wire.commands.roles import Role


class EventsData(CommandData):
    """The events of a deal with their numbers, in the answer's `data`; without `deal` those of the newest."""

    command: ClassVar[str] = "events"
    role: ClassVar[Role] = Role.VIEWER

    deal: Omittable[Number] = None


class _UndoData(Rehearsed):
    command: ClassVar[str] = "undo"
    role: ClassVar[Role] = Role.TABLE

    reason: Reason = ""


class UndoTo(_UndoData):
    """Take back every event of this deal after that entry."""

    to_seq: EventNumber


class UndoCorrection(_UndoData):
    """Take back a correction by its number in `audit`."""

    correction: Number


class _CorrectData(Rehearsed):
    command: ClassVar[str] = "correct"
    role: ClassVar[Role] = Role.TABLE

    reason: Reason = ""


class CorrectTile(_CorrectData):
    """A tile of an event is another one; `place` says which where it has several."""

    kind: Literal["tile"]
    event: EventNumber
    tile: TileField
    place: Key = ""


class CorrectCall(_CorrectData):
    """A claim was made otherwise, or by somebody else."""

    kind: Literal["call"]
    event: EventNumber
    meld: MeldField
    seat: Omittable[SeatField] = None


class CorrectRiichi(_CorrectData):
    """A discard declared riichi, or did not."""

    kind: Literal["riichi"]
    event: EventNumber
    riichi: Flag = True


class RemoveEvents(_CorrectData):
    """Events that never happened: `events`, or one `event`."""

    kind: Literal["remove"]
    event: Omittable[EventNumber] = None
    events: Omittable[EventNumbers] = None

    @model_validator(mode="after")
    def _names_some(self) -> Self:
        if (self.event is None) == (self.events is None):
            raise nonsense("events must be a list of numbers of events, or event one number: send one of the two")
        return self

    @property
    def numbers(self) -> tuple[int, ...]:
        """All of them."""
        return self.events or (() if self.event is None else (self.event,))


class InsertEvents(_CorrectData):
    """Events that nobody saw, after the one of that number.

    One flower may do without a number: it stands in the last turn of its player in the newest deal that it fits in.
    """

    kind: Literal["insert"]
    after: Omittable[EventNumber] = None
    events: Events

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        if self.after is None and self.flower is None:
            raise nonsense("after must be the number of an event; only one flower (flower_laid) may do without it")
        return self

    @property
    def flower(self) -> FlowerLaid | None:
        """The one flower that this puts in; None where it is something else."""
        first = self.events[0]
        return first if len(self.events) == 1 and isinstance(first, FlowerLaid) else None


class ReplaceEvent(_CorrectData):
    """Another event in the place of one."""

    kind: Literal["replace"]
    event: EventNumber
    new: Annotated[EventField, Field(alias="with")]


class CorrectResult(_CorrectData):
    """A deal ended otherwise: these events instead of those that ended it, or of all after `from`."""

    kind: Literal["result"]
    events: Events
    deal: Omittable[Number] = None
    start: Annotated[Omittable[EventNumber], Field(alias="from")] = None


class TakeIn(_CorrectData):
    """An event that was set aside counts again."""

    kind: Literal["take_in"]
    event: EventNumber


class VoidDealData(Rehearsed):
    """A deal does not count: the one in play, or the `deal` of that number."""

    command: ClassVar[str] = "void_deal"
    role: ClassVar[Role] = Role.TABLE

    reason: NeededReason
    deal: Omittable[Number] = None


class EndGameData(Rehearsed):
    """The game ends now, before its rules end it: a deal in play does not count, the scores stand."""

    command: ClassVar[str] = "end_game"
    role: ClassVar[Role] = Role.TABLE


class _SetScoresData(Rehearsed):
    command: ClassVar[str] = "set_scores"
    role: ClassVar[Role] = Role.TABLE

    reason: NeededReason
    riichi_sticks: Count | None = None
    honba: Count | None = None


class SetAllScores(_SetScoresData):
    """All four scores, by seat; without `scores` only sticks and counters change."""

    scores: Omittable[FourScores] = None


class SetOneScore(_SetScoresData):
    """One seat's score."""

    seat: SeatField
    score: Score


UndoCommand = UndoTo | UndoCorrection
CorrectCommand = (
    CorrectTile | CorrectCall | CorrectRiichi | RemoveEvents | InsertEvents | ReplaceEvent | CorrectResult | TakeIn
)
CorrectionCommand = EventsData | UndoCommand | CorrectCommand | VoidDealData | EndGameData | SetAllScores | SetOneScore
"""Carried out by `table_daemon.corrections.correction_handler`."""
