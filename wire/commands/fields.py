"""The types of the commands' fields: each with its bounds, and what it must be in words.

Rules this file keeps: whatever comes in has a bound; a text has neither control characters nor lone surrogates,
because it is shown, kept in the journal and sent on as UTF-8.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, PlainSerializer, PlainValidator, Strict

from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, TileError, parse_tile
from wire.commands.expectations import Expected, StrictObject, nonsense
from wire.messages import Json
from wire.plain_types import SeatNumber, TileName

MAX_NAME_LENGTH: Final = 40
"""Characters of a player's name: the state document stays below 4 KiB (tests/wire/test_largest_state.py)."""
MAX_REASON_LENGTH: Final = 200
"""Characters of a reason. Chosen: two lines of the list of corrections."""
MAX_KEY_LENGTH: Final = 64
"""Characters of an id or a key that a document gave out; the longest of ours has 25. Chosen, like `MAX_ID_LENGTH`."""
MAX_NUMBER: Final = 2**53 - 1
"""Of an entry of the journal: the largest whole number that JavaScript holds exactly."""
MAX_POINTS: Final = 9_999_999
"""Points of a score or stake, either way: 400 times the 25,000 of a riichi game, and short enough for the page."""
MAX_COUNT: Final = 999
"""Sticks, counters, pips, tiles. Chosen: three digits on the page; the largest set has 152 tiles."""
MAX_TILES: Final = 64
"""Tiles of a list; a set has at most 45 kinds and a hand 14 tiles."""
MAX_EVENTS: Final = 500
"""Events of a list; a deal has about 150 at most, and 16 KiB hold no more than 400."""
MAX_OPTIONS: Final = 100
"""Options that differ from a preset; the largest rule system has fewer."""
_NO_CONTROLS: Final = "without control characters"
NOT_IN_GAME: Final = "none"
"""The answer that a piece is no part of the game."""


def is_clean(text: str) -> bool:
    """Whether a text has neither control characters nor lone surrogates."""
    return not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _clean(text: str) -> str:
    if not is_clean(text):
        raise ValueError(text)
    return text


_TURNS_TEXT: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode's controls of direction (UAX 9): in a name they would turn round what stands beside it, too."""


def is_plain_line(text: str) -> bool:
    """Whether a text is clean and turns nothing round that stands beside it."""
    return is_clean(text) and not any(unicodedata.bidirectional(sign) in _TURNS_TEXT for sign in text)


def _stays_in_place(name: str) -> str:
    if not is_plain_line(name):
        raise ValueError(name)
    return name


def _trimmed(name: str) -> str:
    if not name.strip():
        raise ValueError(name)
    return name.strip()


PlayerName = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME_LENGTH),
    AfterValidator(_clean),
    AfterValidator(_stays_in_place),
    Expected(f"a text of 1 to {MAX_NAME_LENGTH} characters {_NO_CONTROLS}"),
]
PersonName = Annotated[
    str,
    Field(min_length=1, max_length=MAX_NAME_LENGTH),
    AfterValidator(_clean),
    AfterValidator(_stays_in_place),
    AfterValidator(_trimmed),
    Expected(f"a name of 1 to {MAX_NAME_LENGTH} characters, without control characters or such that turn text round"),
]
"""Of somebody's card."""
FourNames = Annotated[
    tuple[PlayerName, PlayerName, PlayerName, PlayerName],
    Strict(strict=False),
    Expected("a list of four names, by seat"),
]
Key = Annotated[
    str,
    Field(max_length=MAX_KEY_LENGTH),
    AfterValidator(_clean),
    Expected(f"a text of at most {MAX_KEY_LENGTH} characters {_NO_CONTROLS}"),
]
"""What a document gave out: the id of a question, call or fault, the key of an obstacle, the name of a preset."""
Reason = Annotated[
    str,
    Field(max_length=MAX_REASON_LENGTH, description="kept in the list of corrections"),
    AfterValidator(_clean),
    AfterValidator(str.strip),
    Expected(f"a text of at most {MAX_REASON_LENGTH} characters {_NO_CONTROLS}"),
]
NeededReason = Annotated[
    str,
    Field(min_length=1, max_length=MAX_REASON_LENGTH, pattern=r"\S"),
    AfterValidator(_clean),
    AfterValidator(str.strip),
    Expected(f"a reason of 1 to {MAX_REASON_LENGTH} characters {_NO_CONTROLS}, for the list of corrections"),
]
Flag = Annotated[bool, Expected("true or false")]
Number = Annotated[int, Field(ge=0, le=MAX_NUMBER), Expected("a whole number from 0 on")]
"""Of a deal, a correction, a picture or a measurement, as it was given out."""
EventNumber = Annotated[
    int,
    Field(ge=0, le=MAX_NUMBER, description="number of an event, from `board.events` or the command `events`"),
    Expected("the number of an event: a whole number from 0 on"),
]
EventNumbers = Annotated[
    tuple[EventNumber, ...],
    Strict(strict=False),
    Field(min_length=1, max_length=MAX_EVENTS),
    Expected("a list of numbers of events"),
]
Count = Annotated[int, Field(ge=0, le=MAX_COUNT), Expected(f"a whole number from 0 to {MAX_COUNT}")]
TileCount = Annotated[int, Field(ge=1, le=MAX_COUNT), Expected(f"a number of tiles from 1 to {MAX_COUNT}")]
Points = Annotated[int, Field(ge=0, le=MAX_POINTS), Expected(f"a whole number from 0 to {MAX_POINTS}")]
Score = Annotated[
    int, Field(ge=-MAX_POINTS, le=MAX_POINTS), Expected(f"a whole number from -{MAX_POINTS} to {MAX_POINTS}")
]
FourScores = Annotated[
    tuple[Score, Score, Score, Score], Strict(strict=False), Expected("a list of four whole numbers, by seat")
]


