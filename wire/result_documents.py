"""The shape of `result` and `game`: how a deal ended and how the game stands (docs/mqtt.md)."""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.board_documents import MeldDocument
from wire.documents import FineDocument


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
    """A hand that counts: `fu` (classical: points) and `fan` make `total`, cut to the `limit` where there is one.

    `counted`: people told its value and not its tiles, so `hand`, `lines` and `fu_lines` are empty.
    """

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
    counted: bool


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


class OpenedHandDocument(TypedDict):
    """A hand that lies open although nobody won; `waits` is empty where it waits for nothing."""

    seat: int
    hand: list[str]
    melds: list[MeldDocument]
    waits: list[str]


class ChomboDocument(TypedDict):
    """A fault that made the deal void; `reason` is a key of the page's catalogues below `chombo.`.

    `penalty`: what it takes off the final score; 0 where it is paid at once.
    """

    seat: int
    reason: str
    penalty: int


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

    `handovers`: the payments in sticks, in their order, where the rules name any. `opened`: hands that lie open
    although nobody won.
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
    opened: list[OpenedHandDocument]
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
    """One line of the final standing.

    Where riichi is played `score` is the change since the start with `uma` and `oka`, less `penalty`, which chombo and
    referees took off; elsewhere the points themselves. `oka` is less what everybody returned: it comes to 0 among all.
    """

    seat: int
    points: int
    score: int
    rank: int
    penalty: int
    uma: int
    oka: int


class BestHandDocument(WinDocument):
    """The hand that won most in a game: in its deal number `deal`, counted from 1; its winner sits at `seat` now."""

    deal: int
    deal_label: str
    honba: int


class GameDocument(TypedDict):
    """`game`: the deals so far; `other_since` is what the scores changed by since the last of them.

    `penalty_points` are what chombo and referees take off the final scores, by seat; `best_hand` is there once the game
    is over, unless nobody won or only payments were told.
    """

    names: list[str]
    first_dealer: int
    start_scores: list[int]
    results: list[ShortResultDocument]
    other_since: list[int]
    penalty_points: list[int]
    standings: list[StandingDocument]
    best_hand: BestHandDocument | None
