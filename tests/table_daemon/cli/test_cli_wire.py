"""`jantaku wire`: JSON Schemas and the AsyncAPI document as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from table_daemon.cli.main import main
from wire.topics import every_topic


def parts_of(schema: dict[str, Any]) -> set[str]:
    """The schema without its definitions, and each definition: many topics share them, and each is checked once."""
    definitions = schema.pop("$defs", {})
    return {json.dumps(part, sort_keys=True) for part in (schema, *definitions.values())}


def test_every_topic_gets_one_valid_schema_that_stands_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wire", "schemas", "--out", str(tmp_path / "new" / "folder")]) == 0
    written = sorted((tmp_path / "new" / "folder").iterdir())
    assert [path.stem for path in written] == sorted(topic.key for topic in every_topic())
    parts = set()
    for path in written:
        text = path.read_text(encoding="utf-8")
        parts |= parts_of(json.loads(text))
        assert "#/components/" not in text
    for part in parts:
        Draft202012Validator.check_schema(json.loads(part))
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
