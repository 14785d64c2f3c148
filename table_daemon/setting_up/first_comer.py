"""Who may set up a new table that other computers reach, before it has a PIN: the first who comes, from home.

An owner with a tablet has no shell in which a code could be read, so the first browser gets the set-up, as with Home
Assistant and OctoPrint. Narrower than there: from addresses of the home network only, and from one browser; another one
goes on with the code that the first one shows and the log says. Once a PIN is chosen, PINs decide
(`access.gatekeeper`).

Pure: chance and time are arguments.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from typing import Final

from table_daemon.access.tries import Tries

_CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters that nobody takes for another."""
_CODE_LENGTH: Final = 8
"""Chosen: 39 bits, of which `access.tries` lets some hundred guesses a day through."""


def is_at_home(address: str) -> bool:
    """Whether an address is of this computer or of a home network (RFC 1918, 4193, 3927), none of the internet."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(known, "ipv4_mapped", None)
    return not (mapped or known).is_global


class FirstComer:
    """Knows the browser that came first.

    Args:
        token: makes a secret that nobody guesses.
        below: a whole number from 0 to below its argument, unforeseeable: `secrets.randbelow`.

    Attributes:
        code: lets another browser go on.
    """

    def __init__(self, token: Callable[[], str], below: Callable[[int], int]) -> None:
        self._make_token = token
        self._tokens: list[str] = []
        self._tries = Tries()
        self.code = "".join(_CODE_LETTERS[below(len(_CODE_LETTERS))] for _ in range(_CODE_LENGTH))

    @property
    def has_come(self) -> bool:
        """Whether the set-up belongs to somebody."""
        return bool(self._tokens)

    def admits(self, token: str) -> bool:
        """Whether this browser may set up."""
        return any(hmac.compare_digest(known.encode(), token.encode()) for known in self._tokens)

    def come(self, address: str, code: str, now_s: float) -> str | None:
        """A browser wants the set-up; its token, None where it is another's and the code is wrong.

        Args:
            address: where from.
            code: as it was typed, "" for none.
            now_s: on a monotonic clock.
        """
        if self._tokens:
            if not code or self._tries.wait_s(address, now_s) > 0:
                return None
            if not hmac.compare_digest(code.strip().lower().encode(), self.code.encode()):
                self._tries.wrong(address, now_s)
                return None
        token = self._make_token()
        self._tokens.append(token)
        return token
