"""The sheet of the board's firmware: what runs, one button that asks first, how far it is, done or why not."""

from __future__ import annotations

import pytest
import pytest_asyncio
from campaign_cases import more
from fake_service import FakeService
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import game_in_play

from table_daemon.firmware_service import FirmwareError, FirmwareWhy
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.http.upkeep import Upkeep
from wire.firmware_documents import FirmwareDocument, FirmwareProgress

pytestmark = IN_A_BROWSER
SHEET = "#sheet[open]"


class Desk:
    """Says what a test says."""

    def __init__(self) -> None:
        self.running = "0badcafe"
        self.progress: FirmwareProgress | None = None
        self.refusal: FirmwareError | None = None

    def document(self) -> FirmwareDocument:
        return {"running": self.running, "carried": "12345678", "progress": self.progress}

    def tell(self, phase, done: int = 0, of: int = 1, why: str = "", text: str = "") -> None:
        self.progress = {"phase": phase, "done": done, "of": of, "why": why, "text": text}

    async def bring(self) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.tell("keeping")


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, desk):
    started = HttpServer(service, HttpSettings(port=0), upkeep=Upkeep(firmware=desk))
    await started.start()
    yield started
    await started.stop()


async def opened(browser, server, service, language: str = "en-GB", game=None):
    service.show(game)
    page = await open_page(browser, server, language=language)
    await page.locator("#tab-machine").click()
    await page.locator('[data-key="update"] [data-do="firmware"]').click()
    return page


async def agree(page) -> None:
    await page.locator(f'{SHEET} [data-do="firmware_bring"]').click()
    await page.locator('dialog#confirm[open] button[value="yes"]').click()


@pytest.mark.parametrize(
    ("language", "carried", "consent", "writing", "done"),
    [
        ("en-GB", "brings firmware 12345678", "Nobody may reach into the table", "Writing", "every part has moved"),
        more("fr-FR", "apporte le micrologiciel", "Que personne ne mette la main", "Écriture", "Terminé"),
        more("ja-JP", "ファームウェア12345678", "手を入れないで", "書き込んでいます", "完了"),
        more("zh-CN", "固件 12345678", "不要把手伸进", "正在写入", "完成"),
    ],
)
async def test_one_button_brings_it_after_a_persons_word(
    browser, server, service, desk, language, carried, consent, writing, done
):
    page = await opened(browser, server, service, language)
    sheet = page.locator(SHEET)
    await expect(sheet).to_contain_text("0badcafe")
    await expect(sheet).to_contain_text(carried)
    await sheet.locator('[data-do="firmware_bring"]').click()
    await expect(page.locator("dialog#confirm[open]")).to_contain_text(consent)
    assert desk.progress is None, "nothing begins before a person has agreed"
    await page.locator('dialog#confirm[open] button[value="yes"]').click()
    await expect(sheet.locator('[role="status"]')).to_be_visible()
    desk.tell("writing", 9, 22)
    await expect(sheet).to_contain_text(writing)
    await expect(sheet.locator("progress")).to_have_attribute("value", "9")
    await expect(sheet.locator('[data-do="firmware_bring"]')).to_have_count(0)
    desk.running = "12345678"
    desk.tell("done", 1)
    await expect(sheet).to_contain_text(done)
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(
    ("why", "sentence"),
    [(FirmwareWhy.WENT_BACK, "firmware from before again"), (FirmwareWhy.NOT_BACK, "take out its plug")],
)
async def test_a_failure_says_what_is_on_the_board_now_and_why(browser, server, service, desk, why, sentence):
    desk.tell("failed", why=why, text="the lift of side 2 is stuck; and so on")
    page = await opened(browser, server, service)
    fault = page.locator(f"{SHEET} .fault")
    await expect(fault).to_contain_text(sentence)
    await expect(fault).to_contain_text("the lift of side 2 is stuck")
    await expect(page.locator(f'{SHEET} [data-do="firmware_bring"]')).to_be_visible()
    await page.context.close()


async def test_while_a_deal_is_in_play_the_page_says_what_to_do_first(browser, server, service, desk):
    page = await opened(browser, server, service, game=game_in_play())
    await agree(page)
    await expect(page.locator(f'{SHEET} [role="alert"]')).to_contain_text("A deal is being played")
    assert desk.progress is None
    await page.context.close()


async def test_what_the_machine_refuses_stands_in_plain_words(browser, server, service, desk):
    desk.refusal = FirmwareError("fault 1-1 is latched", FirmwareWhy.FAULT)
    page = await opened(browser, server, service)
    await agree(page)
    await expect(page.locator(f'{SHEET} [role="alert"]')).to_contain_text("clear it first")
    await page.context.close()
