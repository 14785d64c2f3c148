"""Reader of melds: new ones and kongs in the corner of each player, by the table manners of the system in play."""

from __future__ import annotations

from mahjong_rules.melds import MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.added_kongs import new_pieces, read_fourth_tile
from table_daemon.interpreter.bindings import Bindings
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
from table_daemon.interpreter.flowers import looks_like_flower, melded
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.meld_shapes import (
    MIN_MELD,
    groups_of,
    half_seen_kong,
    new_meld,
)
from table_daemon.interpreter.own_kongs import is_back, own_kong, read_half_seen_kong, read_late_back
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import read_laid_on
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Face, SettledTile, Zone


def read_melds(
    view: View, bindings: Bindings, answers: Answers, seat: Seat
) -> Explanation | Doubt | Contradiction | None:
    """A new meld or kong in the corner of `seat`."""
    if (Zone.MELDS, seat) in view.observation.busy:
        return read_laid_on(view, bindings, answers, seat)
    found = read_fourth_tile(view, bindings, answers, seat) or read_late_back(view, bindings, seat)
    if found is not None and not isinstance(found, Contradiction):
        return found
    fresh = new_pieces(view, bindings, seat)
    for group in groups_of(fresh):
        step = _meld_step(view, bindings, seat, group) or _claim_played_on(view, bindings, seat, group)
        if step is not None:
            return step
    if found is not None:
        return found  # only now: where a person stands against it the next meld in this corner counts all the same
    half_seen = half_seen_kong(fresh, view.tile_width_mm)
    if half_seen is not None:
        return read_half_seen_kong(view, bindings, seat, half_seen, fresh)
    return _unexplained(view, bindings, answers, seat, fresh) or read_laid_on(view, bindings, answers, seat)


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


def _unexplained(
    view: View, bindings: Bindings, answers: Answers, seat: Seat, fresh: list[SettledTile]
) -> Doubt | None:
    """New pieces that make no meld although there are enough for one: which tile is it that was read worst?

    Where they lie before the player in turn, or one who may claim, somebody has to say. A claim in which no tile lies
    sideways counts once its player has discarded: until then nobody need.
    """
    if len(fresh) < MIN_MELD or not any(piece.is_sideways or is_back(piece) for piece in fresh):
        return None
    if any(upright_claim(view, bindings, seat, group) is not None for group in groups_of(fresh)):
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
    return own_kong(view, seat, meld, group)


def _claim_played_on(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """A claim in which no tile lies sideways, once the claimer has discarded.

    Before that the meld may not be finished: somebody may turn the tile yet, or the camera may not have found it.
    """
    has_discarded = bool(bindings.unbound(pieces(view.observation, Zone.RIVER, seat, Face.UP)))
    return upright_claim(view, bindings, seat, group) if has_discarded else None
