"""The PIN on the page: a real browser at a server that asks for one."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from accessibility import LOOKS_IN_LANGUAGES, accessibility_faults
from campaign_cases import sampled
from eventually import eventually
from known_pins import PINS, set_pins
from page_bench import IN_A_BROWSER, SIZES, expect, open_page
from sample_games import game_in_play

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.commands.roles import Role
from wire.documents import QuestionDocument

pytestmark = IN_A_BROWSER
TITLES = {"en": "Log in", "fr": "Se connecter", "ja": "ログイン", "zh": "登录"}
QUESTION: QuestionDocument = {
    "id": "q-7",
    "text": "impossible_tile",
    "seat": 2,
    "zone": "river",
    "place": None,
    "candidates": [{"label": "6s", "value": "6s"}],
    "detail": "",
    "detail_words": [],
}


class Clock:
    s = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def folder_with_pins(tmp_path_factory):
    """Both PINs are set once: that takes long, as it should."""
    folder = tmp_path_factory.mktemp("pins")
    set_pins(PasscodeFile(folder))
    return folder


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, folder_with_pins, tmp_path, clock):
    shutil.copytree(folder_with_pins, tmp_path, dirs_exist_ok=True)
    desk = Gatekeeper(tmp_path, is_public=True, now=lambda: datetime.now(UTC), clock=clock)
    started = HttpServer(service, HttpSettings(port=0), access=desk)
    await started.start()
    yield started
    await started.stop()


async def type_pin(page, pin: str) -> None:
    await page.get_by_role("dialog").locator("input").fill(pin)
    await page.get_by_role("dialog").locator("button.primary").click()


async def hold(page) -> None:
    await page.locator("#tab-machine").click()
    await page.locator('button[data-do="hold"]').click()


def unexpected(page) -> list[str]:
    """What the browser complained about, without the refusals that are meant."""
    return [problem for problem in page.problems if "401" not in problem and "429" not in problem]


@pytest.mark.parametrize("size", sampled(["tablet"], SIZES))
async def test_an_action_waits_for_the_pin_and_is_then_carried_out(browser, server, service, size):
    page = await open_page(browser, server, size)
    await hold(page)
    await expect(page.get_by_role("dialog")).to_contain_text("This needs the PIN of the table.")
    assert service.commands == []
    await type_pin(page, "0000")
    await expect(page.get_by_role("alert").filter(has_text="Wrong PIN.")).to_be_visible()
    await type_pin(page, PINS[Role.TABLE])
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].data) == ("hold", {"on": True})
    assert service.commands[0].origin == "http 127.0.0.1 (table, Linux)"
    await expect(page.get_by_role("button", name="Logged in: table")).to_be_visible()
    await hold(page)
    await eventually(lambda: len(service.commands) == 2)
    assert unexpected(page) == []


async def test_who_closes_the_dialog_changes_nothing(page, service):
    await hold(page)
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await hold(page)
    await expect(page.locator("dialog[open]")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    assert service.commands == []
    await expect(page.get_by_role("button", name="Viewing only: log in")).to_be_visible()


async def test_the_stop_button_never_asks(page, service):
    await page.get_by_role("button", name="Stop", exact=True).click()
    await eventually(lambda: len(service.commands) == 1)
    await expect(page.locator("dialog[open]")).to_have_count(0)


async def test_everything_is_done_with_the_keyboard(page):
    await page.get_by_role("button", name="Viewing only: log in").focus()
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.name") == "pin"
    await page.keyboard.type("0000")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").filter(has_text="Wrong PIN.")).to_be_visible()
    assert await page.evaluate("document.activeElement.name") == "pin"
    await page.keyboard.type(PINS[Role.TABLE])
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Logged in: table")).to_be_focused()


async def test_the_camera_asks_for_the_admins_pin_and_says_that_the_tables_is_not_enough(page, service):
    service.picture = b"\xff\xd8\xff\xd9"
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Show picture").click()
    await expect(page.get_by_role("dialog")).to_contain_text("This needs the PIN of the admin.")
    await type_pin(page, PINS[Role.TABLE])
    await expect(page.get_by_role("dialog")).to_contain_text("this needs the admin’s")
    await expect(page.locator(".camera img")).to_have_count(0)
    async with page.expect_response("**/camera/snapshot.jpg*") as answered:
        await type_pin(page, PINS[Role.ADMIN])
    assert (await answered.value).status == 200


async def test_a_device_stays_logged_in_over_a_reload_until_it_logs_out(page):
    await page.locator('button[data-do="lock"]').click()
    await type_pin(page, PINS[Role.TABLE])
    lock = page.get_by_role("button", name="Logged in: table")
    await expect(lock).to_be_visible()
    await page.reload()
    await lock.click()
    await expect(page.get_by_role("dialog")).to_contain_text("This device may play")
    close = page.get_by_role("dialog").get_by_role("button", name="Close")
    await expect(close).to_be_focused()
    await expect(close).to_have_class("primary")
    await page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    await expect(page.get_by_role("button", name="Viewing only: log in")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="Viewing only: log in")).to_be_visible()


async def test_too_many_wrong_pins_say_how_long_to_wait(page):
    await page.locator('button[data-do="lock"]').click()
    enter = page.get_by_role("dialog").locator("button.primary")
    for _ in range(6):
        await expect(enter).to_be_enabled()
        async with page.expect_response("**/api/login"):
            await type_pin(page, "0000")
    await expect(page.get_by_role("alert").filter(has_text="The next one counts in 0:02.")).to_be_visible()
    await expect(enter).to_be_disabled()
    await expect(enter).to_be_enabled()
    assert unexpected(page) == []


async def test_no_script_can_read_what_opens_the_table(page):
    await page.locator('button[data-do="lock"]').click()
    await type_pin(page, PINS[Role.TABLE])
    await expect(page.get_by_role("button", name="Logged in: table")).to_be_visible()
    assert await page.evaluate("document.cookie") == ""
    assert "4711" not in await page.evaluate("JSON.stringify(localStorage) + document.body.innerHTML")


@pytest.mark.parametrize(("size", "scheme", "code"), LOOKS_IN_LANGUAGES)
async def test_lock_and_dialog_have_no_accessibility_fault_and_fit(browser, server, size, scheme, code):
    page = await open_page(browser, server, size, scheme, code)
    await page.locator('button[data-do="lock"]').click()
    await expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text(TITLES[code])
    assert await accessibility_faults(page) == []
    await type_pin(page, PINS[Role.ADMIN])
    await expect(page.locator('button[data-role="admin"]')).to_be_visible()
    await page.locator('button[data-do="lock"]').click()
    assert await accessibility_faults(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("code", sampled(["fr", "ja"], TITLES))
async def test_on_a_phone_the_stop_button_stays_in_the_bars_first_line(browser, server, service, code):
    page = await open_page(browser, server, "phone", language=code)
    for asked in ((), (QUESTION,)):
        service.show(game_in_play(), questions=asked)
        await expect(page.locator(".badge")).to_have_count(len(asked))
        lock, stop = [await page.locator(f"#bar {name}").bounding_box() for name in (".lock", ".stop")]
        assert lock["y"] == stop["y"]
        assert stop["x"] + stop["width"] <= SIZES["phone"]["width"]


async def test_where_no_pin_is_set_there_is_no_lock(browser, service):
    started = HttpServer(service, HttpSettings(port=0))
    await started.start()
    try:
        page = await open_page(browser, started)
        await expect(page.locator('button[data-do="lock"]')).to_have_count(0)
    finally:
        await started.stop()
