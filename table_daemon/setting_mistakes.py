"""What is wrong with a configuration, a line a mistake: file, key, value, what was expected, what to do. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from mahjong_rules.told import sentence
from table_daemon.spelling import did_you_mean


def mistakes_of(file: str, error: ValidationError, model: type[BaseModel]) -> Iterator[str]:
    """Every key that `model` does not know, with those that are near, and every value that it refuses."""
    for mistake in error.errors(include_url=False):
        key = ".".join(map(str, mistake["loc"]))
        if mistake["type"] == "extra_forbidden":
            near = did_you_mean(str(mistake["loc"][-1]), _keys_at(model, mistake["loc"][:-1]))
            yield sentence(
                "{file}: {key}: there is no such setting{near}; mend its spelling or remove it (see config/table.toml)",
                file=file,
                key=key,
                near=near,
            )
        else:
            expected = mistake["msg"][0].lower() + mistake["msg"][1:]
            yield sentence(
                "{file}: {key} = {value}: {why}; see config/table.toml",
                file=file,
                key=key,
                value=repr(mistake["input"]),
                why=expected,
            )


def _keys_at(model: type[BaseModel], path: Sequence[int | str]) -> tuple[str, ...]:
    """The keys of the section at `path`; none where it is no section."""
    for step in path:
        field = model.model_fields.get(str(step))
        if field is None or not isinstance(field.annotation, type) or not issubclass(field.annotation, BaseModel):
            return ()
        model = field.annotation
    return tuple(model.model_fields)


def mistake_in_choice(file: str, key: str, data: Mapping[str, Any], known: Sequence[str]) -> str:
    """The mistake of a setting whose value names one of our files; "" where it is right, not set, or no text."""
    section, _, name = key.partition(".")
    part = data.get(section)
    value = part.get(name) if isinstance(part, Mapping) else None
    if not isinstance(value, str) or not value or value in known:
        return ""
    return sentence(
        "{file}: {key} = {value}: there is none of this name{near}; choose one of {names}",
        file=file,
        key=key,
        value=repr(value),
        near=did_you_mean(value, known),
        names=", ".join(known),
    )
