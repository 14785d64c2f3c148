"""`data` of every command, by name: what docs/mqtt.md says in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from mahjong_rules.events import PenaltyKind
from mahjong_rules.melds import MeldKind
from wire.commands.motions import Motion
from wire.event_data import GivenEvent
from wire.plain_types import FourNumbers, SeatNumber, TileName

EventNumber = Annotated[int, Field(ge=0, description="number of an event, from `board.events` or the command `events`")]
Reason = Annotated[str, Field(max_length=200, description="kept in the list of corrections")]
NeededReason = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Points = Annotated[int, Field(ge=0)]
PlayerName = Annotated[str, Field(min_length=1, max_length=40)]


class Nothing(TypedDict):
    """The command needs no data."""


class StartGameData(TypedDict, total=False):
    """A game begins; everything has a default."""

    rules: Annotated[str, Field(description="a preset of `info.rules`")]
    settings: Annotated[dict[str, str | bool | int], Field(description="options that differ from the preset")]
    names: Annotated[list[PlayerName], Field(min_length=4, max_length=4)]
    first_dealer: SeatNumber
    abandon: Annotated[bool, Field(description="give up a game in play")]


class DrawSeatsData(TypedDict):
    """Seats and the first dealer are drawn as the rules say, and answered; no game begins."""

    names: Annotated[
        list[PlayerName], Field(min_length=4, max_length=4, description="by the seats of now, all different")
    ]
    rules: NotRequired[Annotated[str, Field(description="a preset of `info.rules`")]]
    settings: NotRequired[Annotated[dict[str, str | bool | int], Field(description="as for `start_game`")]]


class HoldData(TypedDict, total=False):
    """Stop the countdown to the next deal, or let it go on."""

    on: bool


class CallAttentionData(TypedDict):
    """Everybody is asked to look at the page."""

    seat: SeatNumber


class DismissCallData(TypedDict):
    """A call of `calls` is settled, or was a mistake."""

    call: str


class StopData(TypedDict, total=False):
    """Stops every motor, whatever else is said; needs no consent and no role."""


class MachineStep(TypedDict):
    """Stop, or consent to find the resting positions."""

    action: Literal["stop", "home"]


class ClearFault(TypedDict):
    """The fault that is shown has been seen and its cause is gone."""

    action: Literal["clear_fault"]
    fault_id: str


class Maintenance(TypedDict):
    """Begin or end the work on the machine."""

    action: Literal["maintenance"]
    on: bool


class NothingInTheWay(TypedDict):
    """A person's word about the obstacle that is shown; good for one motion."""

    action: Literal["nothing_in_the_way"]
    obstacle: str


class AllTilesIn(TypedDict):
    """So many tiles are inside although nobody counted them."""

    action: Literal["all_tiles_in"]
    missing: Annotated[int, Field(ge=1)]


class ExchangeSets(TypedDict):
    """Both sets may get the tiles of the game that was started: people put some in, or take some out."""

    action: Literal["exchange_sets"]
    tiles: Annotated[int, Field(ge=1, description="`needed` of the exchange that is shown")]


class SingleMotion(TypedDict):
    """One motion, for maintenance."""

    action: Motion
    set: NotRequired[Literal["A", "B"] | None]


class DeclareData(TypedDict):
    """What a camera cannot see."""

    kind: Literal["noten", "hand_closed", "win", "riichi"] | PenaltyKind
    seat: SeatNumber


class ShowHandData(TypedDict):
    """The concealed tiles of a loser, where the camera cannot read them."""

    seat: SeatNumber
    tiles: list[TileName]


class JudgeData(TypedDict):
    """A fine that was found against a seat is due, or not."""

    seat: SeatNumber
    exempt: bool


class StakeData(TypedDict):
    """The dealer lays points and adds pips, before the dice."""

    seat: SeatNumber
    points: Points
    added: Points


class TimeCalledData(TypedDict, total=False):
    """The time of the game is up."""

    void: bool


class AnswerData(TypedDict):
    """A question is settled by a tile's name, or `none`: no part of the game."""

    question: str
    value: TileName | Literal["none"]


class _Rehearsed(TypedDict, total=False):
    dry_run: Annotated[bool, Field(description="only say what would change")]
    force: Annotated[bool, Field(description="also where later events stand against it: they are set aside")]


class _Correction(_Rehearsed, total=False):
    reason: Reason


class UndoTo(_Correction):
    """Take back every event of this deal after that entry."""

    to_seq: EventNumber


class UndoCorrection(_Correction):
    """Take back a correction by its number in `audit`."""

    correction: int


class GivenMeld(TypedDict):
    """A meld as it should be."""

    kind: MeldKind
    tiles: list[TileName]
    called_from: NotRequired[SeatNumber | None]
    called_tile: NotRequired[TileName | None]


class CorrectTile(_Correction):
    """A tile of an event is another one; `place` says which where it has several."""

    kind: Literal["tile"]
    event: EventNumber
    tile: TileName
    place: NotRequired[str]


class CorrectCall(_Correction):
    """A claim was made otherwise, or by somebody else."""

    kind: Literal["call"]
    event: EventNumber
    meld: GivenMeld
    seat: NotRequired[SeatNumber]


