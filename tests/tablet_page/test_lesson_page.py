"""The page's own part of a lesson on a tile set: what each step shows and what each button asks for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from campaign_cases import more
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page

from table_daemon.game.news import Context
from vision.tile_sets.set_layout import BASIC_ROWS

pytestmark = IN_A_BROWSER
ROWS = [[str(tile) for tile in row] for row in BASIC_ROWS]
KINDS = [tile for row in ROWS for tile in row]


BEYOND_THE_SCREEN = """[...document.querySelectorAll(".lesson *, .tile-sets *")]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest(".scroll"))
    .map((part) => part.outerHTML.slice(0, 80))"""


def kind(name: str, certainty: float = 0.99, rival: str | None = None) -> dict[str, Any]:
    sure = certainty >= 0.95
    return {"kind": name, "crops": 6, "before": 0.9, "certainty": certainty, "rival": rival, "sure": sure}


LEARNT = {
    "name": "set A",
    "made_at": "2026-11-21T09:30:00+00:00",
    "crops": 204,
    "kinds": [kind(name) for name in KINDS[:-3]] + [kind("5z", 0.61, "8m"), kind("6z", 0.93), kind("7z", 0.4, "1m")],
    "missing": ["0m", "0p", "0s", "f1", "y4"],
}
PLAYED_NOTHING: dict[str, Any] = {
    "lessons": [],
    "seen": 0,
    "two_faces": [],
    "strange": "",
    "problem": "",
    "problem_words": [],
}
NO_LENS = {"stored": None, "problem": "", "problem_words": [], "may_go_back": False}
STORED_LENS = {
    "made_at": "2026-11-20T18:05:00+00:00",
    "lens_from": "markers",
    "focal_share": 0.66,
    "k1": -0.02,
    "k2": 0.0,
    "residual_px": 0.1,
}


def stored_set(name: str, stored: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    usual = {
        "called": "",
        "stored": stored,
        "problem": "",
        "problem_words": [],
        "may_go_back": False,
        "played": PLAYED_NOTHING,
    }
    return {"set": name, **usual, **fields}


def played(number: int, kind: str, proof: str = "win", fate: str = "used", **fields: Any) -> dict[str, Any]:
    """A lesson that was learnt while playing."""
    usual = {"lesson": number, "kind": kind, "proof": proof, "at": "2026-11-23T20:15:00.000Z", "deal": 3, "fate": fate}
    return {**usual, "rival": None, "deals": 0, **fields}


def lesson(step: str, **fields: Any) -> dict[str, Any]:
    usual = {
        "set": "A", "step": step, "rows": ROWS, "again": False, "adds": False, "layouts": 0, "crops": 0,
        "picture": None, "tiles": 0, "doubts": [], "trouble": None, "learnt": None,
    }  # fmt: skip
    return {**usual, **fields}


def teach(service, lesson: dict[str, Any] | None = None, **fields: Any) -> None:
    """What the table says of its eyes."""
    usual = {
        "on_table": "A", "in_use": None, "red_fives": True, "flowers": False, "lens": NO_LENS,
        "sets": [stored_set("A"), stored_set("B")], "lesson": lesson, "learns": True, "learning_problem": "",
        "learning_problem_words": [],
    }  # fmt: skip
    service.announcer.state("eyes", {**usual, **fields}, Context(seq=service.seq, game="g-1", deal=1))


async def set_up(page) -> None:
    await page.locator("#tab-machine").click()


async def asked(service, count: int = 1) -> dict[str, Any]:
    """The newest command's data, once there are so many."""
    await eventually(lambda: len(service.commands) == count)
    assert service.commands[-1].name == "teach_tiles"
    return service.commands[-1].data


async def keep_picture(page, name: str) -> None:
    """A picture for people who want to look, where JANTAKU_PAGE_PICTURES names a folder."""
    folder = os.environ.get("JANTAKU_PAGE_PICTURES")
    if folder:
        await page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def picture(service) -> None:
    """Something to look at."""
    service.picture = cv2.imencode(".jpg", np.full((300, 400, 3), (90, 92, 30), np.uint8))[1].tobytes()


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


