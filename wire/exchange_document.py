"""The part of the `machine` document that says which tiles people are to carry (docs/mqtt.md)."""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12


class ExchangeDocument(TypedDict):
    """Both sets get other tiles: they have `present` and are to have `needed`; `agreed` once somebody said so."""

    present: int
    needed: int
    agreed: bool
