"""What the page asks of the games that were played (`/api/games`): no part of MQTT, where only what goes on is said."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.documents import StateDocument
from wire.messages import Json
from wire.result_documents import GameDocument, ResultDocument

GameEnd = Literal["over", "void", "early", "given_up", "in_play", "unreadable"]
"""How a game stands: `void` and `unreadable` ones count in no career."""


class ListedGame(TypedDict):
    """One game of the list; seats are those of its end.

    `ranks` are 0 where nobody plays and while the game is not over; `curve` is one list of scores for its beginning and
    one for each deal; an `unreadable` game has neither.
    """

    number: int
    id: str
    started_at: str
    ended_at: str | None
    rules: str
    end: GameEnd
    seats: list[int]
    names: list[str]
    scores: list[int]
    ranks: list[int]
    curve: list[list[int]]
    deals: int


class GamesList(TypedDict):
    """A part of the list, newest first; `more` is where the next part goes on, None at its end.

    `pending` games are being read and come later.
    """

    games: list[ListedGame]
    more: int | None
    pending: int


class ListedDeal(TypedDict):
    """A deal that began. `result` is the place of its result in `game.results`, None where it has none."""

    number: int
    deal_label: str
    honba: int
    result: int | None


class OpenedGame(TypedDict):
    """A game as it stands after its last event."""

    listed: ListedGame
    state: StateDocument
    game: GameDocument
    deals: list[ListedDeal]


class ReplayedStep(TypedDict):
    """One event, and what of `state` and `board` differs from the step before: keys with their new values."""

    at: str
    event: Json
    state: dict[str, Any]
    board: dict[str, Any]


class ReplayedDeal(TypedDict):
    """A deal step by step. The first step carries both documents whole; draws, which nobody sees, are no steps."""

    id: str
    number: int
    deals: int
    deal_label: str
    honba: int
    steps: list[ReplayedStep]
    result: ResultDocument | None
