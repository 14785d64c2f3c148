"""The readers in order of certainty: the first explanation that one of them finds, and what all before it doubted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from mahjong_rules.seats import SEATS
from table_daemon.interpreter.bare_walls import read_bare_wall
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.contradictions import Contested, Contradiction, contested
from table_daemon.interpreter.crowded_melds import read_crowded_meld
from table_daemon.interpreter.discards import read_discard
from table_daemon.interpreter.endings import EndingTimes, read_ending
from table_daemon.interpreter.explanations import Doubt, Explanation, ends_deal
from table_daemon.interpreter.flowers import read_flower
from table_daemon.interpreter.indicators import read_indicator
from table_daemon.interpreter.joint_reading import Surplus
from table_daemon.interpreter.melds import read_meld_like_flowers, read_melds
from table_daemon.interpreter.table_view import Answers, View
from table_daemon.interpreter.tally import missing_at_end, read_uncounted

_Reader = Callable[[], Explanation | Doubt | Contradiction | Surplus | None]


@dataclass(frozen=True, slots=True)
class FirstReading:
    """What the readers made of one view.

    Attributes:
        explanation: None where nothing new can be explained.
        doubts: of the readers before.
        contradictions: of theirs too.
        surplus: too many tiles of one face: one of them is something else.
        missing: where the explanation ends the deal, discards that were counted and lie on the table no more.
        contested: there, too, tiles that may well be others than were counted.
    """

    explanation: Explanation | None = None
    doubts: tuple[Doubt, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    surplus: Surplus | None = None
    missing: tuple[Anchor, ...] = ()
    contested: tuple[Contested, ...] = ()


def read_first(view: View, bindings: Bindings, answers: Answers, ending: EndingTimes | None) -> FirstReading:
    """Ask one reader after the other until one explains something.

    Args:
        view: the table.
        bindings: which piece is which tile.
        answers: what people said.
        ending: how an ending is read; None while the table is not quiet enough for one.
    """
    doubts: list[Doubt] = []
    contradictions: list[Contradiction] = []
    too_many: Surplus | None = None
    for reader in _in_order(view, bindings, answers, ending, doubts):
        found = reader()
        if isinstance(found, Explanation):
            missing = missing_at_end(view, bindings, found.events)
            unsure = tuple(contested(view, bindings)) if ends_deal(found.events) else ()
            return FirstReading(found, tuple(doubts), tuple(contradictions), missing=missing, contested=unsure)
        if isinstance(found, Contradiction):
            contradictions.append(found)
        elif isinstance(found, Surplus):
            too_many = too_many or found
        elif found is not None:
            doubts.append(found)
    return FirstReading(None, tuple(doubts), tuple(contradictions), too_many)


def _in_order(
    view: View, bindings: Bindings, answers: Answers, ending: EndingTimes | None, doubts: Sequence[Doubt]
) -> Iterator[_Reader]:
    """In order of certainty; `doubts` grows while this goes on."""
    yield partial(read_indicator, view, bindings, answers)
    for seat in SEATS:
        yield partial(read_meld_like_flowers, view, bindings, seat)
    for seat in SEATS:
        yield partial(read_flower, view, bindings, answers, seat)
    for seat in SEATS:
        yield partial(read_melds, view, bindings, answers, seat)
    for seat in SEATS:
        yield partial(read_crowded_meld, view, bindings, answers, seat)
    yield partial(read_discard, view, bindings, answers)
    if not doubts:
        yield partial(read_uncounted, view, bindings)
    if ending is not None:
        yield partial(read_ending, view, bindings, answers, ending, tuple(doubts))
        if ending.draw_is_overdue and not doubts:
            yield partial(read_bare_wall, view)
