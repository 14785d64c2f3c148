"""What lies in the rivers against what was counted: nothing too many, nothing missing, nothing twice.

Rules this file keeps:
* Only places and numbers count here; what a face shows is weighed elsewhere (`contradictions`).
* A river with a hand over it says nothing.
* What nobody saw is believed only where the rest of the table agrees with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mahjong_rules.events import Discarded, Event, WinsDeclared
from mahjong_rules.seats import SEATS, Seat, seat_after, turns_between
from mahjong_rules.state import Turn
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.explanations import Doubt, ends_deal
from table_daemon.interpreter.layout import NUDGE_MM, pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import View
from vision.sightings import Face, Observation, SettledTile, Zone

_HALF_WIDTH_MM: Final = 10.0
"""Of a tile of 20.5 mm."""
_HALF_HEIGHT_MM: Final = 14.0
"""Of a tile of 28 mm."""
_SLACK_MM: Final = 5.0
"""Separates two pieces that touch from one that is seen at two places: pieces deeper in each other are one.

Chosen, not measured: a quarter of a width, far above the jitter of 1-2 mm."""


def is_doubled(piece: SettledTile, observation: Observation) -> bool:
    """Whether another piece is said to lie where this one lies: one tile was moved, and is seen at both places."""
    return any(
        other.track != piece.track and other.zone is piece.zone and other.seat == piece.seat and _overlap(piece, other)
        for other in observation.tiles
    )


def _overlap(piece: SettledTile, other: SettledTile) -> bool:
    widths = [_HALF_HEIGHT_MM if each.is_sideways else _HALF_WIDTH_MM for each in (piece, other)]
    heights = [_HALF_WIDTH_MM if each.is_sideways else _HALF_HEIGHT_MM for each in (piece, other)]
    is_level = abs(piece.v_mm - other.v_mm) < sum(heights) - _SLACK_MM
    return is_level and abs(piece.u_mm - other.u_mm) < sum(widths) - _SLACK_MM


def read_uncounted(view: View, bindings: Bindings) -> Doubt | None:
    """A tile in a river that is nobody's turn: a discard before it was missed, or it is none."""
    awaited = view.next_to_act
    if awaited is not None and (Zone.RIVER, awaited) in view.observation.busy:
        return None
    piece = next((piece for seat in SEATS if seat != awaited for piece in uncounted(view, bindings, seat)), None)
    return None if piece is None else Doubt(piece, QuestionReason.UNCOUNTED_TILE)


def uncounted(view: View, bindings: Bindings, seat: Seat) -> list[SettledTile]:
    """Open pieces in the river of `seat` that are no tile of the game, and none that was moved or read otherwise."""
    if (Zone.RIVER, seat) in view.observation.busy:
        return []
    fresh = bindings.unbound(pieces(view.observation, Zone.RIVER, seat, Face.UP))
    return [piece for piece in fresh if bindings.lost_place(piece, view.observation) is None]


def missing_at_end(view: View, bindings: Bindings, events: Sequence[Event]) -> tuple[Anchor, ...]:
    """If `events` end the deal: discards that were counted and not taken, and where they lay nothing lies any more."""
    if not ends_deal(events):
        return ()
    taken = _taken(view, events)
    return tuple(
        anchor
        for seat in SEATS
        if (Zone.RIVER, seat) not in view.observation.busy
        for anchor in _unclaimed(view, seat)
        if anchor != taken and not bindings.is_present(anchor, view.observation)
        if not _is_filled(anchor, bindings, view.observation)
    )


def _taken(view: View, events: Sequence[Event]) -> Anchor | None:
    """The discard that is won, where it was counted before."""
    deal = view.deal
    is_won = any(isinstance(event, WinsDeclared) and event.discarder is not None for event in events)
    is_unseen = any(isinstance(event, Discarded) for event in events)
    if not is_won or is_unseen or deal.kong_tile is not None:
        return None
    return Anchor(Zone.RIVER, deal.seat, len(deal.rivers[deal.seat]) - 1)


def _unclaimed(view: View, seat: Seat) -> list[Anchor]:
    river = view.deal.rivers[seat]
    return [Anchor(Zone.RIVER, seat, index) for index, entry in enumerate(river) if entry.claimed_by is None]


def _is_filled(anchor: Anchor, bindings: Bindings, observation: Observation) -> bool:
    """Whether some piece, face up or down, lies where that tile lay and is no other tile of the game."""
    places = bindings.places(anchor)
    return any(
        math.hypot(piece.u_mm - u_mm, piece.v_mm - v_mm) < NUDGE_MM
        for piece in bindings.unbound(pieces(observation, anchor.zone, anchor.seat))
        for seat, u_mm, v_mm in places
        if seat == anchor.seat
    )


def unseen_discarder(view: View, bindings: Bindings, taker: Seat, *, plays_on: bool = True) -> Seat | None:
    """Whose discard `taker` may have taken before anybody saw it; None where the table speaks against it.

    Only the player in turn can have made it, the discard before it still lies in its river, and no new tile lies in
    that player's but one that came later. Who won it ended the deal: nothing else on the table is left to explain then,
    in no river and in no corner. In world 9784 two tiles of a chow were, whose third had counted as a flower, and
    the win was booked against the wrong player.

    Args:
        view: the table.
        bindings: which piece is which tile.
        taker: who claimed or won it.
        plays_on: it was claimed, so that others may have discarded since.
    """
    source = view.next_to_act
    if source is None or source == taker or (Zone.RIVER, source) in view.observation.busy:
        return None
    deal = view.deal
    last = Anchor(Zone.RIVER, deal.seat, len(deal.rivers[deal.seat]) - 1)
    is_last_there = deal.kong_tile is not None or bindings.is_present(last, view.observation)
    if deal.turn is Turn.CLAIM and not is_last_there:
        return None
    if not plays_on:
        return None if any(has_unexplained(view, bindings, zone) for zone in (Zone.RIVER, Zone.MELDS)) else source
    has_fresh = [_lies_fresh(view, bindings, Zone.RIVER, seat) for seat in SEATS]
    return None if has_fresh[source] and not _came_later(has_fresh, source, taker, view.seats) else source


def has_unexplained(view: View, bindings: Bindings, zone: Zone) -> bool:
    """Whether an open tile lies in somebody's river, or corner, that is no tile of the game."""
    return any(_lies_fresh(view, bindings, zone, seat) for seat in SEATS)


def _lies_fresh(view: View, bindings: Bindings, zone: Zone, seat: Seat) -> bool:
    return bool(bindings.unbound(pieces(view.observation, zone, seat, Face.UP)))


def _came_later(has_fresh: Sequence[bool], source: Seat, taker: Seat, seats: Sequence[Seat]) -> bool:
    """Whether the new tile in the river of `source` can only have been laid after `taker` had claimed another one.

    Then all from the claimer on have discarded once more, and not everybody else, as they would have if it had come
    first.
    """
    steps = turns_between(taker, source, seats)
    since_claim = [has_fresh[seat_after(taker, step, seats)] for step in range(steps)]
    others = [has_fresh[seat] for seat in seats if seat != source]
    return all(since_claim) and not all(others)
