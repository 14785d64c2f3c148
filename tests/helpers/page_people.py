"""People who put things right with their fingers: every command of a clumsy evening as taps on the page.

Synchronous, for a thread of its own: they look, tap, and look again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from page_bench import CHROMIUM, SIZES
from playwright.sync_api import Locator, Page, sync_playwright
from told_evening import Across, ToldEvening

from mahjong_rules.events import Called, DealVoided, Discarded, Event, FlowerLaid, IndicatorTurned, KongDeclared
from wire.messages import Json

INSERTED = {"discarded": "discard", "called": "call", "indicator_turned": "indicator", "flower_laid": "flower"}
TAPPED = (Discarded, Called, KongDeclared, FlowerLaid, IndicatorTurned)
"""Events that have a sheet of their own where they lie, with everything that may be wrong with them."""


class PagePeople:
    """One tablet. `newest` is the number of the journal's newest entry: nobody taps before the page shows it."""

    def __init__(self, page: Page, newest: Callable[[], int]) -> None:
        self._page = page
        self._newest = newest
        self._seen = 0
        self.taps = 0
        self.before_insertion: Callable[[int], int] = lambda seq: seq

    def __call__(self, name: str, data: Json) -> Json:
        self._look()
        getattr(self, f"_{name}_{data['kind']}" if name == "correct" else f"_{name}")(data)
        self._page.locator("#sheet").wait_for(state="hidden")
        self._look()
        return {"seq": self._newest_correction()}

    # Looking and tapping ---------------------------------------------------------------------------------

    def _look(self) -> None:
        self._seen = self._newest()
        self._page.wait_for_selector(f'body[data-seq="{self._seen}"]', state="attached")

    def _tap(self, where: Locator | str) -> None:
        self.taps += 1
        (self._sheet.locator(where) if isinstance(where, str) else where).first.click()

    @property
    def _sheet(self) -> Locator:
        return self._page.locator("#sheet")

    def _tab(self, name: str) -> None:
        self._tap(self._page.locator(f"#tab-{name}"))

    def _choose(self, action: str, value: object) -> None:
        self._tap(f'[data-do="{action}"][data-value="{value}"]')

    def _newest_correction(self) -> int | None:
        self._tab("game")
        found = self._page.locator(".audit [data-do=undo_correction]")
        return int(found.first.get_attribute("data-arg") or 0) if found.count() else None

    def _open_event(self, seq: int) -> None:
        """Its row in the list of all that was counted, in whichever deal it is."""
        self._tab("game")
        self._tap(self._page.locator('.audit [data-do=log][data-arg="events"]'))
        row = self._sheet.locator(f'.log-row[data-arg="{seq}"]')
        self._sheet.locator(".log-row").first.wait_for()
        while not row.count():
            heading = self._sheet.locator(".log-deals p").inner_text()
            self._tap('[data-do="log_deal"]')
            self._page.wait_for_function(
                "before => document.querySelector('#sheet .log-deals p').innerText !== before", arg=heading
            )
        self._tap(row)

    def _confirm(self, *, force: bool = False) -> None:
        """What follows is shown and agreed to, unless nothing follows and it is done already."""
        agree, refused = self._sheet.locator('[data-do="sheet_confirm"]'), self._sheet.locator(".refusal")
        self._await_answer()
        if force and refused.is_visible():
            self._tap('[data-do="sheet_force"]')
            agree.wait_for()
        assert not refused.is_visible(), refused.inner_text()
        if agree.is_visible():
            self._tap(agree)

    def _await_answer(self) -> None:
        self._page.wait_for_function(
            """seen => {
                const sheet = document.getElementById("sheet");
                if (!sheet.open) return document.body.dataset.seq !== seen;
                return sheet.querySelector("[data-do=sheet_confirm], .refusal") !== null;
            }""",
            arg=str(self._seen),
        )

    # Corrections ------------------------------------------------------------------------------------------

    def _correct_tile(self, data: Json) -> None:
        self._open_event(data["event"])
        self._choose("tile_is", data["tile"])
        self._confirm()

    def _correct_riichi(self, data: Json) -> None:
        self._open_event(data["event"])
        self._tap('[data-do="tile_riichi"]')
        self._confirm()

    def _correct_remove(self, data: Json) -> None:
        self._open_event(data["events"][0])
        self._tap('[data-do="tile_is"][data-value="none"], [data-do="call_remove"]')
        self._confirm(force=data.get("force", False))

    def _correct_insert(self, data: Json) -> None:
        (event,) = data["events"]
        self._open_event(self.before_insertion(data["after"]))
        self._choose("insert", INSERTED[event["type"]])
        match event["type"]:
            case "called":
                self._choose_meld(event["meld"], event["seat"])
            case "indicator_turned":
                self._choose("insert_indicator", event["tile"])
            case kind:
                self._choose("draft_seat", event["seat"])
                self._choose("insert_tile" if kind == "discarded" else "insert_flower", event["tile"])
        self._confirm()
        if event.get("riichi"):
            self._sheet.wait_for(state="hidden")
            self._look()
            self._declare_riichi(event["seat"])

    def _declare_riichi(self, seat: int) -> None:
        """The discard that was put in declared it: the newest of its river."""
        self._tap(self._page.locator(f".seat-{seat} .river button.touch").last)
        self._tap('[data-do="tile_riichi"]')
        self._confirm()

    def _correct_call(self, data: Json) -> None:
        self._open_event(data["event"])
        self._choose_meld(data["meld"], data["seat"])
        self._confirm()

    def _choose_meld(self, meld: Json, seat: int) -> None:
        self._choose("draft_kind", meld["kind"])
        self._choose("draft_seat", seat)
        wanted = sorted(meld["tiles"])
        self._sheet.locator(".meld-option").first.wait_for()
        for option in self._sheet.locator(".meld-option").all():
            key = option.get_attribute("data-key") or ""
            if sorted(key[place : place + 2] for place in range(0, len(key), 2)) == wanted:
                return self._tap(option)
        raise AssertionError(f"the page offers no {meld}")

    def _correct_result(self, data: Json) -> None:
        (won,) = data["events"]
        self._open_event(data["from_event"])
        self._tap('[data-do="outcome_of"]')
        self._choose("outcome_how", "tsumo" if won["discarder"] is None else "ron")
        first, *others = won["wins"]
        self._choose("outcome_winner", first["seat"])
        if won["discarder"] is not None:
            self._choose("outcome_discarder", won["discarder"])
            for other in others:
                self._choose("outcome_also", other["seat"])
        for win in won["wins"]:
            self._fill(f"hand:{win['seat']}", win["concealed"])
        self._fill(f"tile:{first['seat']}", [first["winning_tile"]])
        if self._sheet.locator('[data-do="outcome_field"][data-arg="ura"]').count():
            self._fill("ura", won["ura_indicators"])
        self._tap('[data-do="outcome_send"]')
        self._confirm()

    def _fill(self, field: str, tiles: list[str]) -> None:
        self._tap(f'[data-do="outcome_field"][data-arg="{field}"]')
        for tile in tiles:
            self._choose("outcome_tile", tile)

    def _undo(self, data: Json) -> None:
        if "correction" in data:
            self._tab("game")
            self._tap(self._page.locator(f'.audit [data-do=undo_correction][data-arg="{data["correction"]}"]'))
        else:
            self._open_event(data["to_seq"])
            self._tap('[data-do="undo"]')
        self._confirm()

    def _void_deal(self, data: Json) -> None:
        self._tab("machine")
        self._tap(self._page.locator('#panel [data-do="void"]'))
        self._sheet.locator('[name="reason"]').fill(data["reason"])
        self._tap('button[type="submit"]')
        self._confirm()

    def _set_scores(self, data: Json) -> None:
        self._tab("machine")
        form = self._page.locator('form[data-do="set_scores"]')
        for seat, score in enumerate(data["scores"]):
            form.locator(f'[name="score-{seat}"]').fill(str(score))
        form.locator('[name="reason"]').fill(data["reason"])
        if form.locator('[name="force"]').count():
            form.locator('[name="force"]').check()
        self._tap(form.locator('button[type="submit"]'))
        with self._page.expect_response("**/api/cmd/set_scores"):
            self._tap(self._page.locator('#confirm [value="yes"].primary'))