async def test_a_set_that_was_not_taught_is_offered_with_the_tiles_of_the_rules(page, service):
    teach(service)
    await set_up(page)
    form = page.locator(".tile-set").first
    await expect(form.get_by_label("with red fives")).to_be_checked()
    await expect(form.get_by_label("with flowers and seasons")).not_to_be_checked()
    await form.get_by_label("with flowers and seasons").check()
    await form.get_by_role("button", name="Teach this set").click()
    assert await asked(service) == {"action": "begin", "set": "A", "red_fives": True, "flowers": True}
    assert page.problems == []


async def test_what_is_stored_is_told_and_may_be_forgotten_or_shown_again(page, service):
    sets = [stored_set("A", LEARNT, may_go_back=True), stored_set("B", problem="b.npz is not a tile set")]
    teach(service, sets=sets, in_use="A")
    await set_up(page)
    form = page.locator(".tile-set").first
    await expect(form).to_contain_text("sure of 31 of 34 kinds")
    await expect(form.locator(".in-use")).to_have_text("used now")
    await expect(page.locator(".tile-set").nth(1)).to_contain_text("b.npz is not a tile set")
    await form.get_by_role("button", name="Show the unsure ones again").click()
    assert await asked(service) == {"action": "begin", "set": "A", "kinds": ["7z", "5z", "6z"]}
    await form.get_by_role("button", name="Forget").click()
    await page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    assert await asked(service, 2) == {"action": "forget", "set": "A"}
    await form.get_by_role("button", name="Back to the one before").click()
    await page.get_by_role("dialog").get_by_role("button", name="Back to the one before").click()
    assert await asked(service, 3) == {"action": "back", "set": "A"}


async def test_the_rows_to_lay_out_are_drawn_and_where_the_tiles_are_is_said(page, service):
    teach(service, lesson("layout"), on_table=None)
    await set_up(page)
    await expect(page.locator(".lesson .rows li")).to_have_count(4)
    await expect(page.locator(".lesson .rows .tile")).to_have_count(34)
    await expect(page.locator(".lesson .inside")).to_contain_text("does not lie on the table")
    await page.get_by_role("button", name="Take picture").click()
    assert await asked(service) == {"action": "picture"}


async def test_a_row_with_a_tile_too_many_is_named_with_the_tiles_that_belong_there(page, service, picture):
    mistake = {"kind": "row_length", "row": 2, "found": 10, "wanted": 9, "tiles": ROWS[1]}
    trouble = {"key": "layout", "text": "row 2 has 10", "text_words": [], "mistake": mistake}
    teach(service, lesson("layout", picture=3, trouble=trouble))
    await set_up(page)
    told = page.get_by_role("alert").filter(has_text="Row 2")
    await expect(told).to_contain_text("Row 2 has 10 tiles, 9 are expected.")
    await expect(told.locator(".belongs .tile")).to_have_count(9)
    await expect(told.locator("img.layout-picture")).to_have_attribute("src", "/camera/layout.jpg?n=3")


async def test_a_tile_that_looks_like_another_is_pointed_out_before_anybody_confirms(page, service, picture):
    doubt = {"row": 1, "number": 2, "tile": "2m", "looks_like": "3m", "chance": 0.99}
    teach(service, lesson("check", picture=4, tiles=34, doubts=[doubt]))
    await set_up(page)
    await expect(page.get_by_role("alert").filter(has_text="Look again")).to_contain_text(
        "Row 1, tile 2: 2 of characters looks like 3 of characters"
    )
    await page.get_by_role("button", name="Not right: once more").click()
    assert await asked(service) == {"action": "reject", "picture": 4}
    await page.get_by_role("button", name="All names are right").click()
    assert await asked(service, 2) == {"action": "confirm", "picture": 4}


