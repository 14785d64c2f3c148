"""The books of both sets on the disk: taken in what play shows, judged, written whole; on worker threads only.

Rules this file keeps:
* One change after the other, each on the file as it is then; what was there before stays if the disk refuses.
* Nothing is taught to a set while another one lies on the table in its place.
* A damaged book is set aside and told; learning begins anew.
* What one set has learnt the other follows, unless it was shown, or is no twin of it (`tile_sets.twin_lessons`).
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.eyes.kept_files import put_away
from table_daemon.eyes.played_proofs import EndedDeal, ProvenName, proven_names
from table_daemon.eyes.tile_set_files import path_aside, played_path, tile_set_path
from table_daemon.settings import TableSettings
from vision.reading.classification import Classifier
from vision.sightings import Image
from vision.tile_sets.learnt_set import LearntSet, LearntSetError, Sample
from vision.tile_sets.lesson_book import MAX_LESSONS, MAX_SEEN, DamagedBookError, Fate, LessonBook, Proof, TileWitness
from vision.tile_sets.lesson_judge import Looks, face_chances, is_another_set, is_learnt, judged, upright
from vision.tile_sets.twin_lessons import alone, following, own
from vision.tile_sets.two_faces import odd_ones

_OF_ONE_DEAL: Final = 2
"""Crops of a kind that one deal gives: more of the same lamps and places teach little. Chosen."""
_MIN_WHOLE: Final = 0.5
"""Parts tiles from what is none, as for the reader (`vision.reading.reader`)."""
_UNKNOWN: Final = "?"
"""The set on the table is neither of the two."""
Judge = Callable[[LessonBook, LearntSet | None, Classifier], LessonBook]
"""As `lesson_judge.judged`."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What a person said that the tile of an event is, and the crop of its piece."""

    tile: Tile
    event: int
    picture: Image


@dataclass(frozen=True, slots=True)
class HeardOfPlay:
    """What play shows of one set.

    Attributes:
        set_name: which set the machine says it is.
        at: date and time, ISO 8601.
        game, deal: where it was seen.
        facts: what each event of that game says now, by its number; a lesson that rests on another is taken back.
        answers: what people said.
        table: crops of what lies there, named as it is read: whether it is that set at all.
        ended: a deal that came to its end, its chances not yet known, and the crops of its pieces by track.
    """

    set_name: SetName
    at: str
    game: str
    deal: int
    facts: Mapping[int, str]
    answers: tuple[GivenAnswer, ...] = ()
    table: tuple[Sample, ...] = ()
    ended: EndedDeal | None = None
    crops: Mapping[int, Image] = field(default_factory=dict)