class CorrectRiichi(_Correction):
    """A discard declared riichi, or did not."""

    kind: Literal["riichi"]
    event: EventNumber
    riichi: NotRequired[bool]


class RemoveEvents(_Correction):
    """Events that never happened: `events`, or one `event`."""

    kind: Literal["remove"]
    event: NotRequired[EventNumber]
    events: NotRequired[Annotated[list[EventNumber], Field(min_length=1)]]


class InsertEvents(_Correction):
    """Events that nobody saw, after the one of that number."""

    kind: Literal["insert"]
    after: EventNumber
    events: Annotated[list[GivenEvent], Field(min_length=1)]


ReplaceEvent = TypedDict(
    "ReplaceEvent",
    {"kind": Literal["replace"], "event": EventNumber, "with": GivenEvent,
     "reason": NotRequired[Reason], "dry_run": NotRequired[bool], "force": NotRequired[bool]},
)  # fmt: skip
"""Another event in the place of one (`with` is a word of Python, so the class is made by a call)."""
CorrectResult = TypedDict(
    "CorrectResult",
    {"kind": Literal["result"], "events": Annotated[list[GivenEvent], Field(min_length=1)],
     "deal": NotRequired[int], "from": NotRequired[EventNumber],
     "reason": NotRequired[Reason], "dry_run": NotRequired[bool], "force": NotRequired[bool]},
)  # fmt: skip
"""A deal ended otherwise: these events instead of those that ended it, or of all after `from`."""


class TakeIn(_Correction):
    """An event that was set aside counts again."""

    kind: Literal["take_in"]
    event: EventNumber


class VoidDealData(_Rehearsed):
    """A deal does not count: the one in play, or the `deal` of that number."""

    reason: NeededReason
    deal: NotRequired[int]


class _ScoresSet(_Rehearsed):
    reason: NeededReason
    riichi_sticks: NotRequired[Points | None]
    honba: NotRequired[Points | None]


class SetAllScores(_ScoresSet):
    """All four scores, by seat."""

    scores: NotRequired[FourNumbers]


class SetOneScore(_ScoresSet):
    """One seat's score."""

    seat: SeatNumber
    score: int


class EventsData(TypedDict, total=False):
    """The events of a deal with their numbers, in the answer's `data`; without `deal` those of the newest."""

    deal: int


class BeginLesson(TypedDict):
    """One of the table's tile sets is to be taught: a whole set, or some `kinds` of one that is stored."""

    action: Literal["begin"]
    set: Literal["A", "B"]
    red_fives: NotRequired[Annotated[bool, Field(description="whether the set has them; else as the rules in play")]]
    flowers: NotRequired[Annotated[bool, Field(description="likewise, flowers and seasons")]]
    add: NotRequired[Annotated[bool, Field(description="to what is stored, instead of beginning anew")]]
    kinds: NotRequired[Annotated[list[TileName], Field(description="only these, added to what is stored")]]


class LessonStep(TypedDict):
    """The next step of the lesson under way."""

    action: Literal["picture", "learn", "store", "cancel"]


class JudgeNames(TypedDict):
    """Whether every name in the picture of that number is right."""

    action: Literal["confirm", "reject"]
    picture: int


class ShowAgain(TypedDict):
    """Lay these kinds out once more before anything is stored."""

    action: Literal["again"]
    kinds: Annotated[list[TileName], Field(min_length=1)]


class ChangeStoredSet(TypedDict):
    """Forget what is stored of a set, or take what was stored before."""

    action: Literal["forget", "back"]
    set: Literal["A", "B"]


class MeasureLens(TypedDict):
    """Solve the lens from the present picture, forget that again, or take the calibration that was stored before."""

    action: Literal["measure", "drop", "back"]


class StoreLens(TypedDict):
    """Store what was measured, by its number in that answer."""

    action: Literal["store"]
    measured: int


MachineData = MachineStep | ClearFault | Maintenance | NothingInTheWay | AllTilesIn | ExchangeSets | SingleMotion
CorrectData: Final[Any] = (
    CorrectTile | CorrectCall | CorrectRiichi | RemoveEvents | InsertEvents | ReplaceEvent | CorrectResult | TakeIn
)
COMMAND_DATA: Final[Mapping[str, Any]] = {
    "start_game": StartGameData,
    "draw_seats": DrawSeatsData,
    "next_deal": Nothing,
    "hold": HoldData,
    "go_on": Nothing,
    "stop": StopData,
    "machine": MachineData,
    "call_attention": CallAttentionData,
    "dismiss_call": DismissCallData,
    "declare": DeclareData,
    "show_hand": ShowHandData,
    "judge": JudgeData,
    "stake": StakeData,
    "time_called": TimeCalledData,
    "answer": AnswerData,
    "undo": UndoTo | UndoCorrection,
    "correct": CorrectData,
    "void_deal": VoidDealData,
    "set_scores": SetAllScores | SetOneScore,
    "events": EventsData,
    "teach_tiles": BeginLesson | LessonStep | JudgeNames | ShowAgain | ChangeStoredSet,
    "calibrate_camera": MeasureLens | StoreLens,
}
"""The type of `data` by the name of the command; a test compares the names with those that are carried out."""
