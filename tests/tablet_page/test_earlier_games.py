"""The games that were played, in a real browser: list, game, replay, what can be taken along."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from page_bench import IN_A_BROWSER, SIZES, expect
from played_library import recorded_game, write_games
from sample_games import game_in_play

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.library.library import Library

pytestmark = IN_A_BROWSER
ODD = '<img src=x onerror="document.title=1">'


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def past(fake_table, tmp_path_factory):
    """A table with a game that is over and one that is in play."""
    folder = tmp_path_factory.mktemp("past")
    start, *events = recorded_game(("Aiko", ODD, "Chen", "Dorothea"))
    write_games(folder / "journal.sqlite3", [[start, *events], [start, *events[:200]]])
    fake_table.show(game_in_play())
    library = Library(folder / "journal.sqlite3", folder / "games.sqlite3")
    server = HttpServer(fake_table, HttpSettings(port=0), library=library)
    await server.start()
    ids = [game["id"] for game in reversed((await library.games(None))["games"])]
    yield SimpleNamespace(url=server.url, games=ids)
    await server.stop()
    await library.close()


@pytest.fixture
def opened(browser, past):
    async def at(query="", size="tablet", scheme="light", language="en-GB"):
        context = await browser.new_context(
            viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
        )
        page = await context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        await page.goto(f"{past.url}?view=games{query}")
        await page.wait_for_selector("#past[data-shown]")
        return page

    return at


async def test_from_the_list_to_a_game_to_a_deal_and_back(opened, past):
    page = await opened()
    await expect(page.locator(".game-card")).to_have_count(2)
    await expect(page.locator(".game-card").last).to_contain_text("44,900")
    await page.locator(".game-card").last.click()
    await expect(page.locator(".past-deals li")).to_have_count(6)
    await page.locator(".past-deals a").nth(1).click()
    await expect(page.locator(".replay h1")).to_contain_text("East 2")
    assert page.url.endswith(f"?view=games&game={past.games[0]}&deal=2")
    await page.go_back()
    await expect(page.locator(".past-deals li")).to_have_count(6)
    await page.go_back()
    await expect(page.locator(".game-card")).to_have_count(2)
    assert page.problems == []


def number_in(text):
    """A number as the English page writes it."""
    return int(text.replace(",", "").replace("−", "-"))


async def test_the_changes_of_a_games_deals_add_up_to_its_scores(opened, past):
    """Sticks that were laid stand small beside what a deal's end paid, and a sentence says so."""
    page = await opened(f"&game={past.games[0]}")
    await expect(page.locator(".past-deals .other").first).to_have_text("−1,000")
    await expect(page.locator(".past-deals")).to_contain_text("sticks and stakes laid")
    texts = await page.locator(".past-deals .deltas > span:has(.dot)").all_inner_texts()
    changes: dict[str, int] = {}
    for text in texts:
        name, *figures = text.replace(ODD, "Odd").split()
        changes[name] = changes.get(name, 0) + sum(map(number_in, figures))
    scores = await page.locator(".podium .places strong").all_inner_texts()
    assert sorted(25_000 + change for change in changes.values()) == sorted(map(number_in, scores))


async def test_a_replay_is_stepped_by_keys_slider_and_moments_and_its_address_follows(opened, past):
    page = await opened(f"&game={past.games[0]}&deal=2&step=3")
    shown = page.locator("#past")
    await expect(shown).to_have_attribute("data-shown", "2-3")
    await page.keyboard.press("ArrowRight")
    await expect(shown).to_have_attribute("data-shown", "2-4")
    assert page.url.endswith("&deal=2&step=4")
    discards = await page.locator(".river .tile").count()
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".river .tile")).to_have_count(discards - 1)
    await page.keyboard.press("ArrowDown")
    await expect(page.locator(".happens")).to_contain_text("Aiko: pon (triplet)")
    await page.keyboard.press("End")
    await expect(page.locator(".result h2")).to_have_text("Aiko wins by self-draw")
    await expect(page.locator(".seat-0 .points")).to_have_text("33,000")
    await page.keyboard.press("Home")
    await expect(shown).to_have_attribute("data-shown", "2-0")
    await page.locator("input[type=range]").fill("7")
    await expect(shown).to_have_attribute("data-shown", "2-7")
    await expect(page.locator("button.touch")).to_have_count(0)
    assert page.problems == []


async def test_a_replay_plays_by_itself_to_the_end(opened, past):
    page = await opened(f"&game={past.games[0]}&deal=2&step=47")
    await page.get_by_role("button", name="×4").click()
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator(".result h2")).to_have_text("Aiko wins by self-draw")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


async def test_a_replay_ends_with_the_end_picture_which_a_tap_takes_away(opened, past):
    page = await opened(f"&game={past.games[0]}&deal=2&step=9999")
    await expect(page.locator(".stage-half:not(.turned) h3")).to_contain_text("Aiko")
    total = page.locator(".stage-half:not(.turned) .stage-total")
    assert await total.text_content() in (await page.locator(".result .total").text_content())
    assert await accessibility_faults(page) == []
    await page.get_by_role("button", name="Back to the table").click()
    await expect(page.locator(".stage")).to_have_count(0)
    await expect(page.locator(".felt .river").first).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("End")
    await expect(page.locator(".stage")).to_be_visible()


