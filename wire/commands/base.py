"""What every command is: a frozen object whose fields are checked, with its name and the role that it needs."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field

from wire.commands.expectations import StrictObject
from wire.commands.fields import Flag
from wire.commands.roles import Role
from wire.messages import Json


class CommandData(StrictObject):
    """`data` of one command, or of one of its forms.

    Attributes:
        command: the name of the command, the last part of its topic and address.
        role: what somebody must be who sends it over HTTP.
        stops: whether it stops the machine; then it does so even where its data are wrong.
    """

    command: ClassVar[str]
    role: ClassVar[Role]
    stops: ClassVar[bool] = False

    def to_json(self) -> Json:
        """`data` as it was sent."""
        data: dict[str, Any] = self.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return data


class Rehearsed(CommandData):
    """A command that may be rehearsed."""

    dry_run: Annotated[Flag, Field(description="only say what would change")] = False
    force: Annotated[Flag, Field(description="also where later events stand against it: they are set aside")] = False
