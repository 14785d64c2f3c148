"""The shape of the documents in docs/mqtt.md, as types; the page's JavaScript reads exactly these keys."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.exchange_document import ExchangeDocument
from wire.words import WordsDocument

Phase = Literal["idle", "machine", "play", "result", "over"]


class FaultDocument(TypedDict):
    """A latched fault of the machine and what a person is to do."""

    id: str
    code: str
    text: str
    action: str


class MachineDocument(TypedDict):
    """What the machine does. `progress` 0-1 or None, of `progress_of` tiles; `state` is a key of the page's catalogues.

    `missing` is how many tiles people are asked to look for, 0 while there is no doubt; `obstacle` is why the lifts
    wait, a key of the catalogues or ""; in `maintenance` it moves only by single orders;
    `exchange` is what people are to put into both sets or take out of them, None while nothing is; `refusal` is why the
    board refuses again and again, a key of the catalogues or "".
    """

    state: str
    text: str
    progress: float | None
    progress_of: int | None
    fault: FaultDocument | None
    missing: int
    obstacle: str
    maintenance: bool
    exchange: ExchangeDocument | None
    refusal: str


class CameraDocument(TypedDict):
    """Whether pictures come; `age_s` of the newest one; `problem` is "" or why they cannot be read, in English.

    `notice` is "" or what somebody should look at although reading goes on, as a camera that has moved. `problem_words`
    and `notice_words` are the same for screens in other languages, one a sentence.
    """

    ok: bool
    age_s: float
    problem: str
    notice: str
    problem_words: list[WordsDocument]
    notice_words: list[WordsDocument]


class FiguresDocument(TypedDict):
    """What people may say that a winning hand is worth without its tiles (`wins_counted`): from where to where.

    `fu` lists every figure there is and is empty where points count; with more fan than `fu_until` fu may be left out;
    `yakuman` is how many may count together; `losers`: their hands count too, from 0.
    """

    fan: list[int] | None
    fu: list[int]
    points: list[int] | None
    fu_until: int
    yakuman: int
    losers: bool


class SystemDocument(TypedDict):
    """What the way to play looks like (`mahjong_rules.rule_system.Traits`), as far as a screen needs it.

    `score_unit` is "points" or "centimes"; `penalties` are the kinds that may be declared, `hand_aborts` the reasons
    for which a player may annul the deal by opening the whole hand; `point_penalties`: referees may take points off the
    final score; `people_settle`: nothing values a hand, people type the payments (`type_result`), which come to nothing
    together where `sums_to_zero` says so; `max_winners` on one discard; `exchanges_seats`: people change places by a
    scheme of the rules, nobody draws; `seats` where people play; `flower_copies`: pieces of each flower and season,
    0 without them; `left_out`: kinds that the set is without;
    `laid_aside`: kinds that may be laid aside beside flowers and seasons; `counted`: what people may say that a hand is
    worth, null where nothing values it.
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
    counted: FiguresDocument | None


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
    announced with it; `deals_left` may still begin after time was called. `is_early`: people ended the game.
    `seats_due`: people change places before the next deal (`redraw_seats`).
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
    is_early: bool
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


class ClockDocument(TypedDict):
    """Since when the game and its deal last, and when they ended, as wall times; None without one."""

    game_since: str | None
    game_until: str | None
    deal_since: str | None
    deal_until: str | None


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
    clock: ClockDocument


class CandidateDocument(TypedDict):
    """One answer to a question; `value` may be a tile's name, `probability` (0-1) what the camera gives it."""

    label: str
    value: str
    probability: float


class HandPlaceDocument(TypedDict):
    """A tile of an open hand: its `number` from the player's left, from 1, and `of` how many that lie open there."""

    number: int
    of: int


class QuestionDocument(TypedDict):
    """A doubt of the recogniser.

    `text` is a key of the page's catalogues below `question.`; `detail` the rules engine's own English sentence or "",
    `detail_words` the same for screens in other languages; `place` which tile of an open hand it is, None elsewhere.
    Beside the candidates every question can be answered with "none": the piece is not part of the game. `event` is the
    number of the event that counts meanwhile with the first candidate that is possible, None while nothing counts;
    `holds_result` says that the deal's end waits for the answer; `can_wait` that nobody need be called: the name of a
    flower is not known, and no points depend on it so far; `picture` that the piece can be seen at
    `/camera/question/{id}.jpg`.
    """

    event: int | None
    holds_result: bool
    can_wait: bool
    picture: bool

    id: str
    text: str
    seat: int | None
    zone: str
    place: HandPlaceDocument | None
    candidates: list[CandidateDocument]
    detail: str
    detail_words: list[WordsDocument]


class QuestionsDocument(TypedDict):
    """`questions`: what waits for a person."""

    questions: list[QuestionDocument]
