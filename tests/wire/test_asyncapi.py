"""The AsyncAPI document is current, valid, and every reference in it leads somewhere."""

import json
import warnings
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from table_daemon.cli.main import main
from table_daemon.cli.wire import as_text
from wire.asyncapi import asyncapi_document
from wire.topics import COMMANDS, every_topic

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # two of its models shadow an attribute of pydantic's
    asyncapi3 = pytest.importorskip("asyncapi3", reason="asyncapi3 is not installed (pip install .[dev])")

COMMITTED = Path(__file__).parents[2] / "docs" / "asyncapi.json"


@pytest.fixture(scope="module")
def document():
    return asyncapi_document()


def references(part):
    if isinstance(part, list):
        return [found for item in part for found in references(item)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return own + [found for item in part.values() for found in references(item)]


def test_the_committed_document_is_the_one_that_the_types_make(document):
    assert COMMITTED.read_text(encoding="utf-8") == as_text(document), (
        "run: jantaku wire asyncapi --out docs/asyncapi.json"
    )


def test_it_is_valid_asyncapi_3(document):
    asyncapi3.AsyncAPI3.model_validate(document)


def test_the_check_refuses_a_document_that_is_none(document):
    for broken in ({**document, "asyncapi": "three"}, {**document, "info": {}}, {**document, "operations": {"x": {}}}):
        with pytest.raises(ValueError, match="AsyncAPI3"):
            asyncapi3.AsyncAPI3.model_validate(broken)


def test_every_reference_leads_somewhere(document):
    for reference in set(references(document)):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
        assert isinstance(place, dict)


def test_every_schema_in_it_is_one(document):
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for message in document["components"]["messages"].values():
        Draft202012Validator.check_schema(message["payload"])


def test_every_topic_is_a_channel_and_every_command_is_answered(document):
    addresses = {channel["address"] for channel in document["channels"].values()}
    assert addresses == {f"jantaku/v1/{{table}}/{topic.name}" for topic in every_topic()}
    for topic in COMMANDS:
        operation = document["operations"][f"obey_{topic.key}"]
        assert operation["action"] == "receive"
        assert operation["reply"]["channel"] == {"$ref": "#/channels/rsp_client"}


def test_the_command_prints_it(capsys, document):
    assert main(["wire", "asyncapi"]) == 0
    assert json.loads(capsys.readouterr().out) == document
