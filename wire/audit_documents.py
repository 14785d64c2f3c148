"""The shape of what was corrected and by whom: the audit list of docs/corrections.md, as types."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.result_documents import ChomboDocument


class NumberedEventDocument(TypedDict):
    """An event of the journal with its number; `aside`: it does not fit any more and does not count."""

    seq: int
    event: dict[str, Any]
    aside: bool


class ShortOutcomeDocument(TypedDict):
    """How a deal ended, in a correction; `chombos` where faults made it void."""

    number: int
    outcome: str
    deltas: list[int]
    chombos: NotRequired[list[ChomboDocument]]


class CorrectionSideDocument(TypedDict):
    """The game before or after a correction: the events and results that differ, scores, sticks and counters."""

    events: list[NumberedEventDocument]
    scores: list[int]
    riichi_sticks: int
    honba: int
    results: list[ShortOutcomeDocument]


class CorrectionDocument(TypedDict):
    """A correction: `event/correction`, an entry of `audit`, and the answer to a command that made one.

    `by` is "person" or "camera", `cause` who exactly, `why` a person's reason or a key of the camera's; `evidence` is
    what the camera saw. `cancels` is the correction that this one took back, `undone_by` the one that took it back.
    """

    seq: int
    kind: str
    by: str
    cause: str
    at: str
    deal: int
    why: str
    before: CorrectionSideDocument
    after: CorrectionSideDocument
    evidence: dict[str, Any] | None
    cancels: int | None
    undone_by: int | None


class AuditDocument(TypedDict):
    """`audit`: the newest corrections of the game, newest first; `total` counts all of them."""

    corrections: list[CorrectionDocument]
    total: int
