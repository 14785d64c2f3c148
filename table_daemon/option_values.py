"""Options of a rule system as people write them: which exist, what they mean, and texts to values and back.

Rules this file keeps: nothing here knows a rule system; an option is a field of a frozen dataclass, its meaning the
docstring below it, its limits the dataclass's own check.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from table_daemon.attribute_texts import attribute_texts

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
NOTHING = "none"
"""The text of an empty list, and of an option that is not set."""


class ValueProblem(ValueError):  # noqa: N818 - it becomes part of another error's sentence
    """A value that does not fit; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option: where it belongs, its type, what it means."""

    section: str
    name: str
    hint: Any
    meaning: str

    def parse(self, text: str) -> Any:
        """The value of a text.

        Raises:
            ValueProblem: the text does not fit.
        """
        for candidate in _readings(text):
            try:
                return self.validate(candidate)
            except ValueProblem:
                continue
        raise ValueProblem(f"{self.name} must be {allowed(self.hint)}, not {text!r}")

    def validate(self, plain: Any) -> Any:
        """The value of what a TOML or JSON file holds.

        Raises:
            ValueProblem: it does not fit.
        """
        try:
            # By way of JSON, because strict validation takes texts for enumerations and lists for tuples only there.
            return _adapter(self.hint).validate_json(json.dumps(plain, default=str))
        except ValidationError as error:
            raise ValueProblem(f"{self.name} must be {allowed(self.hint)}, not {plain!r}") from error


@cache
def option_fields(options: type) -> tuple[OptionField, ...]:
    """Every option of a rule system's options: the fields of the dataclasses that are its sections."""
    return tuple(
        OptionField(section, item.name, hints[item.name], attribute_texts(class_).get(item.name, ""))
        for section, class_ in section_classes(options).items()
        for hints in (get_type_hints(class_),)
        for item in fields(class_)
    )


@cache
def section_classes(options: type) -> dict[str, type]:
    """The sections of a rule system's options by name."""
    hints = get_type_hints(options)
    return {name: class_ for name, class_ in hints.items() if isinstance(class_, type) and is_dataclass(class_)}


def value_text(value: Any) -> str:
    """A value as `OptionField.parse` reads it."""
    match value:
        case bool():
            return "true" if value else "false"
        case Enum():
            return str(value.value)
        case tuple() | list() if not any(isinstance(item, (tuple, list, dict)) for item in value):
            return ", ".join(map(value_text, value)) or NOTHING
        case None:
            return NOTHING
        case str() | int() | float():
            return str(value)
        case _:
            return json.dumps(value, default=lambda item: item.value if isinstance(item, Enum) else str(item))


def allowed(hint: Any) -> str:
    """What values of a type look like, in words."""
    inner = [arg for arg in get_args(hint) if arg is not Ellipsis]
    match get_origin(hint) or hint:
        case origin if origin in (Union, UnionType):
            return " or ".join(NOTHING if arg is NoneType else allowed(arg) for arg in inner)
        case origin if origin is tuple and Ellipsis in get_args(hint):
            return f"a list, each {allowed(inner[0])}"
        case origin if origin is tuple:
            return f"{len(inner)} values, each {allowed(inner[0])}"
        case type() as class_ if issubclass(class_, Enum):
            return f"one of {', '.join(str(item.value) for item in class_)}"
        case type() as class_:
            return _TYPE_WORDS.get(class_, f"a {class_.__name__}")
        case _:
            return str(hint)


_TYPE_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", dict: "a table"}


def _readings(text: str) -> Iterator[Any]:
    """What a text may mean, the likeliest first; the option's type chooses."""
    text = text.strip()
    yield text
    if text.lower() in _WORDS:
        yield _WORDS[text.lower()]
    parsed = _json(text)
    if parsed is not text:
        yield parsed
    if text in ("", NOTHING):
        yield from ([], None)
    else:
        yield [_json(part.strip()) for part in text.split(",")]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    config = None if isinstance(hint, type) and is_dataclass(hint) else ConfigDict(strict=True)
    return TypeAdapter(hint, config=config)
