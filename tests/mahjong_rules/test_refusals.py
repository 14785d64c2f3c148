"""What the rules refuse and what the daemon complains of is said in people's own language.

Each sentence is a template that the catalogues know; some that the eyes tell have a shorter key.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import firmware_bridge
import mahjong_rules
import table_daemon
import tablet_page
import vision
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.told import sentence, words_of

FLOORS = (mahjong_rules, firmware_bridge, vision, table_daemon)
SOURCES = sorted(path for floor in FLOORS for path in Path(floor.__file__).parent.rglob("*.py"))
REFUSALS = {"IllegalEvent", "NotComplete", "NoValue", "StaleError", "sentence"}
I18N = Path(tablet_page.__file__).parent / "static" / "i18n"
TAPPED = {"MachineError", "CorrectionError", "BadDataError", "CallError", "StandsAgainstError"}
"""What answers a person's tap: each of these is said in words."""
NOBODY_TAPS = {
    "the controller has not been started: call start() first",
    "the board reports walls without set or dice: restart it and home the machine",
    "the machine moves, or is at work for the next deal: wait until it rests, or end the game",
    "the daemon has ended",
    "somebody stopped the machine meanwhile",
}
"""A caller's mistake, a line of the log alone, and what bringing a firmware tells by a code of its own."""
ALREADY_WORDS = {"template", "_UNKNOWN[type(event)]", "problem", "refusal or _NOT_COMPLETE", "str(error)"}
"""Values that `sentence` made elsewhere, and the journal's own complaint about an entry that no page can write."""


@functools.cache  # every test here looks through all sources
def all_calls() -> dict[str, list[ast.Call]]:
    """Calls of plain names, by name."""
    found: dict[str, list[ast.Call]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found.setdefault(node.func.id, []).append(node)
    return found


def calls(names: set[str] = REFUSALS) -> Iterator[ast.Call]:
    for name in names:
        yield from all_calls().get(name, [])


@functools.cache  # asked for by tests, not at import: every process that only collects them would read all sources
def templates() -> dict[str, set[str]]:
    """Each sentence with the names of its gaps."""
    return {
        str(call.args[0].value): {str(value.arg) for value in call.keywords}
        for call in calls()
        if isinstance(call.args[0], ast.Constant)
    }


def in_one_piece() -> set[str]:
    """What is said without a template."""
    return {ast.unparse(call.args[0]) for call in calls() if not isinstance(call.args[0], ast.Constant)}


def named() -> set[str]:
    """Keys of what the eyes tell (`told`), which are no templates."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCES)
    return {key for text in texts for key in re.findall(r"(?<![.\w])told\(\s*\"(\w+)\"", text)} | {"as_it_is"}


def catalogue(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((I18N / f"refusals.{language}.json").read_text(encoding="utf-8"))
    return texts


def test_the_gaps_of_a_template_are_its_values() -> None:
    assert {text: set(re.findall(r"\{(\w+)\}", text)) for text, gaps in templates().items() if gaps} == {
        text: gaps for text, gaps in templates().items() if gaps
    }
    assert [text for text, gaps in templates().items() if "{" in text and not gaps] == []


def test_each_sentence_is_a_template_and_no_text_put_together_before() -> None:
    assert in_one_piece() <= ALREADY_WORDS


def test_what_answers_a_tap_is_no_plain_english_text() -> None:
    plain = {
        ast.literal_eval(argument) if isinstance(argument, ast.Constant) else ast.unparse(argument)
        for call in calls(TAPPED)
        for argument in call.args[:1]
        if isinstance(argument, ast.Constant | ast.JoinedStr) or ast.unparse(argument).startswith("str(")
    }
    assert plain == NOBODY_TAPS


@pytest.mark.parametrize("language", ["en", "fr", "ja", "zh"])
def test_each_sentence_is_in_every_catalogue(language: str) -> None:
    known = {key.removeprefix("classical.").removeprefix("told.") for key in catalogue(language)}
    assert set(templates()) - known == set()
    assert known - set(templates()) == named()


@pytest.mark.parametrize("language", ["en", "fr", "ja", "zh"])
def test_no_text_has_a_gap_that_its_sentence_does_not_fill(language: str) -> None:
    gaps = {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in catalogue(language).items()}
    wanting = {key: gaps[f"told.{key}"] - filled for key, filled in templates().items()}
    assert {key: names for key, names in wanting.items() if names} == {}


def test_a_refusal_reads_as_before_and_knows_its_values() -> None:
    why = sentence("seat {seat} is to draw", seat=2)
    refusal = IllegalEvent("seat {seat} cannot claim: {why}", seat=1, why=why)
    assert str(refusal) == "seat 1 cannot claim: seat 2 is to draw"
    (words,) = words_of(refusal.args[0])
    assert words.key == "seat {seat} cannot claim: {why}"
    assert words.values["seat"] == "1"
    assert words.values["why"] == words_of(why)


def test_a_refusal_that_gives_another_one_as_its_reason_keeps_its_words() -> None:
    reason = IllegalEvent("the last tile is {tile}, not {said_tile}", tile="5m", said_tile="6m")
    refusal = IllegalEvent("seat {seat} cannot win: {why}", seat=3, why=reason)
    assert str(refusal) == "seat 3 cannot win: the last tile is 5m, not 6m"
    (words,) = words_of(refusal.args[0])
    assert words.values["why"] == words_of(reason.args[0])
