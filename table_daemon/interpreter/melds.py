"""Reader of melds: new ones and kongs in the corner of each player, by the table manners of the system in play."""

from __future__ import annotations

from typing import Final

from mahjong_rules.events import KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.blank_dragons import was_back
from table_daemon.interpreter.claims import (
    claim_step,
    claimed_kong,
    fits_last_discard,
    hidden_claim_step,
    read_claim,
    upright_claim,
)
from table_daemon.interpreter.contradictions import Contradiction, left_the_river
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.flowers import has_gone_on, looks_like_flower, melded
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.meld_shapes import (
    MIN_MELD,
    SIDE_BY_SIDE,
    added_kong,
    groups_of,
    half_seen_kong,
    new_meld,
    with_red_five,
)
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import read_laid_on
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Face, SettledTile, Zone

_IN_KONG: Final = 4
"""Tiles of a kong: one whose pieces are all seen lacks no back, and a blank white dragon beside it is a tile."""


def read_melds(
    view: View, bindings: Bindings, answers: Answers, seat: Seat
) -> Explanation | Doubt | Contradiction | None:
    """A new meld or kong in the corner of `seat`."""
    if (Zone.MELDS, seat) in view.observation.busy:
        return read_laid_on(view, bindings, answers, seat)
    corner = melded(view, bindings, seat)
    fresh = [piece for piece in bindings.unbound(corner) if not _is_back_of_kong(view, bindings, corner, piece)]
    for piece in fresh:
        grown = added_kong(view.deal.melds[seat], [other for other in corner if bindings.is_bound(other)], piece)
        if grown is not None:
            return _kong_step(view, seat, grown[1], Anchor(Zone.MELDS, seat, grown[0]), (piece,))
    for group in groups_of(fresh):
        step = _meld_step(view, bindings, seat, group) or _claim_played_on(view, bindings, seat, group)
        if step is not None:
            return step
    half_seen = half_seen_kong(fresh, view.tile_width_mm)
    if half_seen is not None:
        return _own_kong(view, seat, half_seen, fresh) if has_gone_on(view, bindings, seat) else None
    return _unexplained(fresh, answers) or read_laid_on(view, bindings, answers, seat)


def _is_back_of_kong(view: View, bindings: Bindings, corner: list[SettledTile], piece: SettledTile) -> bool:
    """Whether a back lies beside the tiles of a concealed kong that counts already: it was not seen before."""
    if not _is_back(piece) or piece.is_sideways:
        return False
    near_mm = SIDE_BY_SIDE * view.tile_width_mm
    laid = [anchor for other in corner if (anchor := bindings.anchors.get(other.track)) is not None]
    near = (bindings.anchors.get(other.track) for other in corner if abs(other.u_mm - piece.u_mm) < near_mm)
    beside = [anchor for anchor in near if anchor is not None and laid.count(anchor) < _IN_KONG]
    melds = (view.deal.melds[anchor.seat][anchor.index] for anchor in beside if anchor.zone is Zone.MELDS)
    return any(meld.kind is MeldKind.CONCEALED_KONG for meld in melds)


def read_meld_like_flowers(view: View, bindings: Bindings, seat: Seat) -> Explanation | None:
    """A new meld of `seat` of which a tile looks most like a flower but may well be the missing one.

    Asked before flowers are read: a maker's bird or bamboo that resembles a flower would be laid aside as one, and
    the rest of the meld never explained. A sideways tile and a discard that left the river speak for the meld; a
    flower that is read for sure has no second reading and stays one.
    """
    if (Zone.MELDS, seat) in view.observation.busy:
        return None
    for group in groups_of(bindings.unbound(pieces(view.observation, Zone.MELDS, seat))):
        if any(looks_like_flower(view, piece) for piece in group):
            step = _meld_step(view, bindings, seat, group)
            if isinstance(step, Explanation):
                return step
    return None


def _is_back(piece: SettledTile) -> bool:
    return piece.face is Face.DOWN or was_back(piece)


def _unexplained(fresh: list[SettledTile], answers: Answers) -> Doubt | None:
    """New pieces that make no meld although there are enough for one: which tile is it that was read worst?

    Where they lie before the player in turn, or one who may claim, somebody has to say.
    """
    if len(fresh) < MIN_MELD or not any(piece.is_sideways or _is_back(piece) for piece in fresh):
        return None
    unnamed = [piece for piece in fresh if piece.track not in answers.tiles] or fresh
    worst = min(unnamed, key=lambda piece: piece.confidence)
    return Doubt(
        worst, QuestionReason.IMPOSSIBLE_TILE, "the new tiles in this corner make no meld that the rules allow now"
    )


def awaits_meld(view: View, bindings: Bindings, seat: Seat) -> bool:
    """Whether the last discard was taken for a meld in the corner of `seat` that is not explained yet.

    What that player discards afterwards would be counted as if nothing had been claimed.
    """
    if not view.is_offered or not left_the_river(view, bindings):
        return False
    claimed = bindings.unbound(melded(view, bindings, seat))
    if len(claimed) >= MIN_MELD and any(piece.is_sideways for piece in claimed):
        return True
    return any(upright_claim(view, bindings, seat, group) is not None for group in groups_of(claimed))


def _meld_step(
    view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]
) -> Explanation | Doubt | Contradiction | None:
    meld = new_meld(seat, group)
    if meld is None:
        return None
    if meld.kind is not MeldKind.CONCEALED_KONG:
        return read_claim(view, bindings, seat, meld, group)
    if view.traits.claimed_kong_hides_two and view.next_to_act != seat:
        return hidden_claim_step(view, bindings, seat, meld, group)
    if view.traits.claimed_kong_hides_two and fits_last_discard(view, meld):
        return claim_step(view, bindings, seat, claimed_kong(meld, view.deal.seat), group)
    return _own_kong(view, seat, meld, group)


def _own_kong(view: View, seat: Seat, meld: Meld, group: list[SettledTile]) -> Explanation | None:
    kong = with_red_five(meld) if view.traits.stock.red_fives else meld
    return _kong_step(view, seat, kong, Anchor(Zone.MELDS, seat, len(view.deal.melds[seat])), tuple(group))


def _claim_played_on(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """A claim in which no tile lies sideways, once the claimer has discarded.

    Before that the meld may not be finished: somebody may turn the tile yet, or the camera may not have found it.
    """
    has_discarded = bool(bindings.unbound(pieces(view.observation, Zone.RIVER, seat, Face.UP)))
    return upright_claim(view, bindings, seat, group) if has_discarded else None


def _kong_step(
    view: View, seat: Seat, kong: Meld, anchor: Anchor, found: tuple[SettledTile, ...]
) -> Explanation | None:
    events = (*view.drawing(seat), KongDeclared(seat, kong))
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game, ((anchor, found),))
