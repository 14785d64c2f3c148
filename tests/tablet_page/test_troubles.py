"""The page of troubles speaks in the page's own words: what stands in its quotes is a text that people see."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CATALOGUES = [ROOT / "tablet_page/static/i18n" / name for name in ("en.json", "more.en.json", "upkeep.en.json")]
TEXTS = {text for file in CATALOGUES for text in json.loads(file.read_text(encoding="utf-8")).values()}
CELL = re.compile(r"“((?:[^“”]|“[^”]*”)*)”")


def test_every_quoted_sentence_of_the_troubles_stands_on_the_page():
    text = (ROOT / "docs/troubles.md").read_text(encoding="utf-8").partition("## ")[2]
    quoted = CELL.findall(text)
    assert len(quoted) > 25
    assert [sentence for sentence in quoted if sentence not in TEXTS] == []