class TappedEvening(ToldEvening):
    """An evening whose people have nothing but the page, where nobody sees a draw."""

    def undo_targets(self) -> list[int]:
        """What lies open and has something after it that people saw."""
        seen = [item for item in self.keeper.history if not item.is_hidden_draw and not item.line.is_aside]
        open_ones = {item.seq for item in seen[:-1] if isinstance(item.event, TAPPED)}
        return [seq for seq in super().undo_targets() if seq in open_ones]

    def seen_before(self, seq: int) -> int:
        """The newest event up to this one that the page lists."""
        numbers = [item.seq for item in self.keeper.history]
        upto = self.keeper.history[: numbers.index(seq) + 1]
        return next(item.seq for item in reversed(upto) if not item.is_hidden_draw and not item.line.is_aside)

    def carry_out(self, name: str, data: Json) -> Json:
        given: dict[str, Any] = dict(data)
        if data.get("kind") == "result":
            voided = [item.seq for item in self.keeper.history if isinstance(item.event, DealVoided)]
            given["from_event"] = voided[-1]
        return super().carry_out(name, given)


def tapped(keeper: Across, url: str, events: Sequence[Event], seed: int, wanted: int) -> TappedEvening:
    """The whole evening in a browser of its own; to be called in a thread that has no event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport=SIZES["tablet"], reduced_motion="reduce", service_workers="block")
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.goto(url)
        people = PagePeople(page, lambda: keeper.seq)
        evening = TappedEvening(keeper, events, seed, wanted, people)
        people.before_insertion = evening.seen_before
        evening.play()
        browser.close()
    return evening
