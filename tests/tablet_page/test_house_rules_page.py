"""House rules on the page: one tap when a game begins, kept from the form, and every option on a page of its own."""

from __future__ import annotations

import pytest
import pytest_asyncio
from accessibility import LOOKS_IN_LANGUAGES, accessibility_faults
from eventually import eventually
from page_bench import IN_A_BROWSER, SIZES, expect, open_page

from table_daemon.http.house_rules import preset_document
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.rules.house_rules import HouseRulesFile

pytestmark = IN_A_BROWSER
FRIDAY = {"rounds": "1", "open_tanyao": "false", "uma": "15000, 5000, -5000, -15000"}
HARMFUL = "<img src=x onerror=document.title='no'>"


@pytest.fixture
def file(tmp_path):
    return HouseRulesFile(tmp_path / "house_rules.json")


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, file):
    service.show(None)
    started = HttpServer(service, HttpSettings(port=0), house_rules=file)
    await started.start()
    yield started
    await started.stop()


async def rules_page(browser, server, query="", size="tablet", scheme="light", language="en-GB"):
    context = await browser.new_context(
        viewport=SIZES[size], color_scheme=scheme, locale=language, reduced_motion="reduce", service_workers="block"
    )
    page = await context.new_page()
    await page.goto(f"{server.url}?view=rules{query}")
    await page.wait_for_selector("#past[data-shown]")
    return page


async def test_one_tap_begins_a_game_by_house_rules_and_another_takes_it_back(browser, server, service, file):
    file.add("Friday", "tenhou", FRIDAY)
    page = await open_page(browser, server)
    chip = page.get_by_role("button", name="Friday")
    await page.locator("[name=rules]").select_option("ema")
    await chip.click()
    await expect(chip).to_have_attribute("aria-pressed", "true")
    await expect(page.locator("[name=rules]")).to_have_value("tenhou")
    await expect(page.get_by_label("Length of the game")).to_have_value("1")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    begun = service.commands[0].data
    assert (begun["rules"], begun["settings"]) == ("tenhou", FRIDAY)
    await chip.click()
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 2)
    assert service.commands[1].data.get("settings", {}) == {}


async def test_what_the_form_says_is_kept_under_a_name_and_enter_stops_no_machine(browser, server, service, file):
    page = await open_page(browser, server)
    await page.locator("[name=rules]").select_option("tchou")
    await page.locator("[name=set-limit]").select_option("400")
    await page.get_by_role("button", name="Keep under a name").click()
    await page.get_by_label("Name of these rules").fill(HARMFUL)
    await page.keyboard.press("Enter")
    chip = page.locator(".house-chip")
    await expect(chip.locator(".house-name")).to_have_text(HARMFUL)
    await expect(chip).to_have_attribute("aria-pressed", "true")
    assert [(kept.name, kept.settings) for kept in file.all()] == [(HARMFUL, {"limit": "400"})]
    assert service.commands == []
    assert "Jantaku" in await page.title()
    await page.get_by_role("button", name="Keep under a name").click()
    await page.get_by_label("Name of these rules").fill(HARMFUL)
    await page.get_by_role("button", name="Keep", exact=True).click()
    await expect(page.locator(".toast")).to_contain_text("choose another name")


async def test_every_option_is_changed_on_the_page_of_rules(browser, server, file):
    page = await rules_page(browser, server, "&preset=ema")
    await page.get_by_label("Uma, first to last").fill("20000, 10000, -10000, -20000")
    await page.get_by_label("Name of these rules").fill("Club")
    await expect(page.locator(".option.differs label")).to_contain_text("otherwise 15000, 5000, -5000, -15000")
    await page.get_by_role("button", name="Keep").click()
    await expect(page.locator(".house-card h2")).to_have_text("Club")
    await page.get_by_role("link", name="Change options").click()
    await page.get_by_label("Points of a counter").fill("77")
    await page.get_by_role("button", name="Keep").click()
    await expect(page.locator(".toast")).to_contain_text("honba_points must be 0 or a multiple of 100")
    assert file.all()[0].settings == {"uma": "20000, 10000, -10000, -20000"}


async def test_house_rules_are_renamed_and_deleted_after_a_question(browser, server, file):
    file.add("Old", "ema", {})
    page = await rules_page(browser, server)
    await page.get_by_role("button", name="Rename").click()
    await page.get_by_label("Name of these rules").fill("New")
    await page.get_by_role("button", name="Keep", exact=True).click()
    await expect(page.locator(".house-card h2")).to_have_text("New")
    await page.get_by_role("button", name="Delete").click()
    await page.locator("#confirm").get_by_role("button", name="Delete").click()
    await expect(page.locator(".card.empty")).to_be_visible()
    assert file.all() == []


async def test_on_a_phone_the_bar_of_the_longest_page_keeps_to_one_line(browser, server):
    page = await rules_page(browser, server, "&preset=mcr", size="phone", language="fr-FR")
    stop, back = await page.locator("#bar .stop").bounding_box(), await page.locator("#bar .back").bounding_box()
    assert abs(stop["y"] - back["y"]) < 10


async def test_house_rules_that_are_gone_are_told(browser, server):
    page = await rules_page(browser, server, "&house=77")
    await expect(page.locator(".card.problem")).to_contain_text("not there any more")


@pytest.mark.parametrize(("size", "scheme", "language"), LOOKS_IN_LANGUAGES)
async def test_no_screen_of_rules_has_an_accessibility_fault_or_scrolls_sideways(
    browser, server, file, size, scheme, language
):
    file.add("W" * 40, "tenhou", FRIDAY)
    for query in ("", "&house=1", "&preset=hongkong"):
        page = await rules_page(browser, server, query, size, scheme, language)
        assert await accessibility_faults(page) == [], query
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query


@pytest.mark.parametrize("preset", ["tenhou", "tchou"])
async def test_the_form_begins_with_what_people_change_and_ends_with_its_sources(browser, server, preset):
    page = await rules_page(browser, server, f"&preset={preset}")
    titles = await page.locator(".rules-form legend").all_inner_texts()
    assert titles[0] == "Changed most often"
    assert titles[-2:] == ["Players", "Sources"] if preset == "tenhou" else "Sources" not in titles
    offered = await page.locator("[data-key=often] select, [data-key=often] input").evaluate_all(
        "fields => fields.map((field) => field.name)"
    )
    assert f"set-{'rounds' if preset == 'tenhou' else 'limit'}" in offered
    every = await page.locator(".rules-form [name^='set-']").evaluate_all("fields => fields.map((field) => field.name)")
    assert len(every) == len(set(every)) == len(preset_document(preset)["options"])