@pytest.mark.parametrize("viewport", [SIZES["tablet"], {"width": 800, "height": 1280}], ids=["lying", "upright"])
async def test_two_taps_at_one_place_are_two_steps_back_from_the_end(opened, past, viewport):
    page = await opened(f"&game={past.games[0]}&deal=2&step=9999")
    await page.set_viewport_size(viewport)
    last = int((await page.locator("#past").get_attribute("data-shown")).split("-")[1])
    place = await page.get_by_role("button", name="One step back").bounding_box()
    panel = await page.locator("#side").bounding_box()
    for step in (last - 1, last - 2):
        await page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        await expect(page.locator("#past")).to_have_attribute("data-shown", f"2-{step}")
    assert (await page.locator("#side").bounding_box())["width"] == panel["width"]


@pytest.mark.parametrize("query", ["&game=g-nothing", "&game=%27%3B--&deal=1", "&game=last&deal=99&step=3"])
async def test_an_address_of_nothing_says_so_and_leads_on(opened, query):
    page = await opened(query)
    await expect(page.locator("#past [role=alert]")).to_contain_text("There is no such game or deal at this table")
    await expect(page.locator("#past a.more")).to_have_count(1)
    assert page.problems == []


async def test_a_step_beyond_the_end_is_the_last_one_and_the_newest_game_has_a_short_address(opened, past):
    page = await opened("&game=last&deal=1&step=9999")
    assert f"game={past.games[1]}" in page.url
    await expect(page.locator(".result")).to_be_visible()


async def test_a_name_that_looks_like_markup_is_a_name_everywhere(opened, past):
    for query in ("", f"&game={past.games[0]}", f"&game={past.games[0]}&deal=1&step=0"):
        page = await opened(query)
        await expect(page.get_by_text(ODD).first).to_be_visible()
        await expect(page.locator("img[src=x]")).to_have_count(0)
    response = await page.request.get(f"{past.url}api/games/{past.games[0]}/export/html")
    assert "<img src=x" not in await response.text()


async def test_a_result_is_saved_as_a_picture_and_a_game_as_files(opened, past):
    page = await opened(f"&game={past.games[0]}")
    async with page.expect_download() as picture:
        await page.get_by_role("button", name="Share a picture").click()
    saved = await picture.value
    assert saved.suggested_filename == f"jantaku-{past.games[0]}.png"
    async with page.expect_download() as sheet:
        await page.get_by_role("link", name="Spreadsheet (CSV)").click()
    assert (await sheet.value).suggested_filename.endswith(".csv")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en-GB", "a camera sees neither"), ("fr-FR", "qu’une caméra ne voit pas"), ("ja", "カメラ"), ("zh-CN", "摄像头")],
)
async def test_a_game_without_known_hands_says_why_there_is_no_tenhou6_of_it(opened, past, language, sentence):
    page = await opened(f"&game={past.games[0]}", language=language)
    await page.locator("a[data-export=tenhou6]").click()
    refusal = page.locator(".past-head [role=status]")
    await expect(refusal).to_contain_text(sentence)
    await expect(refusal).to_contain_text("mjai")
    assert await accessibility_faults(page) == []
    async with page.expect_download() as record:
        await page.locator("a[data-export=mjai]").click()
    assert (await record.value).suggested_filename == f"jantaku-{past.games[0]}.mjai.jsonl"
    await expect(refusal).to_have_text("")
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(("size", "scheme", "language"), [("tablet", "light", "zh-CN"), ("phone", "dark", "fr-FR")])
async def test_no_screen_of_earlier_games_has_an_accessibility_fault_or_scrolls_sideways(
    opened, past, size, scheme, language
):
    page = await opened("", size, scheme, language)
    for query in ("", f"&game={past.games[0]}", f"&game={past.games[0]}&deal=2&step=999"):
        await page.goto(f"{past.url}?view=games{query}")
        await page.wait_for_selector("#past[data-shown]")
        assert await accessibility_faults(page) == [], query
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query
    assert page.problems == []


@pytest.mark.parametrize("language", ["fr", "ja"])
async def test_on_a_phone_the_way_through_a_deal_leaves_the_felt_most_of_the_screen(opened, past, language):
    page = await opened(f"&game={past.games[0]}&deal=2&step=32", "phone", language=language)
    box = await page.locator(".card.replay").bounding_box()
    assert box["height"] < 0.3 * SIZES["phone"]["height"]


async def test_the_keys_of_a_replay_stand_below_its_cards_and_not_on_the_felt(opened, past):
    page = await opened(f"&game={past.games[0]}&deal=2&step=3")
    keys = await page.get_by_text("Keys:").bounding_box()
    felt = await page.locator(".felt").bounding_box()
    assert keys["x"] >= felt["x"] + felt["width"]