async def test_the_report_says_what_is_unsure_and_stores_only_when_asked(page, service):
    teach(service, lesson("report", layouts=2, crops=204, learnt=LEARNT))
    await set_up(page)
    card = page.locator(".lesson")
    await expect(card).to_contain_text("34 kinds learnt from 204 pictures of tiles.")
    await expect(card.locator(".unsure li")).to_have_count(3)
    await expect(card.locator(".unsure li").first).to_contain_text("40 %")
    await expect(card.locator(".missing-kinds .tile")).to_have_count(5)
    await card.locator("summary").click()
    await expect(card.locator(".kinds tbody tr")).to_have_count(34)
    await card.get_by_role("button", name="Show these again").click()
    assert await asked(service) == {"action": "again", "kinds": ["7z", "5z", "6z"]}
    await card.get_by_role("button", name="Store for set A").click()
    assert await asked(service, 2) == {"action": "store"}
    await card.get_by_role("button", name="Stop teaching").click()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert len(service.commands) == 2


async def test_a_keyboard_stays_in_the_lesson_when_its_step_changes(page, service, picture):
    teach(service, lesson("layout"))
    await set_up(page)
    await page.get_by_role("button", name="Take picture").focus()
    await page.keyboard.press("Enter")
    await asked(service)
    teach(service, lesson("looking"))
    await expect(page.locator("#lesson-title")).to_be_focused()
    teach(service, lesson("check", picture=1, tiles=34))
    await expect(page.locator('.step[data-key="check"]')).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.locator(".lesson a")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Not right: once more")).to_be_focused()


async def test_another_tab_says_that_a_lesson_is_on(page, service):
    teach(service, lesson("learning", crops=102))
    await expect(page.locator(".lesson-notice")).to_contain_text("Set A is being taught")
    await page.get_by_role("button", name="Open").click()
    await expect(page.locator(".lesson progress")).to_be_visible()
    await expect(page.locator(".lesson-notice")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "scheme", "language"),
    [("phone", "light", "fr-FR"), more("phone", "dark", "zh-CN"), ("tablet", "dark", "ja-JP")],
)
async def test_every_step_fits_every_screen(browser, server, service, picture, size, scheme, language):
    page = await open_page(browser, server, size, scheme, language)
    await set_up(page)
    doubt = {"row": 1, "number": 2, "tile": "2m", "looks_like": "3m", "chance": 0.99}
    steps = [
        lesson("layout", layouts=1, crops=102),
        lesson("check", picture=4, tiles=34, doubts=[doubt]),
        lesson("report", layouts=2, crops=204, learnt=LEARNT),
        None,
    ]
    for step in steps:
        teach(service, step, sets=[stored_set("A", LEARNT, may_go_back=True), stored_set("B")],
              lens={**NO_LENS, "stored": STORED_LENS, "may_go_back": True}, in_use="A")  # fmt: skip
        name = step["step"] if step else "sets"
        await expect(page.locator(f'.lesson .step[data-key="{name}"]' if step else ".tile-sets")).to_be_visible()
        await keep_picture(page, f"{name}_{size}_{scheme}_{language[:2]}")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert await page.evaluate(BEYOND_THE_SCREEN) == [], name
    assert page.problems == []
    await page.context.close()


async def test_every_lesson_of_play_is_listed_with_what_became_of_it_and_may_be_taken_back(page, service, picture):
    lessons = [
        played(7, "5p", "answer", "contradicted", rival="6p", deals=2),
        played(6, "1s", "answer", "contradicted", rival="2s"),
        played(5, "3m", "meld", "harmful", rival="2m"),
        played(2, "9s"),
    ]
    known = {**PLAYED_NOTHING, "lessons": lessons, "seen": 31}
    teach(service, sets=[stored_set("A", played=known), stored_set("B")])
    await set_up(page)
    await expect(page.locator(".played")).to_have_count(1)
    await page.get_by_text("Learnt while playing: 1 lessons used, 3 not").click()
    rows = page.locator(".played li")
    await expect(rows.nth(0)).to_contain_text("A person said so; deal 3")
    await expect(rows.nth(0)).to_contain_text("dropped: it looks like 6 of dots (deals that say so: 2)")
    await expect(rows.nth(1)).to_contain_text("dropped: in the lesson this face was 2 of bamboo")
    await expect(rows.nth(2)).to_contain_text("dropped: with it 2 of characters is read worse")
    await expect(rows.nth(3)).to_contain_text("The winning hand proves it")
    await expect(rows.nth(3).locator("img.crop")).to_have_attribute("src", "/camera/played/A/2.jpg")
    face = await rows.nth(0).locator(".tile img").bounding_box()
    assert face is not None
    assert face["width"] > 20
    assert await page.evaluate(BEYOND_THE_SCREEN) == []
    await keep_picture(page, "played-lessons")
    before = len(service.commands)
    await rows.nth(0).get_by_role("button", name="Remove").click()
    assert await asked(service, before + 1) == {"action": "take_back", "set": "A", "lesson": 7}


