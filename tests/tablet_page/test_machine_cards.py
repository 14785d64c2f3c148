"""What the page says of a machine that waits for people: exchange, obstacle, maintenance, faults and notices, calls."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import pytest
from campaign_cases import more
from eventually import eventually
from fake_service import READY
from page_bench import IN_A_BROWSER, expect, open_page
from sample_games import game_before_first_deal, game_in_play

from firmware_bridge.messages import FaultCode, Notice, NoticeCode
from mahjong_rules.set_names import SetName
from table_daemon.game.news import Context
from table_daemon.machine.status_texts import board_fault, machine_notice
from wire.documents import MachineDocument
from wire.machine_status import MachineStatus

pytestmark = IN_A_BROWSER
ASKED: MachineDocument = {**READY, "state": "exchange", "exchange": {"present": 136, "needed": 144, "agreed": False}}
FAULT = board_fault(1, 3, FaultCode.STALLED, 18)
NOTICES = tuple(
    machine_notice(notice)
    for notice in (Notice(NoticeCode.SLOW, 17, 510, 300), Notice(NoticeCode.STRAY_PULSES, 82, 3, 0))
)
FAULTED: MachineDocument = {
    **READY,
    "state": "faulted",
    "fault": {"id": FAULT.id, "code": FAULT.code, "text": FAULT.text, "action": FAULT.action},
}


def tell_figures(service) -> None:
    """The machine's figures beside the documents of a game."""
    status = MachineStatus("faulted", "", None, SetName.A, 0, FAULT, notices=NOTICES)
    service.announcer.state("diag/machine", asdict(status), Context(seq=service.seq, game="g-1", deal=1))


async def keep_picture(page, name: str) -> None:
    """A picture for people who want to look, where JANTAKU_PAGE_PICTURES names a folder."""
    folder = os.environ.get("JANTAKU_PAGE_PICTURES")
    if folder:
        await page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def service(service):
    """A table at which nobody called and all sticks lie as they should."""
    context = Context(seq=service.seq, game="g-1", deal=1)
    service.announcer.state("calls", {"calls": []}, context)
    service.announcer.state("sticks", {"seen": [0, 0, 1, 0], "notices": []}, context)
    return service


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


async def test_an_exchange_names_the_tiles_and_begins_when_a_person_says_so(page, service):
    service.show(game_before_first_deal(), machine=ASKED, clearing=True)
    card = page.locator('[data-key="exchange-144-false"]')
    await expect(card).to_contain_text("the flowers and seasons (8 tiles) in both sets")
    await expect(page.get_by_role("button", name="Start game")).to_be_visible()
    await card.get_by_role("button", name="Begin the exchange").click()
    await page.get_by_role("dialog").get_by_role("button", name="Begin the exchange").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "exchange_sets", "tiles": 144}
    service.show(
        game_before_first_deal(),
        machine={**ASKED, "state": "counting", "exchange": {"present": 144, "needed": 108, "agreed": True}},
        clearing=True,
    )
    card = page.locator('[data-key="exchange-108-true"]')
    await expect(card).to_contain_text("the winds and dragons (28 tiles) and the flowers and seasons (8 tiles): take")
    await expect(card.get_by_role("button")).to_have_count(0)
    asked: MachineDocument = {**ASKED, "exchange": {"present": 144, "needed": 152, "agreed": False}}
    service.show(game_before_first_deal(), machine=asked, clearing=True)
    card = page.locator('[data-key="exchange-152-false"]')
    await expect(card).to_contain_text("needs a second piece of each flower and season (8 tiles) in both sets")


async def test_whoever_has_begun_a_game_with_other_tiles_at_the_panels_end_sees_the_exchange(page, service):
    service.show(None)
    await page.get_by_role("button", name="Start game").scroll_into_view_if_needed()
    await page.locator("#side").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    await expect(page.locator(".card.machine h2")).not_to_be_in_viewport()
    service.show(game_before_first_deal(), machine=ASKED, clearing=True)
    await expect(page.locator('[data-key="exchange-144-false"]')).to_be_in_viewport(ratio=1)


async def test_another_game_may_be_chosen_instead_of_an_exchange(page, service):
    service.show(game_before_first_deal(), machine=ASKED, clearing=True)
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "start_game"
    assert service.commands[0].data["abandon"] is True


@pytest.mark.parametrize(
    ("obstacle", "says"),
    [("hands", "take hands and arms away"), ("tiles", "camera still sees some"), ("blind", "Look yourself")],
)
async def test_what_keeps_the_lifts_waiting_is_said_and_may_be_vouched_for(page, service, obstacle, says):
    service.show(game_before_first_deal(), machine={**READY, "state": "blocked", "obstacle": obstacle})
    card = page.locator(f'[data-key="obstacle-{obstacle}"]')
    await expect(card).to_contain_text(says)
    await card.get_by_role("button", name="Nothing is in the way").click()
    await page.get_by_role("dialog").get_by_role("button", name="Nothing is in the way").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "nothing_in_the_way", "obstacle": obstacle}


@pytest.mark.parametrize(("maintenance", "button"), [(False, "Begin maintenance"), (True, "End maintenance")])
async def test_maintenance_is_begun_and_ended_after_a_question(page, service, maintenance, button):
    state = "maintenance" if maintenance else "ready"
    service.show(game_before_first_deal(), machine={**READY, "state": state, "maintenance": maintenance})
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name=button).click()
    await page.get_by_role("dialog").get_by_role("button", name=button).click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"action": "maintenance", "on": not maintenance}


