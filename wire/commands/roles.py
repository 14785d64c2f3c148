"""What somebody may do over HTTP; beside each command stands the role that it needs (docs/access.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


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


def highest(roles: list[Role]) -> Role:
    """The role that covers all of these; the highest of all where there is none."""
    return max(roles, key=_ORDER.__getitem__, default=Role.ADMIN)