class LessonBooks:
    """Keeps both books of a table.

    Args:
        table: names the folder of the files.
        threads: processor cores that the network may use.
        judge: judges a book, here or in another process.
    """

    def __init__(self, table: TableSettings, threads: int = 1, judge: Judge = judged) -> None:
        self._table = table
        self._threads = threads
        self._judge = judge
        self._network: Classifier | None = None
        self._one_at_a_time = threading.Lock()

    def has_any(self) -> bool:
        """Whether anything was learnt; may be asked on any thread."""
        return any(played_path(self._table, name).exists() for name in SetName)

    def take_in(self, *heard: HeardOfPlay) -> None:
        """Learn from all of it, in order, at once; may take seconds.

        Raises:
            LearntSetError: the disk refuses.
        """
        with self._one_at_a_time:
            for name in SetName:
                self._take_in(name, heard)
            self._follow()

    def take_back(self, set_name: SetName, number: int) -> None:
        """A person wants this lesson gone.

        Raises:
            UserError: there is none of that number.
            LearntSetError: the disk refuses.
        """
        with self._one_at_a_time:
            path = played_path(self._table, set_name)
            book = LessonBook.load(path)
            lesson = next((one for one in book.lessons if one.number == number), None)
            if lesson is None:
                raise UserError(
                    sentence(
                        "set {set} has no lesson {number}: it is gone already; look at the list again",
                        set=set_name,
                        number=number,
                    )
                )
            # Whoever takes one back that the other set lent says that the two are no twins.
            left = alone(book) if lesson.proof is Proof.TWIN else book.without({number})
            self._judge(left, self._shown(set_name), self._classifier).save(path)
            self._follow()

    def name_faces(self, set_name: SetName, names: Mapping[int, Tile]) -> None:
        """A person says what two faces are that had one name, by the numbers of their pictures.

        Raises:
            UserError: that is not asked, or no longer.
            LearntSetError: the disk refuses.
        """
        with self._one_at_a_time:
            path = played_path(self._table, set_name)
            book = LessonBook.load(path)
            if not any(set(pair) == names.keys() for pair in book.two_faces):
                raise UserError(
                    sentence("these two faces are named by now: look at the list of the set's lessons again")
                )
            named = [self._named(one, names[one.number]) for one in book.witnesses if one.number in names]
            self._judge(book.with_more(named), self._shown(set_name), self._classifier).save(path)
            self._follow()

    def forget(self, set_name: SetName) -> None:
        """All that was learnt of a set by playing goes; it is kept as the one before.

        Raises:
            UserError: there is nothing, or the disk refuses.
        """
        with self._one_at_a_time:
            put_away(played_path(self._table, set_name))

    def _follow(self) -> None:
        """Let each set that nobody has shown know what the other one has learnt."""
        for name in SetName:
            path, shown = played_path(self._table, name), self._shown(name)
            before = self._opened(path)
            other = self._opened(played_path(self._table, _other(name)))
            after = following(before, other) if shown is None else own(before)
            if after is not before:
                self._judge(after, shown, self._classifier).save(path)

    def _take_in(self, name: SetName, heard: Sequence[HeardOfPlay]) -> None:
        path = played_path(self._table, name)
        before = book = self._opened(path)
        shown = self._shown(name)
        for one in heard:
            book = self._hear(name, book, shown, one)
        if not book.is_judged or (book.lessons and not is_learnt(book, shown, self._classifier)):
            self._judge(book, shown, self._classifier).save(path)
        elif (book.strange, book.is_alone) != (before.strange, before.is_alone):
            book.save(path)

    def _hear(self, name: SetName, book: LessonBook, shown: LearntSet | None, heard: HeardOfPlay) -> LessonBook:
        """The book of a set with what this says; not judged yet."""
        book = _as_it_stands(book, heard)
        if name is not heard.set_name:
            return book
        strange = self._strangeness(name, book, shown, heard.table)
        book = replace(book, strange=strange)
        if strange:
            # What was heard of this deal before it was noticed belongs to the other set too.
            return book.without(_of_deal(book, heard))
        return self._checked_twin(name, self._with_news(book, shown, heard), heard.table)

    def _with_news(self, book: LessonBook, shown: LearntSet | None, heard: HeardOfPlay) -> LessonBook:
        found = [
            self._witness(heard, answer.tile, answer.picture, Proof.ANSWER, answer.event) for answer in heard.answers
        ]
        if heard.ended is not None:
            # A result that was corrected comes again: what the deal proves is what it proves now.
            book = book.without(_of_deal(book, heard, but=Proof.ANSWER))
            proven = self._proven(heard.ended, shown, heard, book)
            found += [
                self._witness(heard, one.tile, heard.crops[one.track], one.proof, one.event)
                for one in proven
                if one.event in heard.facts
            ]
        return book.with_more(found) if found else book

    def _proven(
        self, ended: EndedDeal, shown: LearntSet | None, heard: HeardOfPlay, book: LessonBook
    ) -> list[ProvenName]:
        """What the deal proves and the book has room for, with a second face of a name beside the first."""
        if not ended.pieces:
            return []
        tracks = [one.lying.piece.track for one in ended.pieces]
        looks = Looks.of([heard.crops[track] for track in tracks], self._classifier)
        proven = proven_names(self._with_chances(ended, shown, looks))
        seen = [one for one in proven if one.proof is Proof.SEEN]
        of_seen = looks.at([tracks.index(one.track) for one in seen])
        odd = [seen[at] for at in odd_ones([one.tile for one in seen], of_seen.likeness(of_seen))]
        return [*_wanted([one for one in proven if one not in odd], book), *odd]

    def _with_chances(self, ended: EndedDeal, shown: LearntSet | None, looks: Looks) -> EndedDeal:
        """The deal's pieces with what the network makes of them by itself and by what the owner showed."""
        correction = None if shown is None else shown.correction_for(self._classifier)
        chances = face_chances(looks, ended.stock.kinds, correction)
        triples = zip(ended.pieces, chances, looks.whole, strict=True)
        # A piece that is just being picked up is none any more.
        seen = (replace(one, chances=each) for one, each, whole in triples if whole >= _MIN_WHOLE)
        return replace(ended, pieces=tuple(seen))

    def _witness(self, heard: HeardOfPlay, tile: Tile, picture: Image, proof: Proof, event: int) -> TileWitness:
        turned = self._upright(tile, picture)
        return TileWitness(tile, turned, proof, heard.at, heard.game, heard.deal, event, heard.facts[event])

    def _named(self, one: TileWitness, tile: Tile) -> TileWitness:
        """A person's word on a picture: it rests on no event, so that no correction takes it back."""
        picture = self._upright(tile, one.picture)
        return replace(one, tile=tile, picture=picture, proof=Proof.NAMED, game="", event=0, fact="")

    def _upright(self, tile: Tile, picture: Image) -> Image:
        return upright(tile, picture, Looks.of([picture], self._classifier), 0)

    def _checked_twin(self, name: SetName, book: LessonBook, table: tuple[Sample, ...]) -> LessonBook:
        """The book as one of its own once the faces on the table are not those of the other set."""
        known = _known(self._opened(played_path(self._table, _other(name))), self._shown(_other(name)))
        if book.is_alone or not known or not table or not is_another_set(known, table, self._classifier):
            return book
        return alone(book)

    def _strangeness(self, name: SetName, book: LessonBook, shown: LearntSet | None, table: tuple[Sample, ...]) -> str:
        """Which other set lies on the table; what was found before where too little lies there to say."""
        if not table:
            return book.strange
        known = _known(book, shown)
        is_other = is_another_set(known, table, self._classifier) if known else False
        if is_other is not True:
            return book.strange if is_other is None else ""
        other = _other(name)
        of_other = _known(self._opened(played_path(self._table, other)), self._shown(other))
        looks_like_it = bool(of_other) and is_another_set(of_other, table, self._classifier) is False
        _log.warning("the tiles on the table are not those of set %s: nothing is learnt from them", name)
        return other.value if looks_like_it else _UNKNOWN

    def _opened(self, path: Path) -> LessonBook:
        try:
            return LessonBook.load(path)
        except DamagedBookError as error:
            put_aside(path)
            _log.warning("%s; it is kept as %s, and learning begins anew", error, path_aside(path))
            return LessonBook()

    def _shown(self, set_name: SetName) -> LearntSet | None:
        path = tile_set_path(self._table, set_name)
        try:
            return LearntSet.load(path) if path.exists() else None
        except LearntSetError:
            return None  # told where it is read for play

    @property
    def _classifier(self) -> Classifier:
        """A network of its own: the table's goes on reading meanwhile."""
        if self._network is None:
            self._network = Classifier(threads=self._threads)
        return self._network


