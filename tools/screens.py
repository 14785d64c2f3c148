"""Every screen of a running table as pictures, each in many sizes, lights and languages: for whoever looks at them.

    jantaku simulate --world 94 --port 8100
    python -m tools.screens http://127.0.0.1:8100 build/screens

One contact sheet a screen, named after what was tapped to come there. Each tab of the panel is opened, and each button
of it that opens something; what would move the machine or end the game is asked for and then not confirmed. Without an
address it needs no table: the moments of a game (play, win, draw, end) on every page that shows them.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from fake_service import FakeService
from page_bench import CHROMIUM, launched
from sample_games import game_in_play, game_over, game_with_exhaustive_draw, game_with_result

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """A screen, its light and its language."""

    width: int
    height: int
    scheme: Literal["light", "dark"]
    language: str

    @property
    def name(self) -> str:
        """As in a picture's name."""
        return f"{self.width}x{self.height}-{self.scheme}-{self.language[:2]}"


LOOKS: Final = (
    Look(1280, 800, "light", "en-GB"),
    Look(1280, 800, "dark", "ja-JP"),
    Look(800, 1280, "light", "zh-CN"),
    Look(800, 1280, "dark", "fr-FR"),
    Look(390, 844, "light", "fr-FR"),
    Look(390, 844, "dark", "zh-CN"),
    Look(1920, 1080, "light", "ja-JP"),
    Look(1920, 1080, "dark", "en-GB"),
    Look(3840, 2160, "light", "fr-FR"),
    Look(3840, 2160, "dark", "zh-CN"),
)
"""Each size in both lights, each language in at least two sizes."""
PAGES: Final = {
    "table": "",
    "seat": "view=seat&seat=1",
    "choose a seat": "view=seat",
    "tv": "view=tv",
    "overlay": "view=overlay&show=hand,yaku,rivers,differences",
    "hall": "view=hall",
    "games": "view=games",
    "last game": "view=games&game=last",
    "replay": "view=games&game=last&deal=1&step=9",
    "people": "view=people",
    "rules": "view=rules",
    "help": "view=help",
}
MOMENTS: Final = {
    "play": game_in_play(),
    "win": game_with_result(),
    "draw": game_with_exhaustive_draw(),
    "over": game_over(),
}
_ACTS_AT_ONCE: Final = frozenset(
    {"stop", "hold", "next_deal", "lock", "keep_awake", "again", "same_four", "draw_seats"}
)
"""Buttons that do something without a further word."""
_OPENS: Final = "#panel button[data-do]:visible:enabled, #bar button[data-do]:visible:enabled"
_SETTLED_MS: Final = 400
"""Texts of a room that loads late, and its first drawing: 250 ms on two busy cores."""
_COLUMN_PX: Final = 640


async def screens(page: Any, address: str) -> AsyncIterator[str]:
    """The name of each screen, which `page` shows then."""
    for name, query in PAGES.items():
        await _go(page, f"{address}/?{query}")
        yield name
    await _go(page, address)
    for tab in await page.locator("[role=tab]").evaluate_all("tabs => tabs.map(tab => tab.id)"):
        await page.locator(f"#{tab}").click()
        await page.wait_for_timeout(_SETTLED_MS)
        yield tab
        for label, press in await _buttons(page):
            if await _opened_by(page, tab, press):
                yield f"{tab} {label}"
            await _close(page)


async def _buttons(page: Any) -> list[tuple[str, str]]:
    """What opens something here: a name, and how to find it again."""
    found = await page.locator(_OPENS).evaluate_all(
        "buttons => buttons.map(button => [button.dataset.do, button.dataset.arg ?? null])"
    )
    once = {action: argument for action, argument in reversed(found) if action not in _ACTS_AT_ONCE}
    return [
        (action if argument is None else f"{action}-{argument}", _selector(action, argument))
        for action, argument in once.items()
    ]


def _selector(action: str, argument: str | None) -> str:
    return f'[data-do="{action}"]' + ("" if argument is None else f'[data-arg="{argument}"]')


async def _opened_by(page: Any, tab: str, selector: str) -> bool:
    """Press a button; whether a dialog is open then."""
    if not await page.locator(f"#{tab}[aria-selected=true]").count():
        await page.locator(f"#{tab}").click()
    button = page.locator(selector).first
    if not await button.is_visible() or not await button.is_enabled():
        return False
    await button.click()
    await page.wait_for_timeout(_SETTLED_MS)
    return bool(await page.locator("dialog[open]").count())


