"""The views beside the table's page: the stream's overlay and one seat's own page, in a real browser."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import accessibility_faults
from campaign_cases import more
from eventually import eventually
from page_bench import IN_A_BROWSER, SIZES, expect
from sample_games import HEADER, game_in_play, game_with_result

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.messages import Answer

pytestmark = IN_A_BROWSER
FULL_HD = {"width": 1920, "height": 1080}
BANNER_S = 12
OLD_AFTER_MS = 15_000


async def open_view(browser, server, query, *, size=SIZES["phone"], scheme="light", language="en-GB", clock=False):
    context = await browser.new_context(viewport=size, color_scheme=scheme, locale=language, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    opened = await context.new_page()
    if clock:
        await opened.clock.install()
    opened.problems = []
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.on("console", lambda message: opened.problems.append(message.text) if message.type == "error" else None)
    await opened.goto(f"{server.url}?{query}")
    await opened.wait_for_selector("body[data-seq]:not([data-seq=''])")
    return opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def views_of_the_module(started_browser, fake_table):
    """Opens each view once, for tests that leave it as they found it."""
    server = HttpServer(fake_table, HttpSettings(port=0))
    await server.start()
    views = {}

    async def view(query, size):
        if query not in views:
            views[query] = await open_view(started_browser, server, query, size=size)
        return views[query]

    yield view
    for opened in views.values():
        await opened.context.close()
    await server.stop()


@pytest.fixture
def kept_view(views_of_the_module, service):
    """A view of the module that shows what the table says now."""

    async def view(query, size=SIZES["phone"]):
        opened = await views_of_the_module(query, size)
        await opened.wait_for_selector(f'body[data-seq="{service.seq}"]')
        return opened

    return view


async def test_the_overlay_shows_round_dora_and_scores_on_nothing(kept_view):
    page = await kept_view("view=overlay", size=FULL_HD)
    await expect(page.locator("#overlay .deal")).to_have_text("South 2")
    await expect(page.locator("#overlay .pair .tile")).to_have_count(4)
    await expect(page.locator("#overlay tbody tr").first).to_contain_text("Benoît")
    await expect(page.locator("#overlay tbody tr").first).to_contain_text("31,400")
    await expect(page.locator("#overlay .riichi")).to_have_count(1)
    for element in ("document.documentElement", "document.body"):
        assert await page.evaluate(f"getComputedStyle({element}).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.problems == []


async def test_the_overlay_has_nothing_to_press(kept_view, service):
    service.show(game_with_result())
    page = await kept_view("view=overlay", size=FULL_HD)
    await expect(page.locator("button, a, input, select, summary, [tabindex]")).to_have_count(0)


async def test_the_overlays_figures_are_readable_on_a_full_hd_stream(kept_view):
    page = await kept_view("view=overlay", size=FULL_HD)
    size = await page.locator("#overlay td.points").first.evaluate(
        "node => parseFloat(getComputedStyle(node).fontSize)"
    )
    assert size >= 32


@pytest.mark.parametrize("corner", ["top-left", more("top-right"), more("bottom-left"), "bottom-right"])
async def test_the_overlay_stands_wholly_in_the_corner_that_its_address_names(browser, server, corner):
    page = await open_view(browser, server, f"view=overlay&corner={corner}", size=FULL_HD)
    box = await page.locator("#overlay .board").bounding_box()
    assert (box["y"] < FULL_HD["height"] / 2) == corner.startswith("top")
    assert (box["x"] < FULL_HD["width"] / 3) == corner.endswith("left")
    assert box["x"] > 0
    assert box["y"] > 0
    assert box["x"] + box["width"] < FULL_HD["width"]
    assert box["y"] + box["height"] < FULL_HD["height"]
    await page.context.close()


async def test_the_result_stays_on_the_overlay_for_some_seconds_and_then_goes(browser, server, service):
    page = await open_view(browser, server, "view=overlay", size=FULL_HD, clock=True)
    await expect(page.locator(".outcome-banner")).to_have_count(0)
    service.show(game_with_result())
    await expect(page.locator(".outcome-banner h2")).to_have_text("Chen wins on Aiko’s discard")
    await expect(page.locator(".outcome-banner .worth")).to_contain_text("haneman")
    await expect(page.locator(".outcome-banner .worth strong")).to_have_text("12,000 points")
    await expect(page.locator(".outcome-banner .stage-hand .tile")).to_have_count(14)
    await expect(page.locator(".outcome-banner .yaku li").nth(3)).to_have_text("Mixed triple run2 han")
    banner = await page.locator(".outcome-banner").bounding_box()
    hand = await page.locator(".outcome-banner .stage-hand").evaluate("hand => hand.scrollWidth <= hand.clientWidth")
    assert hand, "the hand keeps within the banner"
    assert banner["y"] > 0
    await expect(page.locator("#overlay .delta.gain")).to_have_text("+13,300")
    await page.clock.run_for(BANNER_S * 1000)
    await expect(page.locator(".outcome-banner")).to_have_count(0)
    await expect(page.locator("#overlay .delta")).to_have_count(0)
    await expect(page.locator("#overlay .scores")).to_contain_text("37,900")


async def test_an_overlay_shows_rivers_and_differences_where_its_address_asks_for_them(browser, server, service):
    page = await open_view(browser, server, "view=overlay&show=rivers,differences", size=FULL_HD)
    await expect(page.locator("#overlay .lies")).to_have_count(4)
    await expect(page.locator("#overlay .lies", has_text="Chen").locator(".river .tile")).to_have_count(8)
    await expect(page.locator("#overlay td.difference")).to_have_text(["", "−6,800", "−14,900", "−4,900"])
    boxes = [await page.locator(part).bounding_box() for part in ("#overlay .rivers", "#overlay .board")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "the rivers stand above the scores"
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= FULL_HD["width"] for box in boxes)
    for element in ("document.documentElement", "document.body"):
        assert await page.evaluate(f"getComputedStyle({element}).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert await accessibility_faults(page) == []
    service.show(game_with_result())
    await expect(page.locator(".outcome-banner h2")).to_have_text("Chen wins on Aiko’s discard")
    await expect(page.locator("#overlay :is(.stage-hand, .yaku, .lies)")).to_have_count(0)
    assert page.problems == []
    await page.context.close()


async def test_an_overlay_shows_the_hand_or_its_lines_alone_where_its_address_says_so(browser, server, service):
    for shown, hidden in (("hand", "yaku"), ("yaku", "stage-hand")):
        page = await open_view(browser, server, f"view=overlay&show={shown}", size=FULL_HD)
        service.show(game_with_result())
        await expect(page.locator(".outcome-banner")).to_have_count(1)
        await expect(page.locator(f".outcome-banner .{hidden}")).to_have_count(0)
        await expect(page.locator(".outcome-banner .stage-hand, .outcome-banner .yaku")).to_have_count(1)
        await page.context.close()
        service.show(game_in_play())


async def test_an_overlay_tells_of_a_part_that_there_is_not(browser, server, service):
    page = await open_view(browser, server, "view=overlay&show=river%3Cimg%20src%3Dx%3E,hand", size=FULL_HD)
    await expect(page.get_by_role("alert")).to_have_text(
        "show=river<img src=x> is no part of this overlay; there are hand, yaku, rivers, differences, none."
    )
    await expect(page.locator("#overlay .points")).to_have_count(4)
    await page.context.close()


async def test_an_overlay_without_news_says_so_and_greys_its_figures(browser, service):
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    page = await open_view(browser, server, "view=overlay", size=FULL_HD)
    await server.stop()
    await expect(page.locator("#overlay .age")).to_contain_text("No news for", timeout=OLD_AFTER_MS)
    await expect(page.locator("body")).to_have_class("old")
    await page.context.close()


async def test_a_seats_page_shows_the_own_score_and_how_far_the_others_are(kept_view):
    page = await kept_view("view=seat&seat=2")
    await expect(page.locator(".own h2")).to_have_text("Chen")
    await expect(page.locator(".own-score")).to_have_text("24,600")
    await expect(page.locator(".own .riichi")).to_have_count(1)
    rows = page.locator(".others tbody tr")
    await expect(rows.nth(0)).to_contain_text("Dorothea")
    await expect(rows.nth(0).locator(".difference")).to_have_text("−8,100")
    await expect(rows.nth(2)).to_contain_text("left")
    await expect(rows.nth(2).locator(".difference")).to_have_text("+6,800")
    await expect(page.locator(".own-tiles .river .tile")).to_have_count(8)
    await expect(page.locator(".own-tiles .river .sideways")).to_have_count(1)
    await expect(page.locator(".own .pair .tile")).to_have_count(4)
    assert page.problems == []


async def test_a_seats_page_follows_the_deal_to_its_result(browser, server, service):
    page = await open_view(browser, server, "view=seat&seat=0")
    service.show(game_with_result())
    await expect(page.locator(".own-delta")).to_have_text("−12,300")
    await expect(page.locator(".own-score")).to_have_text("14,200")
    await expect(page.get_by_role("button", name="I win")).to_have_count(0)


async def test_a_seats_page_shows_the_winners_hand_and_its_lines_and_no_tile_before(browser, server, service):
    page = await open_view(browser, server, "view=seat&seat=0")
    await expect(page.locator("#own-seat :is(.stage-hand, .yaku)")).to_have_count(0)
    service.show(game_with_result())
    won = page.locator("#own-seat .win")
    await expect(won.locator(".stage-hand .tile")).to_have_count(14)
    await expect(won.locator(".yaku li").nth(3)).to_have_text("Mixed triple run2 han")
    await expect(won.locator(".worth")).to_contain_text("haneman")
    await expect(won.locator(".worth strong")).to_have_text("12,000 points")
    rows = await won.locator(".stage-concealed .tile").evaluate_all(
        "tiles => new Set(tiles.map(t => t.offsetTop)).size"
    )
    assert rows == 1, "the hand lies in one row on a phone"
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.problems == []
    await page.context.close()


async def test_a_win_is_called_from_the_own_seat_after_one_question(browser, server, service):
    page = await open_view(browser, server, "view=seat&seat=1")
    await page.get_by_role("button", name="I win").click()
    assert service.commands == []
    await page.get_by_role("dialog").get_by_role("button", name="I win").click()
    await eventually(lambda: len(service.commands) == 1)
    command = service.commands[0]
    assert (command.name, command.data, command.expect_deal) == ("declare", {"kind": "win", "seat": 1}, HEADER.number)
    await expect(page.locator(".toast")).to_contain_text("Said.")


async def test_everybody_is_asked_to_look_by_one_tap(kept_view, service):
    page = await kept_view("view=seat&seat=3")
    await page.get_by_role("button", name="Please look").click()
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].data) == ("call_attention", {"seat": 3})


async def test_a_refused_call_says_why(kept_view, service):
    service.answer = Answer(ok=False, seq=9, error_code="stale", message="entry 9 is newer")
    page = await kept_view("view=seat&seat=3")
    await page.get_by_role("button", name="Please look").click()
    await expect(page.locator(".toast")).to_contain_text("The game has moved on")


@pytest.mark.parametrize(("seat", "offered"), [(0, 0), (1, 0), (2, 0), (3, 1)])
async def test_riichi_is_offered_to_closed_hands_that_have_not_declared_it(kept_view, seat, offered):
    """Two have open melds, the third is in riichi, and the fourth has a concealed kong alone."""
    page = await kept_view(f"view=seat&seat={seat}")
    await expect(page.get_by_role("button", name="I win")).to_have_count(1)
    await expect(page.get_by_role("button", name="Riichi")).to_have_count(offered)


async def test_without_a_seat_the_page_asks_for_one(browser, server):
    page = await open_view(browser, server, "view=seat")
    await page.get_by_role("link", name="Dorothea").click()
    await expect(page.locator(".own h2")).to_have_text("Dorothea")


async def test_a_seats_page_speaks_another_language_after_a_reload_too(browser, server):
    page = await open_view(browser, server, "view=seat&seat=2")
    await page.get_by_role("button", name="Display").click()
    await page.get_by_label("Language").select_option("ja")
    await expect(page.locator("#comfort h2")).to_have_text("表示")
    await page.reload()
    await expect(page.locator(".own-tiles h2")).to_have_text("自分の河と副露")


SCENES = {
    "view=overlay": (None, game_with_result()),
    "view=seat&seat=2": (None, game_in_play(), game_with_result()),
    "view=seat": (game_in_play(),),
}


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [
        more("phone", "light", "en-GB"),
        ("phone", "dark", "ja-JP"),
        ("tablet", "light", "zh-CN"),
        more("tablet", "dark", "fr-FR"),
    ],
)
async def test_no_small_view_has_an_accessibility_fault_or_scrolls_sideways(
    browser, server, service, size, scheme, language
):
    for query, scenes in SCENES.items():
        page = await open_view(browser, server, query, size=SIZES[size], scheme=scheme, language=language)
        for scene in scenes:
            service.show(scene)
            await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
            assert await accessibility_faults(page) == [], query
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query
        assert page.problems == []
        await page.context.close()
