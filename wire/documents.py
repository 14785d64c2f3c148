"""The shape of the documents in docs/mqtt.md, as types; the page's JavaScript reads exactly these keys."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.exchange_document import ExchangeDocument

Phase = Literal["idle", "machine", "play", "result", "over"]


class FaultDocument(TypedDict):
    """A latched fault of the machine and what a person is to do."""

    id: str
    code: str
    text: str
    action: str


class MachineDocument(TypedDict):
    """What the machine does. `progress` 0-1 or None; `state` is a key of the page's catalogues.

    `missing` is how many tiles people are asked to look for, 0 while there is no doubt; `obstacle` is why the lifts
    wait, a key of the catalogues or ""; in `maintenance` it moves only by single orders;
    `exchange` is what people are to put into both sets or take out of them, None while nothing is; `refusal` is why the
    board refuses again and again, a key of the catalogues or "".
    """

    state: str
    text: str
    progress: float | None
    fault: FaultDocument | None
    missing: int
    obstacle: str
    maintenance: bool
    exchange: ExchangeDocument | None
    refusal: str


class CameraDocument(TypedDict):
    """Whether pictures come; `age_s` of the newest one; `problem` is "" or why they cannot be read, in English.

    `notice` is "" or what somebody should look at although reading goes on, as a camera that has moved.
    """

    ok: bool
    age_s: float
    problem: str
    notice: str


class SystemDocument(TypedDict):
    """What the way to play looks like (`mahjong_rules.rule_system.Traits`), as far as a screen needs it.

    `score_unit` is "points" or "centimes"; `penalties` are the kinds that may be declared, `hand_aborts` the reasons
    for which a player may annul the deal by opening the whole hand; `point_penalties`: referees may take points off the
    final score; `people_settle`: nothing values a hand, people type the payments (`type_result`), which come to nothing
    together where `sums_to_zero` says so; `max_winners` on one discard; `exchanges_seats`: people change places by a
    scheme of the rules, nobody draws; `seats` where people play; `flower_copies`: pieces of each flower and season,
    0 without them; `left_out`: kinds that the set is without;
    `laid_aside`: kinds that may be laid aside beside flowers and seasons.
    """

    has_riichi: bool
    has_indicators: bool
    has_prevalent_wind: bool
    has_flowers: bool
    flower_copies: int
    has_red_fives: bool
    seats: list[int]
    left_out: list[str]
    laid_aside: list[str]
    losers_show: bool
    draw_shows_hands: bool
    claimed_kong_hides_two: bool
    can_call_time: bool
    can_stop_void: bool
    score_step: int
    stick_points: int
    score_unit: str
    penalties: list[str]
    hand_aborts: list[str]
    point_penalties: bool
    people_settle: bool
    sums_to_zero: bool
    max_winners: int
    exchanges_seats: bool


class FineDocument(TypedDict):
    """A fine for a dangerous discard; `exempt` is None while people have not judged."""

    offender: int
    winner: int
    case: str
    tile: str
    is_full: bool
    exempt: bool | None


class DebtDocument(TypedDict):
    """Points that somebody had no sticks for; None: the table."""

    debtor: int | None
    creditor: int | None
    points: int


class CountedSticksDocument(TypedDict):
    """The sticks that scores are paid in: the points of each kind, and how many of each everybody holds, by seat."""

    values: list[int]
    held: list[list[int]]
    debts: list[DebtDocument]


class GamePart(TypedDict):
    """What holds from deal to deal.

    `sticks` is None under rules that name none. `stake` lies on the table for the next winner, `dice_added` was
    announced with it; `deals_left` may still begin after time was called. `seats_due`: people change places before the
    next deal (`redraw_seats`).
    """

    names: list[str]
    scores: list[int]
    sticks: CountedSticksDocument | None
    next_dealer: int
    riichi_sticks: int
    stake: int
    dice_added: int
    deals_left: int | None
    is_void: bool
    seats_due: bool


class DealHeaderPart(TypedDict):
    """Which deal it is: the one on the table, else the next; `round_wind` is the prevalent wind."""

    dealer: int
    winds: list[str]
    round_wind: str
    round_number: int
    deal_label: str
    honba: int


class DealPlayPart(TypedDict):
    """How the deal on the table stands.

    `to_show`: the seats that have still to open their hands after a win; `fines`: those that wait for a judgement;
    `abort_due`: the reason that ends the deal unless the last discard is won.
    """

    riichi: list[bool]
    dead_hands: list[bool]
    turn: int | None
    abort_due: str | None
    winners: list[int]
    to_show: list[int]
    fines: list[FineDocument]
    dora_indicators: list[str]
    dora: list[str]
    live_tiles: int | None
    dice: list[int]


class DealPart(DealHeaderPart, DealPlayPart):
    """The deal on the table, or the next one."""


class StateDocument(GamePart, DealPart):
    """`state`: all that the score display needs; `undo_to` is None when nothing can be taken back."""

    phase: Phase
    machine: MachineDocument
    camera: CameraDocument
    next_deal_in_s: int | None
    hold: bool
    rules: str
    system: SystemDocument
    undo_to: int | None
    may_begin_deal: bool


class RiverTileDocument(TypedDict):
    """One discard."""

    tile: str
    riichi: bool
    claimed_by: int | None


class MeldDocument(TypedDict):
    """One meld; `called_from` is the discarder's seat."""

    kind: str
    tiles: list[str]
    called_from: int | None
    called_tile: str | None


