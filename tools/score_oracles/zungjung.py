"""Zung Jung beside the scorer of the public web game "Zung Jung Mahjong"."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mahjong_rules.deal_result import HandValue
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.systems.cantonese.zungjung_values import ZungjungValues, winner_value
from mahjong_rules.systems.classical.hand import FirstTurn
from mahjong_rules.tiles import Tile
from tools.score_oracles.node_programs import ask
from tools.score_oracles.random_hands import RandomHand, random_hand

_SUITS: Final = {"s": "B", "m": "C", "p": "D"}
_HONOURS: Final = ("E ", "S ", "W ", "N ", "O ", "G ", "R ")
_KINDS: Final = {MeldKind.CHOW: "chow", MeldKind.PUNG: "pung"}


def compare(folder: Path, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Every difference in points or patterns; nothing explains one."""
    chance = random.Random(seed)
    hands = [random_hand(chance, flowers=False, pairs=True) for _ in range(count)]
    answers = ask("zungjung.mjs", folder, [_question(item) for item in hands])
    for item, theirs in zip(hands, answers, strict=True):
        ours = winner_value(item.hand, item.how, ZungjungValues())
        if ours.base_points != theirs["total"]:
            yield f"{item}: ours {ours.base_points} {_numbers(ours)}, theirs {theirs}", ""
        elif ours.base_points < 320 and sorted(_numbers(ours)) != sorted(_plain(name) for name in theirs["patterns"]):
            yield f"{item}: equal, ours {_numbers(ours)}, theirs {theirs}", "equal points in another reading"


def _numbers(value: HandValue) -> list[str]:
    """The numbers of the patterns as the list has them."""
    return ["chicken" if line.rule == "chicken" else line.clause.partition("§")[2] for line in value.lines]


def _plain(name: str) -> str:
    return "3.1" if name.startswith("3.1") else name


def _question(item: RandomHand) -> dict[str, Any]:
    how, hand = item.how, item.hand
    return {
        "melds": [_meld(meld) for meld in hand.melds],
        "concealed": [_tile(tile) for tile in hand.concealed],
        "winTile": _tile(how.winning_tile),
        "winBy": "self" if how.self_drawn else "discard",
        "seatWind": int(hand.seat_wind),
        "seabed": how.last_tile,
        "riverbed": how.last_discard,
        "kongReplacement": how.replacement_tile,
        "robbingKong": how.robbed_kong,
        "heaven": how.first_turn is FirstTurn.DEALER_COMPLETE,
        "earth": how.first_turn is FirstTurn.FIRST_DISCARD,
    }


def _meld(meld: Meld) -> dict[str, str]:
    kind = _KINDS.get(meld.kind, "kong")
    return {"kind": kind, "tile": _tile(meld.tiles[0]), "kongType": "big" if meld.is_open else "concealed"}


def _tile(tile: Tile) -> str:
    return _HONOURS[tile.number - 1] if tile.is_honour else f"{_SUITS[tile.suit.value]}{tile.number}"
