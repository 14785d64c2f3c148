"""What all faults of the simulated table have in common: when they happen, and for how long."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Share = Annotated[float, Field(gt=0, lt=1)]
Chance = Annotated[float, Field(gt=0, le=1)]
Seconds = Annotated[float, Field(gt=0, le=3600)]
Side = Annotated[int, Field(ge=0, le=3)]


class Moment(StrEnum):
    """A movement of the table that begins, or something that a player lays."""

    BUILD = "build"
    """The heads begin to stack a set on empty rails."""
    PUSH = "push"
    LIFTS_RISE = "lifts_rise"
    LIFTS_SINK = "lifts_sink"
    DOME_RISES = "dome_rises"
    DOME_SINKS = "dome_sinks"
    TILES_FALL = "tiles_fall"
    """The first tile falls in while the dome is up."""
    DICE = "dice"
    DISCARD = "discard"
    """A player lays a tile into the own river."""
    CALL = "call"
    """A player lays a meld or a kong."""


class Fault(BaseModel):
    """When: at a time, or with a delay after the n-th moment of a kind. All times are the board's, in seconds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at_s: float | None = Field(default=None, ge=0)
    """Since the table was switched on."""
    when: Moment | None = None
    nth: int = Field(default=1, ge=1)
    after_s: float = Field(default=0.0, ge=0)
    every: int | None = Field(default=None, ge=1)
    """Again at every so many of these movements after the nth; None: once."""

    @model_validator(mode="after")
    def _one_time(self) -> Self:
        if (self.at_s is None) == (self.when is None):
            raise ValueError("give either at_s or when")
        if self.at_s is not None and self.model_fields_set & {"nth", "after_s", "every"}:
            raise ValueError("nth and after_s belong to when, not to at_s, and so does every")
        return self


class LastingFault(Fault):
    """A fault that a person ends, unless it ends by itself after `for_s` seconds."""

    for_s: Seconds | None = None
