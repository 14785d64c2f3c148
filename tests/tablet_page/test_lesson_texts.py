"""What a lesson on a tile set says has a text in every language, and the page shows nothing that nobody may see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tablet_page
from table_daemon.eyes.lesson import LessonStage
from table_daemon.eyes.still_frames import TroubleKey
from vision.tile_sets.set_layout import MistakeKind

CATALOGUES = Path(tablet_page.__file__).parent / "static" / "i18n"


@pytest.mark.parametrize("code", ["en", "fr", "ja", "zh"])
def test_every_step_trouble_mistake_and_origin_has_a_text(code):
    known = {
        key
        for name in (f"{code}.json", f"upkeep.{code}.json")  # the latter comes with the first lesson
        for key in json.loads((CATALOGUES / name).read_text(encoding="utf-8"))
    }
    words = (
        [f"teach.step.{step.value}" for step in LessonStage if step is not LessonStage.LOOKING]
        + [f"teach.trouble.{key.value}" for key in TroubleKey]
        + [f"layout.{kind.value}" for kind in MistakeKind]
        + [f"lens.from.{origin}" for origin in ("markers", "charuco", "settings")]
        + [f"learnt.column.{column}" for column in ("kind", "crops", "before", "after", "rival")]
    )
    assert [word for word in words if word not in known] == []