async def _close(page: Any) -> None:
    for _ in range(3):
        if not await page.locator("dialog[open]").count():
            return
        await page.keyboard.press("Escape")
        await page.wait_for_timeout(_SETTLED_MS)


async def _go(page: Any, address: str) -> None:
    await page.goto(address)
    await page.wait_for_timeout(2 * _SETTLED_MS)


async def _opened(browser: Any, look: Look) -> Any:
    context = await browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme=look.scheme,
        locale=look.language,
        reduced_motion="reduce",
        service_workers="block",
    )
    return await context.new_page()


async def _of_a_table(browser: Any, address: str, looks: tuple[Look, ...], folder: Path) -> None:
    for look in looks:
        page = await _opened(browser, look)
        async for name in screens(page, address):
            await _take(page, folder, name, look)
        await page.context.close()
        print(look.name, flush=True)


async def _of_moments(browser: Any, looks: tuple[Look, ...], folder: Path) -> None:
    service = FakeService()
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    address = server.url.rstrip("/")
    for look in looks:
        page = await _opened(browser, look)
        for name in ("table", "seat", "tv", "overlay"):
            for moment, game in MOMENTS.items():
                service.show(game_in_play())
                await _go(page, f"{address}/?{PAGES[name]}")
                await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
                service.show(game)
                await page.wait_for_selector(f'body[data-seq="{service.seq}"]')
                await page.wait_for_timeout(_SETTLED_MS)
                await _take(page, folder, f"{name} {moment}", look)
        await page.context.close()
        print(look.name, flush=True)
    await server.stop()


async def _take(page: Any, folder: Path, name: str, look: Look) -> None:
    kept = folder / re.sub(r"[^\w-]+", "_", name)
    kept.mkdir(exist_ok=True)
    await page.screenshot(path=str(kept / f"{look.name}.png"))


def contact_sheet(pictures: list[Picture]) -> Picture:
    """Pictures beside and below each other, wide ones first, each made as wide as a column (phones half)."""
    drawn = [_narrowed(picture) for picture in pictures]
    rows: list[list[Picture]] = [[]]
    for picture in sorted(drawn, key=lambda picture: picture.shape[0]):
        if sum(other.shape[1] for other in rows[-1]) + picture.shape[1] > 4 * _COLUMN_PX:
            rows.append([])
        rows[-1].append(picture)
    return np.vstack([_row(row) for row in rows])


def _narrowed(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    wanted = _COLUMN_PX if width > height else _COLUMN_PX // 2
    return np.asarray(
        cv2.resize(picture, (wanted, math.ceil(height * wanted / width)), interpolation=cv2.INTER_AREA), np.uint8
    )


def _row(pictures: list[Picture]) -> Picture:
    sheet = np.full((max(picture.shape[0] for picture in pictures) + 4, 4 * _COLUMN_PX, 3), 128, np.uint8)
    left = 0
    for picture in pictures:
        height, width = picture.shape[:2]
        sheet[:height, left : left + width] = picture
        left += width
    return sheet


def _write_sheets(folder: Path) -> int:
    written = 0
    for kept in sorted(path for path in folder.iterdir() if path.is_dir()):
        read = (cv2.imread(str(path)) for path in sorted(kept.glob("*.png")))
        pictures = [np.asarray(picture, np.uint8) for picture in read if picture is not None]
        cv2.imwrite(str(folder / f"{kept.name}.png"), contact_sheet(pictures))
        written += 1
    return written


async def _run(wish: argparse.Namespace) -> None:
    looks = LOOKS[: wish.looks]
    async with launched(CHROMIUM) as browser:
        if wish.address:
            await _of_a_table(browser, wish.address.rstrip("/"), looks, wish.folder)
        else:
            await _of_moments(browser, looks, wish.folder)


def main() -> int:
    """0 when the pictures are written."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.screens", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "address", nargs="?", default="", help="of a running table's page; without it: moments of a game"
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--looks", type=int, default=len(LOOKS), help="only the first so many of the ten")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(_run(wish))
    print(f"{_write_sheets(wish.folder)} contact sheets are written to {wish.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
