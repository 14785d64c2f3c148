"""Names, forms and roles of all commands, as they follow from their definitions."""

from __future__ import annotations

import pytest

from wire.commands.registry import COMMANDS
from wire.commands.roles import Role


def test_each_role_may_do_what_the_ones_before_it_may():
    roles = list(Role)
    assert roles == [Role.VIEWER, Role.TABLE, Role.ADMIN]
    for place, role in enumerate(roles):
        assert [role.covers(other) for other in roles] == [at <= place for at in range(3)]


def test_everybody_may_stop_the_machine_and_nothing_else_of_it():
    machine = COMMANDS["machine"]
    assert machine.role_of({"action": "stop"}) is Role.VIEWER
    assert [action for action, form in machine.tagged.items() if form.role is Role.VIEWER] == ["stop"]
    assert COMMANDS["stop"].role_of({}) is Role.VIEWER


@pytest.mark.parametrize(
    "action", ["maintenance", "self_test", "dome_up", "lower", "build", "anything", None, 3, ["stop"]]
)
def test_single_motions_and_unknown_actions_are_the_admins(action):
    assert COMMANDS["machine"].role_of({"action": action}) is Role.ADMIN


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("undo", {}, "UndoTo"),
        ("undo", {"to_seq": 4}, "UndoTo"),
        ("undo", {"correction": 4}, "UndoCorrection"),
        ("set_scores", {"reason": "x"}, "SetAllScores"),
        ("set_scores", {"seat": 1}, "SetOneScore"),
        ("correct", {"kind": "take_in"}, "TakeIn"),
        ("machine", {"action": "raise", "fault_id": "x"}, "SingleMotion"),
        ("hold", {"speed": 1}, "HoldData"),
    ],
)
def test_data_are_read_as_the_form_that_they_are_nearest_to(name, data, form):
    found = COMMANDS[name].form_of(data)
    assert found is not None
    assert found.__name__ == form


def test_only_what_stops_the_machine_is_done_with_wrong_data():
    stopping = {name for name, kind in COMMANDS.items() for form in kind.forms if form.stops}
    assert stopping == {"stop", "machine"}
