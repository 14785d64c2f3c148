"""Beginning a game on the page: seats drawn as the rules say, and the time limit that this screen keeps in mind."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from accessibility import accessibility_faults
from campaign_cases import more
from eventually import eventually
from page_bench import IN_A_BROWSER, SIZES, expect
from sample_games import game_in_play

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.people.seat_drawing import draw_seats
from table_daemon.rules.presets import load_rules
from wire.commands.game import DrawSeatsData
from wire.messages import Answer

pytestmark = IN_A_BROWSER
NAMES = ["Aiko", "Benoît", "Chen", "Dorothea"]


def drawn(rules: str) -> Answer:
    wish = DrawSeatsData(names=tuple(NAMES), rules=rules)
    return Answer(ok=True, seq=1, data=draw_seats(wish, "tenhou", random.Random(7)))


async def enter_names(page) -> None:
    for seat, name in enumerate(NAMES):
        await page.get_by_label(f"Seat {seat + 1}", exact=True).fill(name)


@pytest.mark.parametrize("rules", ["tenhou", "tchou", more("jp_classic"), more("simple")])
async def test_seats_are_drawn_by_the_table_told_step_by_step_and_put_into_the_form(page, service, rules):
    service.show(None)
    service.answer = drawn(rules)
    await page.get_by_label("Rules").select_option(rules)
    await enter_names(page)
    await page.get_by_role("button", name="Draw the seats").click()
    await expect(page.locator(".drawn li")).to_have_count(len(service.answer.data["steps"]))
    asked = service.commands[0]
    assert (asked.name, asked.data) == ("draw_seats", {"names": NAMES, "rules": rules, "settings": {}})
    first = service.answer.data["steps"][0]["who"]
    await expect(page.locator(".drawn li").first).to_contain_text(first)
    for seat, name in enumerate(service.answer.data["names"]):
        await expect(page.get_by_label(f"Seat {seat + 1}", exact=True)).to_have_value(name)
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 2)
    begun = service.commands[1].data
    assert begun["names"] == service.answer.data["names"]
    assert begun["first_dealer"] == service.answer.data["first_dealer"]


async def test_a_game_begins_once_however_often_one_taps_and_again_after_a_refusal(page, service):
    service.show(None)
    await enter_names(page)
    service.answer = Answer(ok=False, seq=1, error_code="not_now", message="the machine is not ready")
    start = page.get_by_role("button", name="Start game")
    await start.evaluate("start => { start.click(); start.click(); }")
    await expect(page.locator(".toast")).to_be_visible()
    assert [command.name for command in service.commands] == ["start_game"]
    await start.click()
    await eventually(lambda: len(service.commands) == 2)


@pytest.mark.parametrize(
    "names", [("Aiko", "Aiko", "Chen", "Dorothea"), ("", "", "", ""), ("Aiko", "Benoît", "", "Chen")]
)
async def test_seats_are_drawn_for_four_names_and_never_for_seat_numbers(page, service, names):
    """Drawn without names, the form filled itself with players called "Seat 4"."""
    service.show(None)
    for seat, name in enumerate(names):
        await page.get_by_label(f"Seat {seat + 1}", exact=True).fill(name)
    await page.get_by_role("button", name="Draw the seats").click()
    await expect(page.locator(".toast").last).to_contain_text("Enter the names first")
    assert service.commands == []
    for seat, name in enumerate(names):
        await expect(page.get_by_label(f"Seat {seat + 1}", exact=True)).to_have_value(name)


@pytest.mark.parametrize("code", [more("fr"), "ja", more("zh")])
async def test_how_seats_were_found_is_told_in_every_language(page, service, code):
    service.show(None)
    service.answer = drawn("tchou")
    await page.get_by_label("Language").select_option(code)
    await enter_names_by_field(page)
    await page.locator("[data-do=draw_seats]").click()
    await expect(page.locator(".drawn li").first).to_contain_text(service.answer.data["steps"][0]["who"])
    assert "{" not in await page.locator(".drawn").inner_text()
    assert await accessibility_faults(page) == []


async def enter_names_by_field(page) -> None:
    for seat, name in enumerate(NAMES):
        await page.locator(f"[name=name-{seat}]").fill(name)


async def test_the_agreed_time_is_remembered_and_leads_to_calling_it(browser, service):
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    service.show(None)
    context = await browser.new_context(viewport=SIZES["tablet"], locale="en-GB", reduced_motion="reduce")
    page = await context.new_page()
    await page.clock.install()
    await page.goto(server.url)
    await page.get_by_label("Time limit in minutes").fill("60")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    doman = load_rules("doman").traits
    service.show(game_in_play(), traits=doman)
    await expect(page.locator(".seat-0 .points")).to_have_text("26,500")
    await expect(page.get_by_role("heading", name="The agreed time is over")).to_have_count(0)
    await page.reload()
    await page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=61))
    service.show(game_in_play(), traits=doman)
    await expect(page.get_by_role("heading", name="The agreed time is over")).to_be_visible()
    await page.get_by_role("button", name="Not yet").click()
    await expect(page.get_by_role("heading", name="The agreed time is over")).to_have_count(0)
    await page.clock.set_system_time(datetime.now(UTC) + timedelta(minutes=67))
    service.show(game_in_play(), traits=doman)
    await page.get_by_role("button", name="Time is up").click()
    await page.get_by_role("dialog").get_by_role("button", name="Time is up").click()
    await eventually(lambda: service.commands[-1].name == "time_called")
    assert service.commands[-1].data == {"void": False}
    await context.close()
    await server.stop()
