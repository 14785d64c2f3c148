"""Who may do what over HTTP: one table of commands, one of machine actions, one of addresses.

Pure. MQTT has its own accounts (config/broker/acl); the buttons at the table belong to whoever sits there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final


class Role(StrEnum):
    """What somebody may do; each role may do what the ones before it may."""

    VIEWER = "viewer"
    """Reads documents and the event stream, and stops the machine; no login."""
    TABLE = "table"
    """Plays: starts, declares, answers, corrects, consents to motion."""
    ADMIN = "admin"
    """Sets up: camera pictures, calibration, maintenance and single motions."""

    def covers(self, needed: Role) -> bool:
        """True when this role may do what needs `needed`."""
        return _ORDER[self] >= _ORDER[needed]


_ORDER: Final = {role: place for place, role in enumerate(Role)}

COMMAND_ROLES: Final[Mapping[str, Role]] = {
    "answer": Role.TABLE,
    "calibrate_camera": Role.ADMIN,
    "call_attention": Role.TABLE,
    "correct": Role.TABLE,
    "declare": Role.TABLE,
    "dismiss_call": Role.TABLE,
    "draw_seats": Role.TABLE,
    "events": Role.VIEWER,
    "go_on": Role.TABLE,
    "hold": Role.TABLE,
    "judge": Role.TABLE,
    "machine": Role.TABLE,
    "next_deal": Role.TABLE,
    "set_scores": Role.TABLE,
    "show_hand": Role.TABLE,
    "stake": Role.TABLE,
    "start_game": Role.TABLE,
    "stop": Role.VIEWER,
    "teach_tiles": Role.TABLE,
    "time_called": Role.TABLE,
    "undo": Role.TABLE,
    "void_deal": Role.TABLE,
}
"""The role that each of `codec.COMMAND_NAMES` needs; a command without an entry needs the highest.

Everybody may always stop."""

MACHINE_ROLES: Final[Mapping[str, Role]] = {
    "stop": Role.VIEWER,
    "home": Role.TABLE,
    "clear_fault": Role.TABLE,
    "nothing_in_the_way": Role.TABLE,
    "exchange_sets": Role.TABLE,
    "all_tiles_in": Role.TABLE,
}
"""What an action of `machine` needs; the others are single motions, for maintenance."""

ROUTE_ROLES: Final[Mapping[str, Role]] = {
    "/": Role.VIEWER,
    "/static/{name}": Role.VIEWER,
    "/service_worker.js": Role.VIEWER,
    "/ca.crt": Role.VIEWER,
    "/api/shell": Role.VIEWER,
    "/healthz": Role.VIEWER,
    "/api/documents": Role.VIEWER,
    "/api/events": Role.VIEWER,
    "/api/cmd/{name}": Role.VIEWER,
    "/api/session": Role.VIEWER,
    "/api/login": Role.VIEWER,
    "/api/logout": Role.VIEWER,
    "/api/calibration": Role.ADMIN,
    "/camera/question/{question}.jpg": Role.TABLE,
    "/camera/calibration.jpg": Role.ADMIN,
    "/camera/layout.jpg": Role.TABLE,
    "/camera/lens.jpg": Role.ADMIN,
    "/camera/snapshot.jpg": Role.ADMIN,
    "/camera/stream.mjpg": Role.ADMIN,
}
"""The role that each address needs (a command's own role is above); an address without an entry needs the highest."""


def role_of_command(name: str, data: Mapping[str, Any]) -> Role:
    """The role that a command needs.

    Args:
        name: of the command; an unknown one needs the highest role.
        data: of the command: `machine` needs what its action needs.
    """
    if name == "machine":
        action = data.get("action")
        return MACHINE_ROLES.get(action, Role.ADMIN) if isinstance(action, str) else Role.ADMIN
    return COMMAND_ROLES.get(name, Role.ADMIN)


def role_of_route(canonical: str) -> Role:
    """The role that an address needs, by its pattern ("/api/cmd/{name}")."""
    return ROUTE_ROLES.get(canonical, Role.ADMIN)