TWO_FACES = {"kind": "1p", "asked": 9, "other": 4}


async def test_two_faces_with_one_name_are_shown_and_the_other_one_is_named_in_two_taps(page, service, picture):
    teach(service, sets=[stored_set("A", played={**PLAYED_NOTHING, "two_faces": [TWO_FACES]}), stored_set("B")])
    card = page.locator(".card.faces")
    await expect(card).to_contain_text("Two different faces are both called 1 of dots")
    pictures = card.locator("img.crop")
    await expect(pictures).to_have_count(2)
    await expect(pictures.first).to_have_attribute("src", "/camera/played/A/9.jpg")
    assert await page.evaluate(BEYOND_THE_SCREEN) == []
    await keep_picture(page, "two-faces")
    before = len(service.commands)
    await card.get_by_role("button", name="Tile 1: not 1 of dots?").click()
    await page.get_by_role("dialog").locator('[data-do="face_tile"][data-value="1s"]').click()
    said = {"action": "name_faces", "set": "A", "asked": 9, "kind": "1s", "other": 4, "other_kind": "1p"}
    assert await asked(service, before + 1) == said
    await card.get_by_role("button", name="Both are 1 of dots").click()
    assert await asked(service, before + 2) == {**said, "kind": "1p"}


async def test_faces_that_somebody_named_meanwhile_are_not_named_twice(page, service):
    known = {**PLAYED_NOTHING, "two_faces": [TWO_FACES]}
    teach(service, sets=[stored_set("A"), stored_set("B", played=known)])
    await page.get_by_role("button", name="Tile 2: not 1 of dots?").click()
    teach(service)
    await expect(page.get_by_role("dialog")).to_contain_text("These two faces are named by now.")


async def test_another_set_on_the_table_is_told_and_what_play_taught_may_be_forgotten(page, service):
    strange = {**PLAYED_NOTHING, "strange": "B"}
    teach(service, sets=[stored_set("A", played=strange), stored_set("B", played={**PLAYED_NOTHING, "strange": "?"})])
    await set_up(page)
    await expect(page.get_by_text("they look like set B: nothing is learnt from them")).to_be_visible()
    await expect(page.get_by_text("are not those that set B was learnt from")).to_be_visible()
    before = len(service.commands)
    await page.get_by_role("button", name="Forget what play taught").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="Forget what play taught").click()
    assert await asked(service, before + 1) == {"action": "forget_played", "set": "A"}


async def test_the_page_says_when_nothing_is_learnt_while_playing(page, service):
    teach(service, learns=False)
    await set_up(page)
    await expect(page.get_by_text("Learning while playing is switched off.")).to_be_visible()
    teach(service, learning_problem="the disk is full")
    await expect(page.get_by_text("the disk is full")).to_be_visible()


async def test_a_set_is_called_as_the_table_calls_it(page, service):
    strange = {**PLAYED_NOTHING, "strange": "B"}
    sets = [stored_set("A", LEARNT, called="green backs", played=strange), stored_set("B", called="blue backs")]
    teach(service, sets=sets)
    await set_up(page)
    await expect(page.locator("#set-A")).to_contain_text("Set A (green backs)")
    await expect(page.locator(".tile-set [role=status]")).to_contain_text("they look like set B (blue backs)")
    teach(service, lesson("layout"), sets=sets)
    await expect(page.locator("#lesson-title")).to_have_text("Teaching set A (green backs)")
