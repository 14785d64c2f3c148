from __future__ import annotations

from fake_service import FakeService

from table_daemon.access.roles import ROUTE_ROLES, role_of_route
from table_daemon.http.backups import add_backup_routes
from table_daemon.http.firmware import add_firmware_routes
from table_daemon.http.games import add_game_routes
from table_daemon.http.house_rules import add_house_rules_routes
from table_daemon.http.people import add_people_routes
from table_daemon.http.routes import make_app
from table_daemon.http.set_up_route import add_set_up_route
from table_daemon.http.settings import HttpSettings
from table_daemon.http.updates import add_update_routes
from table_daemon.library.library import Library
from wire.commands.roles import Role


def test_every_address_has_its_role_in_the_table(tmp_path):
    app, service = make_app(FakeService(), HttpSettings()), FakeService()
    library = Library(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    add_game_routes(app, library)
    add_people_routes(app, library, service)
    add_backup_routes(app, None, service)
    add_house_rules_routes(app, None)
    add_update_routes(app, None)
    add_firmware_routes(app, None, service)
    add_set_up_route(app, service, None)
    served = {resource.canonical for resource in app.router.resources()}
    assert set(ROUTE_ROLES) == served, "give the new address its role in table_daemon/access/roles.py"


def test_whatever_nobody_thought_of_needs_the_highest_role():
    assert role_of_route("/api/new") is Role.ADMIN


def test_a_viewer_sees_nobodys_past():
    past = [route for route in ROUTE_ROLES if route.startswith(("/api/games", "/api/people"))]
    assert len(past) == 7
    assert [route for route in past if Role.VIEWER.covers(role_of_route(route))] == []


def test_a_viewer_sees_no_camera_picture():
    pictures = [route for route in ROUTE_ROLES if route.startswith("/camera")]
    assert pictures
    assert [route for route in pictures if Role.VIEWER.covers(role_of_route(route))] == []
