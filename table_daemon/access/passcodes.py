"""PINs as they are kept: never themselves, only what scrypt makes of them (RFC 7914).

Pure: salt and chance are arguments.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from wire.commands.roles import Role

# 128 bits, so that no two PINs of any table share a salt (NIST SP 800-132).
SALT_BYTES: Final = 16
MAX_PIN_LENGTH: Final = 64
MIN_PIN_LENGTH: Final[Mapping[Role, int]] = {Role.TABLE: 4, Role.ADMIN: 6}
# As scrypt's author advises for logins that people wait for (r = 8, p = 1); they need 16 MiB.
_COST: Final = 2**14
_BLOCK: Final = 8
_LANES: Final = 1
# OpenSSL refuses scrypt above this; four times what the parameters need.
_MEMORY_BYTES: Final = 64 * 1024 * 1024
_PASSWORD_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # noqa: S105 - letters that nobody takes for another
# A password of 12 letters out of 31 (59 bits), in groups that can be read out.
_GROUPS: Final = 3
_GROUP: Final = 4
# A million PINs, which the pauses of `tries` make slow to guess.
_PIN_DIGITS: Final = 6


class PasscodeError(UserError):
    """A PIN that cannot be used, or a stored one that cannot be read."""


@dataclass(frozen=True, slots=True)
class StoredPasscode:
    """What is kept of a PIN.

    Attributes:
        salt: chosen anew for each PIN; also names it, so that sessions end when the PIN is changed.
        digest: scrypt of PIN and salt.
        set_at: when it was set, ISO 8601.
    """

    salt: bytes
    digest: bytes
    set_at: str

    @classmethod
    def of(cls, pin: str, salt: bytes, set_at: str) -> Self:
        """Of a PIN that somebody has chosen."""
        return cls(salt, _scrypt(pin, salt), set_at)

    def matches(self, pin: str) -> bool:
        """Whether it is this PIN; takes some 50 ms and as long for a wrong one."""
        return hmac.compare_digest(_scrypt(pin, self.salt), self.digest)

    @property
    def name(self) -> str:
        """Different for every PIN that was ever set, and says nothing about it."""
        return hashlib.sha256(b"name of " + self.salt).hexdigest()[:16]

    def to_json(self) -> dict[str, str]:
        """As in the file."""
        return {"salt": self.salt.hex(), "scrypt": self.digest.hex(), "set_at": self.set_at}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """As it was written.

        Raises:
            PasscodeError: a field is missing or no text of the right kind.
        """
        try:
            return cls(bytes.fromhex(stored["salt"]), bytes.fromhex(stored["scrypt"]), str(stored["set_at"]))
        except (KeyError, TypeError, ValueError) as error:
            raise PasscodeError(f"a stored PIN cannot be read ({error!r}): set the PINs anew") from error


def checked_passcode(role: Role, pin: str) -> str:
    """`pin` as it is kept, without blanks around it.

    Raises:
        PasscodeError: too short, too long, or not printable.
    """
    pin = pin.strip()
    shortest = MIN_PIN_LENGTH[role]
    if not shortest <= len(pin) <= MAX_PIN_LENGTH or not pin.isprintable():
        raise PasscodeError(
            sentence(
                "the PIN of {role} must have {least} to {most} printable characters, not {count}; choose another",
                role=role,
                least=shortest,
                most=MAX_PIN_LENGTH,
                count=len(pin),
            )
        )
    return pin


def new_passcode(role: Role, below: Callable[[int], int]) -> str:
    """A PIN that nobody guesses: six digits for the table, twelve letters and digits in groups for the admin.

    Args:
        role: whose.
        below: a whole number from 0 to below its argument, unforeseeable: `secrets.randbelow`.
    """
    if role is Role.TABLE:
        return f"{below(10**_PIN_DIGITS):0{_PIN_DIGITS}}"
    letters = [_PASSWORD_LETTERS[below(len(_PASSWORD_LETTERS))] for _ in range(_GROUPS * _GROUP)]
    return "-".join("".join(letters[start : start + _GROUP]) for start in range(0, len(letters), _GROUP))


def _scrypt(pin: str, salt: bytes) -> bytes:
    """32 bytes."""
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, maxmem=_MEMORY_BYTES, dklen=32)
