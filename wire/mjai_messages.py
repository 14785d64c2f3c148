"""Messages of topic `mjai`: the plain mjai stream, and ours for what it has no word for (docs/mjai.md).

A drawn tile and a hand that nobody saw are "?".
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import PenaltyKind
from wire.plain_types import FourNumbers, SeatNumber

MjaiTile = Annotated[str, Field(pattern=r"^([1-9][mps]|5[mps]r|[ESWNPFC]|[fy][1-4]|\?)$", examples=["3m", "5pr", "C"])]
MjaiHand = list[MjaiTile]
YakuName = str


class StartGame(TypedDict):
    """A game begins."""

    type: Literal["start_game"]
    names: Annotated[list[str], Field(min_length=4, max_length=4)]


class _Place(TypedDict):
    bakaze: Literal["E", "S", "W", "N"]
    kyoku: int
    honba: int
    kyotaku: int
    oya: SeatNumber
    scores: FourNumbers


class StartKyoku(_Place):
    """A deal begins; said with its first dora indicator."""

    type: Literal["start_kyoku"]
    dora_marker: MjaiTile
    tehais: Annotated[list[MjaiHand], Field(min_length=4, max_length=4)]


class StartDeal(_Place):
    """A deal of a classical system begins; `names` by seat, as people sit in it."""

    type: Literal["jantaku_start_deal"]
    dice: list[int]
    stake: int
    names: list[str]


class Tsumo(TypedDict):
    """A tile is drawn."""

    type: Literal["tsumo"]
    actor: SeatNumber
    pai: MjaiTile


class Dahai(TypedDict):
    """A discard; `tsumogiri` is false where nobody could see it."""

    type: Literal["dahai"]
    actor: SeatNumber
    pai: MjaiTile
    tsumogiri: bool


class Claim(TypedDict):
    """A claimed discard."""

    type: Literal["chi", "pon", "daiminkan"]
    actor: SeatNumber
    target: SeatNumber
    pai: MjaiTile
    consumed: MjaiHand


class Kakan(TypedDict):
    """A tile added to a pung."""

    type: Literal["kakan"]
    actor: SeatNumber
    pai: MjaiTile
    consumed: MjaiHand


class Ankan(TypedDict):
    """A concealed kong."""

    type: Literal["ankan"]
    actor: SeatNumber
    consumed: MjaiHand


class Dora(TypedDict):
    """A kan dora indicator is turned."""

    type: Literal["dora"]
    dora_marker: MjaiTile


class Reach(TypedDict):
    """Riichi is declared with the discard that follows."""

    type: Literal["reach"]
    actor: SeatNumber


class ReachAccepted(TypedDict):
    """The stick is on the table."""

    type: Literal["reach_accepted"]
    actor: SeatNumber
    deltas: FourNumbers
    scores: FourNumbers


class Hora(TypedDict):
    """A win; `target` is the actor where the tile was drawn."""

    type: Literal["hora"]
    actor: SeatNumber
    target: SeatNumber
    pai: MjaiTile
    hora_tehais: MjaiHand
    uradora_markers: MjaiHand
    yakus: list[Annotated[list[YakuName | int], Field(min_length=2, max_length=2)]]
    fu: int
    fan: int
    hora_points: int
    deltas: FourNumbers
    scores: FourNumbers


class MjaiChombo(TypedDict):
    """Whose fault made a deal void, and why."""

    actor: SeatNumber
    reason: str


class Ryukyoku(TypedDict):
    """A deal without a win; reasons of our own begin with `jantaku_`.

    With `jantaku_chombo` `actor` is the first offender, `jantaku_chombos` are all of them.
    """

    type: Literal["ryukyoku"]
    reason: str
    deltas: FourNumbers
    scores: FourNumbers
    actor: NotRequired[SeatNumber]
    jantaku_chombos: NotRequired[list[MjaiChombo]]
    tenpais: NotRequired[Annotated[list[bool], Field(min_length=4, max_length=4)]]
    tehais: NotRequired[Annotated[list[MjaiHand], Field(min_length=4, max_length=4)]]


class EndKyoku(TypedDict):
    """The deal is settled."""

    type: Literal["end_kyoku"]


class EndGame(TypedDict):
    """The game is over."""

    type: Literal["end_game"]
    scores: FourNumbers


class Flower(TypedDict):
    """A flower or season is laid open."""

    type: Literal["jantaku_flower"]
    actor: SeatNumber
    pai: MjaiTile


class WinDeclared(TypedDict):
    """A win of a classical system, before the hands of the others are counted."""

    type: Literal["jantaku_win_declared"]
    actor: SeatNumber
    target: SeatNumber
    pai: MjaiTile
    hand: MjaiHand


class HandShownMessage(TypedDict):
    """Another player opens the hand, or (null) keeps it closed."""

    type: Literal["jantaku_hand_shown"]
    actor: SeatNumber
    hand: MjaiHand | None


class FineJudgedMessage(TypedDict):
    """People have decided on a fine."""

    type: Literal["jantaku_fine_judged"]
    actor: SeatNumber
    exempt: bool


class ResultTypedMessage(TypedDict):
    """People have said who won and what everybody gets: nothing values the hands."""

    type: Literal["jantaku_result_typed"]
    winners: list[SeatNumber]
    target: SeatNumber | None
    deltas: FourNumbers


class MjaiToldHand(TypedDict):
    """What people said that a hand is worth."""

    actor: SeatNumber
    fan: int
    fu: int
    yakuman: int


class WinsCountedMessage(TypedDict):
    """People have said who won and what each hand is worth, not its tiles; `target` gave the tile."""

    type: Literal["jantaku_wins_counted"]
    wins: list[MjaiToldHand]
    losers: list[MjaiToldHand]
    target: SeatNumber | None


class StakeMessage(TypedDict):
    """The dealer lays points for the next winner and adds to the dice."""

    type: Literal["jantaku_stake"]
    actor: SeatNumber
    points: int
    added: int


class SeatsMessage(TypedDict):
    """People have changed places: where each old seat went, and the new seat that deals next."""

    type: Literal["jantaku_seats"]
    seats: FourNumbers
    first_dealer: SeatNumber


class PenaltyMessage(TypedDict):
    """A penalty that mjai does not know."""

    type: Literal["jantaku_penalty"]
    actor: SeatNumber
    kind: PenaltyKind


class PointsPenalizedMessage(TypedDict):
    """A referee takes points off the final score."""

    type: Literal["jantaku_points_penalized"]
    actor: SeatNumber
    points: int
    reason: str


class TimeCalledMessage(TypedDict):
    """The time of the game is up."""

    type: Literal["jantaku_time_called"]
    void: bool


class GameEndedMessage(TypedDict):
    """People end the game before its rules do."""

    type: Literal["jantaku_game_ended"]


class ScoresSetMessage(TypedDict):
    """Somebody set the scores."""

    type: Literal["jantaku_scores_set"]
    scores: FourNumbers
    reason: str
    kyotaku: NotRequired[int]
    honba: NotRequired[int]


class MjaiLine(TypedDict):
    """A line of a hand's value."""

    rule: str
    clause: str
    fan: int
    points: int


