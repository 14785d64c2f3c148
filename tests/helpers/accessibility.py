"""What axe-core finds wrong with a page, and the looks in which a page is judged."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT

LOOKS: Final = [
    ("tablet", "light"),
    ("phone", "dark"),
    pytest.param("tablet", "dark", marks=pytest.mark.campaign),
    pytest.param("phone", "light", marks=pytest.mark.campaign),
]
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


async def accessibility_faults(page: Any) -> list[str]:
    """One line for each rule that the page breaks as it is shown now."""
    if not await page.evaluate("'axe' in window"):  # half a second for each look where it is put in every time
        await page.evaluate(AXE_SCRIPT)
    faults: list[str] = await page.evaluate(_RUN)
    return faults
