"""How a new meld takes the last discard: by what it shows, by what else it may show, or by the discard as misread."""

from __future__ import annotations

from mahjong_rules.events import Called, Discarded, Event
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.contradictions import (
    Contradiction,
    as_if_discarded,
    is_believed,
    last_discard,
    left_the_river,
)
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.meld_shapes import claims_of, upright_meld
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import View
from table_daemon.interpreter.tally import unseen_discarder
from vision.sightings import SettledTile, Zone


def read_claim(
    view: View, bindings: Bindings, seat: Seat, meld: Meld, group: list[SettledTile]
) -> Explanation | Doubt | Contradiction | None:
    """The claim of `seat`, whose new pieces are most like `meld`; another reading where nothing else explains them."""
    found = claim_step(view, bindings, seat, meld, group) or _other_discard(view, bindings, seat, meld, group)
    return found or _read_otherwise(view, bindings, seat, group)


def claim_step(view: View, bindings: Bindings, seat: Seat, meld: Meld, group: list[SettledTile]) -> Explanation | None:
    """The claim; where the discard was claimed before it could be seen, the discard as well."""
    source, called = meld.called_from, meld.called_tile
    if source is None or called is None:
        return None
    seen: tuple[Event, ...] = (Called(seat, meld),)
    unseen = (*view.drawing(source), Discarded(source, called), *seen)
    for events in (seen, unseen) if unseen_discarder(view, bindings, seat) == source else (seen,):
        game = view.after(events)
        if not isinstance(game, str):
            return Explanation(events, game, ((_place_of(view, seat), tuple(group)),))
    return None


def _read_otherwise(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """The claim of the discard that left the river by a less likely reading.

    What was counted as a discard speaks for a meld with it. In world 9879 a pung of 8m was a little more like 1m, of
    which two lay elsewhere, and the 8m was counted; nothing explained the pung.
    """
    if not _was_taken(view, bindings):
        return None
    for meld in claims_of(seat, group):
        events = (Called(seat, meld),)
        game = view.after(events)
        if not isinstance(game, str):
            return Explanation(events, game, ((_place_of(view, seat), tuple(group)),))
    return None


def _other_discard(
    view: View, bindings: Bindings, claimer: Seat, meld: Meld, group: list[SettledTile]
) -> Contradiction | Doubt | None:
    """The claimed tile lies sideways in the meld and is not what was counted when it was discarded."""
    deal, called = view.deal, meld.called_tile
    sideways = next((piece for piece in group if piece.is_sideways), None)
    if meld.called_from != deal.seat or not _was_taken(view, bindings):
        return None
    counted = deal.rivers[deal.seat][-1].tile
    if called is None or called == counted or sideways is None:
        return None
    if isinstance(as_if_discarded(view, called).after((Called(claimer, meld),)), str):
        return None
    if not is_believed(bindings, deal, sideways):
        return Doubt(sideways, QuestionReason.WRONG_CALLED_TILE, f"the tile to claim is {counted}")
    return Contradiction(last_discard(deal), called, "called_tile", sideways.confidence, {"counted": str(counted)})


def upright_claim(view: View, bindings: Bindings, seat: Seat, group: list[SettledTile]) -> Explanation | None:
    """The claim of the last discard by a meld in which no tile lies sideways, if the discard has left the river.

    People forget to turn the tile, and a blank white dragon does not always show how it lies (world 9210). What the
    sideways tile would tell, whose discard was taken, the river tells, too.
    """
    if not _was_taken(view, bindings):
        return None
    meld = upright_meld(group, view.deal.rivers[view.deal.seat][-1].tile, view.deal.seat)
    return None if meld is None else claim_step(view, bindings, seat, meld, group)


def _was_taken(view: View, bindings: Bindings) -> bool:
    """Whether somebody has taken the last discard out of its river."""
    is_discard = view.is_offered and view.deal.kong_tile is None
    return is_discard and left_the_river(view, bindings)


def fits_last_discard(view: View, kong: Meld) -> bool:
    """The last discard can be claimed and is of the kong's kind: then all four lie in the kong, it has left the river.

    Otherwise none of the four was the last discard, and the kong is the player's own.
    """
    last = view.hints.claimable
    return view.hints.can_be_melded and last is not None and last.plain == kong.tiles[0].plain


def hidden_claim_step(
    view: View, bindings: Bindings, seat: Seat, kong: Meld, group: list[SettledTile]
) -> Explanation | None:
    """A kong out of turn whose hidden tiles do not tell whose discard it took: the last one, or one nobody saw.

    While an unexplained discard lies (or may lie) in the river of the player in turn, that one comes first.
    """
    source = view.deal.seat if fits_last_discard(view, kong) else unseen_discarder(view, bindings, seat)
    return None if source is None else claim_step(view, bindings, seat, claimed_kong(kong, source), group)


def claimed_kong(kong: Meld, source: Seat) -> Meld:
    """The kong with its first tile claimed from `source`."""
    return Meld(MeldKind.MELDED_KONG, kong.tiles, called_from=source, called_tile=kong.tiles[0])


def _place_of(view: View, seat: Seat) -> Anchor:
    return Anchor(Zone.MELDS, seat, len(view.deal.melds[seat]))
