from __future__ import annotations

import pytest
from fake_service import FakeService

from table_daemon.access.roles import COMMAND_ROLES, MACHINE_ROLES, ROUTE_ROLES, Role, role_of_command, role_of_route
from table_daemon.http.server import make_app
from table_daemon.http.settings import HttpSettings
from wire.commands.codec import COMMAND_NAMES


def test_every_command_has_its_role_in_the_table():
    assert set(COMMAND_ROLES) == COMMAND_NAMES, "give the new command its role in table_daemon/access/roles.py"


def test_every_address_has_its_role_in_the_table():
    resources = make_app(FakeService(), HttpSettings()).router.resources()
    served = {resource.canonical for resource in resources}
    assert set(ROUTE_ROLES) == served, "give the new address its role in table_daemon/access/roles.py"


def test_each_role_may_do_what_the_ones_before_it_may():
    roles = list(Role)
    assert roles == [Role.VIEWER, Role.TABLE, Role.ADMIN]
    for place, role in enumerate(roles):
        assert [role.covers(other) for other in roles] == [at <= place for at in range(3)]


def test_everybody_may_stop_the_machine_and_nothing_else_of_it():
    assert role_of_command("machine", {"action": "stop"}) is Role.VIEWER
    assert [action for action, role in MACHINE_ROLES.items() if role is Role.VIEWER] == ["stop"]


@pytest.mark.parametrize(
    "action", ["maintenance", "self_test", "dome_up", "lower", "build", "anything", None, 3, ["stop"]]
)
def test_single_motions_and_unknown_actions_are_the_admins(action):
    assert role_of_command("machine", {"action": action}) is Role.ADMIN


def test_whatever_nobody_thought_of_needs_the_highest_role():
    assert role_of_command("explode", {}) is Role.ADMIN
    assert role_of_route("/api/new") is Role.ADMIN


def test_a_viewer_sees_no_camera_picture():
    pictures = [route for route in ROUTE_ROLES if route.startswith("/camera")]
    assert pictures
    assert [route for route in pictures if Role.VIEWER.covers(role_of_route(route))] == []