async def test_a_players_call_stands_with_the_name_until_somebody_has_seen_to_it(page, service):
    service.show(game_in_play())
    call = {"id": "call-1", "kind": "attention", "seat": 2}
    service.announcer.state("calls", {"calls": [call]}, Context(seq=service.seq, game="g-1", deal=1))
    card = page.locator('[data-key="call-1"]')
    await expect(card).to_contain_text(game_in_play().names[2])
    await card.get_by_role("button").first.click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "dismiss_call"


@pytest.mark.parametrize(
    ("language", "missing", "stray"),
    [
        (
            "en-GB",
            "{} declared riichi: is the stick on the table?",
            "A stick lies in front of {}, who declared no riichi.",
        ),
        more("fr-FR", "{} a annoncé riichi : le bâton", "Un bâton se trouve devant {}"),
        ("ja-JP", "{} はリーチを宣言しました", "{} の前に点棒があります"),
        more("zh-CN", "{} 已宣告立直", "{} 面前有一根点棒"),
    ],
)
async def test_sticks_that_differ_from_the_game_are_told_until_they_are_read_or_agree(
    browser, server, service, language, missing, stray
):
    def tell(*notices: tuple[str, int]) -> None:
        told = {"seen": [0, 1, 0, 0], "notices": [{"notice": notice, "seat": seat} for notice, seat in notices]}
        service.announcer.state("sticks", told, Context(seq=service.seq, game="g-1", deal=1))

    service.show(game_in_play())
    tell(("missing", 2), ("stray", 1))
    page = await open_page(browser, server, language=language)
    names, card = game_in_play().names, page.locator('[data-key="sticks"]')
    await expect(card).to_contain_text(missing.format(names[2]))
    await expect(card).to_contain_text(stray.format(names[1]))
    await keep_picture(page, f"sticks-{language[:2]}")
    await card.get_by_role("button").click()
    await expect(card).to_have_count(0)
    tell(("stray", 1))
    await expect(card).to_contain_text(stray.format(names[1]))
    tell()
    await expect(card).to_have_count(0)
    assert service.commands == []
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(
    ("language", "where"),
    [
        ("en-GB", "Lift, side of {}"),
        more("fr-FR", "Élévateur, côté de {}"),
        ("ja-JP", "リフト（{}の側）"),
        more("zh-CN", "升降台，{}一侧"),
    ],
)
async def test_a_fault_and_notices_name_the_player_whose_side_it_is(browser, server, service, language, where):
    service.show(game_in_play(), machine=FAULTED)
    tell_figures(service)
    page = await open_page(browser, server, language=language)
    names = game_in_play().names
    await expect(page.locator(f'[data-key="fault-{FAULT.id}"]')).to_contain_text(where.format(names[2]))
    if language != "en-GB":
        await expect(page.locator(f'[data-key="fault-{FAULT.id}"] [lang="en"]')).to_have_count(0)
    await page.locator("#tab-machine").click()
    await expect(page.locator('[data-key="machine-notices"]')).to_contain_text(where.format(names[1]))
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en-GB", ("power supply is too weak", "too slow or too busy")),
        more("fr-FR", ("alimentation est trop faible", "trop lent ou trop occupé")),
        more("ja-JP", ("電圧が不足", "遅すぎる")),
        more("zh-CN", ("供电电压不足", "太慢或太忙")),
    ],
)
async def test_what_troubles_the_computer_itself_is_told_on_the_machines_tab(
    browser, server, service, language, sentences
):
    service.show(game_in_play(), machine=READY)
    figures = {"load": 3.9, "temperature_c": 61.0, "free_disk_mib": 9000, "late_s": 0.7}
    figures["troubles"] = ["undervoltage", "late"]
    service.announcer.state("diag/host", figures, Context(seq=service.seq, game="g-1", deal=1))
    page = await open_page(browser, server, language=language)
    await page.locator("#tab-machine").click()
    for sentence in sentences:
        await expect(page.locator('[data-key="host-troubles"]')).to_contain_text(sentence)
    assert page.problems == []
    await page.context.close()


@pytest.mark.parametrize(
    ("size", "language"),
    [("tablet", "en-GB"), ("phone", "fr-FR"), more("tablet", "fr-FR"), more("phone", "en-GB")],
)
async def test_the_cards_fit_every_screen(browser, server, service, size, language):
    call = {"id": "call-1", "kind": "win", "seat": 1}
    moments = {
        "exchange": (game_before_first_deal(), ASKED),
        "blocked": (game_before_first_deal(), {**READY, "state": "blocked", "obstacle": "tiles"}),
        "maintenance": (game_in_play(), {**READY, "state": "maintenance", "maintenance": True}),
        "fault": (game_in_play(), FAULTED),
    }
    page = await open_page(browser, server, size, language=language)
    for name, (game, machine) in moments.items():
        service.show(game, machine=machine)
        tell_figures(service)
        context = Context(seq=service.seq, game="g-1", deal=1)
        service.announcer.state("calls", {"calls": [call] if name == "fault" else []}, context)
        await page.locator("#tab-machine" if name in ("maintenance", "fault") else "#tab-now").click()
        await keep_picture(page, f"{name}-{size}-{language[:2]}")
        wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} is wider than a {size}"
    assert page.problems == []
    await page.context.close()
