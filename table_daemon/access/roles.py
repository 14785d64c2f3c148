"""Who may see what over HTTP: one table of addresses; what a command needs stands beside the command (`wire.commands`).

Pure. MQTT has its own accounts (config/broker/acl); the buttons at the table belong to whoever sits there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wire.commands.roles import Role

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
    "/api/screens": Role.VIEWER,
    "/screens/{view}.svg": Role.VIEWER,
    "/api/games": Role.TABLE,
    "/api/games/{game}": Role.TABLE,
    "/api/games/{game}/deals/{deal}": Role.TABLE,
    "/api/games/{game}/export/{form}": Role.TABLE,
    "/api/people": Role.TABLE,
    "/api/people/table": Role.TABLE,
    "/api/people/{person}": Role.TABLE,
    "/api/backup": Role.ADMIN,
    "/api/restore": Role.ADMIN,
    "/api/restore/agreed": Role.ADMIN,
    "/api/update": Role.ADMIN,
    "/api/firmware": Role.ADMIN,
    "/api/house_rules": Role.TABLE,
    "/api/rules/{preset}": Role.VIEWER,
    "/api/set_up/again": Role.ADMIN,
    "/api/calibration": Role.ADMIN,
    "/camera/question/{question}.jpg": Role.TABLE,
    "/camera/calibration.jpg": Role.ADMIN,
    "/camera/layout.jpg": Role.TABLE,
    "/camera/played/{set}/{lesson}.jpg": Role.TABLE,
    "/camera/lens.jpg": Role.ADMIN,
    "/camera/snapshot.jpg": Role.ADMIN,
    "/camera/stream.mjpg": Role.ADMIN,
}
"""The role that each address needs (commands: `wire.commands`); one without an entry needs the highest."""


def role_of_route(canonical: str) -> Role:
    """The role that an address needs, by its pattern ("/api/cmd/{name}")."""
    return ROUTE_ROLES.get(canonical, Role.ADMIN)
