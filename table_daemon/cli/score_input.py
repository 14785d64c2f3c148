"""The JSON description of a finished deal that `jantaku score` reads: docs/score.md.

Rules this file keeps:
* A description that names an impossible table is refused with a sentence (score_checks.py); whether a hand wins is the
  rules' word.
* The models are the schema: `jantaku score --schema` prints it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinedDiscard, FinishedClassical, FinishedDeal, FinishedHand, FinishedRiichi
from mahjong_rules.melds import Meld, MeldError, MeldKind
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat, Wind, seat_after
from mahjong_rules.tiles import Tile
from table_daemon.cli.rule_arguments import check_stock, tiles_of
from table_daemon.cli.score_checks import check_empty_seats, check_table
from table_daemon.errors import UserError

SeatNumber = Annotated[int, Field(ge=0, le=3)]
Count = Annotated[int, Field(ge=0, le=100)]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)


class MeldInput(_Input):
    """A set on the table, where the short form (a text of tiles) does not say enough."""

    kind: Literal["chow", "pung", "melded_kong", "added_kong", "concealed_kong"]
    """What it is."""
    tiles: str
    """All its tiles."""
    called_from: SeatNumber | None = None
    """Who discarded the claimed tile; left out: the player before (nobody for a concealed kong)."""
    called_tile: str | None = None
    """The claimed tile; left out: the first of `tiles`."""


class HandInput(_Input):
    """One player's tiles."""

    concealed: str
    """The tiles in the hand, 13 less 3 for each meld; a winner's without the winning tile. For example "123m 55z"."""
    melds: tuple[str | MeldInput, ...] = ()
    """Sets on the table: "234p" a chow, "777z" a pung, "5555s" a claimed kong, "(5555s)" a concealed one."""
    flowers: str = ""
    """Flowers and seasons laid out: f1 to f4, y1 to y4; where three play the norths laid aside: 4z."""
    riichi: bool = False
    """The player is in riichi."""
    double_riichi: bool = False
    """Declared with the first discard."""
    ippatsu: bool = False
    """Won within one turn of the declaration, without a claim between."""


class FineInput(_Input):
    """A dangerous discard of Tchou 1924 that nothing excuses, or what was fed to a hand of Hong Kong old style."""

    offender: SeatNumber
    """Who discarded it."""
    tile: str
    """What was discarded: the winning tile (a full fine), or one that the winner claimed (half a fine)."""


class PenaltyInput(_Input):
    """What annuls the deal, or is paid at its end."""

    seat: SeatNumber
    """Who pays."""
    kind: Literal["chombo", "false_win", "wrong_win"]
    """Riichi has chombo, the classical systems have the false win, the Chinese official game the wrong win."""


class RiichiInput(_Input):
    """What only riichi knows of a finished deal."""

    indicators: str = ""
    """Dora indicators, in order."""
    ura_indicators: str = ""
    """Ura indicators, in order; they count for winners in riichi."""
    honba: Count = 0
    """Counters on the table."""
    riichi_sticks: Count = 0
    """Riichi sticks on the table, those of this deal included."""
    nagashi: tuple[SeatNumber, ...] = ()
    """Who has only terminals and honours in the river, none of them claimed, when the wall ran out."""


class ClassicalInput(_Input):
    """What only the classical systems know of a finished deal."""

    fines: tuple[FineInput, ...] = ()
    """Dangerous discards that are fined."""
    stake: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """Points (or centimes) that lay on the table for the next winner."""
    stake_forgotten: bool = False
    """The winner opened the hand before collecting the stake."""
    flower_tile: bool = False
    """The winning tile replaced a flower (Hong Kong old style)."""
    new_tile: bool = False
    """The winning discard was of a kind that lay open nowhere, so late that its discarder pays for all (Hong Kong old
    style)."""
    first_giver: SeatNumber | None = None
    """Who discarded the winning kind first since the winner's own last discard, that one included; left out: the
    discarder (Zung Jung)."""


