"""Small game records, line by line, for tests that need one particular deal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hw_sim.people.record_script import ScriptedDeal, script_of

Line = dict[str, Any]

HANDS = [
    ["1m", "1m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9m", "9m"],
    ["1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C", "2s", "3s"],
    ["2p", "2p", "2p", "3p", "4p", "5p", "5p", "6p", "7p", "8p", "8p", "8p", "4s"],
    ["4s", "4s", "5s", "5sr", "6s", "6s", "7s", "7s", "8s", "8s", "E", "E", "S"],
]


def one_deal(*lines: Line, deltas: tuple[int, ...] = (0, 0, 0, 0), hands: Sequence[list[str]] = HANDS) -> ScriptedDeal:
    """The script of a record with one deal in which these hands are dealt and these lines follow.

    Without a hora or ryukyoku among the lines the deal just stops.
    """
    start = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "9s", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    is_ended = any(line["type"] in ("hora", "ryukyoku") for line in lines)
    game: list[Line] = [
        {"type": "start_game", "names": list("abcd")},
        start | {"scores": [25000] * 4, "tehais": list(hands)},
        *lines,
        *([] if is_ended else [{"type": "ryukyoku", "reason": "suchareach", "deltas": [0] * 4}]),
        {"type": "end_kyoku"},
        {"type": "end_game", "scores": [25000 + delta for delta in deltas]},
    ]
    deal = script_of([json.dumps(line) for line in game]).deals[0]
    return deal if is_ended else replace(deal, moves=deal.moves[:-1])


def draw(actor: int, pai: str) -> Line:
    """A tsumo line."""
    return {"type": "tsumo", "actor": actor, "pai": pai}


def discard(actor: int, pai: str) -> Line:
    """A dahai line."""
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": False}
