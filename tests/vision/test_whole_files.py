from __future__ import annotations

import pytest
from full_disk import full_disk

from vision.whole_files import write_whole


def test_a_file_is_written_with_its_folders_and_nothing_beside_it(tmp_path):
    path = tmp_path / "a" / "b" / "camera.json"
    write_whole(path, b"new")
    write_whole(path, b"newer")
    assert path.read_bytes() == b"newer"
    assert list(path.parent.iterdir()) == [path]


def test_on_a_full_disk_the_old_file_stays_whole_and_no_half_one_takes_room(tmp_path):
    path = tmp_path / "camera.json"
    write_whole(path, b"old")
    with full_disk(100), pytest.raises(OSError, match="File too large"):
        write_whole(path, bytes(10_000))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
