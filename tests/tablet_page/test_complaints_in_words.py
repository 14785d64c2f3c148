"""What the daemon itself complains of (camera, lens, lessons, house rules) reaches nobody in English who reads another
language."""

from __future__ import annotations

import json
from typing import Any

import pytest
import pytest_asyncio
from page_bench import IN_A_BROWSER, SIZES, expect

from firmware_bridge.board import BoardRefusedError
from firmware_bridge.messages import CommandOutcome, Interlock, Reply, Verb
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Drawn
from mahjong_rules.seats import Seat
from mahjong_rules.told import said_by, sentence
from table_daemon.corrections.corrections import StandsAgainstError
from table_daemon.eyes.calibration_look import report_document
from table_daemon.game.correction_edits import CorrectionError, no_call_text
from table_daemon.game.history import ConflictError
from table_daemon.game.news import Context
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.machine.controller import MachineError
from table_daemon.machine.refusals import refusal_text
from table_daemon.rules.house_rules import HouseRulesFile
from vision.calibrating.calibration_report import CalibrationReport
from wire.calibration import CalibrationLook
from wire.messages import Answer
from wire.words import words_document

pytestmark = IN_A_BROWSER
TOO_SMALL = sentence(
    "tiles in a far corner are only {px} pixels wide, {needed} are needed: hang the camera lower or choose a larger "
    "picture",
    px=20,
    needed=24,
)
CUT_OFF = sentence(
    "the surface's corner {corners} is outside the picture: turn or raise the camera", corners=sentence("north-east")
)
REPORT = CalibrationReport(
    markers={0: (0.18, 0.11)},
    residual_px=0.16,
    residual_mm=0.1,
    camera_mm=(12.0, -30.0, 903.2),
    tile_px=(20.0, 24.2),
    focal_share=0.66,
    k1=-0.02,
    k2=0.0,
    marker_mm=30.0,
    moved_mm=None,
    advice=(TOO_SMALL, CUT_OFF),
)
SILENT = sentence("the camera gives no new picture: look at its cable and power")
DAMAGED = sentence("{path} is damaged: nothing that was learnt while playing can be read", path="a.played.npz")
UNREADABLE = sentence("{path} cannot be read: {why}; remove it or mend that", path="camera.json", why="I/O error")


def problem(told: str) -> dict[str, Any]:
    return {"problem": str(told), "problem_words": words_document(told)}


def eyes() -> dict[str, Any]:
    """What was taught, and everything of it damaged."""
    played = {"lessons": [], "seen": 0, "two_faces": [], "strange": "", **problem(DAMAGED)}
    sets = [
        {"set": name, "called": "", "stored": None, **problem(DAMAGED), "may_go_back": False, "played": played}
        for name in ("A", "B")
    ]
    return {
        "on_table": "A",
        "in_use": None,
        "red_fives": True,
        "flowers": False,
        "sets": sets,
        "lesson": None,
        "lens": {"stored": None, **problem(UNREADABLE), "may_go_back": False},
        "learns": True,
        "learning_problem": str(DAMAGED),
        "learning_problem_words": words_document(DAMAGED),
    }


@pytest.fixture
def path(tmp_path):
    return tmp_path / "house_rules.json"


@pytest_asyncio.fixture(loop_scope="session")
async def server(service, path):
    started = HttpServer(service, HttpSettings(port=0), house_rules=HouseRulesFile(path))
    await started.start()
    yield started
    await started.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def open_in(browser, server):
    async def opened(language: str, query: str, shown: str):
        context = await browser.new_context(viewport=SIZES["tablet"], locale=language, service_workers="block")
        page = await context.new_page()
        await page.goto(server.url + query)
        await page.wait_for_selector(shown)
        return page

    return opened


