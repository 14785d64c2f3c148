"""The sheet of updates: what is new, one button, how far it is, done or why not, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
import pytest_asyncio
from campaign_cases import more
from fake_service import FakeService
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import game_in_play

from table_daemon.game.news import Context
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.http.upkeep import Upkeep
from table_daemon.info_document import About, info_document
from table_daemon.rules.presets import preset_names
from table_daemon.update_service import UpdateWhy
from table_daemon.updating.changes import Release
from table_daemon.updating.desk import UpdateDesk
from table_daemon.updating.offers import OfferedVersion
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.told_files import tell_offer, tell_progress
from table_daemon.updating.wish_file import take_wish

pytestmark = IN_A_BROWSER
NOW = "2026-11-23T20:00:00+00:00"
OFFER = OfferedVersion("0.3.0", "jantaku=0.3.0", (Release("0.3.0", ("The wall is higher.", "Chairs are told.")),))
SHEET = "#sheet[open]"


@pytest.fixture
def places(tmp_path: Path) -> UpdatePlaces:
    found = UpdatePlaces(tmp_path)
    found.wish.parent.mkdir(parents=True)
    # Root is at work; its progress says at what.
    found.at_work.parent.mkdir(parents=True)
    found.at_work.touch()
    return found


@pytest.fixture
def desk(places) -> UpdateDesk:
    return UpdateDesk(places, "0.1.0", places.root / "usr/lib/jantaku/site/table_daemon/app.py")


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, desk):
    started = HttpServer(service, HttpSettings(port=0), upkeep=Upkeep(updates=desk))
    await started.start()
    yield started
    await started.stop()


async def opened(browser, server, service, language: str = "en-GB", game=None):
    service.show(game)
    page = await open_page(browser, server, language=language)
    await page.locator("#tab-machine").click()
    await page.locator('[data-key="update"] [data-do="update"]').click()
    return page


async def agree(page) -> None:
    await page.locator('dialog#confirm[open] button[value="yes"]').click()


@pytest.mark.parametrize(
    ("language", "offered", "waits", "done"),
    [
        ("en-GB", "Version 0.3.0 is offered", "waits for its end", "Done: version"),
        more("fr-FR", "La version 0.3.0 est proposée", "attend sa fin", "Terminé"),
        more("ja-JP", "バージョン0.3.0があります", "終わりを最長15分待ちます", "完了"),
        more("zh-CN", "可更新到版本 0.3.0", "等本局结束", "完成"),
    ],
)
async def test_what_is_new_is_read_and_one_button_installs_it(
    browser, server, service, places, language, offered, waits, done
):
    tell_offer(places, OFFER, "", NOW)
    page = await opened(browser, server, service, language, game_in_play())
    sheet = page.locator(SHEET)
    for words in (offered, "The wall is higher.", "Chairs are told.", waits):
        await expect(sheet).to_contain_text(words)
    await sheet.locator('[data-do="update_install"]').click()
    assert take_wish(places) is None, "nothing is wished before a person has agreed"
    await agree(page)
    await expect(sheet.locator('[role="status"]')).to_be_visible()
    assert take_wish(places) == "0.3.0"
    tell_progress(places, "installing", "0.3.0", 40)
    await expect(sheet.locator("progress")).to_have_attribute("value", "40")
    tell_offer(places, None, "0.1.0", NOW)
    tell_progress(places, "done", "0.3.0", 100)
    await expect(sheet).to_contain_text(done)
    assert page.problems == []
    await page.context.close()


async def test_the_version_before_is_one_button_away(browser, server, service, places):
    tell_offer(places, None, "0.0.9", NOW)
    page = await opened(browser, server, service)
    await page.locator(SHEET).get_by_role("button", name="Back to version 0.0.9").click()
    await expect(page.locator("dialog#confirm")).to_contain_text("Games and settings stay")
    await agree(page)
    await expect(page.locator(f'{SHEET} [role="status"]')).to_be_visible()
    assert take_wish(places) == "0.0.9"
    await page.context.close()


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (UpdateWhy.DID_NOT_START, "The version before runs on"),
        (UpdateWhy.IN_PLAY, "did not end in time"),
        (UpdateWhy.APT, "unmet dependencies"),
    ],
)
async def test_a_failure_says_why_in_plain_words_and_can_be_repeated(browser, server, service, places, why, sentence):
    tell_offer(places, OFFER, "", NOW)
    tell_progress(places, "failed", "0.3.0", why=why, text="apt did not install it: unmet dependencies")
    page = await opened(browser, server, service)
    await expect(page.locator(f"{SHEET} .fault")).to_contain_text("Version 0.3.0 was not installed")
    await expect(page.locator(f"{SHEET} .fault")).to_contain_text(sentence)
    await expect(page.locator(f'{SHEET} [data-do="update_install"]')).to_be_visible()
    await page.context.close()


async def test_while_the_table_starts_anew_the_page_waits_for_it(browser, server, service, places):
    tell_offer(places, OFFER, "", NOW)
    tell_progress(places, "installing", "0.3.0", 60)
    page = await opened(browser, server, service)
    await expect(page.locator(f"{SHEET} progress")).to_be_visible()
    await page.route("**/api/update", lambda route: route.abort())
    await expect(page.locator(SHEET)).to_contain_text("The table starts anew")
    tell_progress(places, "done", "0.3.0", 100)
    await page.unroute("**/api/update")
    await expect(page.locator(SHEET)).to_contain_text("Done: version")
    await page.context.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en-GB", "git pull"), more("fr-FR", "fichiers source"), more("ja-JP", "ソースファイル"), more("zh-CN", "源文件")],
)
async def test_a_table_without_the_package_says_how_it_is_updated(
    browser, service, places, tmp_path, language, sentence
):
    desk = UpdateDesk(places, "0.1.0", tmp_path / "jantaku/table_daemon/app.py")
    server = HttpServer(service, HttpSettings(port=0), upkeep=Upkeep(updates=desk))
    await server.start()
    page = await opened(browser, server, service, language)
    await expect(page.locator(SHEET)).to_contain_text(sentence)
    await expect(page.locator(f'{SHEET} [data-do="update_look"]')).to_have_count(0)
    await page.context.close()
    await server.stop()


async def test_a_screen_that_nobody_touches_loads_the_page_of_the_new_version_by_itself(browser, server, service):
    service.show(None)
    page = await open_page(browser, server)
    await page.evaluate("document.body.dataset.mark = 'the page of before'")
    about = About("table1", "0.3.0", preset_names(), "tenhou")
    service.announcer.state("info", info_document(about, ()), Context(seq=service.seq, game="", deal=0))
    await page.wait_for_selector("body:not([data-mark]) .felt")
    assert page.problems == []
    await page.context.close()