class DealInput(RiichiInput, ClassicalInput):
    """A finished deal. Seats are 0 to 3 counter-clockwise, seat + 1 is the player to the right."""

    hands: Annotated[tuple[HandInput | None, ...], Field(min_length=4, max_length=4)]
    """The hands of seats 0 to 3; null for one that was not shown, and for a seat that stays empty."""
    winners: tuple[SeatNumber, ...] = ()
    """Who won; empty when the wall ran out."""
    winning_tile: str | None = None
    """The tile that was won."""
    discarder: SeatNumber | None = None
    """Who gave the winning tile, by a discard or by adding it to a kong; null: it was drawn."""
    dealer: SeatNumber = 0
    """East of the deal (in Tchou 1924 the first hand)."""
    prevalent_wind: Literal["E", "S", "W", "N"] = "E"
    """The wind of the round, where the rules know one."""
    replacement_tile: bool = False
    """The winning tile replaced a kong, or a north laid aside."""
    robbed_kong: bool = False
    """The winning tile was being added to a pung; the pung of its owner is described without it."""
    last_tile: bool = False
    """Nothing was left to draw."""
    first_turn: bool = False
    """Before the winner's first discard and without a claim by anybody."""
    last_of_its_kind: bool = False
    """The other three copies of the winning tile lay open (the Chinese official game)."""
    penalty: PenaltyInput | None = None
    """A chombo or false win, which annuls the deal; nobody wins then."""


