"""Game records in a compact form of our own (tests/data/records/*.json), spelled out as mjai lines.

A deal's `play` is a line of words. Seats are digits, tiles in our notation:
``0+3m`` seat 0 draws, ``0-3m`` discards, ``0!3m`` discards the tile drawn, ``0r`` declares riichi (before the discard),
``0s`` its stick is accepted, ``1c0:3m:4m5m`` claims 3m of seat 0 for a chow (p pung, k kong), ``1q:1z1z1z1z`` is a
concealed kong, ``1a:7z:7z7z7z`` adds 7z to a pung, ``*4m`` is a kong's dora indicator, ``3<0`` wins from seat 0
(``3<3`` self-drawn), ``3<0:1m9p`` with ura indicators, ``exhausted``, ``nine`` terminals.
`deltas` follow in the order of the endings.

`two_short_deals` was made up for tests with pictures or processes: six discards with a pung, a chow, riichi and
a win, then a dealer's self-drawn win in the second turn.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mahjong_rules.mjai_tiles import mjai_name
from mahjong_rules.tiles import parse_tiles

DATA = Path(__file__).parents[1] / "data" / "records"
_FOLDER = tempfile.TemporaryDirectory(prefix="jantaku-records-")
_WORD = re.compile(r"(?P<actor>\d)(?P<what>[+!\-rscpkqa<])(?P<rest>.*)")
_CLAIMS = {"c": "chi", "p": "pon", "k": "daiminkan"}


def names(text: str) -> list[str]:
    return [mjai_name(tile) for tile in parse_tiles(text)]


def record_lines(name: str) -> list[str]:
    """The mjai lines of a compact record."""
    record = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    messages: list[dict[str, Any]] = [{"type": "start_game", "names": ["A", "B", "C", "D"]}]
    for deal in record["deals"]:
        messages += deal_messages(deal)
    messages.append({"type": "end_game", "scores": record["scores"]})
    return [json.dumps(message) for message in messages]


def deal_messages(deal: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages of one deal, from start_kyoku to end_kyoku."""
    yield {
        "type": "start_kyoku",
        "bakaze": deal["wind"],
        "kyoku": deal["number"],
        "honba": deal["honba"],
        "kyotaku": deal["sticks"],
        "oya": deal["dealer"],
        "scores": deal["scores"],
        "dora_marker": names(deal["indicator"])[0],
        "tehais": [names(hand) for hand in deal["hands"]],
    }
    deltas = iter(deal["deltas"])
    for word in deal["play"].split():
        message = _message(word)
        if message["type"] in ("hora", "ryukyoku"):
            message["deltas"] = next(deltas)
        yield message
    yield {"type": "end_kyoku"}


def _message(word: str) -> dict[str, Any]:
    if word.startswith("*"):
        return {"type": "dora", "dora_marker": names(word[1:])[0]}
    if word in ("exhausted", "nine"):
        return {"type": "ryukyoku", "reason": "exhaustive" if word == "exhausted" else "yao9"}
    match = _WORD.fullmatch(word)
    assert match is not None, word
    actor, what, rest = int(match["actor"]), match["what"], match["rest"]
    head, *parts = rest.split(":")
    match what:
        case "+":
            return {"type": "tsumo", "actor": actor, "pai": names(head)[0]}
        case "-" | "!":
            return {"type": "dahai", "actor": actor, "pai": names(head)[0], "tsumogiri": what == "!"}
        case "r":
            return {"type": "reach", "actor": actor}
        case "s":
            return {"type": "reach_accepted", "actor": actor}
        case "q":
            return {"type": "ankan", "actor": actor, "consumed": names(parts[0])}
        case "a":
            return {"type": "kakan", "actor": actor, "pai": names(parts[0])[0], "consumed": names(parts[1])}
        case "<":
            ura = {"uradora_markers": names(parts[0])} if parts else {}
            return {"type": "hora", "actor": actor, "target": int(head)} | ura
        case _:
            pai, consumed = names(parts[0])[0], names(parts[1])
            return {"type": _CLAIMS[what], "actor": actor, "target": int(head), "pai": pai, "consumed": consumed}


def record_file(name: str) -> Path:
    """A compact record as an mjai file for programs that read files; it lasts as long as the test run."""
    path = Path(_FOLDER.name) / f"{name}.mjai.jsonl"
    path.write_text("\n".join(record_lines(name)) + "\n", encoding="utf-8")
    return path
