"""Where a simulation's page and broker are to be had: `--port` and `--broker`, beside whatever runs already."""

from __future__ import annotations

import socket
import sys
from typing import Final
from urllib.parse import urlsplit

from table_daemon.errors import UserError
from table_daemon.http.home_addresses import home_addresses

# Not the 8080 of a real table's page, so that both can run on one computer.
PREFERRED_PORT: Final = 8100
# The port registered for MQTT.
PREFERRED_BROKER_PORT: Final = 1883
_RESERVED: Final[dict[int, socket.socket]] = {}
"""The names of the usual ports that this process has taken, by port; kept for as long as it lives."""


def broker_line(broker: str) -> str:
    """The broker's address and how to listen there."""
    if not broker:
        return "none"
    address = urlsplit(broker)
    follow = f"mosquitto_sub -h {address.hostname} -p {address.port} -t 'jantaku/v1/simulated/#' -v"
    return f"{broker}  (listen with: {follow})"


def lan_lines(page: str) -> list[str]:
    """Where a phone in the same network opens the page, with a code for its camera.

    Args:
        page: its address on this computer.
    """
    own = next(iter(home_addresses()), None)
    if own is None:
        return ["No phone reaches the page: this computer is in no network."]
    from table_daemon.http.qr_code import qr_text

    address = f"http://{f'[{own}]' if ':' in own else own}:{urlsplit(page).port}/"
    return [f"On a phone or tablet of your network: {address}", *qr_text(address).splitlines()]


def page_port(wanted: int | None) -> int:
    """The page's port: the wanted one, else the usual one or any free one (0).

    Raises:
        UserError: another program has the wanted one.
    """
    if wanted is None:
        return PREFERRED_PORT if _is_reserved(PREFERRED_PORT) else 0
    if not _is_free(wanted):
        raise UserError(f"port {wanted} is taken by another program; choose another with --port")
    return wanted


def broker_settings(broker: str) -> dict[str, str | int]:
    """The daemon's settings for `--broker`.

    Raises:
        UserError: no broker is meant by these words.
    """
    if broker in ("embedded", "mosquitto", "none"):
        port = PREFERRED_BROKER_PORT if _is_reserved(PREFERRED_BROKER_PORT) else 0
        return {"mqtt.broker": broker, "mqtt.port": port}
    address = urlsplit(broker)
    if address.scheme != "mqtt" or not address.hostname:
        raise UserError(f"--broker {broker}: expected embedded, mosquitto, none or mqtt://HOST:PORT")
    return {
        "mqtt.broker": "external",
        "mqtt.host": address.hostname,
        "mqtt.port": address.port or PREFERRED_BROKER_PORT,
    }


def _is_reserved(port: int) -> bool:
    """Whether a usual port is this simulation's: another one that starts at the same time has not bound it yet.

    A name that Linux keeps as long as this process lives, in no folder; elsewhere whoever binds first has the port.
    """
    if not _is_free(port):
        return False
    if sys.platform == "linux" and port not in _RESERVED:
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0jantaku simulate {port}")
        except OSError:
            name.close()
            return False
        _RESERVED[port] = name
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True
