"""The commands of players: a game begins, somebody calls, declares or shows something, or answers a question."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

from pydantic import Field, PlainSerializer, PlainValidator, field_validator, model_validator

from mahjong_rules.events import PenaltyKind
from wire.commands.base import CommandData
from wire.commands.expectations import Expected, Omittable, nonsense
from wire.commands.fields import (
    AnswerTile,
    Count,
    Flag,
    FourDrawers,
    FourNames,
    FourScores,
    Key,
    NeededReason,
    Options,
    Points,
    SeatField,
    Tiles,
    Winners,
)
from wire.commands.roles import Role

DEFAULT_NAMES: Final = ("East", "South", "West", "North")
Declaration = Literal["noten", "tenpai", "hand_closed", "win", "riichi"]
"""What a player says; `tenpai` is always refused with the way to show it."""
_DECLARED: Final = ("noten", "hand_closed", "win", "riichi", *PenaltyKind)


def _declaration(value: Any) -> Declaration | PenaltyKind:
    return value if value in get_args(Declaration) else PenaltyKind(value)


class StartGameData(CommandData):
    """A game begins; everything has a default."""

    command: ClassVar[str] = "start_game"
    role: ClassVar[Role] = Role.TABLE

    rules: Omittable[Annotated[Key, Field(description="a preset of `info.rules`")]] = None
    settings: Annotated[Options, Field(description="options that differ from the preset")] = Field(default_factory=dict)
    names: FourNames = DEFAULT_NAMES
    first_dealer: Omittable[
        Annotated[SeatField, Field(description="without it the first seat at which people play")]
    ] = None
    abandon: Annotated[Flag, Field(description="give up a game in play")] = False


class DrawSeatsData(CommandData):
    """Seats and the first dealer are drawn as the rules say, and answered; no game begins."""

    command: ClassVar[str] = "draw_seats"
    role: ClassVar[Role] = Role.TABLE

    names: Annotated[FourNames, Field(description="by the seats of now, all different")]
    rules: Omittable[Annotated[Key, Field(description="a preset of `info.rules`")]] = None
    settings: Annotated[Options, Field(description="as for `start_game`")] = Field(default_factory=dict)

    @field_validator("names")
    @classmethod
    def _are_different(cls, names: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
        if len(set(names)) != len(names):
            raise nonsense("names must be four different names: seats are drawn by them")
        return names


class RedrawSeatsData(CommandData):
    """Seats are drawn anew in the middle of a game, or exchanged by a scheme of the rules; names and scores move along.

    With `drawn` people have drawn themselves; every seat is one of now, before anybody moves.
    """

    command: ClassVar[str] = "redraw_seats"
    role: ClassVar[Role] = Role.TABLE

    drawn: Omittable[Annotated[FourDrawers, Field(description="who drew East, South, West and North")]] = None
    east_place: Omittable[
        Annotated[SeatField, Field(description="with `drawn`: where East sits; without it who drew East stays")]
    ] = None
    first_dealer: Omittable[
        Annotated[SeatField, Field(description="with `drawn`: who deals first; without it who drew East")]
    ] = None

    @model_validator(mode="after")
    def _says_who_drew(self) -> Self:
        if self.drawn is None and (self.east_place is not None or self.first_dealer is not None):
            raise nonsense("east_place and first_dealer belong to drawn, the seats that drew East, South, West, North")
        return self


class CallAttentionData(CommandData):
    """Everybody is asked to look at the page."""

    command: ClassVar[str] = "call_attention"
    role: ClassVar[Role] = Role.TABLE

    seat: SeatField


class DismissCallData(CommandData):
    """A call of `calls` is settled, or was a mistake."""

    command: ClassVar[str] = "dismiss_call"
    role: ClassVar[Role] = Role.TABLE

    call: Key


class DeclareData(CommandData):
    """What a camera cannot see."""

    command: ClassVar[str] = "declare"
    role: ClassVar[Role] = Role.TABLE

    kind: Annotated[
        Declaration | PenaltyKind,
        PlainValidator(_declaration, json_schema_input_type=Declaration | PenaltyKind),
        PlainSerializer(str),
        Expected(f"one of {', '.join(_DECLARED)}"),
    ]
    seat: SeatField


class ShowHandData(CommandData):
    """The concealed tiles of a loser, where the camera cannot read them."""

    command: ClassVar[str] = "show_hand"
    role: ClassVar[Role] = Role.TABLE

    seat: SeatField
    tiles: Tiles


class TypeResultData(CommandData):
    """Who won from whom and what everybody gets (+) or pays (-), under rules that value no hand."""

    command: ClassVar[str] = "type_result"
    role: ClassVar[Role] = Role.TABLE

    winners: Winners
    discarder: Annotated[SeatField | None, Field(description="who gave the tile; null: self-drawn")] = None
    deltas: Annotated[FourScores, Field(description="by seat")]


class JudgeData(CommandData):
    """A fine that was found against a seat is due, or not."""

    command: ClassVar[str] = "judge"
    role: ClassVar[Role] = Role.TABLE

    seat: SeatField
    exempt: Flag


class StakeData(CommandData):
    """The dealer lays points and adds pips, before the dice."""

    command: ClassVar[str] = "stake"
    role: ClassVar[Role] = Role.TABLE

    seat: SeatField
    points: Points
    added: Count


class PenalizeData(CommandData):
    """A referee takes points off the final score of a player, after uma."""

    command: ClassVar[str] = "penalize"
    role: ClassVar[Role] = Role.TABLE

    seat: SeatField
    points: Points
    reason: NeededReason


class TimeCalledData(CommandData):
    """The time of the game is up."""

    command: ClassVar[str] = "time_called"
    role: ClassVar[Role] = Role.TABLE

    void: Flag = False


class AnswerData(CommandData):
    """A question is settled by a tile's name, or `none`: no part of the game."""

    command: ClassVar[str] = "answer"
    role: ClassVar[Role] = Role.TABLE

    question: Key
    value: AnswerTile


GameCommand = (
    StartGameData
    | DrawSeatsData
    | RedrawSeatsData
    | CallAttentionData
    | DismissCallData
    | DeclareData
    | ShowHandData
    | TypeResultData
    | JudgeData
    | StakeData
    | PenalizeData
    | TimeCalledData
    | AnswerData
)
"""Carried out by `table_daemon.people.game_handler`."""
