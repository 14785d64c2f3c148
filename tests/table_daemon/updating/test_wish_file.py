"""What goes from the daemon to root is a version and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.wish_file import is_version, take_wish, write_wish


@pytest.fixture
def places(tmp_path: Path) -> UpdatePlaces:
    found = UpdatePlaces(tmp_path)
    found.wish.parent.mkdir(parents=True)
    return found


@pytest.mark.parametrize("version", ["0.2.0", "0.2.0~rc1", "1.0+next", "1.2-3", ""])
def test_a_version_or_nothing_arrives_and_is_taken_away(places, version):
    write_wish(places, version)
    assert take_wish(places) == version
    assert take_wish(places) is None


HOSTILE = [
    "0.2.0; rm -rf /",
    "0.2.0 other",
    "../evil.deb",
    "/tmp/evil.deb",
    "-oAPT::Get::AllowUnauthenticated=1",
    "jantaku=0.2.0",
    "0.2.0\n0.3.0",
    "0.2.0\n\n",
    "$(id)",
    "0.2.0\0",
    "٠.٢",
    "0" * 90,
    "1:0.2.0",
    "0.2.0/trixie",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_anything_else_is_refused_and_taken_away(places, text):
    assert not is_version(text)
    places.wish.write_bytes(text.encode())
    with pytest.raises(UpdateError, match="and nothing else") as error:
        take_wish(places)
    assert error.value.why == UpdateWhy.BAD_WISH
    assert take_wish(places) is None


def test_root_follows_no_link_and_waits_for_no_pipe(places, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("0.2.0\n")
    places.wish.symlink_to(secret)
    with pytest.raises(UpdateError):
        take_wish(places)
    assert secret.exists()
    os.mkfifo(places.wish)
    with pytest.raises(UpdateError):
        take_wish(places)
    assert take_wish(places) is None
