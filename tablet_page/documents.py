"""The shape of the documents in docs/mqtt.md, as types; the page's JavaScript reads exactly these keys."""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["idle", "machine", "play", "result", "over"]


class FaultDocument(TypedDict):
    """A latched fault of the machine and what a person is to do."""

    id: str
    code: str
    text: str
    action: str


class MachineDocument(TypedDict):
    """What the machine does. `progress` 0-1 or None; `state` is a key of the page's catalogues."""

    state: str
    text: str
    progress: float | None
    fault: FaultDocument | None


class CameraDocument(TypedDict):
    """Whether pictures come; `age_s` of the newest one; `problem` is "" or why they cannot be read, in English."""

    ok: bool
    age_s: float
    problem: str


class StateDocument(TypedDict):
    """`state`: all that the score display needs; `undo_to` is None when nothing can be taken back."""

    phase: Phase
    names: list[str]
    scores: list[int]
    dealer: int
    winds: list[str]
    round_wind: str
    deal_label: str
    honba: int
    riichi_sticks: int
    riichi: list[bool]
    turn: int | None
    dora_indicators: list[str]
    dora: list[str]
    live_tiles: int | None
    dice: list[int]
    machine: MachineDocument
    camera: CameraDocument
    next_deal_in_s: int | None
    hold: bool
    rules: str
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


class BoardDocument(TypedDict):
    """`board`: rivers, melds, and flowers and seasons laid out, by seat."""

    rivers: list[list[RiverTileDocument]]
    melds: list[list[MeldDocument]]
    flowers: list[list[str]]


class LineDocument(TypedDict):
    """One line of a hand's value."""

    rule: str
    clause: str
    fan: int
    fu: int
    points: int


class WinDocument(TypedDict):
    """One winner."""

    seat: int
    discarder: int | None
    hand: list[str]
    melds: list[MeldDocument]
    winning_tile: str
    fan: int
    fu: int
    limit: str
    points: int
    lines: list[LineDocument]
    fu_lines: list[LineDocument]


class PaymentDocument(TypedDict):
    """Points that moved; None is the table (sticks)."""

    payer: int | None
    receiver: int | None
    points: int
    reason: str


class ResultDocument(TypedDict):
    """`result`: how a deal ended."""

    deal_label: str
    honba: int
    outcome: str
    abort_reason: str | None
    dealer: int
    wins: list[WinDocument]
    tenpai: list[bool]
    payments: list[PaymentDocument]
    deltas: list[int]
    scores: list[int]
    indicators: list[str]
    ura_indicators: list[str]


class ShortResultDocument(TypedDict):
    """One line of the list of deals."""

    number: int
    deal_label: str
    honba: int
    outcome: str
    winners: list[int]
    discarder: int | None
    deltas: list[int]
    scores: list[int]


class StandingDocument(TypedDict):
    """One line of the final standing."""

    seat: int
    points: int
    score: int
    rank: int


class GameDocument(TypedDict):
    """`game`: the deals so far."""

    names: list[str]
    first_dealer: int
    start_scores: list[int]
    results: list[ShortResultDocument]
    standings: list[StandingDocument]


class CandidateDocument(TypedDict):
    """One answer to a question; `value` may be a tile's name."""

    label: str
    value: str


class QuestionDocument(TypedDict):
    """A doubt of the recogniser.

    `text` is a key of the page's catalogues below `question.`; `detail` the rules engine's own English sentence or "".
    Beside the candidates every question can be answered with "none": the piece is not part of the game.
    """

    id: str
    text: str
    seat: int | None
    zone: str
    candidates: list[CandidateDocument]
    detail: str


class QuestionsDocument(TypedDict):
    """`questions`: what waits for a person."""

    questions: list[QuestionDocument]
