"""The carried-over vectors as hands of our own types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.classical.hand import ClassicalHand, FirstTurn, WinCircumstances
from mahjong_rules.tiles import Tile, parse_tile

FOLDER = Path(__file__).parents[1] / "data" / "rules"
Json = dict[str, Any]


def vectors(name: str) -> Json:
    found: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def cases_of_clauses(cases: list[Json]) -> list[Any]:
    """The cases for `parametrize`, each with the clauses that it names."""
    return [
        pytest.param(
            case,
            id="-".join(case[key] for key in ("id", "status") if key in case),
            marks=pytest.mark.clause(*case["clauses"]),
        )
        for case in cases
    ]


def wind(letter: str) -> Wind:
    return Wind("ESWN".index(letter))


def tiles(names: list[str]) -> tuple[Tile, ...]:
    return tuple(map(parse_tile, names))


def exposed(*names: str) -> Meld:
    found = tiles(list(names))
    kinds = {3: MeldKind.PUNG if len(set(found)) == 1 else MeldKind.CHOW, 4: MeldKind.MELDED_KONG}
    return Meld(kinds[len(found)], found, called_from=Seat(1), called_tile=found[0])


def concealed_kong(name: str) -> Meld:
    return Meld(MeldKind.CONCEALED_KONG, tiles([name] * 4))


def hand_of(case: Json) -> ClassicalHand:
    """A concealed set of three that the vectors list as a meld stays in the hand: it was never declared."""
    concealed, melds = list(tiles(case["concealed"])), []
    for meld in case["melds"]:
        if meld["concealed"] and len(meld["tiles"]) == 3:
            concealed += tiles(meld["tiles"])
        elif meld["concealed"]:
            melds.append(concealed_kong(meld["tiles"][0]))
        else:
            melds.append(exposed(*meld["tiles"]))
    if case["kind"] == "winner":
        concealed.remove(parse_tile(case["winning_tile"]))
    return ClassicalHand(tuple(concealed), tuple(melds), tiles(case["flowers"]), wind(case["seat_wind"]))


def circumstances_of(case: Json) -> WinCircumstances:
    source = case["source"]
    first_turn = {"heaven": FirstTurn.DEALER_COMPLETE, "earth": FirstTurn.FIRST_DISCARD}
    return WinCircumstances(
        parse_tile(case["winning_tile"]),
        self_drawn=source in ("self", "kong_replacement", "last_tile"),
        replacement_tile=source == "kong_replacement",
        robbed_kong=source == "robbed",
        last_tile=source == "last_tile",
        first_turn=first_turn.get(case["first_turn"], FirstTurn.NONE),
    )
