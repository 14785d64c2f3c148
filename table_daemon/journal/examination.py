"""Looking at every line of a journal, damaged or not: what `jantaku journal check` tells."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from table_daemon.journal.chain import FIRST_LINK, EntryRow
from table_daemon.journal.database import FIRST_CHAINED_VERSION
from table_daemon.journal.names import numbers_in
from table_daemon.journal.sound_parts import SoundParts
from table_daemon.journal.witness import Witness, read_witness


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found in a journal.

    Attributes:
        sound: its entries from the first to this number are what was written.
        newest: the number of the newest entry that ever was, as far as anything knows.
        games: how many lines of its list of games are what was written.
        faults: what is wrong, a sentence each; empty: nothing.
    """

    sound: int
    newest: int
    games: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SoundEntry:
    """An entry that is what was written, with its link, and which of the sources had it."""

    row: EntryRow
    link: bytes
    source: int


def examine(path: Path) -> Examination:
    """Everything in the journal at `path`; a daemon may write it meanwhile."""
    said, faults = _said(path)
    with SoundParts(path) as parts:
        if 0 < parts.version() < FIRST_CHAINED_VERSION:
            return Examination(0, parts.newest(), 0, (f"{path} is of an earlier version and has no checksums yet",))
        if (verdict := parts.verdict()) != "ok":
            faults.append(f"SQLite finds {path} damaged: {verdict}")
        sound, at_newest = 0, FIRST_LINK
        names, needed = parts.names(), set[int]()
        for entry in sound_entries(parts):
            if '"names"' in entry.row[4]:
                needed |= set(numbers_in(json.loads(entry.row[4])))
            sound = entry.row[0]
            if said is not None and sound == said.newest:
                at_newest = entry.link
        newest = max(parts.newest(), said.newest if said is not None else 0, sound)
        games = len(parts.games())
    if sound < newest:
        faults.append(f"entry {sound + 1} of {newest} is missing or is not what was written")
    elif said is not None and at_newest != said.link:
        faults.append(f"entry {said.newest} is not the one that was written")
    if needed - names.keys():
        faults.append(f"{len(needed - names.keys())} of {len(needed)} names of people are missing or damaged")
    if said is not None and games < said.begun:
        faults.append(f"{said.begun - games} of {said.begun} lines of the list of games are missing or damaged")
    return Examination(sound, newest, games, tuple(faults))


def sound_entries(*sources: SoundParts) -> Iterator[SoundEntry]:
    """Entries from the first on, each from the first source where it is what was written.

    An entry that is damaged in one file may be sound in a copy: its link tells. It ends where no source has the next.
    """
    seq, link = 0, FIRST_LINK
    while True:
        found = ((place, source.entry(seq + 1, link)) for place, source in enumerate(sources))
        sound = next((SoundEntry(*entry, place) for place, entry in found if entry is not None), None)
        if sound is None:
            return
        yield sound
        seq, link = seq + 1, sound.link


def _said(path: Path) -> tuple[Witness | None, list[str]]:
    """What the witness says, and what is wrong with it."""
    try:
        return read_witness(path), []
    except (ValueError, OSError) as error:
        return None, [f"the witness of {path} cannot be read ({error})"]
