"""How large the page's words are from a chair: each screen opened in Chromium, each text with its arc minutes.

    python -m tools.legibility
    python -m tools.legibility --language ja --only play

The tablet has 10.1 inches and 1280 x 800 px, the chair stands 1.5 m away. 10 arc minutes can be read by most people,
15 to 20 with ease. `tests/tablet_page/test_legibility.py` holds the limits.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from fake_service import FakeService
from legibility import Legible, legible_texts
from page_bench import CHROMIUM, launched, open_page
from sample_games import game_in_play, game_over, game_with_exhaustive_draw, game_with_result

from mahjong_rules.state import Game
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

SCREENS: Final[dict[str, Game]] = {
    "play": game_in_play(),
    "win": game_with_result(),
    "draw": game_with_exhaustive_draw(),
    "over": game_over(),
}
VIEWS: Final = {"around": "from four sides", "upright": "in one direction"}
LOCALES: Final = {"en": "en-GB", "fr": "fr-FR", "ja": "ja-JP", "zh": "zh-CN"}


def _table(texts: tuple[Legible, ...]) -> list[str]:
    """A line for each text, each kind and height once, the smallest first."""
    seen = {(found.place, round(found.px)): found for found in reversed(texts)}
    rows = sorted(seen.values(), key=lambda found: found.px)
    return [f"  {found.minutes:5.1f}'  {found.px:5.1f} px  {found.place:24.24}  {found.text[:40]}" for found in rows]


async def _measure(browser: Any, language: str, view: str, only: str | None) -> None:
    service = FakeService()
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    service.show(None)
    page = await open_page(browser, server, language=LOCALES[language])
    if view == "upright":
        await page.locator("[data-do=view]").click()
    for name, game in SCREENS.items():
        if only not in (None, name):
            continue
        service.show(game_in_play())
        await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
        service.show(game)
        await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
        print(f"{name}, {VIEWS[view]}, {language}")
        print("\n".join(_table(await legible_texts(page, ".felt", ".turned"))))
    await page.context.close()
    await server.stop()


async def _run(wish: argparse.Namespace) -> None:
    async with launched(CHROMIUM) as browser:
        for view in VIEWS:
            await _measure(browser, wish.language, view, wish.only)


def main() -> int:
    """0 when every screen was measured."""
    parser = argparse.ArgumentParser(prog="python -m tools.legibility", description=__doc__)
    parser.add_argument("--language", choices=sorted(LOCALES), default="en")
    parser.add_argument("--only", choices=sorted(SCREENS), help="one screen")
    asyncio.run(_run(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
