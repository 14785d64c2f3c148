from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tablet_page
from firmware_bridge.cycle import State
from firmware_bridge.messages import FaultCode
from mahjong_rules.events import AbortReason
from mahjong_rules.melds import MeldKind
from mahjong_rules.state import Outcome
from mahjong_rules.systems.riichi.keys import ALL_LIMIT_KEYS, ALL_PAYMENT_REASONS, ALL_RULE_KEYS, FU_KEYS
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES
from table_daemon.interpreter.questions import REASONS
from vision.sightings import Zone

STATIC = Path(tablet_page.__file__).parent / "static"
LANGUAGES = ("en", "fr", "ja", "zh")
CATALOGUES = {code: json.loads((STATIC / "i18n" / f"{code}.json").read_text(encoding="utf-8")) for code in LANGUAGES}
ENGLISH = CATALOGUES["en"]
COMPUTED = re.compile(r"\bt(?:Or)?\(`(\w+)\.\$\{")
LITERAL = re.compile(r"\bt(?:Or)?\(\"([\w.]+)\"")


def scripts() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").glob("*.js")))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_text(code):
    assert set(CATALOGUES[code]) == set(ENGLISH)
    assert all(text.strip() for text in CATALOGUES[code].values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_keep_their_placeholders(code):
    for key, text in ENGLISH.items():
        assert set(re.findall(r"\{(\w+)\}", CATALOGUES[code][key])) == set(re.findall(r"\{(\w+)\}", text)), key


def test_every_text_that_the_page_names_exists():
    assert set(LITERAL.findall(scripts())) <= set(ENGLISH)


def test_every_computed_text_has_a_family():
    families = {key.split(".")[0] for key in ENGLISH}
    assert set(COMPUTED.findall(scripts())) <= families


def test_every_word_of_the_rules_has_a_text():
    words = (
        [f"rule.{key}" for key in ALL_RULE_KEYS]
        + [f"fu.{key}" for key in FU_KEYS]
        + [f"limit.{key}" for key in ALL_LIMIT_KEYS]
        + [f"reason.{key}" for key in ALL_PAYMENT_REASONS]
        + [f"outcome.{outcome.value}" for outcome in Outcome]
        + [f"abort.{reason.value}" for reason in AbortReason]
        + [f"meld.{kind.value}" for kind in MeldKind]
        + [f"question.{reason}" for reason in REASONS]
        + [f"zone.{zone.value}" for zone in Zone]
        + [f"machine.{state.value}" for state in State]
        + [f"fault.{code.name.lower()}" for code in FaultCode]
        + [f"tile.{tile}" for tile in (*ALL_KINDS, *BONUS_TILES) if not tile.is_number]
    )
    assert [word for word in words if word not in ENGLISH] == []


def test_every_tile_has_a_face():
    for tile in (*ALL_KINDS, *RED_FIVES, *BONUS_TILES):
        assert (STATIC / "tiles" / f"{tile}.svg").is_file()
    assert (STATIC / "tiles" / "back.svg").is_file()


def test_nothing_comes_from_outside():
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".json", ".webmanifest"):
            addresses = re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
            assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path
