"""Sentences that know what they say: in a log they are English, on the page they are in the reader's language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import tablet_page
import vision
from mahjong_rules.told import joined, said_by, told, words_of
from tablet_page.rule_names import LANGUAGES
from vision.picture_check import PictureCheck
from vision.sightings import Frame

SOURCES = [path for path in Path(vision.__file__).parent.rglob("*.py") if "training" not in path.parts]
KEYS = sorted(
    {key for path in SOURCES for key in re.findall(r"\btold\(\s*\"(\w+)\"", path.read_text(encoding="utf-8"))}
)


def test_a_sentence_is_a_text_that_knows_its_key_and_values() -> None:
    sentence = told("silent", "the camera has given no picture for 7 s", seconds=7)
    assert sentence == "the camera has given no picture for 7 s"
    (words,) = words_of(sentence)
    assert (words.key, dict(words.values)) == ("silent", {"seconds": "7"})


def test_joined_sentences_keep_what_each_of_them_knows() -> None:
    both = joined(("", told("has_moved", "it moved"), "a coin lies there"), ": ")
    assert both == "it moved: a coin lies there"
    assert [(words.key, dict(words.values)) for words in words_of(both)] == [
        ("has_moved", {}),
        ("as_it_is", {"text": "a coin lies there"}),
    ]
    assert words_of(joined(("", ""))) == ()


def test_an_error_gives_its_sentence_back_with_what_it_knows() -> None:
    assert words_of(said_by(ValueError(told("dark", "it is dark"))))[0].key == "dark"
    assert said_by(ValueError()) == ""
    assert said_by(ValueError(7)) == "7"


def catalogue(language: str) -> dict[str, str]:
    """What the daemon tells in its own sentences."""
    file = Path(tablet_page.__file__).parent / "static" / "i18n" / f"refusals.{language}.json"
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_words_for_everything_that_the_eyes_tell(language: str) -> None:
    assert len(KEYS) > 20
    assert [key for key in [*KEYS, "as_it_is"] if f"told.{key}" not in catalogue(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["dark", "small"])
def test_what_is_wrong_with_a_picture_is_said_in_every_language(language: str, level: str) -> None:
    size = (720, 1280, 3) if level == "dark" else (200, 320, 3)
    sentence = PictureCheck().problem(Frame(np.zeros(size, np.uint8), 1, 0.0))
    (words,) = words_of(sentence)
    said = catalogue(language)[f"told.{words.key}"].format(**words.values)
    assert language == "en" or said != catalogue("en")[f"told.{words.key}"].format(**words.values)
    assert level == "dark" or "320" in said
