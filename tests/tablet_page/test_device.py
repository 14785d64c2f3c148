"""What the page makes of a device: kept files, installing, a screen that stays on; honest where that is withheld."""

from __future__ import annotations

import json
import struct
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from page_bench import CHROMIUM, IN_A_BROWSER, SIZES, WHOLE_CHROMIUM, expect, launched, playwright_api

import tablet_page
from table_daemon.access.tls_folder import TlsFolder
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

STATIC = Path(tablet_page.__file__).parent / "static"
MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))


def png_size(path: Path) -> str:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return f"{width}x{height}"


def test_every_icon_is_there_in_its_size() -> None:
    for icon in MANIFEST["icons"]:
        path = STATIC / icon["src"].removeprefix("/static/")
        assert path.is_file()
        if path.suffix == ".png":
            assert png_size(path) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in MANIFEST["icons"]} == {"any", "maskable"}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def browser():
    """A whole one: a shell without windows cannot keep a screen on."""
    if WHOLE_CHROMIUM is None:
        pytest.skip("only Chromium's headless shell is on this machine (apt install chromium)")
    async with launched(WHOLE_CHROMIUM) as started:
        yield started


class TestInABrowser:
    pytestmark = IN_A_BROWSER

    async def opened(self, browser, address: str, **options):
        context = await browser.new_context(
            viewport=SIZES["tablet"], locale="en-GB", reduced_motion="reduce", **options
        )
        page = await context.new_page()
        await page.goto(address)
        await page.wait_for_selector(".felt")
        return page

    async def test_only_the_pages_own_files_are_kept_and_never_what_the_table_says(self, browser, server):
        page = await self.opened(browser, server.url)
        await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        await page.reload()
        await page.wait_for_selector(".felt")
        addresses = await page.evaluate(
            "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
            ".then(lists => lists.flat().map(request => request.url))"
        )
        paths = {urlsplit(address).path for address in addresses}
        assert {"/", "/static/js/main.js", "/static/i18n/fr.json", "/static/tiles/1m.svg"} <= paths
        assert [path for path in paths if path != "/" and not path.startswith("/static/")] == []

    async def test_without_the_table_the_page_opens_and_shows_no_old_number(self, browser, service):
        server = HttpServer(service, HttpSettings(port=0))
        await server.start()
        page = await self.opened(browser, server.url)
        await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        port = server.port
        await server.stop()
        await page.reload()
        await expect(page.locator(".waiting")).to_have_text("Waiting for the table …")
        await expect(page.locator(".points")).to_have_count(0)
        again = HttpServer(service, HttpSettings(port=port))
        await again.start()
        try:
            await expect(page.locator(".seat-0 .points")).to_have_text("26,500", timeout=15_000)
        finally:
            await again.stop()

    async def test_the_browser_finds_nothing_that_keeps_it_from_installing_the_page(self, browser, server):
        page = await self.opened(browser, server.url)
        devtools = await page.context.new_cdp_session(page)
        manifest = await devtools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        found = await devtools.send("Page.getInstallabilityErrors")
        reasons = {error["errorId"] for error in found["installabilityErrors"]}
        assert reasons <= {"in-incognito"}, reasons

    async def test_the_screen_is_kept_on_where_a_person_wants_it(self, browser, server):
        page = await self.opened(browser, server.url)
        await page.locator("#tab-machine").click()
        button = page.get_by_role("button", name="Keep the screen on")
        await expect(button).to_have_attribute("aria-pressed", "true")
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "false")
        await page.reload()
        await page.locator("#tab-machine").click()
        await expect(button).to_have_attribute("aria-pressed", "false")
        await button.click()
        await expect(button).to_have_attribute("aria-pressed", "true")

    async def test_without_encryption_nothing_is_promised_and_the_way_to_it_is_shown(self, service, tmp_path):
        folder = TlsFolder(tmp_path)
        server = HttpServer(service, HttpSettings(port=0, https_port=0), tls=folder)
        await server.start()
        arguments = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP table.local 127.0.0.1"]
        async with playwright_api.async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
            address = f"http://table.local:{server.port}/"
            page = await self.opened(browser, address)
            await page.locator("#tab-machine").click()
            card = page.locator(".device")
            await expect(card).to_contain_text("This page is not encrypted")
            await expect(card).to_contain_text("jantaku https")
            await expect(card.get_by_role("button")).to_have_count(0)
            assert await page.evaluate("isSecureContext || 'serviceWorker' in navigator") is False
            await server.stop()

            folder.make("table", ["table.local"], datetime.now(UTC))
            server = HttpServer(service, HttpSettings(port=0, https_port=0), tls=folder)
            await server.start()
            page = await self.opened(browser, f"http://table.local:{server.port}/")
            await page.locator("#tab-machine").click()
            there = f"https://table.local:{server.https_port}/"
            await expect(page.locator(".device").get_by_role("link", name=there)).to_have_attribute("href", there)
            encrypted = await self.opened(browser, there, ignore_https_errors=True)
            await encrypted.locator("#tab-machine").click()
            await expect(encrypted.locator(".device")).not_to_contain_text("not encrypted")
            await expect(encrypted.locator(".device").get_by_role("button")).to_have_count(1)
            await browser.close()
        await server.stop()
