from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from table_daemon.journal.journal import Journal
from tools.soak.__main__ import evening
from tools.soak.curves import Panel, picture
from tools.soak.many_games import NAME, write


@pytest.mark.slow
async def test_an_evening_keeps_its_handles_threads_and_document_sizes():
    samples = await evening(12, seed=1)
    assert [sample.count for sample in samples] == list(range(1, 13))
    first, last = samples[2], samples[-1]
    assert last.handles <= first.handles
    assert last.threads <= first.threads + 1  # SQLite's and the loop's helpers start when first needed
    assert last.documents_kb < 2 * first.documents_kb
    assert all(sample.memory_mb > 0 for sample in samples)


def test_a_journal_grows_to_as_many_games_as_wanted(tmp_path):
    list(write(tmp_path / NAME, 3, seed=1))
    list(write(tmp_path / NAME, 5, seed=1))
    with Journal.open(tmp_path / NAME, read_only=True) as journal:
        assert len(journal.games()) == 5


def test_curves_are_a_picture_with_a_line_for_each_panel():
    flat = Panel("memory, MB", "deals", [(1, 110), (500, 111), (1000, 110.5)])
    drawn = ET.fromstring(picture([flat, flat, flat, flat]))
    space = "{http://www.w3.org/2000/svg}"
    lines = drawn.findall(f".//{space}polyline")
    assert len(lines) == 4
    heights = [float(point.split(",")[1]) for point in lines[0].get("points", "").split()]
    assert max(heights) - min(heights) < 1  # what is flat looks flat: the axis begins at zero
