"""One browser for all tests of a process; a page for each test, or one for all of a module that leave it as it was."""

from __future__ import annotations

import pytest
import pytest_asyncio
from fake_service import FakeService
from sample_games import game_in_play
from table_bench import bench_at

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

_HAS_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Fixtures that end after a test know how it went."""
    report = yield
    item.stash[_HAS_FAILED] = item.stash.get(_HAS_FAILED, False) or report.failed
    return report


async def tell_if_failed(request: pytest.FixtureRequest, *pages: object) -> None:
    """Report what people would have seen: what failed once, under load, is not met again by looking for it."""
    if request.node.stash.get(_HAS_FAILED, False):
        from page_bench import shown_on

        for page in pages:
            request.node.add_report_section("teardown", "page", await shown_on(page))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def started_browser():
    from page_bench import CHROMIUM, launched

    async with launched(CHROMIUM) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def browser(started_browser, request):
    """The browser, without the test's pages when it is over: one that stays goes on drawing for all tests to come."""
    of_the_module = list(started_browser.contexts)
    yield started_browser
    own = [context for context in started_browser.contexts if context not in of_the_module]
    await tell_if_failed(request, *(page for context in own for page in context.pages))
    for context in own:
        await context.close()


@pytest.fixture(scope="module")
def fake_table():
    return FakeService()


@pytest.fixture
def service(fake_table):
    """The module's table, as if nothing had been asked of it, with a game in play."""
    fake_table.put_back()
    fake_table.show(game_in_play())
    return fake_table


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
async def own_page(browser, server):
    """A page of this test alone."""
    from page_bench import open_page

    return await open_page(browser, server)


@pytest.fixture
def page(own_page):
    """What most tests of a module look at: their own page, unless the module says otherwise."""
    return own_page


@pytest.fixture(scope="module")
def table_in_turn(fake_table):
    from page_bench import TableInTurn

    fake_table.show(game_in_play())
    return TableInTurn(fake_table)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def module_page(started_browser, table_in_turn):
    """A page that stays open for all tests of a module."""
    from page_bench import open_page_to_keep

    server = HttpServer(table_in_turn, HttpSettings(port=0))
    await server.start()
    opened = await open_page_to_keep(started_browser, server)
    yield opened
    await opened.context.close()
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def kept_page(module_page, service, request):
    """The page of the module as it was at first: opening one takes ten times as long as most tests do."""
    from page_bench import put_back

    await put_back(module_page, service.seq)
    yield module_page
    await tell_if_failed(request, module_page)


@pytest_asyncio.fixture(loop_scope="session")
async def page_at_bench(module_page, table_in_turn, bench, request):
    """The page of the module, as it was at first, at the real table of this test."""
    await table_in_turn.take(bench.table, module_page)
    yield module_page
    await tell_if_failed(request, module_page)
