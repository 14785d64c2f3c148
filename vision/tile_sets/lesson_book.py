"""What the table has seen of one tile set while it was played with: crops with the names that people or the game gave.

Rules this file keeps:
* A book is one small file beside the taught set, bounded: some crops of each kind, the dropped lessons last heard.
* A witness never changes; what is made of it (its verdict) is found anew from all of them (`lesson_judge`).
* A file that is damaged is no book: the caller sets it aside, and nothing of it is believed.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile, TileError, parse_tile
from mahjong_rules.told import sentence
from vision.reading.adaptation import LogitCorrection, nothing
from vision.tile_sets.learnt_set import SAMPLE_SHAPE, LearntSetError, Sample, trust_in_outputs
from vision.tile_sets.packed_crops import (
    correction_from_arrays,
    correction_to_arrays,
    pictures_from_png,
    pictures_to_png,
)
from vision.whole_files import write_whole

MAX_LESSONS: Final = 4
"""Crops of a kind that teach. Chosen: a lesson of one layout gives three; one of each of four deals shows more."""
MAX_SEEN: Final = 4
"""Crops of a kind that only judge. Chosen: as many as teach."""
MAX_DROPPED: Final = 12
"""Dropped lessons that are still listed. Chosen: more than an evening has wrong answers (one in fifty)."""
_VERSION: Final = 1
"""Of the file's format."""
_FILE_LIMIT_BYTES: Final = 32_000_000
"""A longer file is refused unread. Chosen: 45 kinds with eight crops of 12 kB each are less than 5 MB."""


class DamagedBookError(LearntSetError):
    """A file that is no book, or no longer a whole one."""


class Proof(StrEnum):
    """What vouches for a name; keys of the page's catalogues below `played.proof.`."""

    ANSWER = "answer"
    """A person said so."""
    WIN = "win"
    """The hand that won is none with any other tile that this may be."""
    MELD = "meld"
    """The other tiles of the meld leave nothing else that this may be."""
    COUNT = "count"
    """Of everything else that this may be all pieces lie elsewhere."""
    NAMED = "named"
    """A person looked at two faces that had one name, and named both."""
    TWIN = "twin"
    """The table's other set has such a face of this name, and nothing says yet that the two are no twins."""
    SEEN = "seen"
    """The network itself is sure, and nothing in the deal speaks against it: teaches nothing, judges what does."""


class Fate(StrEnum):
    """What became of a lesson; keys of the page's catalogues below `played.fate.`."""

    USED = "used"
    CONTRADICTED = "contradicted"
    """Faces that look the same have another name by better witnesses."""
    HARMFUL = "harmful"
    """With it another kind is read worse."""
    EFFECTLESS = "effectless"
    """All lessons together name nothing better: none is used."""


@dataclass(frozen=True, slots=True)
class TileWitness:
    """One crop and the name it stands for.

    Attributes:
        tile: the name.
        picture: upright, SAMPLE_SHAPE, BGR.
        proof: what vouches for the name.
        at: date and time, ISO 8601.
        game, deal: in which deal it was seen; each deal is a witness of its own.
        event: number of the event in the journal that the tile came with.
        fact: what the event said; when it says something else by now, this counts no more.
        number: its own in the book, 0 before it is in one.
    """

    tile: Tile
    picture: npt.NDArray[np.uint8]
    proof: Proof
    at: str
    game: str
    deal: int
    event: int
    fact: str
    number: int = 0

    @property
    def teaches(self) -> bool:
        """Whether it is a lesson."""
        return self.proof is not Proof.SEEN

    @property
    def sample(self) -> Sample:
        """As a lesson on the set-up page would have given it."""
        return Sample(self.tile, self.picture)


@dataclass(frozen=True, slots=True)
class LessonVerdict:
    """What became of a lesson: `rival` is the kind that speaks against it, which so many `deals` say."""

    fate: Fate = Fate.USED
    rival: Tile | None = None
    deals: int = 0


