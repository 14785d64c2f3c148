"""The machine behind a running daemon: asked and ordered over HTTP, with the checks of the page's buttons."""

from __future__ import annotations

import contextlib
import os
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

import aiohttp

from table_daemon.access.gatekeeper import read_local_key
from table_daemon.cli.machine_report import Order, OrderRefusedError
from table_daemon.errors import UserError
from table_daemon.http.page_address import page_place
from table_daemon.settings import Settings
from wire.messages import Json

# Separates a busy daemon from none: it answers in milliseconds, and motions are awaited otherwise. Chosen.
_ANSWER_S: Final = 5.0
"""For whatever moves nothing."""


class DaemonMachine:
    """One daemon; use it as an asynchronous context manager.

    Args:
        url: of its page.
        key: the table's local key, which opens everything without a PIN; "" where this user cannot read it.
    """

    def __init__(self, url: str, key: str = "") -> None:
        self.url = url.rstrip("/") + "/"
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Nothing is asked yet."""
        self._session = aiohttp.ClientSession(headers=self._headers)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def report(self) -> Json:
        """State and fault as the page shows them, the tiles of the set on the table, and the packets of the link.

        Raises:
            UserError: no daemon answers there.
        """
        documents = await self._ask("GET", "api/documents", total_s=_ANSWER_S)
        try:
            report = {"source": self.url, "machine": documents["state"]["data"]["machine"]}
        except (KeyError, TypeError):
            raise UserError(
                f"{self.url} is no daemon of ours: give the address of the table's page with --url"
            ) from None
        figures = documents.get("diag/machine", {}).get("data", {})
        if figures.get("tile_set") is not None:
            report["tiles"] = {"set": figures["tile_set"], "back_inside": figures["tiles_in"]}
        link = documents.get("diag/link", {}).get("data")
        return report if link is None else report | {"link": link}

    async def carry_out(self, order: Order) -> None:
        """Send the command; the answer comes when the motion has ended.

        Raises:
            OrderRefusedError: the daemon's reason.
            UserError: it does not answer any more.
        """
        await self._command(order, total_s=None)

    async def interrupt(self) -> None:
        """Send `stop`, which latches: the motion that was ordered must not go on with nobody watching."""
        with contextlib.suppress(OrderRefusedError, UserError):
            await self._command(Order("stop"), total_s=_ANSWER_S)

    async def _command(self, order: Order, total_s: float | None) -> None:
        body = {"data": {"action": order.action, **order.data}}
        answer = await self._ask("POST", "api/cmd/machine", total_s=total_s, json=body)
        if answer.get("ok") is not True:
            error = answer.get("error") or {}
            if error.get("code") == "login_needed":
                raise OrderRefusedError(
                    f"{error['message']}, or run this as the daemon's user with its --config, whose key opens it"
                )
            raise OrderRefusedError(str(error.get("message", "the daemon refuses without a reason: see its log")))

    async def _ask(self, method: str, path: str, *, total_s: float | None, json: Json | None = None) -> Any:
        assert self._session is not None
        timeout = aiohttp.ClientTimeout(total=total_s, sock_connect=_ANSWER_S)
        try:
            async with self._session.request(method, self.url + path, json=json, timeout=timeout) as response:
                if response.content_type != "application/json":
                    text = (await response.text()).strip()[:200]
                    raise UserError(f"{self.url} answers {response.status} ({text}): is this the table's page?")
                return await response.json()
        except (aiohttp.ClientError, TimeoutError, ValueError, OSError) as error:
            raise UserError(
                f"no daemon answers at {self.url} ({_reason(error)}): start it or name it with --url; "
                "without a daemon, --port commands the motor board itself"
            ) from error


def key_for(url: str, settings: Settings) -> str:
    """The local key for a daemon on this computer, "" for any other: the key must not travel."""
    place = page_place(settings.http)
    own = {"127.0.0.1", "localhost", "::1"} | ({place[0]} if place else set())
    return read_local_key(settings.table.access_folder) if urlsplit(url).hostname in own else ""


def _reason(error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    return os.strerror(number) if number is not None else str(error) or "it took too long"