class PlaceDocument(TypedDict):
    """A stack, counted from 1 at its owner's right end, or one tile: `level` is "top", "bottom" or "loose" (on it)."""

    seat: int
    number: int
    level: str | None


class MarkDocument(TypedDict):
    """What is marked on the walls: `mark` is a key of the page's catalogues below `wall.`."""

    mark: str
    places: list[PlaceDocument]


class WallDocument(TypedDict):
    """Where the walls were opened, before whom, and every special place; `lengths` are stacks by seat."""

    opener: int
    lengths: list[int]
    marks: list[MarkDocument]


class BoardEventsDocument(TypedDict):
    """Numbers of the events that laid the tiles of `board`, in the same order: what `correct` is told.

    A meld has the number of its claim (or concealed kong) and, if a tile was added, that of the kong; `indicators` are
    those of `state.dora_indicators`.
    """

    rivers: list[list[int]]
    melds: list[list[list[int]]]
    flowers: list[list[int]]
    indicators: list[int]


class BoardDocument(TypedDict):
    """`board`, by seat: rivers, melds, flowers and seasons laid out, hands opened after a win; None stays closed.

    `wall` is None before the dice are thrown and where nobody recorded them.
    """

    events: BoardEventsDocument

    rivers: list[list[RiverTileDocument]]
    melds: list[list[MeldDocument]]
    flowers: list[list[str]]
    wall: WallDocument | None
    opened: list[list[str] | None]


class NameDocument(TypedDict):
    """A score line in words, its tiles included."""

    en: str
    fr: str


class LineDocument(TypedDict):
    """One line of a hand's value; `tiles` is the set it is about, empty where it is about the whole hand."""

    rule: str
    clause: str
    fan: int
    fu: int
    points: int
    tiles: list[str]
    name: NameDocument


class HandDocument(TypedDict):
    """A hand that counts: `fu` (classical: points) and `fan` make `total`, cut to the `limit` where there is one."""

    seat: int
    hand: list[str]
    melds: list[MeldDocument]
    flowers: list[str]
    fan: int
    fu: int
    limit: str
    total: int
    lines: list[LineDocument]
    fu_lines: list[LineDocument]


class WinDocument(HandDocument):
    """One winner; `points` is what the hand receives, without honba and sticks.

    Where people settle, `hand` is empty and `winning_tile` None unless they were seen.
    """

    discarder: int | None
    winning_tile: str | None
    points: int


class PaymentDocument(TypedDict):
    """Points that moved; None is the table (sticks)."""

    payer: int | None
    receiver: int | None
    points: int
    reason: str


class ChomboDocument(TypedDict):
    """A fault that made the deal void; `reason` is a key of the page's catalogues below `chombo.`."""

    seat: int
    reason: str


class StickCountDocument(TypedDict):
    """So many sticks of a kind."""

    points: int
    count: int


class HandoverDocument(TypedDict):
    """Sticks that one gives another, and the change that comes back; None: the table."""

    giver: int | None
    taker: int | None
    given: list[StickCountDocument]
    back: list[StickCountDocument]


class ResultDocument(TypedDict):
    """`result`: how a deal ended; `losers` are the other hands that count, an empty one stayed closed.

    `handovers`: the payments in sticks, in their order, where the rules name any.
    """

    number: int
    deal_label: str
    round_number: int
    honba: int
    outcome: str
    abort_reason: str | None
    dealer: int
    wins: list[WinDocument]
    losers: list[HandDocument]
    fines: list[FineDocument]
    chombos: list[ChomboDocument]
    tenpai: list[bool]
    payments: list[PaymentDocument]
    handovers: list[HandoverDocument]
    deltas: list[int]
    scores: list[int]
    indicators: list[str]
    ura_indicators: list[str]


class ShortResultDocument(TypedDict):
    """One line of the list of deals; `other` is what the scores changed by besides: sticks and stakes, corrections."""

    number: int
    deal_label: str
    honba: int
    outcome: str
    winners: list[int]
    discarder: int | None
    other: list[int]
    deltas: list[int]
    scores: list[int]


class StandingDocument(TypedDict):
    """One line of the final standing; `penalty` is what chombo and referees took off `score`."""

    seat: int
    points: int
    score: int
    rank: int
    penalty: int


class GameDocument(TypedDict):
    """`game`: the deals so far; `other_since` is what the scores changed by since the last of them.

    `penalty_points` are what chombo and referees take off the final scores, by seat.
    """

    names: list[str]
    first_dealer: int
    start_scores: list[int]
    results: list[ShortResultDocument]
    other_since: list[int]
    penalty_points: list[int]
    standings: list[StandingDocument]


class CandidateDocument(TypedDict):
    """One answer to a question; `value` may be a tile's name, `probability` (0-1) what the camera gives it."""

    label: str
    value: str
    probability: float


class QuestionDocument(TypedDict):
    """A doubt of the recogniser.

    `text` is a key of the page's catalogues below `question.`; `detail` the rules engine's own English sentence or "".
    Beside the candidates every question can be answered with "none": the piece is not part of the game. `event` is the
    number of the event that counts meanwhile with the first candidate that is possible, None while nothing counts;
    `holds_result` says that the deal's end waits for the answer; `picture` that the piece can be seen at
    `/camera/question/{id}.jpg`.
    """

    event: int | None
    holds_result: bool
    picture: bool

    id: str
    text: str
    seat: int | None
    zone: str
    candidates: list[CandidateDocument]
    detail: str


class QuestionsDocument(TypedDict):
    """`questions`: what waits for a person."""

    questions: list[QuestionDocument]