@dataclass(frozen=True, slots=True)
class LessonBook:
    """All witnesses of one set.

    Attributes:
        witnesses: oldest first.
        verdicts: of lessons, by number; a witness that only judges has none.
        next_number: of the next witness.
        is_alone: whether the set is known to be no twin of the table's other one.
        strange: "" unless what lay on the table last was another set: which of the two by its faces, or "?".
        is_judged: whether the verdicts are those of just these witnesses.
        fingerprint: of the network that `correction` belongs to.
        taught: which taught set it was learnt together with, "" for none.
        learnt_from: the numbers of the lessons that it was learnt from.
        correction: of the taught set and all lessons used.
        two_faces: what people are to be asked: a face that shares its name with another one, and that other one.
    """

    witnesses: tuple[TileWitness, ...] = ()
    verdicts: Mapping[int, LessonVerdict] = field(default_factory=dict)
    next_number: int = 1
    is_alone: bool = False
    strange: str = ""
    is_judged: bool = True
    fingerprint: str = ""
    taught: str = ""
    learnt_from: tuple[int, ...] = ()
    correction: LogitCorrection = field(default_factory=lambda: nothing(trust_in_outputs()))
    two_faces: tuple[tuple[int, int], ...] = ()

    @property
    def lessons(self) -> tuple[TileWitness, ...]:
        """Those that teach, or would."""
        return tuple(witness for witness in self.witnesses if witness.teaches)

    @property
    def used(self) -> tuple[TileWitness, ...]:
        """Those that the present correction was learnt from."""
        return tuple(witness for witness in self.lessons if self.fate_of(witness) is Fate.USED)

    def fate_of(self, witness: TileWitness) -> Fate:
        """What became of it."""
        return self.verdicts.get(witness.number, LessonVerdict()).fate

    def with_more(self, found: Iterable[TileWitness]) -> LessonBook:
        """With these besides, but for those that it has already; to be judged anew."""
        known = {(one.game, one.event, one.tile, one.proof is Proof.ANSWER) for one in self.lessons}
        kept, number = list(self.witnesses), self.next_number
        for witness in found:
            if (witness.game, witness.event, witness.tile, True) in known and witness.proof is Proof.ANSWER:
                continue
            kept.append(replace(witness, number=number))
            number += 1
        if number == self.next_number:
            return self
        return replace(self, witnesses=tuple(kept), next_number=number, is_judged=False).bounded()

    def without(self, numbers: Container[int]) -> LessonBook:
        """Without these; to be judged anew."""
        left = tuple(witness for witness in self.witnesses if witness.number not in numbers)
        if len(left) == len(self.witnesses):
            return self
        numbers_left = {witness.number for witness in left}
        asked = tuple(pair for pair in self.two_faces if numbers_left.issuperset(pair))
        return replace(self, witnesses=left, two_faces=asked, is_judged=False)

    def bounded(self) -> LessonBook:
        """Without those that are too many of a kind: the oldest of the deal that has the most."""
        gone: set[int] = set()
        dropped = [one.number for one in self.lessons if self.fate_of(one) not in (Fate.USED, Fate.EFFECTLESS)]
        gone |= set(dropped[: max(len(dropped) - MAX_DROPPED, 0)])
        of_kind: dict[tuple[Tile, bool], list[TileWitness]] = {}
        for witness in self.witnesses:
            if witness.number not in dropped:
                of_kind.setdefault((witness.tile, witness.teaches), []).append(witness)
        for (_, teaches), witnesses in of_kind.items():
            while len(witnesses) > (MAX_LESSONS if teaches else MAX_SEEN):
                spare = witnesses.pop(_spare(witnesses))
                gone.add(spare.number)
        return self.without(gone) if gone else self

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all; folders are made.

        Raises:
            LearntSetError: it cannot be written.
        """
        try:
            write_whole(path, packed_book(self))
        except OSError as error:
            raise LearntSetError(
                sentence(
                    "what was learnt while playing cannot be written to {path}: {why}; mend that",
                    path=path,
                    why=error.strerror,
                )
            ) from error

    @classmethod
    def load(cls, path: Path) -> LessonBook:
        """Read a file that `save` wrote; an empty book where there is none.

        Raises:
            DamagedBookError: it is none.
            LearntSetError: it cannot be read.
        """
        try:
            if path.stat().st_size > _FILE_LIMIT_BYTES:
                raise DamagedBookError(sentence("{path} is too large for lessons of play: move it away", path=path))
            data = path.read_bytes()
        except FileNotFoundError:
            return cls()
        except OSError as error:
            raise LearntSetError(
                sentence("{path} cannot be read: {why}; mend that or move it away", path=path, why=error.strerror)
            ) from error
        try:
            return unpacked_book(data)
        except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile, cv2.error, TileError) as error:
            raise DamagedBookError(
                sentence("{path} is damaged: nothing that was learnt while playing can be read", path=path)
            ) from error


def _spare(witnesses: Sequence[TileWitness]) -> int:
    """Where the one is whose loss is the least: a twin's, of the deal with most of them, the weakest proof, the oldest.

    What a person named beside another face goes last: nobody is asked twice.
    """
    deals = Counter((one.game, one.deal) for one in witnesses)
    worth = [
        (
            one.proof is not Proof.TWIN,
            one.proof is Proof.NAMED,
            -deals[one.game, one.deal],
            one.proof is not Proof.ANSWER,
            one.number,
        )
        for one in witnesses
    ]
    return worth.index(min(worth))


def packed_book(book: LessonBook) -> bytes:
    """A book as the bytes of its file."""
    about = {
        "version": _VERSION,
        "next": book.next_number,
        "alone": book.is_alone,
        "strange": book.strange,
        "fingerprint": book.fingerprint,
        "taught": book.taught,
        "learnt_from": list(book.learnt_from),
        "two_faces": [list(pair) for pair in book.two_faces],
        "witnesses": [
            [one.number, str(one.tile), one.proof.value, one.at, one.game, one.deal, one.event, one.fact]
            for one in book.witnesses
        ],
        "verdicts": [
            [number, verdict.fate.value, None if verdict.rival is None else str(verdict.rival), verdict.deals]
            for number, verdict in book.verdicts.items()
        ],
    }
    arrays = correction_to_arrays(book.correction)
    if book.witnesses:
        arrays["png"] = pictures_to_png([one.picture for one in book.witnesses])
    buffer = io.BytesIO()
    np.savez(buffer, about=np.array(json.dumps(about)), **arrays)
    return buffer.getvalue()


def unpacked_book(data: bytes) -> LessonBook:
    """What `packed_book` packed; raises what numpy and json raise where it is something else."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        about: dict[str, Any] = json.loads(str(file["about"]))
        rows = about["witnesses"]
        pictures = pictures_from_png(np.asarray(file["png"], np.uint8), len(rows), SAMPLE_SHAPE) if rows else []
        correction = correction_from_arrays(file, trust_in_outputs())
    if about["version"] != _VERSION:
        raise ValueError(f"version {about['version']}")
    witnesses = tuple(
        TileWitness(
            parse_tile(tile), picture, Proof(proof), str(at), str(game), int(deal), int(event), str(fact), int(number)
        )
        for (number, tile, proof, at, game, deal, event, fact), picture in zip(rows, pictures, strict=True)
    )
    verdicts = {
        int(number): LessonVerdict(Fate(fate), parse_tile(rival) if rival else None, int(deals))
        for number, fate, rival, deals in about["verdicts"]
    }
    return LessonBook(
        witnesses=witnesses,
        verdicts=verdicts,
        next_number=int(about["next"]),
        # A book of an earlier version does not say.
        is_alone=bool(about.get("alone", False)),
        strange=str(about["strange"]),
        fingerprint=str(about["fingerprint"]),
        taught=str(about["taught"]),
        learnt_from=tuple(map(int, about["learnt_from"])),
        correction=correction,
        # A book of an earlier version has none.
        two_faces=tuple((int(asked), int(other)) for asked, other in about.get("two_faces", ())),
    )
