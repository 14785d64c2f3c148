"""The card of backups: a file to keep, and one to restore, refused or agreed to in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio
from campaign_cases import more
from fake_service import FakeService
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import game_in_play
from written_journals import NAME, write_games

from table_daemon.backup.desk import BackupDesk
from table_daemon.backup.making import make_backup_file
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.http.upkeep import Upkeep

pytestmark = IN_A_BROWSER
NOW = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
CARD = '[data-key="backup"]'


@pytest.fixture
def desk(tmp_path: Path) -> BackupDesk:
    write_games(tmp_path / "here" / NAME, 3)
    return BackupDesk(tmp_path / "here", None, "0.1.0", lambda: NOW)


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, desk):
    started = HttpServer(service, HttpSettings(port=0), upkeep=Upkeep(backups=desk))
    await started.start()
    yield started
    await started.stop()


async def opened(browser, server, service, language: str = "en-GB"):
    service.show(None)
    page = await open_page(browser, server, language=language)
    await page.locator("#tab-machine").click()
    return page


async def choose(page, file: Path) -> None:
    async with page.expect_file_chooser() as choosing:
        await page.locator(f'{CARD} [data-do="restore"]').click()
    await (await choosing.value).set_files(file)


async def test_one_button_downloads_everything_of_the_table(browser, server, service):
    page = await opened(browser, server, service)
    async with page.expect_download() as download:
        await page.locator(f'{CARD} [data-do="backup"]').click()
    assert (await download.value).suggested_filename.endswith(".jantaku")
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(
    ("language", "question", "done"),
    [
        ("en-GB", "with 2 games", "starts anew"),
        more("fr-FR", "avec 2 parties", "redémarre"),
        more("ja-JP", "2対局", "再起動"),
        more("zh-CN", "2 局", "重新启动"),
    ],
)
async def test_a_backup_is_restored_after_a_person_has_read_what_is_in_it_and_agreed(
    browser, server, service, desk, tmp_path, language, question, done
):
    write_games(tmp_path / "there" / NAME, 2, 2)
    make_backup_file(tmp_path / "there", None, tmp_path / "b.jantaku", made_at=NOW.isoformat(), made_by="0.1.0")
    page = await opened(browser, server, service, language)
    await choose(page, tmp_path / "b.jantaku")
    dialog = page.locator("dialog[open]")
    await expect(dialog).to_contain_text(question)
    await expect(dialog).to_contain_text("before-restore")
    assert not desk.agreed.is_set()
    await dialog.locator('button[value="yes"]').click()
    await expect(page.locator("#toasts")).to_contain_text(done)
    assert desk.agreed.is_set()
    assert page.problems == []
    await page.context.close()


async def test_a_person_who_does_not_agree_keeps_the_table_as_it_is(browser, server, service, desk, tmp_path):
    write_games(tmp_path / "there" / NAME, 2)
    make_backup_file(tmp_path / "there", None, tmp_path / "b.jantaku", made_at=NOW.isoformat(), made_by="0.1.0")
    page = await opened(browser, server, service)
    await choose(page, tmp_path / "b.jantaku")
    await page.locator('dialog[open] .actions button[value="no"]').click()
    assert not desk.agreed.is_set()
    await page.context.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en-GB", "no backup of Jantaku"),
        more("fr-FR", "pas une sauvegarde"),
        more("ja-JP", "バックアップではない"),
        more("zh-CN", "不是 Jantaku 的备份"),
    ],
)
async def test_a_wrong_file_is_refused_in_one_sentence(browser, server, service, tmp_path, language, sentence):
    (tmp_path / "holiday.jpg").write_bytes(b"\xff\xd8" * 500)
    page = await opened(browser, server, service, language)
    await choose(page, tmp_path / "holiday.jpg")
    await expect(page.locator("#toasts")).to_contain_text(sentence)
    await page.context.close()


async def test_in_the_middle_of_a_deal_the_page_says_why_not(browser, server, service, desk, tmp_path):
    write_games(tmp_path / "there" / NAME, 2)
    make_backup_file(tmp_path / "there", None, tmp_path / "b.jantaku", made_at=NOW.isoformat(), made_by="0.1.0")
    page = await opened(browser, server, service)
    service.show(game_in_play())
    await choose(page, tmp_path / "b.jantaku")
    await page.locator('dialog[open] button[value="yes"]').click()
    await expect(page.locator("#toasts")).to_contain_text("A deal is being played")
    assert not desk.agreed.is_set()
    await page.context.close()
