"""People in a real browser: cards, careers, and a game begun by tapping them."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
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
async def club(service, tmp_path):
    """A table with two finished games and three cards."""
    write_games(tmp_path / "journal.sqlite3", [recorded_game(), recorded_game(("Chen", "Aiko", "Emil", "Dorothea"))])
    library = Library(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    for name in PEOPLE[:3]:
        await library.do(carry_out, AddPerson(action="add", name=name), ())
    server = HttpServer(service, HttpSettings(port=0), library=library)
    await server.start()
    yield server
    await server.stop()
    await library.close()


@pytest.fixture
def opened(browser, club):
    async def at(query, shown="#past[data-shown]", size="tablet", scheme="light", language="en-GB"):
        context = await browser.new_context(
            viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
        )
        page = await context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        await page.goto(f"{club.url}{query}")
        await page.wait_for_selector(shown)
        return page

    return at


async def test_from_the_table_of_people_to_a_career_to_its_best_hand(opened):
    page = await opened("?view=people")
    await expect(page.locator(".people-table tbody tr")).to_have_count(5)
    await expect(page.locator(".people-table")).to_contain_text("guest")
    await page.locator(".people-table a", has_text="Aiko").click()
    await expect(page.locator("h1")).to_have_text("Aiko")
    await expect(page.locator(".figures h2")).to_have_text("2 games, 12 deals")
    await expect(page.locator(".rivals tbody tr")).to_have_count(4)
    await page.get_by_label("Rules").select_option("tenhou")
    await expect(page.locator(".newest li")).to_have_count(2)
    await page.locator(".best a").click()
    await expect(page.locator(".replay h1")).to_contain_text("East")
    assert page.problems == []


async def test_a_person_is_added_renamed_and_removed_and_the_page_says_what_follows(opened):
    page = await opened("?view=people")
    await page.get_by_label("name").fill("<b>Gustav</b>")
    await page.get_by_role("button", name="violet").click()
    await page.get_by_role("button", name="Add").click()
    await expect(page.locator(".resting")).to_have_text("<<b>Gustav</b>")
    await page.locator(".resting a").click()
    await page.locator(".manage summary").click()
    await page.get_by_label("name").fill("aiko")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.locator(".toast")).to_contain_text("Aiko has a card already")
    await page.get_by_label("name").fill("Gustav")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.locator("h1")).to_have_text("Gustav")
    await page.get_by_role("button", name="Remove this person").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove this person").click()
    await expect(page.locator(".toast")).to_contain_text("Removed.")
    await expect(page.locator(".people-table tbody tr")).to_have_count(5)
    await expect(page.locator("#past").get_by_text("Gustav")).to_have_count(0)
    assert page.problems == []


async def test_a_person_is_added_once_however_often_one_taps(opened):
    page = await opened("?view=people")
    await page.get_by_label("name").fill("Gustav")
    await page.get_by_role("button", name="Add").evaluate("add => { add.click(); add.click(); }")
    await expect(page.locator(".resting")).to_have_text("GGustav")
    await expect(page.locator(".toast")).to_have_text("Added.")


async def test_tapped_people_sit_down_one_after_the_other_and_nobody_sits_twice(opened, service):
    service.show(None)
    page = await opened("", ".person-chip")
    await page.locator(".person-chip", has_text="Chen").click()
    await page.locator(".person-chip", has_text="Aiko").click()
    await expect(page.locator("input[name=name-0]")).to_have_value("Chen")
    await expect(page.locator("input[name=name-1]")).to_have_value("Aiko")
    await expect(page.locator(".person-chip[aria-pressed=true]")).to_have_count(2)
    await page.locator(".person-chip", has_text="Chen").click()
    await expect(page.locator("input[name=name-0]")).to_have_value("")
    await page.locator("input[name=name-2]").fill("Aiko")
    await page.get_by_role("button", name="Start game").click()
    await expect(page.locator(".toast")).to_contain_text("Everybody sits at one seat")
    assert service.commands == []


async def test_the_same_four_play_again_after_one_tap(opened, service):
    service.show(game_over())
    page = await opened("", ".same-four")
    await page.get_by_role("button", name="Same four, same seats").click()
    await eventually(lambda: len(service.commands) == 1)
    command = service.commands[0]
    assert command.name == "start_game"
    assert command.data["names"] == list(game_over().names)
    service.show(game_in_play())


@pytest.mark.parametrize(("size", "scheme", "language"), [("tablet", "dark", "ja-JP"), ("phone", "light", "fr-FR")])
async def test_no_screen_of_people_has_an_accessibility_fault_or_scrolls_sideways(opened, club, size, scheme, language):
    page = await opened("?view=people", size=size, scheme=scheme, language=language)
    for query in ("?view=people", "?view=people&person=1"):
        await page.goto(f"{club.url}{query}")
        await page.wait_for_selector("#past[data-shown]")
        if "person" in query:
            await page.evaluate("document.querySelectorAll('.manage').forEach(card => { card.open = true; })")
        assert await accessibility_faults(page) == [], query
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query
    assert page.problems == []


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "ja-JP", "zh-CN"])
async def test_the_table_of_people_shows_its_sums_on_a_phone(opened, club, language):
    page = await opened("?view=people", size="phone", language=language)
    table = page.locator(".people-table")
    assert await table.evaluate("(table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth")
