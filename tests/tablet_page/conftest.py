"""One browser for all tests of a process, a fresh table and page a test."""

from __future__ import annotations

import pytest
import pytest_asyncio
from fake_service import FakeService
from sample_games import game_in_play
from table_bench import bench_at

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def started_browser():
    from page_bench import CHROMIUM, launched

    async with launched(CHROMIUM) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def browser(started_browser):
    """The browser, without any page when the test is over: one that stays goes on drawing for all tests to come."""
    yield started_browser
    for context in started_browser.contexts:
        await context.close()


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake


@pytest_asyncio.fixture(loop_scope="session")
async def bench(tmp_path):
    """The real table, for modules whose `service` it is."""
    async with bench_at(tmp_path) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def server(service):
    started = HttpServer(service, HttpSettings(port=0))
    await started.start()
    yield started
    await started.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser, server):
    from page_bench import open_page

    return await open_page(browser, server)
