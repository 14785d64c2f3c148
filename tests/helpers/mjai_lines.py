"""Small game records, line by line, for tests that need one particular deal."""

from __future__ import annotations

from hw_sim.record_script import Line, ScriptedDeal, script_of

HANDS = [
    ["1m", "1m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9m", "9m"],
    ["1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C", "2s", "3s"],
    ["2p", "2p", "2p", "3p", "4p", "5p", "5p", "6p", "7p", "8p", "8p", "8p", "4s"],
    ["4s", "4s", "5s", "5sr", "6s", "6s", "7s", "7s", "8s", "8s", "E", "E", "S"],
]


def one_deal(*lines: Line, deltas: tuple[int, ...] = (0, 0, 0, 0)) -> ScriptedDeal:
    """The script of a record with one deal in which `HANDS` are dealt and these lines follow."""
    start = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "9s", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    game: list[Line] = [
        {"type": "start_game", "names": list("abcd")},
        start | {"scores": [25000] * 4, "tehais": HANDS},
        *lines,
        {"type": "end_kyoku"},
        {"type": "end_game", "scores": [25000 + delta for delta in deltas]},
    ]
    return script_of(game).deals[0]


def draw(actor: int, pai: str) -> Line:
    """A tsumo line."""
    return {"type": "tsumo", "actor": actor, "pai": pai}


def discard(actor: int, pai: str) -> Line:
    """A dahai line."""
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": False}
