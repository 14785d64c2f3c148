"""Where the page of a daemon on this computer is reached."""

from __future__ import annotations

from table_daemon.http.settings import HttpSettings

LOOPBACK = "127.0.0.1"
_ANY = ("0.0.0.0", "", "::")  # noqa: S104 - compared, not bound


def page_place(settings: HttpSettings) -> tuple[str, int] | None:
    """Host and port to connect to from this computer; None when the port is chosen at each start."""
    if settings.port == 0:
        return None
    return (LOOPBACK if settings.host in _ANY else settings.host, settings.port)
