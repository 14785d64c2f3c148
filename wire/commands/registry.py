"""Every command, by name: made from the unions that the handlers match, so nothing is listed a second time.

To add a command: write its class into the module of its room here and into that module's union; the type checker then
asks the room's handler for it. Names, roles, schemas, AsyncAPI and the page's rights follow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from wire.commands.base import CommandData
from wire.commands.corrections import CorrectionCommand
from wire.commands.eyes import EyesCommand
from wire.commands.game import GameCommand
from wire.commands.machine import MachineCommand
from wire.commands.roles import Role, highest
from wire.messages import Json

AnyCommand = GameCommand | MachineCommand | CorrectionCommand | EyesCommand
"""Every form of every command."""


@dataclass(frozen=True, slots=True)
class CommandType:
    """One command: its name, and the forms that its data may have.

    Attributes:
        name: last part of its topic and address.
        forms: in the order of their definition.
        tag: the field whose value tells the forms apart; "" where the fields themselves do, or there is one form.
    """

    name: str
    forms: tuple[type[CommandData], ...]
    tag: str

    @property
    def tagged(self) -> dict[str, type[CommandData]]:
        """The form by the value of `tag`."""
        return {value: form for form in self.forms for value in fixed_values(form.model_fields[self.tag])}

    @property
    def data_type(self) -> Any:
        """The type of `data`, for schemas."""
        return Union[self.forms]  # noqa: UP007 - made at run time

    def form_of(self, data: Json) -> type[CommandData] | None:
        """The form that these data are meant to have; None when their tag names none."""
        if self.tag:
            value = data.get(self.tag)
            return self.tagged.get(value) if isinstance(value, str) else None
        return min(self.forms, key=lambda form: _distance(form, data))

    def role_of(self, data: Json) -> Role:
        """The role that these data need; where they have no form, the highest of the command."""
        form = self.form_of(data)
        return highest([item.role for item in self.forms]) if form is None else form.role


def fixed_values(field: FieldInfo) -> tuple[str, ...]:
    """The values of a field that takes only some: of a Literal or an enumeration; () for any other field."""
    if get_origin(field.annotation) is Literal:
        return get_args(field.annotation)
    if isinstance(field.annotation, type) and issubclass(field.annotation, Enum):
        return tuple(item.value for item in field.annotation)
    return ()


def _distance(form: type[CommandData], data: Json) -> tuple[int, int]:
    """How far data are from a form: fields that it does not know, then those that it needs and that are missing."""
    fields = {field.alias or name: field for name, field in form.model_fields.items()}
    missing = sum(field.is_required() and name not in data for name, field in fields.items())
    return len(data.keys() - fields.keys()), missing


def _tag_of(forms: tuple[type[CommandData], ...]) -> str:
    """The field that has fixed values in every form."""
    if len(forms) == 1:
        return ""
    shared = (
        name
        for name in forms[0].model_fields
        if all(name in form.model_fields and fixed_values(form.model_fields[name]) for form in forms)
    )
    return next(shared, "")


def _registered(forms: tuple[type[CommandData], ...]) -> Mapping[str, CommandType]:
    by_name: defaultdict[str, list[type[CommandData]]] = defaultdict(list)
    for form in forms:
        by_name[form.command].append(form)
    return {name: CommandType(name, tuple(same), _tag_of(tuple(same))) for name, same in by_name.items()}


COMMANDS: Final = _registered(get_args(AnyCommand))
"""Every command by its name."""
