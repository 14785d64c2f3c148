"""How large a page's words are to an eye: every text of a part of the page, with its height in arc minutes."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, hypot
from typing import Any, Final

MM_PER_INCH: Final = 25.4
TABLET_MM_PER_PX: Final = 10.1 * MM_PER_INCH / hypot(1280, 800)
"""A tablet of 10.1 inches with 1280 x 800 px, as issue 16 names it."""
CHAIR_MM: Final = 1500.0
"""From a chair beside the table to the tablet (issue 16)."""

_TEXTS = """([root, skipped]) => {
  const pen = document.createElement("canvas").getContext("2d");
  const isSeen = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === "hidden" || style.display === "none") return false;
      if (at.matches(".unseen, .felt .unit") || (skipped && at.matches(skipped))) return false;
    }
    return node.getClientRects().length > 0;
  };
  const sampleOf = (text) => {
    if (/\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}/u.test(text)) return "国";
    return /\\p{N}/u.test(text) ? "0" : "H";
  };
  const heightOf = (text, { fontStyle, fontWeight, fontFamily, fontSize }) => {
    pen.font = `${fontStyle} ${fontWeight} 1000px ${fontFamily}`; // large: small glyphs are hinted to whole px
    const box = pen.measureText(sampleOf(text));
    return (box.actualBoundingBoxAscent + box.actualBoundingBoxDescent) / 1000 * parseFloat(fontSize);
  };
  const found = [];
  for (const part of document.querySelectorAll(root)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.data.trim();
      const holder = walker.currentNode.parentElement;
      if (!/[\\p{L}\\p{N}]/u.test(text) || !isSeen(holder)) continue;
      const place = holder.closest("[class]")?.className ?? "";
      found.push([text, String(place), heightOf(text, getComputedStyle(holder))]);
    }
  }
  return found;
}"""
"""Of each text that is seen: itself, the class of its holder, and the height of its digits, capitals or signs in px."""


@dataclass(frozen=True, slots=True)
class Legible:
    """One text of a page: what it says, the class of what holds it, and how high its digits or capitals are."""

    text: str
    place: str
    px: float

    @property
    def minutes(self) -> float:
        """Its height in arc minutes, on the tablet, from the chair."""
        return arc_minutes(self.px * TABLET_MM_PER_PX)


def arc_minutes(height_mm: float, distance_mm: float = CHAIR_MM) -> float:
    """The angle under which a height is seen."""
    return degrees(atan(height_mm / distance_mm)) * 60


async def legible_texts(page: Any, root: str, without: str = "") -> tuple[Legible, ...]:
    """Every text that is seen below `root` (a selector), but for what stands in `without`."""
    return tuple(Legible(*found) for found in await page.evaluate(_TEXTS, [root, without]))
