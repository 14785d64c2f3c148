"""Replays of whole games in a real browser, forwards and backwards: every step looks the same both ways.

`JANTAKU_RECORDS` may name a folder of game records (mjai) for the campaign.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import pytest_asyncio
from page_bench import IN_A_BROWSER, SIZES
from played_library import other_records, recorded_game, write_games
from sample_games import game_in_play

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from table_daemon.library.library import Library

pytestmark = IN_A_BROWSER
WALK = """() => {
  const past = document.querySelector("#past");
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const look = () => past.querySelector(".replay").innerHTML;
  // Buttons that are off at the first step are written otherwise once they have been on.
  ["End", "Home", "ArrowRight", "Home"].forEach(press);
  const forwards = [[past.dataset.shown, look()]];
  for (;;) {
    press("ArrowRight");
    if (past.dataset.shown === forwards.at(-1)[0]) break;
    forwards.push([past.dataset.shown, look()]);
  }
  const differing = [];
  for (const [shown, seen] of forwards.slice(0, -1).reverse()) {
    press("ArrowLeft");
    if (past.dataset.shown !== shown || look() !== seen) differing.push(shown);
  }
  return { steps: forwards.length, looks: new Set(forwards.map(([, seen]) => seen)).size, differing };
}"""
"""Every step forwards to the end and back again, by the keys."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def past(fake_table, tmp_path_factory):
    """A table where our own record and those of `JANTAKU_RECORDS` were played."""
    folder = tmp_path_factory.mktemp("replays")
    write_games(
        folder / "journal.sqlite3", [recorded_game(), *(recorded_game(lines=lines) for lines in other_records())]
    )
    fake_table.show(game_in_play())
    library = Library(folder / "journal.sqlite3", folder / "games.sqlite3")
    server = HttpServer(fake_table, HttpSettings(port=0), library=library)
    await server.start()
    while (await library.games(None))["pending"]:
        pass
    games = [(game["id"], game["deals"]) for game in reversed((await library.games(None))["games"])]
    yield SimpleNamespace(url=server.url, games=games)
    await server.stop()
    await library.close()


async def walked(browser, past, game, deal):
    """What was seen on the way through a deal and back; the page's errors are ours."""
    context = await browser.new_context(
        viewport=SIZES["tablet"], locale="en-GB", reduced_motion="reduce", service_workers="block"
    )
    page = await context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    await page.goto(f"{past.url}?view=games&game={game}&deal={deal}")
    await page.wait_for_selector("#past[data-shown]")
    found = await page.evaluate(WALK)
    await context.close()
    assert problems == []
    return found


async def test_a_deal_looks_the_same_at_every_step_forwards_and_backwards(browser, past):
    game, _ = past.games[0]
    found = await walked(browser, past, game, 2)
    assert found["steps"] > 40
    assert found["looks"] > 40
    assert found["differing"] == []


@pytest.mark.campaign
@pytest.mark.timeout(3600)
async def test_every_deal_of_every_record_looks_the_same_forwards_and_backwards(browser, past):
    steps = 0
    for game, deals in past.games:
        for deal in range(1, deals + 1):
            found = await walked(browser, past, game, deal)
            assert found["differing"] == [], (game, deal)
            steps += found["steps"]
    assert steps > 300
