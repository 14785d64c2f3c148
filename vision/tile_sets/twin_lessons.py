"""What one set of a table teaches the other: mostly they are twins, one maker's faces on backs of two colours.

Rules this file keeps:
* Pure: books go in, a book comes out.
* A set follows the other one until the faces of either, or a person, say that they are no twins: then neither does.
* What was lent is not lent back; every word about the set itself weighs more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from mahjong_rules.tiles import Tile
from vision.tile_sets.lesson_book import MAX_LESSONS, LessonBook, Proof, TileWitness

_OF_A_KIND: Final = 2
"""So many lessons of a kind are lent, the newest ones. Chosen: one light more than a single crop shows."""
_Look = tuple[Tile, bytes]
"""A name and a picture: what makes two lessons the same."""


def own(book: LessonBook) -> LessonBook:
    """A book without what the other set lent it."""
    return book.without({one.number for one in _lent_to(book)})


def following(book: LessonBook, other: LessonBook) -> LessonBook:
    """A book with what the other set's has learnt by now; itself where nothing is new."""
    if book.is_alone or other.is_alone:
        return own(book)
    room = {tile: MAX_LESSONS - count for tile, count in Counter(one.tile for one in own(book).lessons).items()}
    wanted: dict[_Look, TileWitness] = {}
    taken: Counter[Tile] = Counter()
    for one in reversed(other.used):
        if one.proof is not Proof.TWIN and taken[one.tile] < min(_OF_A_KIND, room.get(one.tile, _OF_A_KIND)):
            taken[one.tile] += 1
            wanted[_look(one)] = replace(one, proof=Proof.TWIN, game="", deal=0, event=0, fact="")
    had = {_look(one): one.number for one in _lent_to(book)}
    left = book.without({number for look, number in had.items() if look not in wanted})
    return left.with_more(one for look, one in reversed(wanted.items()) if look not in had)


def alone(book: LessonBook) -> LessonBook:
    """A book of a set that is no twin of the other."""
    return replace(own(book), is_alone=True)


def _lent_to(book: LessonBook) -> tuple[TileWitness, ...]:
    return tuple(one for one in book.witnesses if one.proof is Proof.TWIN)


def _look(witness: TileWitness) -> _Look:
    return witness.tile, witness.picture.tobytes()
