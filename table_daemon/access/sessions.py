"""Who is logged in: a session belongs to one device and one PIN, and ends with either.

Pure: tokens and times are arguments. The book knows only what SHA-256 makes of a token: its file opens no door.
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
        if datetime.fromisoformat(session.until).tzinfo is None:
            raise ValueError(f"no session: {session.until!r} has no time zone")
        return session

    def to_json(self) -> dict[str, str]:
        """As in the file."""
        return {name: str(value) for name, value in asdict(self).items()}

    def is_over(self, now: datetime) -> bool:
        """Whether its time is up."""
        return datetime.fromisoformat(self.until) <= now


class SessionBook:
    """The sessions of one table, oldest first."""

    def __init__(self, sessions: Iterable[Session] = ()) -> None:
        self._sessions = {session.key: session for session in sessions}

    @property
    def sessions(self) -> tuple[Session, ...]:
        """All of them, also those whose time is up."""
        return tuple(self._sessions.values())

    def open(self, token: str, role: Role, pin: str, device: str, address: str, now: datetime) -> Session:
        """Note a login; where there are too many the oldest ends."""
        self._sessions = {key: kept for key, kept in self._sessions.items() if not kept.is_over(now)}
        while len(self._sessions) >= MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        since, until = (moment.isoformat(timespec="seconds") for moment in (now, now + LASTS[role]))
        session = Session(key_of(token), role, pin, device_name(device), address, since, until)
        self._sessions[session.key] = session
        return session

    def find(self, token: str, pins: Mapping[Role, str], now: datetime) -> Session | None:
        """The session of a token; None when there is none, its time is up, or its PIN is another one by now.

        Args:
            token: as the cookie has it.
            pins: the name of each role's present PIN.
            now: with time zone.
        """
        session = self._sessions.get(key_of(token))
        if session is None or session.is_over(now) or pins.get(session.role) != session.pin:
            return None
        return session

    def close(self, token: str) -> bool:
        """End the session of a token; whether there was one."""
        return self._sessions.pop(key_of(token), None) is not None


def key_of(token: str) -> str:
    """What the book knows of a token. Looking up a hash tells nobody how many characters of a guess were right."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def device_name(text: str) -> str:
    """A device's name as it may stand in a log and a journal: printable, on one line, short."""
    plain = "".join(letter if letter.isprintable() and letter not in "()" else " " for letter in text)
    return " ".join(plain.split())[:MAX_DEVICE_LENGTH].strip()
