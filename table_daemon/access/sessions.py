"""Who is logged in: a session belongs to one device and one PIN, and ends with either.

Rules this file keeps:
* Pure: tokens and times are arguments. The book knows only what SHA-256 makes of a token: its file opens no door.
* The wall clock decides once, when a session is first seen after a start; from then on a clock counts that never jumps.
  A Pi has no clock battery: its wall clock may be years off until a network tells it the time, in the middle of a deal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Self

from wire.commands.roles import Role

LASTS: Final[Mapping[Role, timedelta]] = {Role.TABLE: timedelta(days=30), Role.ADMIN: timedelta(hours=12)}
"""From the login on: a tablet in the table is not asked every evening, an admin's browser every day."""
_CLOCKS_DIFFER: Final = timedelta(days=1)
"""Chosen: a clock set back by less ends nobody's session at the next start; one that was years ahead does."""
# Bounds the file; a household has a dozen devices. Chosen.
MAX_SESSIONS: Final = 200
# A browser's name for its device, cut for the list of sessions. Chosen.
MAX_DEVICE_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class Session:
    """One login.

    Attributes:
        key: SHA-256 of the token, hexadecimal.
        role: what it may do.
        pin: name of the PIN it was opened with.
        device: what the browser called itself.
        address: where it was opened from.
        since: ISO 8601.
        until: ISO 8601.
    """

    key: str
    role: Role
    pin: str
    device: str
    address: str
    since: str
    until: str

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """As it was written.

        Raises:
            ValueError: a field is missing or wrong.
        """
        try:
            texts = {name: str(stored[name]) for name in ("key", "pin", "device", "address", "since", "until")}
            session = cls(role=Role(stored["role"]), **texts)
        except (KeyError, TypeError) as error:
            raise ValueError(f"no session: {error!r}") from error
        for moment in (session.since, session.until):
            if datetime.fromisoformat(moment).tzinfo is None:
                raise ValueError(f"no session: {moment!r} has no time zone")
        return session

    def to_json(self) -> dict[str, str]:
        """As in the file."""
        return {name: str(value) for name, value in asdict(self).items()}

    def left(self, now: datetime) -> timedelta:
        """What is left of its time; nothing of a session that begins on a later day: a clock was wrong then, or is."""
        if datetime.fromisoformat(self.since) - _CLOCKS_DIFFER > now:
            return timedelta()
        return min(datetime.fromisoformat(self.until) - now, LASTS[self.role])


@dataclass(frozen=True, slots=True)
class Now:
    """The present: `wall` with time zone, `steady_s` on any clock that never jumps."""

    wall: datetime
    steady_s: float


class SessionBook:
    """The sessions of one table, oldest first."""

    def __init__(self, sessions: Iterable[Session] = ()) -> None:
        self._sessions = {session.key: session for session in sessions}
        self._until_s: dict[str, float] = {}
        """On the clock that never jumps, of each session that was seen since the start."""

    @property
    def sessions(self) -> tuple[Session, ...]:
        """All of them, also those whose time is up."""
        return tuple(self._sessions.values())

    def open(self, token: str, role: Role, pin: str, device: str, address: str, now: Now) -> Session:
        """Note a login; where there are too many the oldest ends."""
        self._sessions = {key: kept for key, kept in self._sessions.items() if not self._is_over(kept, now)}
        while len(self._sessions) >= MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        self._until_s = {key: until_s for key, until_s in self._until_s.items() if key in self._sessions}
        since, until = (moment.isoformat(timespec="seconds") for moment in (now.wall, now.wall + LASTS[role]))
        session = Session(key_of(token), role, pin, device_name(device), address, since, until)
        self._sessions[session.key] = session
        self._until_s[session.key] = now.steady_s + LASTS[role].total_seconds()
        return session

    def find(self, token: str, pins: Mapping[Role, str], now: Now) -> Session | None:
        """The session of a token; None when there is none, its time is up, or its PIN is another one by now.

        Args:
            token: as the cookie has it.
            pins: the name of each role's present PIN.
            now: the present.
        """
        session = self._sessions.get(key_of(token))
        if session is None or self._is_over(session, now) or pins.get(session.role) != session.pin:
            return None
        return session

    def _is_over(self, session: Session, now: Now) -> bool:
        if session.key not in self._until_s:
            left = session.left(now.wall)
            if left <= timedelta():
                return True
            self._until_s[session.key] = now.steady_s + left.total_seconds()
        return self._until_s[session.key] <= now.steady_s

    def close(self, token: str) -> bool:
        """End the session of a token; whether there was one."""
        self._until_s.pop(key_of(token), None)
        return self._sessions.pop(key_of(token), None) is not None


def key_of(token: str) -> str:
    """What the book knows of a token. Looking up a hash tells nobody how many characters of a guess were right."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def device_name(text: str) -> str:
    """A device's name as it may stand in a log and a journal: printable, on one line, short."""
    plain = "".join(letter if letter.isprintable() and letter not in "()" else " " for letter in text)
    return " ".join(plain.split())[:MAX_DEVICE_LENGTH].strip()