@pytest.mark.parametrize(
    ("language", "small", "corner", "damaged"),
    [
        (
            "fr",
            "n’ont que 20 pixels de large",
            "coin de la surface nord-est",
            "a.played.npz est endommagé",
        ),
        ("ja", "幅が 20 画素しかなく", "卓面の角（北東）", "a.played.npz が壊れており"),
        ("zh", "只有 20 像素宽", "桌面的角（东北）", "a.played.npz 已损坏"),
    ],
)
async def test_calibration_lens_and_lessons_complain_in_the_screens_language(
    service, open_in, language, small, corner, damaged
):
    service.calibration = CalibrationLook(report_document(REPORT), "", b"\xff\xd8\xff\xd9")
    page = await open_in(language, "", ".felt")
    service.announcer.state("eyes", eyes(), Context(seq=service.seq, game="g-1", deal=1))
    await page.locator("#tab-machine").click()
    await expect(page.locator('[data-key="learning-problem"]')).to_contain_text(damaged)
    await page.locator('[data-do="calibration"]').first.click()
    await expect(page.locator(".calibration")).to_contain_text(small)
    await expect(page.locator(".calibration")).to_contain_text(corner)
    service.answer = Answer(ok=False, seq=service.seq, error_code="not_now", message=SILENT)
    await page.locator('[data-do="lens_measure"]').click()
    await expect(page.locator('[data-key="lens-measured"] [role="alert"]')).to_be_visible()
    await expect(page.locator("[lang=en]:visible:not(option)")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "n’ont plus d’option 'no_such'"), ("ja", "選択肢 'no_such' はもうありません"), ("zh", "选项 'no_such'")],
)
async def test_why_house_rules_cannot_be_played_is_said_in_the_screens_language(path, open_in, language, said):
    gone = {"id": 1, "name": "Friday", "rules": "tenhou", "settings": {"no_such": "1"}}
    path.write_text(json.dumps({"format": 1, "last_id": 1, "house_rules": [gone]}), encoding="utf-8")
    page = await open_in(language, "?view=rules", "#past[data-shown]")
    await expect(page.locator(".house-card .loss")).to_contain_text(said)
    await expect(page.locator(".house-card .loss [lang=en]")).to_have_count(0)


DOME_NOT_DOWN = MachineError(
    refusal_text(
        BoardRefusedError(Verb.BUILD, Reply(1, 2, Verb.BUILD, CommandOutcome.INTERLOCK, Interlock.DOME_NOT_DOWN, b"")),
        None,
    )
)
NO_CALL = CorrectionError(no_call_text(7))
LATER = StandsAgainstError(ConflictError(9, Drawn(Seat(1)), said_by(IllegalEvent("seat {seat} is to discard", seat=2))))


@pytest.mark.parametrize(
    ("language", "machine", "correction", "later"),
    [
        (
            "fr",
            "La machine ne peut pas construire les murs. Le dôme n’est pas descendu",
            "Cet événement n’est ni un appel ni un kan.",
            "Un événement ultérieur s’y oppose (c’est à ",
        ),
        (
            "ja",
            "機械は牌山を積むことができません。ドームが下りていません",
            "この出来事は鳴きでも槓でもありません。",
            "後の出来事と矛盾します（",
        ),
        ("zh", "机器不能砌牌山。圆盖未落下", "这个事件不是鸣牌，也不是杠。", "与之后的事件矛盾（"),
    ],
)
async def test_what_refuses_a_tap_is_said_in_the_screens_language(
    service, open_in, language, machine, correction, later
):
    page = await open_in(language, "", ".felt")
    for error, code, said in (
        (DOME_NOT_DOWN, "not_now", machine),
        (NO_CALL, "not_now", correction),
        (LATER, "conflict", later),
    ):
        service.answer = Answer.refused_by(error, code, service.seq)
        await page.locator('[data-do="stop"]').first.click()
        await expect(page.locator(".toast")).to_contain_text(said)
        await expect(page.locator(".toast [lang=en]")).to_have_count(0)