def read_deal(text: str, name: str, traits: Traits) -> FinishedDeal:
    """The deal that a JSON text describes, checked against the set and the table of a rule system.

    Raises:
        UserError: no JSON, another form than `DealInput`, or an impossible table; `name` says where.
    """
    try:
        json.loads(text)  # only for its errors, which name the line
        return _finished_deal(DealInput.model_validate_json(text), traits)
    except json.JSONDecodeError as error:
        raise UserError(f"{name} is no JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise UserError(f"{name} is no deal: its brackets are nested too deep.") from error
    except ValidationError as error:
        raise UserError(f"{name} describes no deal: {_mistakes(error)}.") from error
    except UserError as error:
        raise UserError(f"{name}: {error}") from error


def schema() -> dict[str, Any]:
    """The JSON schema of a description."""
    return DealInput.model_json_schema() | {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def _mistakes(error: ValidationError) -> str:
    """Every place once; a meld given as an object is not told that it might have been a text."""
    found: dict[str, str] = {}
    for item in error.errors():
        place = ".".join(str(part) for part in item["loc"] if part not in ("str", "MeldInput"))
        found[place or "the document"] = item["msg"]
    deeper = [place for place in found if any(other.startswith(f"{place}.") for other in found)]
    found = {place: message for place, message in found.items() if place not in deeper}
    return "; ".join(f"{place}: {message}" for place, message in found.items())


def _finished_deal(given: DealInput, traits: Traits) -> FinishedDeal:
    seats = traits.seats.in_play
    check_empty_seats([seat for seat in SEATS if given.hands[seat] is not None], seats)
    hands = [None if hand is None else _hand(hand, seat, seats) for seat, hand in zip(SEATS, given.hands, strict=True)]
    winning = tiles_of(given.winning_tile, "winning_tile") if given.winning_tile is not None else ()
    deal = FinishedDeal(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        winners=tuple(map(Seat, given.winners)),
        winning_tile=winning[0] if len(winning) == 1 else None,
        discarder=None if given.discarder is None else Seat(given.discarder),
        dealer=Seat(given.dealer),
        prevalent_wind=Wind("ESWN".index(given.prevalent_wind)),
        replacement_tile=given.replacement_tile,
        robbed_kong=given.robbed_kong,
        last_tile=given.last_tile,
        first_turn=given.first_turn,
        last_of_its_kind=given.last_of_its_kind,
        riichi=_finished_riichi(given),
        classical=_finished_classical(given),
        penalty=None if given.penalty is None else _penalty(given.penalty),
    )
    check_table(deal, len(winning), traits)
    check_stock(_every_tile(deal), traits.stock, "The hands, indicators and winning tile together")
    return deal


def _finished_riichi(given: DealInput) -> FinishedRiichi:
    flags = [[hand is not None and getattr(hand, name) for hand in given.hands] for name in _FLAGS]
    return FinishedRiichi(
        accepted=_four(flags[0]),
        double=_four(flags[1]),
        ippatsu=_four(flags[2]),
        indicators=tiles_of(given.indicators, "indicators"),
        ura_indicators=tiles_of(given.ura_indicators, "ura_indicators"),
        honba=given.honba,
        sticks=given.riichi_sticks,
        nagashi=tuple(map(Seat, sorted(set(given.nagashi)))),
    )


def _finished_classical(given: DealInput) -> FinishedClassical:
    return FinishedClassical(
        fines=tuple(_fined(fine, f"fines.{number}") for number, fine in enumerate(given.fines)),
        stake=given.stake,
        stake_forgotten=given.stake_forgotten,
        flower_tile=given.flower_tile,
        new_tile=given.new_tile,
        first_giver=None if given.first_giver is None else Seat(given.first_giver),
    )


def _fined(given: FineInput, where: str) -> FinedDiscard:
    tiles = tiles_of(given.tile, f"{where}.tile")
    if len(tiles) != 1:
        raise UserError(f"{where}.tile has to name one tile, not {len(tiles)}.")
    return FinedDiscard(Seat(given.offender), tiles[0])


def _penalty(given: PenaltyInput) -> PenaltyDeclared:
    return PenaltyDeclared(Seat(given.seat), PenaltyKind(given.kind))


_FLAGS = ("riichi", "double_riichi", "ippatsu")


def _four(flags: list[bool]) -> tuple[bool, bool, bool, bool]:
    return (flags[0], flags[1], flags[2], flags[3])


def _hand(given: HandInput, seat: Seat, seats: Sequence[Seat]) -> FinishedHand:
    return FinishedHand(
        concealed=tiles_of(given.concealed, f"hands.{seat}.concealed"),
        melds=tuple(_meld(meld, seat, number, seats) for number, meld in enumerate(given.melds)),
        flowers=tiles_of(given.flowers, f"hands.{seat}.flowers"),
    )


def _meld(given: str | MeldInput, owner: Seat, number: int, seats: Sequence[Seat]) -> Meld:
    where = f"hands.{owner}.melds.{number}"
    kind, text = _short_meld(given, where) if isinstance(given, str) else (MeldKind(given.kind), given.tiles)
    tiles = tiles_of(text, where)
    before = seat_after(owner, -1, seats)
    called_from: Seat | None = None
    called: tuple[Tile, ...] = ()
    if kind is not MeldKind.CONCEALED_KONG:
        called_from, called = before, tiles[:1]
    if isinstance(given, MeldInput) and given.called_from is not None:
        called_from = Seat(given.called_from)
    if isinstance(given, MeldInput) and given.called_tile is not None:
        called = tiles_of(given.called_tile, f"{where}.called_tile")
    try:
        meld = Meld(kind, tiles, called_from, called[0] if len(called) == 1 else None)
    except MeldError as error:
        raise UserError(f"{where}: {error}.") from error
    if called_from == owner or (kind is MeldKind.CHOW and called_from != before):
        raise UserError(f"{where}: seat {owner} cannot claim a {kind.value} from seat {called_from}.")
    return meld


def _short_meld(text: str, where: str) -> tuple[MeldKind, str]:
    """Kind and tiles of the short form; a wrong number of tiles is found by `Meld`."""
    if text.startswith("(") and text.endswith(")"):
        return MeldKind.CONCEALED_KONG, text[1:-1]
    tiles = tiles_of(text, where)
    if len({tile.plain for tile in tiles}) > 1:
        return MeldKind.CHOW, text
    return (MeldKind.MELDED_KONG if len(tiles) == 4 else MeldKind.PUNG), text


def _every_tile(deal: FinishedDeal) -> Iterator[Tile]:
    for hand in deal.hands:
        if hand is not None:
            yield from (*hand.concealed, *hand.flowers)
            yield from (tile for meld in hand.melds for tile in meld.tiles)
    yield from (*deal.riichi.indicators, *deal.riichi.ura_indicators)
    if deal.winning_tile is not None:
        yield deal.winning_tile
