"""JSON Schemas (draft 2020-12) of every message, generated from the types.

Rules this file keeps: unknown keys are allowed, because a later daemon may add some; `closed` makes the schema that a
test of our own messages needs, where a key that nobody documented is a mistake.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal

from pydantic import TypeAdapter

from wire.envelopes import CommandMessage, Envelope
from wire.messages import Json
from wire.topics import Topic, every_topic

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_ENVELOPE: Final = "Envelope"
_COMMAND: Final = "Command"
_Mode = Literal["validation", "serialization"]


@cache
def component_schemas(ref_template: str = "#/components/schemas/{model}") -> tuple[dict[str, Json], Json]:
    """The schema of each topic's data by the topic's key, and the definitions that they name.

    Args:
        ref_template: what a reference looks like, `{model}` being its name.
    """
    adapters: list[tuple[str, _Mode, TypeAdapter[Any]]] = [
        (topic.key, "validation", TypeAdapter(topic.data)) for topic in every_topic()
    ]
    adapters += [
        (_ENVELOPE, "validation", TypeAdapter(Envelope)),
        (_COMMAND, "validation", TypeAdapter(CommandMessage)),
    ]
    schemas, shared = TypeAdapter.json_schemas(adapters, ref_template=ref_template)
    return {key: _plain(schema) for (key, _), schema in schemas.items()}, _plain(shared["$defs"])


def payload_schema(topic: Topic, ref_template: str = "#/components/schemas/{model}") -> Json:
    """The schema of a whole message of this topic, with references to the definitions."""
    data = component_schemas(ref_template)[0]
    if topic.is_command:
        return {"allOf": [data[_COMMAND], {"type": "object", "properties": {"data": data[topic.key]}}]}
    if not topic.has_envelope:
        return data[topic.key]
    own = {"type": {"const": topic.kind}, "data": data[topic.key]}
    return {"allOf": [data[_ENVELOPE], {"type": "object", "properties": own}]}


def message_schema(topic: Topic) -> Json:
    """A schema that stands alone: a file of `jantaku wire schemas`."""
    body = payload_schema(topic, "#/$defs/{model}")
    definitions = component_schemas("#/$defs/{model}")[1]
    return {
        "$schema": DIALECT,
        "title": topic.name,
        "description": topic.says,
        **body,
        "$defs": {name: definitions[name] for name in sorted(_named(body, definitions))},
    }


def closed(schema: Any) -> Any:
    """The schema with every object's unknown keys forbidden, but for the outer parts of an envelope."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    is_object = isinstance(schema.get("properties"), dict) and "title" in schema
    return {"additionalProperties": False, **inner} if is_object and "$defs" not in schema else inner


def _named(schema: Any, definitions: Json) -> set[str]:
    """Definitions that a schema needs, those of those included."""
    wanted, found = [schema], set[str]()
    while wanted:
        for reference in _references(wanted.pop()):
            name = reference.rpartition("/")[2]
            if name not in found:
                found.add(name)
                wanted.append(definitions[name])
    return found


def _references(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [name for item in schema for name in _references(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
    return own + [name for value in schema.values() for name in _references(value)]


def _plain(schema: Any) -> Any:
    """Without the titles that only repeat a field's name, and without null as the default of what may be left out."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: _plain(value) for key, value in schema.items() if (key, value) != ("default", None)}
    if isinstance(inner.get("properties"), dict):
        inner["properties"] = {name: _untitled(value) for name, value in inner["properties"].items()}
    return inner


def _untitled(schema: Any) -> Any:
    return {key: value for key, value in schema.items() if key != "title"} if isinstance(schema, dict) else schema
