"""Events that count although the camera was not sure of them, until somebody or something settles them.

Rules this file keeps: pure values; the journal's notes are the only memory, so a restart forgets no question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from mahjong_rules.tiles import Tile, parse_tile
from table_daemon.game.history import History
from table_daemon.game.timeline import is_person
from table_daemon.journal.entries import Entry, EntryKind
from wire.documents import CandidateDocument

DOUBT_KEY: Final = "doubt"
"""Key of the note beside a doubtful event: its number."""
SETTLED_KEY: Final = "settled"
"""Key of the note that a doubtful event is right as it stands: its number."""

Candidates = tuple[tuple[Tile, float], ...]
"""What a tile may be, most likely first, with probabilities."""


@dataclass(frozen=True, slots=True)
class OpenDoubts:
    """Doubts that nobody has settled.

    `tiles`: what the tile of an event may be, by the event's number; `since`: the number of the entry that said so;
    `vouched`: events that a person confirmed.
    """

    tiles: Mapping[int, Candidates] = field(default_factory=dict)
    since: Mapping[int, int] = field(default_factory=dict)
    vouched: frozenset[int] = frozenset()

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> OpenDoubts:
        """What the notes of a journal leave open."""
        doubts = cls()
        for entry in entries:
            if entry.kind is EntryKind.AUDIT and DOUBT_KEY in entry.payload:
                candidates = candidates_of(entry.payload["candidates"])
                doubts = doubts.opened(entry.payload[DOUBT_KEY], candidates, entry.seq)
            elif entry.kind is EntryKind.AUDIT and SETTLED_KEY in entry.payload:
                doubts = doubts.settled(entry.payload[SETTLED_KEY], entry.cause)
        return doubts

    def opened(self, seq: int, candidates: Candidates, entry: int = 0) -> OpenDoubts:
        """With one more, which the journal's entry of this number tells."""
        return replace(self, tiles={**self.tiles, seq: candidates}, since={**self.since, seq: entry})

    def settled(self, seq: int, cause: str) -> OpenDoubts:
        """Without this one; a person's word is remembered."""
        left = {number: candidates for number, candidates in self.tiles.items() if number != seq}
        return replace(self, tiles=left, vouched=self.vouched | {seq} if is_person(cause) else self.vouched)

    def within(self, history: History) -> OpenDoubts:
        """Those of events that stand as they stood when it was said."""
        standing = {
            item.seq
            for item in history
            if not item.line.is_aside and all(made < self.since.get(item.seq, 0) for made in item.line.corrections)
        }
        return replace(self, tiles={seq: tiles for seq, tiles in self.tiles.items() if seq in standing})


def candidates_json(candidates: Candidates) -> list[list[object]]:
    """As in the journal: pairs of a tile's name and its probability."""
    return [[str(tile), round(probability, 4)] for tile, probability in candidates]


def candidates_of(data: Sequence[Sequence[object]]) -> Candidates:
    """What `candidates_json` wrote."""
    return tuple((parse_tile(str(name)), float(str(probability))) for name, probability in data)


def candidate_documents(candidates: Candidates) -> list[CandidateDocument]:
    """As in the `questions` document."""
    return [
        {"label": str(tile), "value": str(tile), "probability": round(probability, 3)}
        for tile, probability in candidates
    ]
