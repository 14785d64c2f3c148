"""What axe-core finds wrong with a page, and the looks in which a page is judged."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from campaign_cases import more

_TABLET_BY_DAY: Final = ("tablet", "light")
_PHONE_BY_NIGHT: Final = ("phone", "dark")
_LOOKS: Final = tuple(itertools.product(("tablet", "phone"), ("light", "dark")))
"""Sizes and colour schemes: each of the four in the tests, every pair in the campaign."""
_IN_TESTS: Final = {
    ("tablet", "light", "en"),
    ("phone", "dark", "fr"),
    ("phone", "light", "ja"),
    ("tablet", "dark", "zh"),
}
LOOKS_IN_LANGUAGES: Final = [
    pytest.param(*look, marks=() if look in _IN_TESTS else pytest.mark.campaign)
    for look in itertools.product(("tablet", "phone"), ("light", "dark"), ("en", "fr", "ja", "zh"))
]
"""The same in four languages: each language, size and scheme in the tests, every combination in the campaign."""
_RUN: Final = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"], iframes: false });
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" ")}`);
}"""


def looks_at(scenes: Collection[str]) -> list[Any]:
    """Cases of size, scheme and the scenes that axe judges in that look.

    In every run axe judges each scene once, half of them on a tablet by day and half on a phone by night; in the
    campaign every scene in all four looks.
    """
    names = tuple(scenes)
    halves = [(*_TABLET_BY_DAY, names[::2]), (*_PHONE_BY_NIGHT, names[1::2])]
    return [*halves, *(more(*look, names) for look in _LOOKS)]


async def accessibility_faults(page: Any) -> list[str]:
    """One line for each rule that the page breaks as it is shown now."""
    if not await page.evaluate("'axe' in window"):  # half a second for each look where it is put in every time
        await page.evaluate(AXE_SCRIPT)
    faults: list[str] = await page.evaluate(_RUN)
    return faults
