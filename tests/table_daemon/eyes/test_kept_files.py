"""What was taught before is kept, and may be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from full_disk import full_disk

from table_daemon.errors import UserError
from table_daemon.eyes.kept_files import change_with_before, keep_as_before, path_before, put_away


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "a.npz"


def store(file: Path, text: str) -> None:
    keep_as_before(file)
    file.write_text(text)


def test_the_one_before_and_the_present_one_change_places_as_often_as_wanted(file):
    store(file, "first")
    store(file, "second")
    change_with_before(file)
    assert (file.read_text(), path_before(file).read_text()) == ("first", "second")
    change_with_before(file)
    assert (file.read_text(), path_before(file).read_text()) == ("second", "first")


def test_what_was_forgotten_can_be_taken_back(file):
    store(file, "first")
    put_away(file)
    assert not file.exists()
    change_with_before(file)
    assert file.read_text() == "first"
    assert not path_before(file).exists()


def test_where_nothing_is_there_is_nothing_to_forget_or_to_go_back_to(file):
    with pytest.raises(UserError, match="nothing is stored"):
        put_away(file)
    with pytest.raises(UserError, match="none before"):
        change_with_before(file)
    keep_as_before(file)
    assert list(file.parent.iterdir()) == []


def test_nothing_else_is_left_beside_them(file):
    store(file, "first")
    store(file, "second")
    change_with_before(file)
    put_away(file)
    assert {path.name for path in file.parent.iterdir()} == {"a.before.npz"}


def test_a_full_disk_is_a_sentence(file):
    file.write_text("first")
    path_before(file).mkdir()
    with pytest.raises(UserError, match="mend that, then try again"):
        keep_as_before(file)
    assert file.read_text() == "first"


@pytest.mark.parametrize("change", [keep_as_before, change_with_before], ids=lambda change: change.__name__)
def test_a_full_disk_leaves_both_files_whole_and_no_half_copy(file, change):
    store(file, "first" * 100)
    store(file, "second" * 100)
    with full_disk(50), pytest.raises(UserError, match="mend that, then try again"):
        change(file)
    assert (file.read_text(), path_before(file).read_text()) == ("second" * 100, "first" * 100)
    assert set(file.parent.iterdir()) == {file, path_before(file)}
