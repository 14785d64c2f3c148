"""Fines for dangerous discards: found by the engine, confirmed or waived by people (Tchou 1924 l.621-651).

Rules this file keeps:
* A discard counts when it served a hand that threatened openly: half a fine when it made a set there, a full one when
  it won. Only discards into the threatening hand matter, so they are noted when they are claimed.
* `Deal.fines` are in the order in which they are considered: a full fine before half fines, later before earlier; the
  first that is due is the only one (R-18). Each is about one discard and is judged by itself.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from mahjong_rules.deal_result import Fine, HandValue
from mahjong_rules.events import Win
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal
from mahjong_rules.systems.classical.hand import ClassicalHand
from mahjong_rules.systems.classical.system import Scoring
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item


def note_danger(deal: Deal, claimer: Seat, scoring: Scoring) -> Deal:
    """The deal with a dangerous discard noted, if the last one is that; it is about to be claimed for a set."""
    fine = _fine(deal, deal.seat, claimer, deal.rivers[deal.seat][-1].tile, scoring, is_full=False)
    if fine is None:
        return deal
    return replace(deal, classical=replace(deal.classical, dangers=(*deal.classical.dangers, fine)))


def _fine(deal: Deal, offender: Seat, winner: Seat, tile: Tile, scoring: Scoring, *, is_full: bool) -> Fine | None:
    case = scoring.danger(deal.melds[winner], tile, wins=is_full)
    if case is None:
        return None
    return Fine(offender, winner, case, tile, is_full, exempt=None if scoring.people_judge else False)


def find_fines(deal: Deal, win: Win, discarder: Seat | None, value: HandValue, scoring: Scoring) -> tuple[Fine, ...]:
    """The fines that this win brings about, none of them judged; a tile robbed from a kong was not discarded."""
    noted = [fine for fine in reversed(deal.classical.dangers) if fine.winner == win.seat]
    if discarder is not None and deal.kong_tile is None:
        full = _fine(deal, discarder, win.seat, win.winning_tile, scoring, is_full=True)
        noted = noted if full is None else [full, *noted]
    return tuple(fine for fine in noted if scoring.is_finable(fine.case, value))


def with_judgement(fines: tuple[Fine, ...], offender: Seat, *, exempt: bool) -> tuple[Fine, ...] | None:
    """The fines with the next one of this player judged, or the first judged again; None where there is none."""
    own = [place for place, fine in enumerate(fines) if fine.offender == offender]
    if not own:
        return None
    place = next((place for place in own if fines[place].exempt is None), own[0])
    return with_item(fines, place, replace(fines[place], exempt=exempt))


def with_shown_hand(deal: Deal, seat: Seat, hand: ClassicalHand, scoring: Scoring) -> Deal:
    """An opened hand that waited for the last tile of a great hand itself excuses the discard that just won.

    Whether it waited so at an earlier discard, and whether other tiles could have been discarded, people judge.
    """
    fines = tuple(
        replace(fine, exempt=True)
        if fine.offender == seat and fine.is_full and fine.exempt is None and scoring.waits_for_great_hand(hand)
        else fine
        for fine in deal.classical.fines
    )
    return replace(deal, classical=replace(deal.classical, fines=fines))


def unjudged(deal: Deal) -> tuple[Seat, ...]:
    """Whose fine people have still to confirm or waive before anything can be settled."""
    for fine in deal.classical.fines:
        if fine.exempt is None:
            return (fine.offender,)
        if not fine.exempt:
            break
    return ()


def considered(deal: Deal) -> tuple[Fine, ...]:
    """The fines that people judged, up to the one that is due."""
    judged: list[Fine] = []
    for fine in deal.classical.fines:
        judged.append(fine)
        if not fine.exempt:
            break
    return tuple(judged)


def due_fines(deal: Deal, winner: Seat) -> tuple[Fine, ...]:
    """The one fine that is due for this win, if any."""
    own = (fine for fine in deal.classical.fines if fine.winner == winner and fine.exempt is False)
    return tuple(islice(own, 1))
