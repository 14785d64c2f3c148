"""Every form of every command: read whole, written as it was, and refused with the name of what is wrong in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from right_commands import RIGHT_COMMANDS, with_unknown_fields

from wire.commands.codec import receive
from wire.commands.command import Command
from wire.commands.refusals import CommandRefusedError
from wire.commands.registry import COMMANDS

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
FORMS = sorted(RIGHT_COMMANDS)
REQUIRED = [
    (form.__name__, field.alias or key)
    for kind in COMMANDS.values()
    for form in kind.forms
    for key, field in form.model_fields.items()
    if field.is_required() and key not in (kind.tag, "correction")  # an undo without it is one without to_seq
]
WRONG_VALUES = [None, [], {}, "\ud800", "a\x00b", 10**400, -1.5, "x" * 10_000, [[]] * 600, {"a": {"b": {"c": {}}}}]


def typed(name: str, data: object) -> Command:
    return receive(name, {"data": data}, origin="test", now=NOW).typed()


def refusal(name: str, data: object) -> str:
    with pytest.raises(CommandRefusedError) as caught:
        typed(name, data)
    assert caught.value.code == "bad_data"
    return str(caught.value)


@pytest.mark.parametrize("form", FORMS)
def test_data_are_read_whole_and_written_as_they_were(form):
    name, data = RIGHT_COMMANDS[form]
    command = typed(name, json.loads(json.dumps(data)))
    assert type(command.data).__name__ == form
    assert command.name == name
    assert command.data.to_json() == data


@pytest.mark.parametrize("form", FORMS)
def test_an_unknown_field_is_refused_with_its_name_however_deep_it_lies(form):
    name, data = RIGHT_COMMANDS[form]
    for field, wrong in with_unknown_fields(data, "dryrun"):
        said = refusal(name, wrong)
        assert "dryrun" in said
        assert json.dumps(field) in said or "no dryrun" in said, said


@pytest.mark.parametrize(("form", "field"), REQUIRED)
def test_a_missing_field_is_named_with_what_it_must_be(form, field):
    name, data = RIGHT_COMMANDS[form]
    said = refusal(name, {key: value for key, value in data.items() if key != field})
    assert said.startswith(f"{field} is missing in the data of {name}: it must be ")
    assert not said.endswith("it must be ")


@pytest.mark.parametrize("form", FORMS)
def test_a_wrong_value_is_refused_with_its_field_in_one_short_line_and_none_of_pythons_words(form):
    name, data = RIGHT_COMMANDS[form]
    for field in data:
        for wrong in WRONG_VALUES:
            if (field, wrong) in (("set", None), ("riichi_sticks", None), ("honba", None), ("discarder", None)):
                continue  # null says that nothing is chosen
            if (field, wrong) in (("kinds", []), ("tiles", []), ("settings", {})):
                continue  # nothing at all is a choice too
            said = refusal(name, {**data, field: wrong})
            assert field in said
            assert len(said) < 400
            assert said.isprintable()
            assert not any(word in said for word in ("Error", "pydantic", "None", "True"))


def test_a_command_that_was_meant_to_be_rehearsed_is_refused_and_not_carried_out():
    said = refusal("correct", {"kind": "tile", "event": 5, "tile": "5m", "dryrun": True})
    assert said.startswith('unknown field "dryrun" in the data of correct; correct takes dry_run, force, reason')


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("hold", {"on": 1}, "on must be true or false, not 1"),
        ("call_attention", {"seat": 4}, "seat must be 0, 1, 2 or 3, not 4"),
        ("call_attention", {"seat": True}, "seat must be 0, 1, 2 or 3, not true"),
        ("undo", {"to_seq": -1}, "to_seq must be the number of an event: a whole number from 0 on, not -1"),
        ("set_scores", {"scores": [1, 2], "reason": "x"}, "scores must be a list of four whole numbers, by seat, not"),
        ("set_scores", {"scores": [1, 2, 3, 10**9], "reason": "x"}, "scores.3 must be a whole number from -9999999 to"),
        ("stake", {"seat": 0, "points": 10**7, "added": 0}, "points must be a whole number from 0 to 9999999, not"),
        ("stake", {"seat": 0, "points": 0, "added": 1000}, "added must be a whole number from 0 to 999, not 1000"),
        (
            "show_hand",
            {"seat": 0, "tiles": ["3m", "8z"]},
            "tiles.1 must be a tile's name such as 3m, 7p, 1z or f2, not",
        ),
        ("machine", {"action": "jump"}, "action must be one of stop, home, clear_fault"),
        ("machine", {}, "action must be one of stop, home, clear_fault"),
        ("correct", {"kind": ["tile"]}, "kind must be one of tile, call, riichi, remove, insert, replace, result, tak"),
        ("correct", {"kind": "remove"}, "events must be a list of numbers of events, or event one number"),
        ("correct", {"kind": "remove", "event": 1, "events": [1]}, "events must be a list of numbers of events, or"),
        ("correct", {"kind": "call", "event": 1, "meld": {"kind": "pung", "tiles": ["3m"]}}, "meld: 3m is no pung; se"),
        ("correct", {"kind": "insert", "after": 1, "events": [{"type": "landed"}]}, "events.0: 'landed' is no type of"),
        ("correct", {"kind": "insert", "after": 1, "events": [{"type": "game_started"}]}, "events.0: "),
        (
            "correct",
            {"kind": "insert", "after": 1, "events": []},
            'events must be a list with an event such as {"type"',
        ),
        ("void_deal", {"reason": " "}, "reason must be a reason of 1 to 200 characters"),
        ("void_deal", {"reason": "\ud800"}, "reason must be a reason of 1 to 200 characters"),
        ("draw_seats", {"names": ["A", "B", "A", "C"]}, "names must be four different names: seats are drawn by them"),
        (
            "draw_seats",
            {"names": ["A", "B", "\ud800", "C"]},
            "names.2 must be a text of 1 to 40 characters without con",
        ),
        (
            "start_game",
            {"names": ["A", "B\u202egnp", "C", "D"]},
            "names.1 must be a text of 1 to 40 characters without control characters",
        ),
        ("start_game", {"settings": {"limit": [1]}}, "settings.limit must be a text, a whole number, true or false"),
        ("start_game", {"settings": {"limit": 10**400}}, "settings.limit must be a text, a whole number, true or fal"),
    ],
)
def test_a_refusal_names_the_field_what_it_must_be_and_what_came(name, data, said):
    assert refusal(name, data).startswith(said)


def test_an_event_holds_no_endless_text_number_or_list():
    for event in (
        {"type": "deal_voided", "reason": "x" * 201},
        {"type": "deal_voided", "reason": "\ud800"},
        {"type": "stake_laid", "seat": 0, "points": 10**400, "added": 0},
        {"type": "hand_shown", "seat": 0, "hand": ["1m"] * 65},
        {"type": "hand_shown", "seat": 0, "hand": [[[[[[[["1m"]]]]]]]]},
    ):
        said = refusal("correct", {"kind": "insert", "after": 1, "events": [event]})
        assert said.startswith("events.0: ")
        assert " has at most " in said or " is at most " in said


def test_options_may_be_texts_numbers_and_truths():
    command = typed("start_game", {"settings": {"a": True, "b": 300, "c": "none"}})
    assert command.data.to_json() == {"settings": {"a": "true", "b": "300", "c": "none"}}
