"""Reader of melds: new ones and kongs in the corner of each player, by the table manners of the system in play."""

from __future__ import annotations

from mahjong_rules.events import Called, Discarded, Event, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.contradictions import (
    Contradiction,
    as_if_discarded,
    is_believed,
    last_discard,
    left_the_river,
)
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.flowers import looks_like_flower, melded
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.meld_shapes import (
    MIN_MELD,
    added_kong,
    groups_of,
    new_meld,
    upright_meld,
    with_red_five,
)
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import read_laid_on
from table_daemon.interpreter.table_view import Answers, View
from table_daemon.interpreter.tally import unseen_discarder
from vision.sightings import Face, SettledTile, Zone


def read_melds(
    view: View, bindings: Bindings, answers: Answers, seat: Seat
) -> Explanation | Doubt | Contradiction | None:
    """A new meld or kong in the corner of `seat`."""
    if (Zone.MELDS, seat) in view.observation.busy:
        return read_laid_on(view, bindings, answers, seat)
    corner = melded(view, bindings, seat)
    fresh = bindings.unbound(corner)
    for piece in fresh:
        grown = added_kong(view.deal.melds[seat], [other for other in corner if bindings.is_bound(other)], piece)
        if grown is not None:
            return _kong_step(view, seat, grown[1], Anchor(Zone.MELDS, seat, grown[0]), (piece,))
    for group in groups_of(fresh):
        step = _meld_step(view, bindings, seat, group) or _claim_played_on(view, bindings, seat, group)
        if step is not None:
            return step
    return _unexplained(fresh, answers) or read_laid_on(view, bindings, answers, seat)


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


def _unexplained(fresh: list[SettledTile], answers: Answers) -> Doubt | None:
    """New pieces that make no meld although there are enough for one: which tile is it that was read worst?

    Where they lie before the player in turn, or one who may claim, somebody has to say.
    """
    if len(fresh) < MIN_MELD or not any(piece.is_sideways or piece.face is Face.DOWN for piece in fresh):
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
    if view.deal.turn is not Turn.CLAIM or not left_the_river(view, bindings):
        return False
    claimed = bindings.unbound(melded(view, bindings, seat))
    if len(claimed) >= MIN_MELD and any(piece.is_sideways for piece in claimed):
        return True
    return any(_upright_claim(view, bindings, seat, group) is not None for group in groups_of(claimed))


def _meld_step(
    view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]
) -> Explanation | Doubt | Contradiction | None:
    meld = new_meld(seat, group)
    if meld is None:
        return None
    anchor = Anchor(Zone.MELDS, seat, len(view.deal.melds[seat]))
    if meld.kind is not MeldKind.CONCEALED_KONG:
        step = _claim_step(view, bindings, seat, meld, anchor, tuple(group))
        return step or _other_discard(view, bindings, seat, meld, group)
    if view.traits.claimed_kong_hides_two and view.next_to_act != seat:
        return _hidden_claim_step(view, bindings, seat, meld, anchor, tuple(group))
    if view.traits.claimed_kong_hides_two and _fits_last_discard(view, meld):
        return _claim_step(view, bindings, seat, _claimed(meld, view.deal.seat), anchor, tuple(group))
    kong = with_red_five(meld) if view.traits.stock.red_fives else meld
    return _kong_step(view, seat, kong, anchor, tuple(group))


def _claim_played_on(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """A claim in which no tile lies sideways, once the claimer has discarded.

    Before that the meld may not be finished: somebody may turn the tile yet, or the camera may not have found it.
    """
    has_discarded = bool(bindings.unbound(pieces(view.observation, Zone.RIVER, seat, Face.UP)))
    return _upright_claim(view, bindings, seat, group) if has_discarded else None


def _upright_claim(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """The claim of the last discard by a meld in which no tile lies sideways, if the discard has left the river.

    People forget to turn the tile, and a blank white dragon does not always show how it lies (world 9210). What the
    sideways tile would tell, whose discard was taken, the river tells, too.
    """
    if view.deal.turn is not Turn.CLAIM or view.deal.kong_tile is not None or not left_the_river(view, bindings):
        return None
    meld = upright_meld(group, view.deal.rivers[view.deal.seat][-1].tile, view.deal.seat)
    anchor = Anchor(Zone.MELDS, seat, len(view.deal.melds[seat]))
    return None if meld is None else _claim_step(view, bindings, seat, meld, anchor, tuple(group))


def _kong_step(
    view: View, seat: Seat, kong: Meld, anchor: Anchor, found: tuple[SettledTile, ...]
) -> Explanation | None:
    events = (*view.drawing(seat), KongDeclared(seat, kong))
    game = view.after(events)
    return None if isinstance(game, str) else Explanation(events, game, ((anchor, found),))


def _claim_step(
    view: View, bindings: Bindings, seat: Seat, meld: Meld, anchor: Anchor, found: tuple[SettledTile, ...]
) -> Explanation | None:
    """The claim; where the discard was claimed before it could be seen, the discard as well."""
    source, called = meld.called_from, meld.called_tile
    if source is None or called is None:
        return None
    seen: tuple[Event, ...] = (Called(seat, meld),)
    unseen = (*view.drawing(source), Discarded(source, called), *seen)
    for events in (seen, unseen) if unseen_discarder(view, bindings, seat) == source else (seen,):
        game = view.after(events)
        if not isinstance(game, str):
            return Explanation(events, game, ((anchor, found),))
    return None


def _other_discard(
    view: View, bindings: Bindings, claimer: Seat, meld: Meld, group: list[SettledTile]
) -> Contradiction | Doubt | None:
    """The claimed tile lies sideways in the meld and is not what was counted when it was discarded."""
    deal, called = view.deal, meld.called_tile
    sideways = next((piece for piece in group if piece.is_sideways), None)
    if deal.turn is not Turn.CLAIM or deal.kong_tile is not None or meld.called_from != deal.seat:
        return None
    counted = deal.rivers[deal.seat][-1].tile
    if called is None or called == counted or sideways is None or not left_the_river(view, bindings):
        return None
    if isinstance(as_if_discarded(view, called).after((Called(claimer, meld),)), str):
        return None
    if not is_believed(bindings, deal, sideways):
        return Doubt(sideways, QuestionReason.WRONG_CALLED_TILE, f"the tile to claim is {counted}")
    return Contradiction(last_discard(deal), called, "called_tile", sideways.confidence, {"counted": str(counted)})


def _fits_last_discard(view: View, kong: Meld) -> bool:
    """The last discard can be claimed and is of the kong's kind: then all four lie in the kong, it has left the river.

    Otherwise none of the four was the last discard, and the kong is the player's own.
    """
    last = view.hints.claimable
    return view.hints.can_be_melded and last is not None and last.plain == kong.tiles[0].plain


def _hidden_claim_step(
    view: View, bindings: Bindings, seat: Seat, kong: Meld, anchor: Anchor, found: tuple[SettledTile, ...]
) -> Explanation | None:
    """A kong out of turn whose hidden tiles do not tell whose discard it took: the last one, or one nobody saw.

    While an unexplained discard lies (or may lie) in the river of the player in turn, that one comes first.
    """
    source = view.deal.seat if _fits_last_discard(view, kong) else unseen_discarder(view, bindings, seat)
    return None if source is None else _claim_step(view, bindings, seat, _claimed(kong, source), anchor, found)


def _claimed(kong: Meld, source: Seat) -> Meld:
    return Meld(MeldKind.MELDED_KONG, kong.tiles, called_from=source, called_tile=kong.tiles[0])
