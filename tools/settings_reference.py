"""Writes config/table.toml: every setting with its default, unit and meaning, from the settings models.

usage: python tools/settings_reference.py > config/table.toml
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

from table_daemon.rules.attribute_texts import attribute_texts
from table_daemon.settings import Settings

HEAD = """\
# Every setting with its default, unit and meaning. A table has a file of its own with what differs: config/examples.
# `jantaku config check FILE` finds every mistake. Made by tools/settings_reference.py.
"""


def reference() -> str:
    """The whole file."""
    settings = Settings()
    sections = (line for name in Settings.model_fields for line in _section(name, getattr(settings, name)))
    return HEAD + "\n".join(sections) + "\n"


def _section(path: str, model: BaseModel) -> Iterator[str]:
    texts = _texts(type(model))
    nested: list[tuple[str, BaseModel]] = []
    summary = (inspect.getdoc(type(model)) or "").splitlines()[0]
    yield from ("", f"[{path}]  # {summary}")
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            nested.append((f"{path}.{name}", value))
            continue
        if name in texts:
            yield f"# {texts[name]}"
        yield f"# {name} =" if value is None else f"{name} = {_toml(value)}"
    for inner_path, inner in nested:
        yield from _section(inner_path, inner)


def _texts(model: type[BaseModel]) -> dict[str, str]:
    """What each setting means: its field description, or the docstring below it."""
    described = {name: field.description for name, field in model.model_fields.items() if field.description}
    return {**described, **attribute_texts(model)}


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case BaseModel():
            return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value) + " }"
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }" if value else "{}"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            return json.dumps(str(value))


if __name__ == "__main__":
    print(reference(), end="")
