"""People who play at a table, as the page asks of them (`/api/people`): no part of MQTT, where no card is ever said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.commands.expectations import Expected, Omittable, StrictObject
from wire.commands.fields import MAX_NUMBER, AnswerTile, PersonName, TileField
from wire.messages import Json

COLOURS: Final = ("green", "red", "blue", "violet", "gold", "teal", "pink", "grey")
"""Of a card; each has a shade for light and dark screens. Chosen: as many as stay apart for most eyes."""
Colour = Annotated[
    Literal["green", "red", "blue", "violet", "gold", "teal", "pink", "grey"],
    Expected(f"one of {', '.join(COLOURS)}"),
]
PersonId = Annotated[int, Field(ge=1, le=MAX_NUMBER), Expected("the id of a person, from the list of people")]


class AddPerson(StrictObject):
    """A new card."""

    action: Literal["add"]
    name: PersonName
    colour: Omittable[Colour] = None
    picture: Omittable[Annotated[TileField, Field(description="a tile")]] = None


class ChangePerson(StrictObject):
    """Another name, colour or picture; earlier games follow the name."""

    action: Literal["change"]
    person: PersonId
    name: Omittable[PersonName] = None
    colour: Omittable[Colour] = None
    picture: Annotated[AnswerTile, Field(description="a tile; none for the sign of the name")] = None


class MergePeople(StrictObject):
    """Two cards are one person: all games go to `into`, the card of `person` goes."""

    action: Literal["merge"]
    person: PersonId
    into: PersonId


class RemovePerson(StrictObject):
    """The card goes, and the name out of every file of the table."""

    action: Literal["remove"]
    person: PersonId


PEOPLE_WISHES: Final[Mapping[str, type[AddPerson | ChangePerson | MergePeople | RemovePerson]]] = {
    "add": AddPerson,
    "change": ChangePerson,
    "merge": MergePeople,
    "remove": RemovePerson,
}
"""What may be wished of people, by `action`."""
PeopleWish = AddPerson | ChangePerson | MergePeople | RemovePerson


class PersonCard(TypedDict):
    """A card. `picture` is a tile or ""; `games` counts those that are over, `last` says when the newest began."""

    id: int
    name: str
    colour: str
    picture: str
    games: int
    last: str | None


class PeopleList(TypedDict):
    """Every card, who played last first; `last_game` are the names of the newest game by seat, empty without one.

    `pending` games are being read, and count in no career yet.
    """

    people: list[PersonCard]
    last_game: list[str]
    pending: int


class Figures(TypedDict):
    """What came together over games that are over.

    `places` counts first to fourth places; `score` is the sum with uma and penalties; `won` and `paid` are points for
    hands alone; `riichi` and `calls` count deals.
    """

    games: int
    places: list[int]
    score: int
    deals: int
    wins: int
    tsumo: int
    won: int
    deal_ins: int
    paid: int
    riichi: int
    calls: int


class RankedPerson(Figures):
    """A line of the table of people; `id` is None for guests."""

    id: int | None
    name: str


class RulesPlayed(TypedDict):
    """A set of rules that somebody played by, in how many games."""

    rules: str
    unit: str
    games: int


class PeopleTable(TypedDict):
    """Everybody who played in a period, the highest sum first; `unit` is "" where rules of several units count."""

    rows: list[RankedPerson]
    rules: list[RulesPlayed]
    unit: str


class BestHand(TypedDict):
    """The hand worth most; `hand` is a `WinDocument`."""

    points: int
    hand: Json
    game: str
    deal: int
    rules: str
    at: str


class Rival(TypedDict):
    """Somebody played against: in how many games, in how many better placed, and the difference of all scores."""

    name: str
    games: int
    ahead: int
    difference: int


class CareerGame(TypedDict):
    """One game of a career; `total` is the sum of scores up to it."""

    id: str
    at: str
    place: int
    score: int
    total: int


class Career(TypedDict):
    """A person's games over a period and rules. `curve` has at most some hundred games, the newest among them."""

    person: PersonCard
    figures: Figures
    rules: list[RulesPlayed]
    unit: str
    best: BestHand | None
    rivals: list[Rival]
    curve: list[CareerGame]
    newest: list[CareerGame]
