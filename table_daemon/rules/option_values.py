"""Options of a rule system as people write them: which exist, what they mean, and texts to values and back.

Rules this file keeps: nothing here knows a rule system; an option is a field of a frozen dataclass, its meaning the
docstring below it, its limits the dataclass's own check. It reads by itself what pydantic could read too: the commands
that only score or list rules start in half the time without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_type_hints

from table_daemon.rules.attribute_texts import attribute_texts

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
NOTHING = "none"
"""The text of an empty list."""


class ValueProblem(ValueError):  # noqa: N818 - it becomes part of another error's sentence
    """A value that does not fit; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option: where it belongs, its name and type; `owner` is the dataclass whose field it is."""

    section: str
    name: str
    hint: Any
    owner: type

    @property
    def meaning(self) -> str:
        """What it means: the docstring below it, "" without one."""
        return attribute_texts(self.owner).get(self.name, "")

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
            return _typed(self.hint, plain)
        except (TypeError, ValueError) as error:
            raise ValueProblem(f"{self.name} must be {allowed(self.hint)}, not {plain!r}") from error


@cache
def option_fields(options: type) -> tuple[OptionField, ...]:
    """Every option of a rule system's options: the fields of the dataclasses that are its sections."""
    return tuple(
        OptionField(section, item.name, hints[item.name], class_)
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
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ", ".join(map(value_text, value)) or NOTHING
    return str(value)


def allowed(hint: Any) -> str:
    """What values of a type look like, in words."""
    inner = get_args(hint)
    if Ellipsis in inner:
        return f"values with commas between, each {allowed(inner[0])}, or {NOTHING}"
    if inner:
        return f"{len(inner)} values with commas between, each {allowed(inner[0])}"
    if issubclass(hint, Enum):
        return f"one of {', '.join(str(item.value) for item in hint)}"
    return _TYPE_WORDS[hint]


_TYPE_WORDS = {bool: "true or false", int: "a whole number", str: "a text"}


def _readings(text: str) -> Iterator[Any]:
    """What a text may mean, one after the other; the option's type chooses."""
    text = text.strip()
    yield text
    if text.lower() in _WORDS:
        yield _WORDS[text.lower()]
    yield _number_or(text)
    yield [] if text == NOTHING else [_number_or(part.strip()) for part in text.split(",")]


def _number_or(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _typed(hint: Any, plain: Any) -> Any:
    """The value of a type that a plain one stands for: lists for tuples, texts for enumerations; nothing is converted.

    Raises:
        TypeError, ValueError: it stands for none.
    """
    inner = get_args(hint)
    if inner:
        return _typed_items(inner, plain)
    if issubclass(hint, Enum):
        return hint(plain)
    if type(plain) is not hint:
        raise TypeError(plain)
    return plain


def _typed_items(hints: tuple[Any, ...], plain: Any) -> tuple[Any, ...]:
    """The items of `tuple[X, ...]` or `tuple[X, Y]`."""
    if not isinstance(plain, list):
        raise TypeError(plain)
    if hints[-1] is Ellipsis:
        hints = (hints[0],) * len(plain)
    return tuple(_typed(hint, item) for hint, item in zip(hints, plain, strict=True))
