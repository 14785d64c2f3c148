"""The winning moment as pictures, one every 200 ms of the page's own clock, and a sheet of all: for whoever designs it.

    python -m tools.win_sequence build/win --language ja --size phone

The page's clock stands between two pictures, so that a slow computer shows the same parts; what CSS alone moves is seen
where it has come to by then.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from fake_service import FakeService
from page_bench import CHROMIUM, SIZES, launched, open_page
from sample_games import game_in_play, game_with_result

from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings

_EVERY_MS: Final = 200
_FRAME_MS: Final = 20
_LAST_MS: Final = 6000
"""The chips have flown by then: `tests/tablet_page/test_stage.py` says when each part is seen."""
_COLUMNS: Final = 6
_LOCALES: Final = {"en": "en-GB", "fr": "fr-FR", "ja": "ja-JP", "zh": "zh-CN"}


async def _pictures(folder: Path, language: str, size: str) -> list[Path]:
    service = FakeService()
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    service.show(game_in_play())
    taken: list[Path] = []
    async with launched(CHROMIUM) as browser:
        page = await open_page(browser, server, size, language=_LOCALES[language])
        await page.emulate_media(reduced_motion="no-preference")
        await page.clock.install()
        await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))
        service.show(game_with_result())
        await _until_on_stage(page)
        for moment in range(0, _LAST_MS + 1, _EVERY_MS):
            taken.append(folder / f"{moment:04d}.png")
            await page.screenshot(path=str(taken[-1]))
            await page.clock.run_for(_EVERY_MS)
    await server.stop()
    return taken


async def _until_on_stage(page: Any) -> None:
    """The stream brings the result in its own time, the page draws it in the clock's."""
    while not await page.locator(".stage").count():
        await page.clock.run_for(_FRAME_MS)


def _sheet(pictures: list[Path]) -> np.ndarray[Any, Any]:
    """All pictures side by side, each at a third of its size."""
    read = (cv2.imread(str(path)) for path in pictures)
    small = [cv2.resize(picture, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA) for picture in read]  # type: ignore[arg-type]  # just written
    small += [np.zeros_like(small[0])] * (-len(small) % _COLUMNS)
    return cv2.vconcat([cv2.hconcat(small[at : at + _COLUMNS]) for at in range(0, len(small), _COLUMNS)])


def main() -> int:
    """0 when the pictures are written."""
    parser = argparse.ArgumentParser(prog="python -m tools.win_sequence", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", choices=sorted(_LOCALES), default="en")
    parser.add_argument("--size", choices=sorted(SIZES), default="tablet")
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    pictures = asyncio.run(_pictures(wish.folder, wish.language, wish.size))
    cv2.imwrite(str(wish.folder / "sheet.png"), _sheet(pictures))
    print(f"{len(pictures)} pictures and sheet.png are written to {wish.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
