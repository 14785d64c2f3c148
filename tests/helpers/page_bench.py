"""The page in a real browser: what its tests share."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.async_api import Browser, ViewportSize

    from table_daemon.http.server import HttpServer

playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed (pip install .[dev])")
WHOLE_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
"""With all that a device has: a lock of the screen, pages that can be installed."""
# The same engine without a browser's own windows starts in a third of the time: 1.6 s instead of 4 of processor time.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
SIZES: dict[str, ViewportSize] = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
IN_A_BROWSER = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt install chromium)"),
    pytest.mark.asyncio(loop_scope="session"),  # one browser for all tests: starting it takes longer than they do
    pytest.mark.browser,
]

_FIRST_TAB = """() => {
  if (document.querySelector("dialog[open], details[open]")) return "something is open";
  document.getElementById("toasts").replaceChildren();
  document.getElementById("tab-now").click();
  return JSON.stringify(localStorage);
}"""
"""Show the first tab; the answer is what the page remembers then."""
_LISTEN_ANEW = "document.body.dataset.seq = ''; window.dispatchEvent(new Event('online'))"
"""A network that is back: the page connects and hears every document."""


@contextlib.asynccontextmanager
async def launched(program: str | None, *arguments: str) -> AsyncIterator[Browser]:
    """A browser that fetches nothing of its own."""
    given = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", *arguments]
    async with playwright_api.async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program, args=given)
        yield started
        await started.close()


async def open_page(
    browser: Browser,
    server: HttpServer,
    size: str = "tablet",
    scheme: Literal["dark", "light"] = "light",
    language: str = "en-GB",
) -> Any:
    """A page that notes its errors in `problems`."""
    context = await browser.new_context(
        viewport=SIZES[size],
        color_scheme=scheme,
        locale=language,
        reduced_motion="reduce",
        service_workers="block",  # it would fetch what `page.route` is to answer; test_device.py looks at it
    )
    context.set_default_timeout(30_000)
    opened: Any = await context.new_page()
    opened.problems = []
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.on("console", lambda message: opened.problems.append(message.text) if message.type == "error" else None)
    await opened.goto(server.url)
    await opened.wait_for_selector(".felt")
    return opened


async def open_page_to_keep(browser: Browser, server: HttpServer) -> Any:
    """A page for many tests: `put_back` makes it what it was at first."""
    opened = await open_page(browser, server)
    opened.remembered_at_first = await opened.evaluate(_FIRST_TAB)
    return opened


async def put_back(page: Any, seq: int | None = None) -> None:
    """Make a page that was kept open what it was at first, and wait until it shows the table's entry `seq` (or any).

    It is loaded anew where somebody left something open or chose what it remembers. What it keeps to itself stays (a
    notice that was read, points half typed): a test that does that opens a page of its own.
    """
    shown = "body[data-seq]:not([data-seq=''])" if seq is None else f'body[data-seq="{seq}"]'
    await page.wait_for_selector(shown)
    if await page.evaluate(_FIRST_TAB) != page.remembered_at_first:
        await page.evaluate("localStorage.clear()")
        await page.reload()
        await page.wait_for_selector(shown)
        await page.evaluate(_FIRST_TAB)
    page.problems.clear()


async def shown_on(page: Any) -> str:
    """What stands on the page, the table's entry that it knows, and its errors: for whoever reads a failed test."""
    if page.is_closed():
        return f"{page.url} is closed"
    words, seq = await page.evaluate("[document.body.innerText, document.body.dataset.seq]")
    return f"{page.url} showed entry {seq} and had the errors {getattr(page, 'problems', [])}:\n{words}"


class TableInTurn:
    """The table whose turn it is, for a page that stays open while tests bring one after the other."""

    def __init__(self, first: Any) -> None:
        self.table = first

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    async def take(self, table: Any, page: Any) -> None:
        """From now on the page shows this table; it is as it was at first."""
        self.table = table
        await page.evaluate(_LISTEN_ANEW)
        await put_back(page)


def expect(locator: Any) -> Any:
    return playwright_api.expect(locator)


playwright_api.expect.set_options(timeout=30_000)
"""Chosen: six times the usual patience, for a page that shares two cores with other tests."""
