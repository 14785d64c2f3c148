"""The page in a real browser: what its tests share."""

from __future__ import annotations

import shutil

import pytest

playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed (pip install .[dev])")
# The headless shell is the same engine without a browser's own windows: it starts in a third of the time.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next((found for found in map(shutil.which, _PROGRAMS) if found is not None), None)
SIZES = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
IN_A_BROWSER = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt install chromium)"),
    pytest.mark.asyncio(loop_scope="session"),  # one browser for all tests: starting it takes longer than they do
    pytest.mark.browser,
]


async def open_page(browser, server, size: str = "tablet", scheme: str = "light", language: str = "en-GB"):
    context = await browser.new_context(
        viewport=SIZES[size],
        color_scheme=scheme,
        locale=language,
        reduced_motion="reduce",
        service_workers="block",  # it would fetch what `page.route` is to answer; test_device.py looks at it
    )
    context.set_default_timeout(15_000)
    opened = await context.new_page()
    opened.problems = []
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.on("console", lambda message: opened.problems.append(message.text) if message.type == "error" else None)
    await opened.goto(server.url)
    await opened.wait_for_selector(".felt")
    return opened


def expect(locator):
    return playwright_api.expect(locator)
