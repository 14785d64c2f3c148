"""Readers of the play: indicators, melds and discards. Each returns a step, a doubt, or None for nothing new."""

from __future__ import annotations

from mahjong_rules.events import Called, Discarded, IndicatorTurned, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Turn
from mahjong_rules.wall import Break
from table_daemon.interpreter.bindings import SECOND_CHOICE, Anchor, Bindings
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.layout import pieces, reading_order
from table_daemon.interpreter.melds import added_kong, new_meld, with_red_five
from table_daemon.interpreter.steps import Answers, Doubt, Step, View, advance, drawing, next_to_act
from vision.sightings import Face, SettledTile, Zone

SURE = 0.55
"""A piece read with less confidence is put to a person."""


def is_doubtful(piece: SettledTile, answers: Answers) -> bool:
    """True when only a person can say what the piece is: read too uncertainly, or taken back before."""
    return piece.track not in answers.tiles and (piece.confidence < SURE or piece.track in answers.taken_back)


def read_indicator(
    view: View, bindings: Bindings, answers: Answers, wall_break: Break | None, tile_width_mm: float
) -> Step | Doubt | None:
    """A newly turned dora indicator; a tile turned elsewhere on the wall is a doubt that stops no other."""
    doubt: Doubt | None = None
    for seat in SEATS:
        for piece in bindings.unbound(pieces(view.observation, Zone.WALL, seat, Face.UP)):
            is_vouched = wall_break is None or piece.track in answers.tiles
            if not is_vouched and not _lies_at_indicator(piece, view, wall_break, tile_width_mm):
                doubt = doubt or Doubt(piece, "indicator_place")
            elif is_doubtful(piece, answers):
                doubt = doubt or Doubt(piece, "uncertain_indicator")
            else:
                step = _indicator_step(view, piece)
                if step is not None:
                    return step
    return doubt


def _indicator_step(view: View, piece: SettledTile) -> Step | None:
    for tile, probability in readings_of(piece):
        game = advance(view.game, [IndicatorTurned(tile)], view.apply)
        if not isinstance(game, str):
            anchor = Anchor(Zone.WALL, Seat(0), len(view.deal.indicators))
            return Step((IndicatorTurned(tile),), game, ((anchor, (piece,)),))
        if probability < SECOND_CHOICE:
            break
    return None


def _lies_at_indicator(piece: SettledTile, view: View, wall_break: Break | None, tile_width_mm: float) -> bool:
    if wall_break is None:
        return True
    places = wall_break.indicators
    if len(view.deal.indicators) >= len(places):
        return False
    stack = places[len(view.deal.indicators)].stack
    middle = (wall_break.shape.lengths[stack.seat] + 1) / 2
    return piece.seat == stack.seat and abs(piece.u_mm - (middle - stack.number) * tile_width_mm) < 0.65 * tile_width_mm


def read_corner(view: View, bindings: Bindings, seat: Seat, *, red_fives: bool) -> Step | None:
    """A new meld or kong in the corner of `seat`."""
    if (Zone.MELDS, seat) in view.observation.busy:
        return None
    corner = pieces(view.observation, Zone.MELDS, seat)
    fresh = bindings.unbound(corner)
    for piece in fresh:
        grown = added_kong(view.deal.melds[seat], [other for other in corner if bindings.is_bound(other)], piece)
        if grown is not None:
            return _kong_step(view, seat, grown[1], Anchor(Zone.MELDS, seat, grown[0]), (piece,))
    for group in _groups(fresh):
        meld = new_meld(seat, group)
        if meld is None:
            continue
        anchor = Anchor(Zone.MELDS, seat, len(view.deal.melds[seat]))
        if meld.kind is MeldKind.CONCEALED_KONG:
            step = _kong_step(view, seat, with_red_five(meld) if red_fives else meld, anchor, tuple(group))
        else:
            step = _claim_step(view, seat, meld, anchor, tuple(group))
        if step is not None:
            return step
    return None


def _groups(fresh: list[SettledTile]) -> list[list[SettledTile]]:
    """New pieces of a corner as the melds they may be; the rightmost was laid first."""
    if len(fresh) in (3, 4):
        return [fresh]
    return [fresh[-size:] for size in (4, 3) if len(fresh) >= size + 3]


def _kong_step(view: View, seat: Seat, kong: Meld, anchor: Anchor, found: tuple[SettledTile, ...]) -> Step | None:
    events = (*drawing(view.deal, seat), KongDeclared(seat, kong))
    game = advance(view.game, events, view.apply)
    return None if isinstance(game, str) else Step(events, game, ((anchor, found),))


def _claim_step(view: View, seat: Seat, meld: Meld, anchor: Anchor, found: tuple[SettledTile, ...]) -> Step | None:
    """The claim; where the discard was claimed before it could be seen, the discard as well."""
    source, called = meld.called_from, meld.called_tile
    if source is None or called is None:
        return None
    seen = (Called(seat, meld),)
    unseen = (*drawing(view.deal, source), Discarded(source, called), *seen)
    for events in (seen, unseen) if next_to_act(view.deal) == source else (seen,):
        game = advance(view.game, events, view.apply)
        if not isinstance(game, str):
            return Step(events, game, ((anchor, found),))
    return None


def read_discard(view: View, bindings: Bindings, answers: Answers) -> Step | Doubt | None:
    """The next discard of the player whose turn it is."""
    seat = next_to_act(view.deal)
    if seat is None or view.deal.turn is Turn.OVER:
        return None
    river = reading_order(pieces(view.observation, Zone.RIVER, seat, Face.UP))
    fresh = bindings.unbound(river)
    if not fresh:
        return None
    piece = fresh[0]
    if bindings.lost_place(piece, view.observation) is not None:
        return Doubt(piece, "changed_tile")
    if is_doubtful(piece, answers):
        return Doubt(piece, "uncertain_tile")
    refusal = ""
    for tile, probability in readings_of(piece):
        if refusal and probability < SECOND_CHOICE:
            break
        step = _discard_step(view, seat, piece, Discarded(seat, tile, riichi=_declares_riichi(view, seat, piece)))
        if isinstance(step, Step):
            return step
        refusal = refusal or step
    return Doubt(piece, "impossible_tile", refusal)


def _declares_riichi(view: View, seat: Seat, piece: SettledTile) -> bool:
    """A sideways discard, unless the player is in riichi already (the first was claimed) or has an open hand."""
    is_closed = not any(meld.is_open for meld in view.deal.melds[seat])
    is_new = not view.deal.riichi[seat] and view.deal.riichi_pending != seat
    return piece.is_sideways and is_closed and is_new


def _discard_step(view: View, seat: Seat, piece: SettledTile, discard: Discarded) -> Step | str:
    events = (*drawing(view.deal, seat), discard)
    game = advance(view.game, events, view.apply)
    if isinstance(game, str):
        return game
    return Step(events, game, ((Anchor(Zone.RIVER, seat, len(view.deal.rivers[seat])), (piece,)),))
