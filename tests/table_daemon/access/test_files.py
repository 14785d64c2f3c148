from __future__ import annotations

import pytest
from full_disk import full_disk

from table_daemon.access.files import AccessFileError, write_secret, write_secrets


def test_on_a_full_disk_the_old_file_stays_whole_and_one_sentence_says_what_to_do(tmp_path):
    path = tmp_path / "sessions.json"
    write_secret(path, "[]")
    with full_disk(10), pytest.raises(AccessFileError, match="free the disk") as told:
        write_secret(path, "[1, 2, 3, 4, 5, 6]")
    assert "\n" not in str(told.value)
    assert path.read_text() == "[]"
    assert list(tmp_path.iterdir()) == [path]


def test_of_files_that_belong_together_a_full_disk_changes_none(tmp_path):
    key, certificate = tmp_path / "server.key", tmp_path / "server.crt"
    write_secrets({key: "old key", certificate: "old certificate"})
    with full_disk(50), pytest.raises(AccessFileError, match=r"server\.crt cannot be written"):
        write_secrets({key: "new key", certificate: "new certificate" * 10})
    assert (key.read_text(), certificate.read_text()) == ("old key", "old certificate")
    assert {path.name for path in tmp_path.iterdir()} == {"server.key", "server.crt"}
