from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

import tablet_page
from firmware_bridge.cycle import State
from firmware_bridge.messages import FaultCode
from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import AbortReason, PenaltyKind
from mahjong_rules.melds import MeldKind
from mahjong_rules.systems.cantonese import keys as cantonese
from mahjong_rules.systems.classical import keys as classical
from mahjong_rules.systems.mcr import settlement as mcr_settlement
from mahjong_rules.systems.mcr.fan import Fan
from mahjong_rules.systems.riichi.keys import (
    ALL_CHOMBO_REASONS,
    ALL_LIMIT_KEYS,
    ALL_PAYMENT_REASONS,
    ALL_RULE_KEYS,
    FU_KEYS,
)
from mahjong_rules.tiles import ALL_KINDS, BONUS_TILES, RED_FIVES
from mahjong_rules.wall import SpecialPlace
from table_daemon.backup_service import WhyNot
from table_daemon.firmware_service import FirmwareWhy
from table_daemon.http.house_rules import preset_document
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.machine.refusals import REASON_CODES
from table_daemon.machine.status_texts import LATE_COMPUTER
from table_daemon.rules.presets import describe_preset, load_rules, preset_names
from table_daemon.update_service import UpdateWhy
from vision.sightings import Zone
from wire.firmware_documents import FirmwarePhase
from wire.house_rules_documents import OptionDocument
from wire.table_data import HostTrouble
from wire.update_words import UpdatePhase

STATIC = Path(tablet_page.__file__).parent / "static"
LANGUAGES = ("en", "fr", "ja", "zh")
FILES = {
    code: tuple(f"{part}{code}.json" for part in ("", "more.", "options.", "upkeep.", "refusals."))
    for code in LANGUAGES
}
"""What the table's page loads, what only pages beside it say (rules, help, people, set-up …), what only the
page of rules says, what its rare dialogs say, why the rules refuse something."""
CATALOGUES = {
    code: {
        key: text
        for name in names
        for key, text in json.loads((STATIC / "i18n" / name).read_text(encoding="utf-8")).items()
    }
    for code, names in FILES.items()
}
ENGLISH = CATALOGUES["en"]
COMPUTED = re.compile(r"\bt(?:Or)?\(`(\w+)\.\$\{")
LITERAL = re.compile(r"\bt(?:Or)?\(\"([\w.]+)\"")


def start_settings(preset: str | None = None) -> list[tuple[str, list[str]]]:
    """What the start form offers: (option, choices) of one preset, or of all."""
    data = json.loads((STATIC / "start_settings.json").read_text(encoding="utf-8"))
    presets = data.values() if preset is None else [data.get(preset, [])]
    return [(setting["option"], setting["choices"]) for settings in presets for setting in settings]