class CountedHand(TypedDict):
    """A hand that counts at the end of a classical deal."""

    actor: SeatNumber
    hand: MjaiHand
    flowers: MjaiHand
    points: int
    fan: int
    lines: list[MjaiLine]


class WinningHand(CountedHand):
    """A winner's."""

    target: SeatNumber
    pai: MjaiTile


class MjaiPayment(TypedDict):
    """Points that moved; null is the table."""

    payer: SeatNumber | None
    receiver: SeatNumber | None
    points: int
    reason: str


class EndDeal(TypedDict):
    """A deal of a classical system has ended."""

    type: Literal["jantaku_end_deal"]
    outcome: Outcome
    reason: str | None
    winners: list[WinningHand]
    losers: list[CountedHand]
    payments: list[MjaiPayment]
    deltas: FourNumbers
    scores: FourNumbers


MjaiMessage = TypeAliasType(
    "MjaiMessage",
    StartGame | StartKyoku | StartDeal | Tsumo | Dahai | Claim | Kakan | Ankan | Dora | Reach | ReachAccepted
    | Hora | Ryukyoku | EndKyoku | EndGame | Flower | WinDeclared | HandShownMessage | FineJudgedMessage
    | StakeMessage | SeatsMessage | PenaltyMessage | PointsPenalizedMessage | TimeCalledMessage
    | GameEndedMessage
    | ScoresSetMessage | ResultTypedMessage | WinsCountedMessage | EndDeal,
)  # fmt: skip
"""One message of the stream, told apart by `type`."""
