"""Keys on the screen: names, numbers and PINs are typed on a device without a keyboard; elsewhere they never show."""

from __future__ import annotations

import pytest
import pytest_asyncio
from fake_service import FakeService
from page_bench import IN_A_BROWSER, expect, open_page

pytestmark = IN_A_BROWSER


@pytest.fixture
def service() -> FakeService:
    fake = FakeService()
    fake.show(None)
    return fake


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser, server):
    opened = await open_page(browser, server)
    await opened.goto(f"{server.url}?keys=1")
    await opened.wait_for_selector(".felt")
    yield opened
    assert opened.problems == []


async def tap(page, *names: str) -> None:
    for name in names:
        await page.locator(f'.keys [data-key="{name}"]').dispatch_event("pointerdown")


async def test_a_name_is_typed_by_tapping_and_put_right(page):
    field = page.locator('input[name="name-0"]')
    await field.click()
    await field.fill("")
    await tap(page, "shift", "a", "shift", "n", "space", "m", "back", "1")
    await expect(field).to_have_value("An 1")
    await field.evaluate("field => field.setSelectionRange(1, 2)")
    await tap(page, "back")
    await expect(field).to_have_value("A 1")
    await tap(page, "done")
    await expect(page.locator(".keys")).to_have_count(0)


async def test_a_field_of_numbers_gets_digits_alone(page):
    field = page.locator('input[name="limit"]')
    await field.click()
    await tap(page, "9", "0")
    await expect(field).to_have_value("90")
    await expect(page.locator('.keys [data-key="q"]')).to_have_count(0)


async def test_no_name_grows_longer_than_its_field_allows(page):
    field = page.locator('input[name="name-0"]')
    await field.fill("x" * 40)
    await field.click()
    before = await field.input_value()
    await tap(page, *["y"] * 45)
    longest = int(await field.get_attribute("maxlength") or 0)
    assert len(await field.input_value()) == max(len(before), longest)


async def test_a_device_with_a_keyboard_shows_no_keys(browser, server):
    page = await open_page(browser, server)
    await page.locator('input[name="name-0"]').click()
    await expect(page.locator(".keys")).to_have_count(0)
