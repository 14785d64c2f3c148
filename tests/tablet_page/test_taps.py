"""How many taps what people do most takes, on a tablet on the table: docs/page_views.md has the table.

A misread tile, what is put right again and a win told by hand are counted by `test_repairs` and
`test_counted_wins_on_the_page`, at a real table.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
import pytest_asyncio
from eventually import eventually
from page_bench import IN_A_BROWSER, SIZES, expect
from played_library import recorded_game, write_games
from sample_games import game_in_play, game_over

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.library.library import Library
from table_daemon.library.people import carry_out
from wire.people_documents import AddPerson

pytestmark = IN_A_BROWSER
PEOPLE = ("Aiko", "Benoît", "Chen", "Dorothea")


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser, service, tmp_path):
    """A table in play that remembers a game; its page counts what is clicked."""
    write_games(tmp_path / "journal.sqlite3", [recorded_game(PEOPLE)])
    library = Library(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    for name in PEOPLE:
        await library.do(carry_out, AddPerson(action="add", name=name), ())
    server = HttpServer(service, HttpSettings(port=0), library=library)
    await server.start()
    service.show(game_in_play())
    context = await browser.new_context(
        viewport=SIZES["tablet"], locale="en-GB", reduced_motion="reduce", service_workers="block"
    )
    opened = await context.new_page()
    await opened.goto(server.url)
    await opened.wait_for_selector(".seat-0 .plate")
    yield opened
    await context.close()
    await server.stop()
    await library.close()


async def tapped(page, *found: Callable) -> int:
    """Tap one thing after the other, each looked up when it is there."""
    for find in found:
        await find(page).click()
    return len(found)


def plate(seat: int) -> Callable:
    return lambda page: page.locator(f".seat-{seat} .plate")


def button(name: str, within: str = "body") -> Callable:
    return lambda page: page.locator(within).get_by_role("button", name=name, exact=True)


def link(name: str, within: str = "body") -> Callable:
    return lambda page: page.locator(within).get_by_role("link", name=name, exact=True).first


def tab(name: str) -> Callable:
    return lambda page: page.get_by_role("tab", name=name)


@pytest.mark.parametrize(
    ("what", "kind", "seat"), [("Riichi", "riichi", 3), ("I win", "win", 3)], ids=["riichi", "a win"]
)
async def test_riichi_and_a_win_are_said_by_three_taps_on_the_own_side(page, service, what, kind, seat):
    name = PEOPLE[seat]
    taps = await tapped(page, plate(seat), button(what, ".own-menu"))
    yes = page.locator("#confirm[open] button.primary")
    await expect(yes).to_contain_text(name)
    await yes.click()
    await eventually(lambda: len(service.commands) == 1)
    assert (taps + 1, service.commands[0].data) == (3, {"kind": kind, "seat": seat})


async def test_a_pause_is_two_taps_and_so_are_the_differences(page, service):
    assert await tapped(page, plate(2), button("Pause", ".own-menu")) == 2
    await eventually(lambda: [command.name for command in service.commands] == ["hold"])
    assert await tapped(page, plate(2), button("Differences", ".own-menu")) == 2
    await expect(page.locator(".seat-0 .points")).to_have_text("+1,900")


async def test_the_same_four_play_again_by_one_tap(page, service):
    service.show(game_over())
    assert await tapped(page, lambda page: page.get_by_role("button", name="Same four, same seats")) == 1
    await eventually(lambda: [command.name for command in service.commands] == ["start_game"])
    service.show(game_in_play())


async def test_a_deal_is_looked_at_again_by_two_taps(page):
    assert await tapped(page, tab("Game"), link("East 1", ".deals")) == 2
    await expect(page.locator(".replay h1")).to_contain_text("East 1")


async def test_the_own_statistics_are_three_taps_away(page):
    assert await tapped(page, tab("Game"), link("People", ".memory"), link("Aiko", ".people-table")) == 3
    await expect(page.locator(".figures h2")).to_have_text("1 game, 6 deals")
