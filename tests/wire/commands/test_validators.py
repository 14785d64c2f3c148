"""The fields of commands are read alike by every Python that the package serves."""

import enum
import types
from typing import get_args

from pydantic import AfterValidator, BeforeValidator, PlainValidator

from wire.commands import events, fields


def validators(module: types.ModuleType) -> list[object]:
    """What the annotated fields of a module are checked by."""
    notes: list[object] = [note for value in vars(module).values() for note in get_args(value)]
    return [note.func for note in notes if isinstance(note, (AfterValidator, BeforeValidator, PlainValidator))]


def test_no_field_is_checked_by_an_enumeration_whose_signature_python_3_13_changed():
    found = validators(fields) + validators(events)
    assert len(found) > 10
    assert [func for func in found if isinstance(func, enum.EnumMeta)] == []
