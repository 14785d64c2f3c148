"""The file of the PINs: written by `jantaku access`, or by a daemon that is open to the network and has none.

Rules this file keeps: both PINs are set or none: a table without an admin could not be set up, one with only an admin
could not be played at.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from table_daemon.access.files import AccessFileError, read_json, stamp, write_secret
from table_daemon.access.passcodes import SALT_BYTES, PasscodeError, StoredPasscode, checked_passcode, new_passcode
from wire.commands.roles import Role

PIN_ROLES: Final = (Role.TABLE, Role.ADMIN)


class PasscodeFile:
    """The PINs of one table.

    Args:
        folder: of the table's access files; need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pins.json"
        self._stamp: tuple[int, int, int] | None = None
        self._pins: Mapping[Role, StoredPasscode] = {}

    def pins(self) -> Mapping[Role, StoredPasscode]:
        """The present PINs by role, empty when none is set; looks at the file again when it was replaced.

        Raises:
            AccessFileError: unreadable or damaged.
            PasscodeError: damaged.
        """
        present = stamp(self.path)
        if present != self._stamp:
            self._pins = self._read()
            self._stamp = present
        return self._pins

    def set_pin(self, role: Role, pin: str) -> dict[Role, str]:
        """Set the PIN of a role; PINs that were made besides because there were none, by role.

        Raises:
            AccessFileError: unreadable, damaged, or the disk refuses.
            PasscodeError: no PIN of this role, or the other role's.
        """
        pins, pin = dict(self.pins()), checked_passcode(role, pin)
        if any(other is not role and stored.matches(pin) for other, stored in pins.items()):
            raise PasscodeError(
                "both roles would have the same PIN, so the table could not tell them apart: choose another"
            )
        pins[role] = _stored(pin)
        return self._complete(pins)

    def make_missing(self) -> dict[Role, str]:
        """Make the PINs that are not set; the new ones by role, to be shown once.

        Raises:
            AccessFileError: unreadable, damaged, or the disk refuses.
        """
        pins = dict(self.pins())
        return {} if set(pins) == set(PIN_ROLES) else self._complete(pins)

    def remove(self) -> None:
        """Remove both PINs.

        Raises:
            AccessFileError: the disk refuses.
        """
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise AccessFileError(f"{self.path} cannot be removed ({error.strerror}): remove it by hand") from error

    def _complete(self, pins: dict[Role, StoredPasscode]) -> dict[Role, str]:
        made = {role: new_passcode(role, secrets.randbelow) for role in PIN_ROLES if role not in pins}
        pins |= {role: _stored(pin) for role, pin in made.items()}
        write_secret(self.path, json.dumps({role: pins[role].to_json() for role in PIN_ROLES}, indent=1))
        return made

    def _read(self) -> dict[Role, StoredPasscode]:
        stored = read_json(self.path)
        if stored is None:
            return {}
        if not isinstance(stored, dict) or set(stored) != set(PIN_ROLES):
            raise AccessFileError(f"{self.path} is damaged: remove it and set the PINs anew")
        return {role: StoredPasscode.from_json(stored[role]) for role in PIN_ROLES}


def _stored(pin: str) -> StoredPasscode:
    return StoredPasscode.of(pin, secrets.token_bytes(SALT_BYTES), datetime.now(UTC).isoformat(timespec="seconds"))
