"""Hong Kong old style beside hk-mahjong 3.2.0."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from mahjong_rules.deal_result import HandValue
from mahjong_rules.decomposition import GroupKind, readings
from mahjong_rules.seats import Wind
from mahjong_rules.systems.cantonese.faan_options import FaanTable, FaanValues, FlowerFaan
from mahjong_rules.systems.cantonese.faan_values import winner_value
from mahjong_rules.systems.classical.hand import FirstTurn
from mahjong_rules.tiles import Suit, Tile
from tools.score_oracles.node_programs import ask
from tools.score_oracles.random_hands import RandomHand, random_hand

_TABLE: Final = FaanTable(
    FaanValues(minimum_faan=0, limit_faan=13, big_dragons_faan=0, double_kong=True), FlowerFaan(), plays_flowers=True
)
"""Where hk-mahjong knows one way to play: its limit is endless, here the highest that there is."""
_WINDS: Final = {Wind.EAST: "east", Wind.SOUTH: "south", Wind.WEST: "west", Wind.NORTH: "north"}
_FLOWERS: Final = ("plum", "lily", "chrysanthemum", "bamboo")
_SEASONS: Final = ("spring", "summer", "autumn", "winter")


def compare(folder: Path, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Every difference with the clause that explains it, "" for none."""
    chance = random.Random(seed)
    hands = [random_hand(chance, flowers=True, pairs=False) for _ in range(count)]
    answers = ask("hk_mahjong.cjs", folder, [_question(item) for item in hands])
    for item, theirs in zip(hands, answers, strict=True):
        ours = winner_value(item.hand, item.how, _TABLE)
        own = "limit" if ours.limit == "maximum" else min(ours.fan, 13)
        capped = "limit" if theirs == "limit" else min(theirs, 13)
        if own != capped:
            yield f"{_text(item)}: ours {own} {[line.rule for line in ours.lines]}, theirs {theirs}", _why(item, ours)


def _question(item: RandomHand) -> dict[str, Any]:
    how, hand = item.how, item.hand
    found = [
        [
            [str(tile) for tile in group.tiles]
            for group in sorted(reading, key=lambda group: group.kind is GroupKind.PAIR)
        ]
        for reading in readings(hand.concealed, how.winning_tile, hand.melds, claimed=not how.self_drawn)
    ]
    everything = sorted(str(tile) for tile in (*hand.concealed, how.winning_tile))
    is_concealed = not any(meld.is_open for meld in hand.melds)
    return {
        "readings": found or [[everything]],
        "how": {
            "selfPick": how.self_drawn,
            "fullyConcealedHand": is_concealed,
            "robbingKong": how.robbed_kong,
            "winByLastCatch": how.last_tile or how.last_discard,
            "winByKong": how.replacement_tile and how.kongs_in_turn == 1,
            "winByDoubleKong": how.kongs_in_turn >= 2,
            "heavenlyHand": how.first_turn is FirstTurn.DEALER_COMPLETE,
            "earthlyHand": how.first_turn is FirstTurn.FIRST_DISCARD,
            "roundWind": _WINDS[hand.prevalent_wind],
            "seatWind": _WINDS[hand.seat_wind],
            "enableBonusFaanDueToZeroExtraTile": True,
            "extraTiles": {
                name: Tile(suit, number) in hand.flowers
                for suit, names in ((Suit.FLOWERS, _FLOWERS), (Suit.SEASONS, _SEASONS))
                for number, name in enumerate(names, 1)
            },
        },
    }


def _why(item: RandomHand, ours: HandValue) -> str:
    numbers = [tile.number for tile in (*item.hand.concealed, item.how.winning_tile)]
    kinds = {line.rule for line in ours.lines}
    if (
        "homogeneous" in kinds
        and item.hand.melds
        and set(range(1, 10))
        <= {
            *numbers,
            *(tile.number for meld in item.hand.melds for tile in meld.tiles),
        }
    ):
        return "HK §21: nine gates are concealed, hk-mahjong takes claimed sets too"
    if kinds == {"four_concealed_pungs"} and any(meld.kind.is_kong for meld in item.hand.melds):
        return "HK §23: a concealed kong is a concealed pung, hk-mahjong wants none"
    return ""


def _text(item: RandomHand) -> str:
    melds = " ".join(f"({''.join(map(str, meld.tiles))})" for meld in item.hand.melds)
    flowers = " ".join(map(str, item.hand.flowers))
    return f"{' '.join(map(str, item.hand.concealed))} + {item.how.winning_tile} {melds} {flowers} {item.how}"