def _seat(value: Any) -> Seat:
    if type(value) is not int or value not in SEATS:
        raise ValueError
    return SEATS[value]


SeatField = Annotated[
    Seat, PlainValidator(_seat, json_schema_input_type=SeatNumber), PlainSerializer(int), Expected("0, 1, 2 or 3")
]


def _each_once(seats: tuple[Seat, Seat, Seat, Seat]) -> tuple[Seat, Seat, Seat, Seat]:
    if sorted(seats) != list(SEATS):
        raise ValueError(seats)
    return seats


FourDrawers = Annotated[
    tuple[SeatField, SeatField, SeatField, SeatField],
    Strict(strict=False),
    AfterValidator(_each_once),
    Expected("the seats 0, 1, 2 and 3, each once: who drew East, South, West and North"),
]


Winners = Annotated[
    tuple[SeatField, ...],
    Strict(strict=False),
    Field(min_length=1, max_length=len(SEATS) - 1),
    Expected("a list of one to three seats, each 0, 1, 2 or 3"),
]


def _tile(value: Any) -> Tile:
    if not isinstance(value, str):
        raise TileError
    return parse_tile(value)


TileField = Annotated[
    Tile,
    PlainValidator(_tile, json_schema_input_type=TileName),
    PlainSerializer(str),
    Expected("a tile's name such as 3m, 7p, 1z or f2"),
]
Tiles = Annotated[
    tuple[TileField, ...],
    Strict(strict=False),
    Field(max_length=MAX_TILES),
    Expected("a list of tiles' names such as 3m"),
]
SomeTiles = Annotated[
    tuple[TileField, ...],
    Strict(strict=False),
    Field(min_length=1, max_length=MAX_TILES),
    Expected("a list of one or more tiles' names such as 3m"),
]
AnswerTile = Annotated[
    Tile | None,
    PlainValidator(
        lambda value: None if value == NOT_IN_GAME else _tile(value),
        json_schema_input_type=TileName | Literal["none"],
    ),
    PlainSerializer(lambda tile: NOT_IN_GAME if tile is None else str(tile)),
    Expected("a tile's name such as 3m, or none for a piece that is not part of the game"),
]
"""None: the piece is no part of the game."""


def _set_name(value: str) -> SetName:
    """A function: since Python 3.13 an enumeration itself shows a signature that pydantic refuses as a validator's."""
    return SetName(value)


SetField = Annotated[
    SetName,
    PlainValidator(_set_name, json_schema_input_type=Literal["A", "B"]),
    PlainSerializer(str),
    Expected("A or B"),
]
"""Which of the table's two sets."""


def _option_text(value: Any) -> str:
    """True, false and whole numbers count as their texts."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) <= MAX_POINTS:
            return str(value)
        case str() if len(value) <= MAX_REASON_LENGTH and is_clean(value):
            return value
        case _:
            raise ValueError


OptionText = Annotated[
    str,
    PlainValidator(_option_text, json_schema_input_type=str | bool | int),
    Expected("a text, a whole number, true or false, for example true or 300"),
]
Options = Annotated[dict[Key, OptionText], Field(max_length=MAX_OPTIONS), Expected("an object of options and values")]
"""Options that differ from the preset."""


class GivenMeld(StrictObject):
    """A meld as it should be."""

    kind: Annotated[MeldKind, Strict(strict=False), Expected(f"one of {', '.join(MeldKind)}")]
    tiles: Tiles
    called_from: SeatField | None = None
    called_tile: TileField | None = None


def _meld(value: Any) -> Meld:
    given = GivenMeld.model_validate(value)
    try:
        return Meld(given.kind, given.tiles, given.called_from, given.called_tile)
    except MeldError as error:
        raise nonsense(f"{error}; send another meld") from error


def _meld_json(meld: Meld) -> Json:
    return {
        "kind": meld.kind.value,
        "tiles": list(map(str, meld.tiles)),
        "called_from": meld.called_from,
        "called_tile": None if meld.called_tile is None else str(meld.called_tile),
    }


MeldField = Annotated[
    Meld,
    PlainValidator(_meld, json_schema_input_type=GivenMeld),
    PlainSerializer(_meld_json),
    Expected("an object with kind, tiles, called_from and called_tile"),
]
