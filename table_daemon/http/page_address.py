"""Where the page of a daemon on this computer is reached."""

from __future__ import annotations

from table_daemon.http.home_addresses import home_addresses
from table_daemon.http.settings import HttpSettings

LOOPBACK = "127.0.0.1"
_ANY = ("0.0.0.0", "", "::")  # noqa: S104 - compared, not bound


def page_place(settings: HttpSettings) -> tuple[str, int] | None:
    """Host and port to connect to from this computer; None when the port is chosen at each start."""
    if settings.port == 0:
        return None
    return (LOOPBACK if settings.host in _ANY else settings.host, settings.port)


def page_address(settings: HttpSettings) -> str:
    """Where others open the page: by a name that was given to it, else by this computer's address as it is now.

    "" when the port is chosen at each start; only this computer reaches it where the page listens there alone.
    """
    place = page_place(settings)
    if place is None:
        return ""
    host = next(iter(settings.hostnames or home_addresses()), LOOPBACK) if settings.is_public else place[0]
    return f"http://[{host}]:{place[1]}/" if ":" in host else f"http://{host}:{place[1]}/"
