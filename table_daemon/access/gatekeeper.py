"""Where people show their PIN: who asks, who logs in, who leaves.

Rules this file keeps:
* A table that only its own computer reaches (`http.host` on loopback) asks nobody while no PIN is set; one that the
  network reaches never does without.
* One PIN is looked at at a time, in a worker thread: scrypt is slow on purpose and the event loop keeps the motors'
  lease alive.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import math
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from table_daemon.access.files import AccessFileError, read_json, write_secret
from table_daemon.access.passcode_file import PIN_ROLES, PasscodeFile
from table_daemon.access.passcodes import MAX_PIN_LENGTH, PasscodeError, StoredPasscode
from table_daemon.access.sessions import Now, Session, SessionBook
from table_daemon.access.tries import LOCKED_AT, Tries
from wire.commands.roles import Role

_log = logging.getLogger(__name__)
# 256 bits, which nobody guesses: what `secrets` uses by default.
_TOKEN_BYTES: Final = 32


class WrongPasscodeError(Exception):
    """The PIN is no role's."""


class TooManyTriesError(Exception):
    """PINs of this address are not looked at for now.

    Attributes:
        retry_after_s: when they are again, whole seconds.
    """

    def __init__(self, wait_s: float) -> None:
        self.retry_after_s = max(1, math.ceil(wait_s))
        super().__init__(f"too many wrong PINs: wait {self.retry_after_s} s before the next one")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks.

    Attributes:
        role: what they may do.
        address: where from.
        device: what their browser called itself at the login, "" without one.
        session: the login, None without one.
        is_asked: False where no PIN is set, so that nobody needs to log in.
    """

    role: Role
    address: str
    device: str = ""
    session: Session | None = None
    is_asked: bool = True

    @property
    def origin(self) -> str:
        """For the journal and the audit list: "http 192.0.2.7 (table, Tablet)"."""
        if not self.is_asked:
            return f"http {self.address}"
        return f"http {self.address} ({', '.join(part for part in (self.role, self.device) if part)})"


class Gatekeeper:
    """The PINs, sessions and tries of one table.

    Args:
        folder: of its access files; None for a table that keeps none, which only its own computer may reach.
        is_public: other computers reach the page.
        now: wall time with time zone, for sessions over restarts.
        clock: seconds on any monotonic clock, for sessions and pauses.

    Attributes:
        clock: that clock: how fast somebody may send is measured by it too.

    Raises:
        AccessFileError: a file is unreadable or damaged, or PINs had to be made and the disk refuses.
        PasscodeError: a stored PIN is damaged.
    """

    def __init__(
        self, folder: Path | None, *, is_public: bool, now: Callable[[], datetime], clock: Callable[[], float]
    ) -> None:
        if folder is None and is_public:
            raise ValueError("a page that other computers reach needs a folder for its PINs")
        self._is_public = is_public
        self._now = now
        self.clock = clock
        self._tries = Tries()
        self._one_at_a_time = asyncio.Lock()
        self._pin_file = PasscodeFile(folder) if folder else None
        self._sessions_path = folder / "sessions.json" if folder else None
        self._book = _book(self._sessions_path)
        self._local_key = _local_key(local_key_path(folder)) if folder else ""
        self.made_pins: Mapping[Role, str] = {}
        """PINs that were made because the page is open to the network and there were none."""
        if self._pin_file is not None and (is_public or self._pin_file.pins()):
            self.made_pins = self._pin_file.make_missing()

    @classmethod
    def without_pins(cls, *, now: Callable[[], datetime], clock: Callable[[], float]) -> Self:
        """Of a table that only its own computer reaches and that asks nobody."""
        return cls(None, is_public=False, now=now, clock=clock)

    def visitor(self, address: str, *, token: str = "", key: str = "") -> Visitor:
        """Who asks.

        Args:
            address: where from.
            token: of the cookie, "" without one.
            key: the local key, as programs on this computer send it, "" without one.
        """
        pins = self._pins()
        if not pins and not self._is_public:
            return Visitor(Role.ADMIN, address, is_asked=False)
        if key and self._local_key and hmac.compare_digest(key.encode(), self._local_key.encode()):
            return Visitor(Role.ADMIN, address, "command line")
        session = self._book.find(token, _names(pins), self._moment()) if token else None
        if session is None:
            return Visitor(Role.VIEWER, address)
        return Visitor(session.role, address, session.device, session)

    async def login(self, pin: str, *, address: str, device: str) -> tuple[str, Visitor]:
        """Open a session for the role whose PIN this is; its token and who it is now.

        Raises:
            TooManyTriesError: this address, or everybody, has to wait; the PIN was not looked at.
            WrongPasscodeError: no role has this PIN.
            AccessFileError: the disk refuses to keep the session.
        """
        async with self._one_at_a_time:
            wait_s = self._tries.wait_s(address, self.clock())
            if wait_s > 0:
                raise TooManyTriesError(wait_s)
            pins = self._pins()
            role = await asyncio.to_thread(_role_with, pins, pin)
            if role is None:
                self._note_wrong(address)
                raise WrongPasscodeError
            self._tries.right(address)
            token = secrets.token_urlsafe(_TOKEN_BYTES)
            session = self._book.open(token, role, pins[role].name, device, address, self._moment())
            await asyncio.to_thread(self._keep)
        _log.info("%s logged in as %s (%s)", address, role, session.device)
        return token, Visitor(role, address, session.device, session)

    async def logout(self, token: str) -> None:
        """End the session of a token; one that is none is over already.

        Raises:
            AccessFileError: the disk refuses; until the next start the session is over nevertheless.
        """
        async with self._one_at_a_time:
            if self._book.close(token):
                await asyncio.to_thread(self._keep)

    def _moment(self) -> Now:
        return Now(self._now(), self.clock())

    def _note_wrong(self, address: str) -> None:
        wrong = self._tries.wrong(address, self.clock())
        _log.warning("wrong PIN from %s, the %d. in a row", address, wrong)
        if wrong >= LOCKED_AT:
            wait_s = self._tries.wait_s(address, self.clock())
            _log.warning("PINs from %s are not looked at for %.0f s", address, wait_s)

    def _pins(self) -> Mapping[Role, StoredPasscode]:
        """The present PINs; a damaged file lets nobody in and opens nothing."""
        if self._pin_file is None:
            return {}
        try:
            return self._pin_file.pins()
        except (AccessFileError, PasscodeError) as error:
            _log.error("nobody can log in: %s", error)
            return {role: StoredPasscode(b"", b"", "") for role in PIN_ROLES}

    def _keep(self) -> None:
        if self._sessions_path is not None:
            write_secret(self._sessions_path, json.dumps([session.to_json() for session in self._book.sessions]))


def local_key_path(folder: Path) -> Path:
    """Where programs of the daemon's user find the key that opens everything, without a PIN."""
    return folder / "local_key"


def read_local_key(folder: Path) -> str:
    """The key, "" where there is none or it is another user's."""
    try:
        return local_key_path(folder).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _local_key(path: Path) -> str:
    key = read_local_key(path.parent)
    if not key:
        key = secrets.token_urlsafe(_TOKEN_BYTES)
        write_secret(path, key + "\n")
    return key


def _book(path: Path | None) -> SessionBook:
    """The sessions of the last daemon; a damaged file costs logins, not the start."""
    if path is None:
        return SessionBook()
    try:
        return SessionBook(Session.from_json(stored) for stored in read_json(path) or ())
    except (AccessFileError, ValueError, TypeError) as error:
        _log.warning("everybody has to log in again: %s", error)
        return SessionBook()


def _role_with(pins: Mapping[Role, StoredPasscode], pin: str) -> Role | None:
    """Whose PIN it is. Every PIN is compared, so that the time says nothing."""
    if len(pin) > MAX_PIN_LENGTH:
        return None
    matching = [role for role, stored in pins.items() if stored.matches(pin)]
    return matching[0] if matching else None


def _names(pins: Mapping[Role, StoredPasscode]) -> dict[Role, str]:
    return {role: stored.name for role, stored in pins.items()}