def put_aside(path: Path) -> None:
    """Keep a damaged book out of the way.

    Raises:
        LearntSetError: the disk refuses.
    """
    try:
        path.replace(path_aside(path))
    except OSError as error:
        raise LearntSetError(
            sentence("{path} is damaged and cannot be moved: {why}; move it away", path=path, why=error.strerror)
        ) from error


def _as_it_stands(book: LessonBook, heard: HeardOfPlay) -> LessonBook:
    """Without what rests on events that were corrected or taken back since."""
    of_game = (one for one in book.witnesses if one.game and one.game == heard.game)  # others rest on no event
    gone = {one.number for one in of_game if heard.facts.get(one.event) != one.fact}
    return book.without(gone) if gone else book


def _of_deal(book: LessonBook, heard: HeardOfPlay, but: Proof | None = None) -> set[int]:
    """What the book has of that deal, but for one kind of proof."""
    deal = (heard.game, heard.deal)
    return {one.number for one in book.witnesses if (one.game, one.deal) == deal and one.proof is not but}


def _other(set_name: SetName) -> SetName:
    return SetName.B if set_name is SetName.A else SetName.A


def _known(book: LessonBook, shown: LearntSet | None) -> list[Sample]:
    """What the set itself looks like."""
    believed = (one.sample for one in own(book).witnesses if book.fate_of(one) is not Fate.CONTRADICTED)
    return [*(shown.samples if shown is not None else ()), *believed]


def _wanted(proven: Iterable[ProvenName], book: LessonBook) -> list[ProvenName]:
    """Those that the book has room for: few of a deal, and none of a kind that is known by as many proofs."""
    proofs = Counter(one.tile for one in book.used if one.proof not in (Proof.ANSWER, Proof.TWIN))
    seen = Counter(one.tile for one in book.witnesses if not one.teaches)
    of_deal: Counter[tuple[Tile, bool]] = Counter()
    chosen = []
    for one in proven:
        is_seen = one.proof is Proof.SEEN
        is_full = seen[one.tile] >= MAX_SEEN if is_seen else proofs[one.tile] >= MAX_LESSONS
        if not is_full and of_deal[one.tile, is_seen] < (1 if is_seen else _OF_ONE_DEAL):
            of_deal[one.tile, is_seen] += 1
            chosen.append(one)
    return chosen
