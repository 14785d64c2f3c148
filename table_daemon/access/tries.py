"""How often a PIN may be guessed: pauses that grow, for one address and for all of them together.

Pure: the time is an argument. Kept in memory only: whoever can restart the daemon needs no PIN.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final

FREE_TRIES: Final = 5
"""Wrong PINs of one address before pauses begin."""
LOCKED_AT: Final = 10
"""Wrong PINs of one address that lock it."""
# Doubled by each wrong PIN that follows. Chosen.
FIRST_PAUSE_S: Final = 2.0
# Longer than anybody guesses by hand, short enough to wait for. Chosen.
LOCK_S: Final = 300.0
FORGOTTEN_S: Final = 900.0
"""An address is forgiven so long after its last wrong PIN and its pause."""
FREE_TRIES_OF_ALL: Final = 40
"""Wrong PINs of all addresses before everybody who types a PIN waits his turn."""
# Slows guesses from many addresses without keeping players out. Chosen.
PAUSE_OF_ALL_S: Final = 5.0
# Bounds the memory that strangers can take; the oldest is forgotten first. Chosen.
_MAX_ADDRESSES: Final = 4096


@dataclass(slots=True)
class _Record:
    """Wrong PINs one after the other, the last one's time, and until when nothing is taken."""

    wrong: int = 0
    last_s: float = 0.0
    until_s: float = 0.0


class Tries:
    """The wrong PINs of late."""

    def __init__(self) -> None:
        self._by_address: dict[str, _Record] = {}
        """In the order of their last wrong PIN."""
        self._all = _Record()

    def wait_s(self, address: str, now_s: float) -> float:
        """How long this address must wait before a PIN of it is looked at; 0: not at all."""
        self._forget(now_s)
        record = self._by_address.get(household(address))
        until_s = max(self._all.until_s, record.until_s if record else 0.0)
        return max(0.0, until_s - now_s)

    def wrong(self, address: str, now_s: float) -> int:
        """Note a wrong PIN; how many of this address there are by now."""
        key = household(address)
        record = self._by_address.pop(key, None) or _Record()
        if len(self._by_address) >= _MAX_ADDRESSES:
            del self._by_address[next(iter(self._by_address))]
        self._by_address[key] = record
        record.wrong += 1
        record.last_s = self._all.last_s = now_s
        record.until_s = now_s + pause_s(record.wrong)
        self._all.wrong += 1
        if self._all.wrong > FREE_TRIES_OF_ALL:
            self._all.until_s = now_s + PAUSE_OF_ALL_S
        return record.wrong

    def right(self, address: str) -> None:
        """Note a right PIN: this address is forgiven."""
        self._by_address.pop(household(address), None)

    def _forget(self, now_s: float) -> None:
        for key, record in tuple(self._by_address.items()):
            if now_s - max(record.last_s, record.until_s) >= FORGOTTEN_S:
                del self._by_address[key]
        if now_s - self._all.last_s >= FORGOTTEN_S:
            self._all = _Record()


def pause_s(wrong: int) -> float:
    """The pause after so many wrong PINs: none, then 2, 4, 8, 16, 32 s, then the lock and twice as long each time."""
    if wrong < FREE_TRIES:
        return 0.0
    if wrong < LOCKED_AT:
        return float(FIRST_PAUSE_S * 2 ** (wrong - FREE_TRIES))
    return float(LOCK_S * 2 ** min(wrong - LOCKED_AT, 4))


def household(address: str) -> str:
    """Who counts as one: an IPv4 address, or the /64 network of an IPv6 address, which one device has all of."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((parsed, 64), strict=False))
