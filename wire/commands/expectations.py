"""How a field says what it must be: one phrase beside its type, from which a refusal makes its sentence.

Rules this file keeps: the phrase follows "must be"; pydantic's own texts are never shown to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError, model_validator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

WRONG_VALUE: Final = "wrong_value"
MISSING_FIELD: Final = "missing_field"
UNKNOWN_FIELD: Final = "unknown_field"
NONSENSE: Final = "nonsense"

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Expected:
    """Beside a field's type: what it must be, for example "a whole number from 0 on"."""

    words: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Replace pydantic's complaint by these words, unless a part of the value has said its own."""
        return core_schema.no_info_wrap_validator_function(self._checked, handler(source))

    def _checked(self, value: Any, validate: core_schema.ValidatorFunctionWrapHandler) -> Any:
        try:
            return validate(value)
        except ValidationError as error:
            if any(item["type"] in _OURS for item in error.errors(include_url=False)):
                raise
            raise PydanticCustomError(WRONG_VALUE, "{words}", {"words": self.words}) from error


_OURS: Final = frozenset({WRONG_VALUE, MISSING_FIELD, UNKNOWN_FIELD, NONSENSE})


class _NotNull:
    """The type `T | None` where None means left out, and null is no value."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        assert schema["type"] == "nullable", source
        inner: CoreSchema = schema["schema"]
        return inner


Omittable = Annotated[_Value | None, _NotNull()]
"""A field that may be left out; null is refused like any other wrong value."""


def nonsense(text: str) -> PydanticCustomError:
    """Fields that are right by themselves and make no sense together: the whole sentence."""
    return PydanticCustomError(NONSENSE, "{words}", {"words": text})


class StrictObject(BaseModel):
    """A JSON object with exactly the fields of its class: none is missing, none unknown, none converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    @model_validator(mode="before")
    @classmethod
    def _has_its_fields(cls, data: Any) -> Any:
        names = {field.alias or name: field for name, field in cls.model_fields.items()}
        if not isinstance(data, dict):
            raise PydanticCustomError(WRONG_VALUE, "{words}", {"words": f"an object with {_listed(names)}"})
        for key in data:
            if key not in names:
                raise PydanticCustomError(UNKNOWN_FIELD, "{words}", {"field": key, "words": _listed(names)})
        for name, field in names.items():
            if field.is_required() and name not in data:
                words = next((item.words for item in field.metadata if isinstance(item, Expected)), "")
                raise PydanticCustomError(MISSING_FIELD, "{words}", {"field": name, "words": words})
        return data


def _listed(names: dict[str, Any]) -> str:
    return ", ".join(names) if names else "no fields"