def scripts() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((STATIC / "js").rglob("*.js")))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_every_text(code):
    assert {key for key in CATALOGUES[code] if not key.startswith("explain.")} == set(ENGLISH)
    assert all(text.strip() for text in CATALOGUES[code].values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_stands_twice_in_a_catalogue(code):
    """Of two the later one counts, wherever it was written for."""
    texts = [(STATIC / "i18n" / name).read_text(encoding="utf-8") for name in FILES[code]]
    pairs = [pair for text in texts for pair in json.loads(text, object_pairs_hook=list)]
    assert [key for key, count in Counter(key for key, _ in pairs).items() if count > 1] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_keep_their_placeholders(code):
    for key, text in ENGLISH.items():
        assert set(re.findall(r"\{(\w+)\}", CATALOGUES[code][key])) == set(re.findall(r"\{(\w+)\}", text)), key


def test_every_text_that_the_page_names_exists() -> None:
    assert set(LITERAL.findall(scripts())) <= set(ENGLISH)


def test_every_computed_text_has_a_family() -> None:
    families = {key.split(".")[0] for key in CATALOGUES["fr"]}
    assert set(COMPUTED.findall(scripts())) <= families


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_of_every_preset_has_a_name_and_names_for_its_choices(code):
    texts = CATALOGUES[code]
    documents = {preset: preset_document(preset)["options"] for preset in preset_names()}
    unnamed = [
        (preset, key)
        for preset, options in documents.items()
        for option in options
        for key in (f"setting.{words_of(preset, option['option'])}", *choice_keys(preset, option))
        if not any(each in texts for each in key.split(" or "))
    ]
    assert unnamed == []


def words_of(preset: str, option: str) -> str:
    """Under which name the texts of an option stand."""
    offered = json.loads((STATIC / "start_settings.json").read_text(encoding="utf-8")).get(preset, [])
    return next((setting.get("words", option) for setting in offered if setting["option"] == option), option)


def choice_keys(preset: str, option: OptionDocument) -> list[str]:
    words = words_of(preset, option["option"])
    return [f"choice.{words}_{value} or choice.{value}" for value in option["choices"]]


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_option_is_explained_and_two_meanings_of_one_option_in_two_texts(code):
    """English says what the source of the rules says: it comes with the preset."""
    told: dict[str, dict[str, set[str]]] = {}
    for preset in preset_names():
        for option in preset_document(preset)["options"]:
            name = option["option"]
            text = CATALOGUES[code].get(f"explain.{name}_{preset}", CATALOGUES[code].get(f"explain.{name}", ""))
            told.setdefault(name, {}).setdefault(option["meaning"], set()).add(text)
    unexplained = [name for name, meanings in told.items() if any("" in texts for texts in meanings.values())]
    mixed = [name for name, meanings in told.items() if len(set.union(*meanings.values())) != len(meanings)]
    assert (unexplained, mixed) == ([], [])


def test_only_options_that_there_are_are_explained() -> None:
    known = {option["option"] for preset in preset_names() for option in preset_document(preset)["options"]}
    known |= {f"{name}_{preset}" for name in known for preset in preset_names()}
    explained = {key.removeprefix("explain.") for key in CATALOGUES["fr"] if key.startswith("explain.")}
    assert explained <= known


def test_every_word_of_the_rules_has_a_text() -> None:
    words = (
        [f"rule.{key}" for key in ALL_RULE_KEYS]
        + [f"fu.{key}" for key in FU_KEYS]
        + [f"limit.{key}" for key in ALL_LIMIT_KEYS]
        + [f"reason.{key}" for key in ALL_PAYMENT_REASONS]
        + [f"chombo.{key}" for key in ALL_CHOMBO_REASONS]
        + [f"outcome.{outcome.value}" for outcome in Outcome]
        + [f"abort.{reason.value}" for reason in AbortReason]
        + [f"meld.{kind.value}" for kind in MeldKind]
        + [f"question.{reason}" for reason in QuestionReason]
        + [f"zone.{zone.value}" for zone in Zone]
        + [f"machine.{state.value}" for state in State]
        + [f"fault.{code.name.lower()}" for code in FaultCode]
        + [f"{family}.{LATE_COMPUTER}" for family in ("fault", "fault_action")]
        + [f"restore_why.{why}" for why in WhyNot]
        + [f"update_why.{why}" for why in UpdateWhy]
        + [f"firmware_why.{why}" for why in FirmwareWhy]
        + [f"firmware_phase.{phase}" for phase in get_args(FirmwarePhase) if phase not in ("done", "failed")]
        + [f"update_phase.{phase}" for phase in get_args(UpdatePhase) if phase not in ("done", "failed")]
        + [f"host.{trouble}" for trouble in get_args(HostTrouble)]
        + [f"refusal.{code}" for code in sorted(REASON_CODES)]
        + [f"rule.{key}" for key in classical.ALL_RULE_KEYS]
        + [f"limit.{key}" for key in classical.ALL_LIMIT_KEYS]
        + [f"reason.{key}" for key in classical.ALL_PAYMENT_REASONS]
        + [f"fine.{key}" for key in classical.ALL_DANGER_KEYS]
        + [f"rule.{key}" for key in cantonese.ALL_RULE_KEYS]
        + [f"reason.{key}" for key in cantonese.ALL_PAYMENT_REASONS]
        + [f"rule.{fan.key}" for fan in Fan]
        + [f"reason.{mcr_settlement.BASE}", f"reason.{mcr_settlement.HAND}", f"reason.{mcr_settlement.FALSE_WIN}"]
        + [f"declare.{kind.value}{part}" for kind in PenaltyKind for part in ("", "_help", "_sure")]
        + [f"declare.{kind}_sure" for kind in ("noten", "hand_closed")]
        + [f"wall.{place.value}" for place in SpecialPlace if place is not SpecialPlace.URA_INDICATOR]
        + [f"{part}.{name}" for name in preset_names() for part in ("preset", "about")]
        + [f"setting.{option}" for option, _choices in start_settings()]
        + [f"tile.{tile}" for tile in (*ALL_KINDS, *BONUS_TILES) if not tile.is_number]
    )
    assert [word for word in words if word not in ENGLISH] == []


@pytest.mark.parametrize("preset", preset_names())
def test_the_start_form_offers_the_presets_own_values_first_and_only_what_it_takes(preset):
    own = {option.option: option.value for option in describe_preset(preset)}
    for option, choices in start_settings(preset):
        assert choices[0] == own[option]
        for choice in choices:
            load_rules(preset, [(option, choice)])


def test_a_preset_whose_values_come_from_elsewhere_says_so() -> None:
    assert {key for key in ENGLISH if key.startswith("note.")} == {"note.jp_classic", "note.simple"}


def test_where_no_riichi_is_played_no_word_of_it_is_used() -> None:
    for key, text in ENGLISH.items():
        if key.startswith(("classical.", "tour.")):
            assert key.partition(".")[2] in ENGLISH, key
            assert not re.search(r"\b(ron|tsumo|han|kan|pon|chii|riichi)\b", text), text


def test_every_tile_has_a_face() -> None:
    for tile in (*ALL_KINDS, *RED_FIVES, *BONUS_TILES):
        assert (STATIC / "tiles" / f"{tile}.svg").is_file()
    assert (STATIC / "tiles" / "back.svg").is_file()


def test_nothing_comes_from_outside() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".json", ".webmanifest"):
            addresses = re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
            assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path


JAPANESE, CHINESE = re.compile(r"\bkans?\b", re.IGNORECASE), re.compile(r"\b(kongs?|carrés?)\b", re.IGNORECASE)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_four_alike_are_a_kan_where_riichi_is_played_and_a_kong_elsewhere(code):
    """One page said both: the words of a meld, of its question and of the help are the rules' own."""
    for key, text in CATALOGUES[code].items():
        if key.startswith(("meld.", "help.added", "help.concealed", "help.claimed", "question.", "fu.")):
            assert not CHINESE.search(text), key
        if key.startswith(("classical.", "rule.mcr_", "rule.hk_")):
            assert not JAPANESE.search(text), key
        assert "carré" not in text or not key.startswith(("rule.", "classical.")), key
