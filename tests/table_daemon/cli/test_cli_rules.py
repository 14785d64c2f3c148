from __future__ import annotations

import json

import pytest

from table_daemon.cli.main import main
from table_daemon.rules.presets import describe_preset, preset_names
from tablet_page.rule_names import texts


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


def test_every_preset_is_listed_with_its_system_and_title(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "list", "--lang", "en").splitlines()
    assert [line.split()[0] for line in lines] == list(preset_names())
    assert any(line.split() == ["ema", "riichi", *texts("en")["preset.ema"].split()] for line in lines)
    listed = json.loads(printed(capsys, "list", "--json"))
    assert [item["name"] for item in listed] == list(preset_names())
    assert set(listed[0]) == {"name", "title", "system", "note"}


@pytest.mark.parametrize("name", preset_names())
def test_every_option_is_shown_with_value_meaning_and_source(capsys: pytest.CaptureFixture[str], name: str) -> None:
    document = json.loads(printed(capsys, "show", name, "--json"))
    options = document["options"]
    assert document["name"] == name
    assert [option["option"] for option in options] == [item.option for item in describe_preset(name)]
    for option in options:
        assert all(option[key].strip() for key in ("section", "value", "meaning", "allowed", "source")), option
    text = printed(capsys, "show", name)
    for option in options:
        assert f"\n{option['option']} = {option['value']}\n    {option['meaning']}\n" in text
        assert f"; source: {option['source']}\n" in text


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_has_a_title_in_english_and_french(name: str) -> None:
    assert texts("en")[f"preset.{name}"]
    assert texts("fr")[f"preset.{name}"]


def test_a_changed_option_is_shown_as_changed(capsys: pytest.CaptureFixture[str]) -> None:
    def value(*words: str) -> str:
        options = json.loads(printed(capsys, "show", "ema", "--json", *words))["options"]
        return next(option["value"] for option in options if option["option"] == "open_tanyao")

    assert value() == "true"
    assert value("--set", "open_tanyao=false") == "false"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show", "wrc"), "There is no rule preset 'wrc'"),
        (("show", "../rules/ema"), "There is no rule preset '../rules/ema'"),
        (("show", "ema", "--set", "open_tanjao=false"), "open_tanjao"),
        (("show", "ema", "--set", "open_tanyao=perhaps"), "open_tanyao must be true or false, not 'perhaps'"),
        (("show", "ema", "--set", "open_tanyao"), "--set takes OPTION=VALUE, not 'open_tanyao'."),
        (("show", "ema", "--set", "rounds=-2"), "rounds"),
    ],
)
def test_unknown_rules_and_options_are_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["rules", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("show",), ("forget",)])
def test_without_an_action_the_command_says_what_it_takes(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["rules", *words])
    assert "usage: jantaku rules" in capsys.readouterr().err


def test_two_presets_are_compared_by_the_options_in_which_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (
        {item.option: item.value for item in describe_preset(name) if item.section != "clauses"}
        for name in ("ema", "mleague")
    )
    differing = [name for name, value in one.items() if other[name] != value]
    document = json.loads(printed(capsys, "compare", "ema", "mleague", "--json"))
    assert {item["option"]: item["values"] for item in document["differing"]} == {
        name: [one[name], other[name]] for name in differing
    }
    said = printed(capsys, "compare", "ema", "mleague").splitlines()
    place = next(number for number, line in enumerate(said) if line.startswith("red_fives: "))
    assert said[place + 1 : place + 3] == ["    ema      false", "    mleague  true"]
    assert [line.partition(":")[0] for line in said if ": " in line] == differing
    assert len(said) < 120


def test_presets_of_two_systems_are_compared_by_what_both_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert "They are of two rule systems, riichi and tchou" in printed(capsys, "compare", "ema", "tchou")
    document = json.loads(printed(capsys, "compare", "ema", "tchou", "--json"))
    assert "red_fives" in document["only_first"]
    assert "limit" in document["only_second"]


def test_a_preset_agrees_with_itself_and_one_that_is_unknown_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "compare", "ema", "ema") == "ema and ema agree in every option that both have.\n"
    assert main(["rules", "compare", "ema", "tenho"]) == 2
    assert "There is no rule preset 'tenho' (did you mean tenhou or tchou?)" in capsys.readouterr().err
