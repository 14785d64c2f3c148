from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mahjong_rules.set_names import SetName
from table_daemon.eyes.kept_files import path_before
from table_daemon.eyes.tile_set_files import tile_set_path
from table_daemon.eyes.what_is_stored import WhatIsStored, lens_path
from table_daemon.settings import Settings, load_settings
from vision.calibrating.stored_calibration import StoredCalibration
from vision.settings import LensSettings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(None, [f'table.state_dir="{tmp_path}"'])


def calibration(k1: float) -> StoredCalibration:
    return StoredCalibration(
        made_at="2026-11-21T09:00:00+00:00",
        camera="0",
        size_px=(2304, 1296),
        lens=LensSettings(focal_share=0.65, k1=k1),
        lens_from="markers",
        rotation=(3.14, 0.0, 0.0),
        translation=(0.0, 0.0, 900.0),
        residual_px=0.2,
        marker_mm=30.0,
    )


async def polled(stored: WhatIsStored) -> WhatIsStored:
    """After a poll and all that it began."""
    stored.poll()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        await asyncio.wait(others)
    return stored


async def test_without_files_nothing_is_stored_and_nothing_is_read(settings):
    stored = WhatIsStored(settings.table)
    stored.poll()
    assert len(asyncio.all_tasks()) == 1
    assert [(one["set"], one["stored"], one["may_go_back"]) for one in stored.sets] == [
        (SetName.A, None, False),
        (SetName.B, None, False),
    ]
    assert stored.lens == {"stored": None, "problem": "", "problem_words": [], "may_go_back": False}


async def test_a_set_has_the_name_that_people_gave_it_from_the_start(settings):
    table = settings.table.model_copy(update={"set_b": "blue backs"})
    assert [one["called"] for one in WhatIsStored(table).sets] == ["", "blue backs"]
    tile_set_path(table, SetName.A).parent.mkdir(parents=True)
    tile_set_path(table, SetName.A).write_bytes(b"no tile set")
    assert [one["called"] for one in (await polled(WhatIsStored(table))).sets] == ["", "blue backs"]


async def test_a_lens_is_told_when_it_was_stored_changed_and_put_away(settings, tmp_path):
    stored = WhatIsStored(settings.table)
    calibration(-0.08).save(tmp_path)
    assert (await polled(stored)).lens["stored"]["k1"] == -0.08
    path_before(lens_path(settings.table)).write_bytes(b"the one before")
    calibration(0.02).save(tmp_path)
    assert (await polled(stored)).lens["stored"]["k1"] == 0.02
    assert stored.lens["may_go_back"]
    lens_path(settings.table).unlink()
    assert (await polled(stored)).lens["stored"] is None


async def test_what_has_not_changed_is_not_opened_again(settings, tmp_path):
    stored = WhatIsStored(settings.table)
    calibration(-0.08).save(tmp_path)
    before = (await polled(stored)).lens
    assert (await polled(stored)).lens is before


async def test_a_broken_tile_set_is_a_problem_of_that_set_only(settings):
    path = tile_set_path(settings.table, SetName.B)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no tile set")
    stored = await polled(WhatIsStored(settings.table))
    assert [bool(one["problem"]) for one in stored.sets] == [False, True]
    assert "make it anew with `jantaku calibrate tiles`" in stored.sets[1]["problem"]
