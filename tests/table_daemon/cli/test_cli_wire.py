"""`jantaku wire`: JSON Schemas and the AsyncAPI document as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from table_daemon.cli.main import main
from wire.topics import every_topic


def test_every_topic_gets_one_valid_schema_that_stands_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wire", "schemas", "--out", str(tmp_path / "new" / "folder")]) == 0
    written = sorted((tmp_path / "new" / "folder").iterdir())
    assert [path.stem for path in written] == sorted(topic.key for topic in every_topic())
    for path in written:
        text = path.read_text(encoding="utf-8")
        Draft202012Validator.check_schema(json.loads(text))
        assert "#/components/" not in text
    assert f"{len(written)} schemas" in capsys.readouterr().out


def test_the_asyncapi_document_is_the_same_on_the_screen_and_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wire", "asyncapi"]) == 0
    shown = capsys.readouterr().out
    assert main(["wire", "asyncapi", "--out", str(tmp_path / "asyncapi.json")]) == 0
    assert (tmp_path / "asyncapi.json").read_text(encoding="utf-8") == shown
    assert json.loads(shown)["asyncapi"].startswith("3.")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["wire", "schemas", "--out", str(tmp_path / "file" / "below")]) == 2
    assert "choose another folder with --out" in capsys.readouterr().err
