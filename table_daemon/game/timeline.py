"""From the entries of the journal to the events that count: corrections applied, nothing lost.

Rules this file keeps:
* A correction is a list of edits, written once and never changed; taking it back is a correction that names it.
* The timeline is a pure fold of the entries: any prefix of a journal gives the game as it stood then.
* A line keeps its number for ever: the `seq` of the entry that brought its event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from mahjong_rules.told import Told, sentence
from table_daemon.journal.entries import Entry, EntryKind, Json

UNDO_KEY: Final = "undo_to"
"""Undo of journals of format 1: an audit entry that takes back every event after the entry it names."""
MACHINE_CAUSES: Final = ("camera", "machine")
"""Causes that are no person."""


class TimelineError(ValueError):
    """Edits that do not fit the events; the text is one sentence."""


class Op(StrEnum):
    """What an edit does to a line."""

    REPLACE = "replace"
    """Another event in the same place; a line that was set aside counts again."""
    REMOVE = "remove"
    INSERT = "insert"
    """A new line after the line `after`."""
    ASIDE = "aside"
    """The event stays in the timeline but does not count: an open question."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of one line. `payload` is the event as JSON (replace, insert), `after` the line before (insert)."""

    op: Op
    seq: int
    payload: Json | None = None
    after: int = 0

    def to_json(self) -> Json:
        """As in the journal; an inserted event stands in its own entry."""
        data: Json = {"op": self.op.value, "seq": self.seq}
        if self.op is Op.REPLACE:
            data["event"] = self.payload
        if self.op is Op.INSERT:
            data["after"] = self.after
        return data


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the timeline. `corrections` are the numbers of those that made it what it is.

    `by_person`: a person entered it or had the last word on it. `is_aside`: it waits for a person and does not count.
    """

    seq: int
    payload: Json
    at: str
    cause: str
    corrections: tuple[int, ...] = ()
    by_person: bool = False
    is_aside: bool = False
    deal: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as the audit list shows it. `undone_by` is the correction that took it back, if one did."""

    seq: int
    kind: str
    why: str
    cause: str
    at: str
    deal: int
    before: Json = field(default_factory=dict)
    after: Json = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()
    cancels: int | None = None
    undone_by: int | None = None
    evidence: Json | None = None
    command: str = ""
    """The id of the command, so that its repetition after a restart does nothing."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The events of a game that stand, in order, and every correction ever made."""

    lines: tuple[Line, ...] = ()
    corrections: tuple[Correction, ...] = ()


def is_person(cause: str) -> bool:
    """True for every cause but the camera's and the machine's."""
    return cause not in MACHINE_CAUSES


def fold(entries: Iterable[Entry]) -> Timeline:
    """The timeline of one game.

    Raises:
        TimelineError: an edit names a line that is not there.
    """
    entries = list(entries)
    corrections = _with_undone([_correction(entry) for entry in entries if entry.kind is EntryKind.CORRECTION])
    standing = {correction.seq: correction for correction in corrections if correction.undone_by is None}
    inserted = {entry.seq: entry for entry in entries if entry.kind is EntryKind.INSERTED}
    lines: list[Line] = []
    for entry in entries:
        if entry.kind is EntryKind.EVENT:
            lines.append(_line(entry))
        elif entry.seq in standing:
            lines = edited(lines, _filled(standing[entry.seq], inserted), entry)
        elif entry.kind is EntryKind.AUDIT and UNDO_KEY in entry.payload:
            lines = [line for line in lines if line.seq <= entry.payload[UNDO_KEY]]
    return Timeline(tuple(lines), tuple(corrections))


def edited(lines: Sequence[Line], edits: Sequence[Edit], by: Entry) -> list[Line]:
    """`lines` after the edits of the correction `by`.

    Raises:
        TimelineError: an edit names a line that is not there.
    """
    changed = list(lines)
    for edit in edits:
        place = _place(changed, edit.after if edit.op is Op.INSERT else edit.seq)
        match edit.op:
            case Op.REMOVE:
                del changed[place]
            case Op.ASIDE:
                changed[place] = replace(_touched(changed[place], by), is_aside=True)
            case Op.REPLACE:
                line = replace(_touched(changed[place], by), payload=edit.payload or {}, is_aside=False)
                changed[place] = replace(line, by_person=is_person(by.cause))
            case Op.INSERT:
                line = Line(edit.seq, edit.payload or {}, by.at, by.cause, (by.seq,), is_person(by.cause), deal=by.deal)
                changed.insert(place + 1, line)
    return changed


def correction_json(kind: str, why: str, edits: Sequence[Edit], **more: Any) -> Json:
    """The payload of a correction's entry; `more` are its other fields, those that are None or empty left out."""
    kept = {key: value for key, value in more.items() if value not in (None, "", {}, [], ())}
    return {"kind": kind, "why": why, "edits": [edit.to_json() for edit in edits], **kept}


def _correction(entry: Entry) -> Correction:
    data = entry.payload
    try:
        return Correction(
            seq=entry.seq,
            kind=data["kind"],
            why=data["why"],
            cause=entry.cause,
            at=entry.at,
            deal=entry.deal,
            before=data.get("before", {}),
            after=data.get("after", {}),
            edits=tuple(_edit(edit) for edit in data["edits"]),
            cancels=data.get("cancels"),
            evidence=data.get("evidence"),
            command=data.get("command", ""),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise TimelineError(f"entry {entry.seq} is no correction ({error})") from error


def _edit(data: Json) -> Edit:
    return Edit(Op(data["op"]), data["seq"], data.get("event"), data.get("after", 0))


def _with_undone(corrections: Sequence[Correction]) -> list[Correction]:
    """Newest first: what a standing correction takes back does not stand, and takes nothing back itself."""
    undone: dict[int, int] = {}
    for correction in reversed(corrections):
        if correction.seq not in undone and correction.cancels is not None:
            undone[correction.cancels] = correction.seq
    return [replace(correction, undone_by=undone.get(correction.seq)) for correction in corrections]


def _filled(correction: Correction, inserted: dict[int, Entry]) -> list[Edit]:
    """The edits with the events of their own entries."""
    filled = []
    for edit in correction.edits:
        if edit.op is Op.INSERT and edit.seq not in inserted:
            raise TimelineError(f"correction {correction.seq} puts in entry {edit.seq}, which is not there")
        filled.append(replace(edit, payload=inserted[edit.seq].payload) if edit.op is Op.INSERT else edit)
    return filled


def _line(entry: Entry) -> Line:
    return Line(entry.seq, entry.payload, entry.at, entry.cause, by_person=is_person(entry.cause), deal=entry.deal)


def _touched(line: Line, by: Entry) -> Line:
    return replace(line, corrections=(*line.corrections, by.seq))


def _place(lines: Sequence[Line], seq: int) -> int:
    for place in range(len(lines) - 1, -1, -1):
        if lines[place].seq == seq:
            return place
    raise TimelineError(no_event_text(seq))


def no_event_text(seq: int) -> Told:
    """Another correction took it out, or it never was there."""
    return sentence("there is no event {seq} in this game; look again", seq=seq)
