"""Updates, as the page asks for them (`/api/update`): no part of MQTT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.commands.expectations import Expected, StrictObject
from wire.update_words import DEBIAN_VERSION, UpdatePhase


class LookForUpdates(StrictObject):
    """Look for what is offered."""

    action: Literal["look"]


class InstallVersion(StrictObject):
    """Install the version that is offered, or the one before."""

    action: Literal["install"]
    version: Annotated[
        str, Field(pattern=rf"^{DEBIAN_VERSION}$"), Expected("a version as the document of updates names it")
    ]


UPDATE_WISHES: Final[Mapping[str, type[LookForUpdates | InstallVersion]]] = {
    "look": LookForUpdates,
    "install": InstallVersion,
}
"""What may be wished of updates, by `action`."""


class ReleaseDocument(TypedDict):
    """What is new in one version, in English sentences."""

    version: str
    points: list[str]


class UpdateProgress(TypedDict):
    """How far it is. `why` and `text` say why it failed: a key of the page's catalogues, and one English sentence."""

    phase: UpdatePhase
    version: str
    percent: int
    why: str
    text: str


class UpdateDocument(TypedDict):
    """The version that runs, the one that is offered ("": none is newer) and the one before ("": none is kept).

    `is_package` is False where no package manages this program; `looked_at` is None before anybody looked.
    """

    is_package: bool
    running: str
    offered: str
    changes: list[ReleaseDocument]
    before: str
    looked_at: str | None
    progress: UpdateProgress | None
