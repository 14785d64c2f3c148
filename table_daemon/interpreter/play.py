"""Readers of the play: indicators and discards. Each returns a step, a doubt, or None for nothing new."""

from __future__ import annotations

from mahjong_rules.events import Discarded, IndicatorTurned
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.wall import Break
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.contradictions import CERTAIN, Repair, surplus
from table_daemon.interpreter.decoding import SECOND_CHOICE, readings_of
from table_daemon.interpreter.laid_on import may_be_laid_on
from table_daemon.interpreter.layout import pieces, reading_order
from table_daemon.interpreter.melds import awaits_meld
from table_daemon.interpreter.steps import Answers, Doubt, Step, View, doubt_about, is_asked, is_doubtful
from table_daemon.interpreter.tally import is_doubled
from vision.sightings import Face, SettledTile, Zone


def read_indicator(
    view: View, bindings: Bindings, answers: Answers, wall_break: Break | None, tile_width_mm: float
) -> Step | Doubt | None:
    """A newly turned dora indicator; a tile turned elsewhere on the wall is a doubt that stops no other.

    One for which no kong is known comes before other doubts, however it is read: the deal's end waits for it.
    """
    if not view.traits.has_indicators:
        return None
    doubt: Doubt | None = None
    unexplained: Doubt | None = None
    for seat in SEATS:
        for piece in bindings.unbound(pieces(view.observation, Zone.WALL, seat, Face.UP)):
            is_vouched = wall_break is None or piece.track in answers.tiles
            if not is_vouched and not _lies_at_indicator(piece, view, wall_break, tile_width_mm):
                doubt = doubt or Doubt(piece, "indicator_place")
                continue
            step = _indicator_step(view, piece)
            if step is None and not view.deal.pending_indicators:
                unexplained = unexplained or Doubt(piece, "unknown_kong")
            elif is_doubtful(piece, answers) and (is_asked(piece, answers) or piece.track not in view.ripe):
                doubt = doubt or Doubt(piece, "uncertain_indicator")
            elif step is not None:
                return step
    return unexplained or doubt


def _indicator_step(view: View, piece: SettledTile) -> Step | None:
    for tile, probability in readings_of(piece):
        game = view.after([IndicatorTurned(tile)])
        if not isinstance(game, str):
            anchor = Anchor(Zone.WALL, Seat(0), len(view.deal.indicators))
            return Step((IndicatorTurned(tile),), game, ((anchor, (piece,)),), doubt_about(piece))
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


def read_discard(view: View, bindings: Bindings, answers: Answers) -> Step | Doubt | Repair | None:
    """The next discard of the player whose turn it is.

    What follows a meld that nobody can explain yet waits for that (`melds` and `laid_on` ask).
    One that is read uncertainly waits a while for a better reading, but never once others have laid something.
    One that lies half in another one, or beside the place of one that has vanished, was perhaps pushed there: it waits.
    """
    seat = view.next_to_act
    if seat is None or awaits_meld(view, bindings, seat) or may_be_laid_on(view, bindings, answers, seat):
        return None
    river = reading_order(pieces(view.observation, Zone.RIVER, seat, Face.UP))
    fresh = bindings.unbound(river)
    changed = next((piece for piece in fresh if bindings.lost_place(piece, view.observation) is not None), None)
    piece = next((piece for piece in fresh if bindings.lost_place(piece, view.observation) is None), None)
    if piece is None:
        return None if changed is None else Doubt(changed, "changed_tile")
    if piece.track not in answers.tiles and _is_perhaps_old(piece, view, bindings):
        return Doubt(piece, "changed_tile", "a tile that was counted is not where it lay, perhaps this is it")
    may_wait = piece.track not in view.ripe and not _is_overtaken(view, bindings, seat)
    if is_doubtful(piece, answers) and (is_asked(piece, answers) or may_wait):
        return Doubt(piece, "uncertain_tile")
    step = _likeliest(view, answers, seat, piece)
    if isinstance(step, Step):
        return step
    return _misread_before(view, bindings, piece) or Doubt(piece, "impossible_tile", step)


def _is_perhaps_old(piece: SettledTile, view: View, bindings: Bindings) -> bool:
    """Whether this may be a piece that was counted already, and was pushed."""
    return is_doubled(piece, view.observation) or bindings.is_beside_lost(piece, view.deal, view.observation)


def _likeliest(view: View, answers: Answers, seat: Seat, piece: SettledTile) -> Step | str:
    """The discard of the likeliest tile that the rules accept, or their sentence against the likeliest of all."""
    refusal = ""
    for tile, probability in readings_of(piece):
        if refusal and probability < SECOND_CHOICE:
            break
        for riichi in _ways_to_discard(view, answers, seat, piece):
            step = _discard_step(view, seat, piece, Discarded(seat, tile, riichi=riichi))
            if isinstance(step, Step):
                return step
            refusal = refusal or step
    return refusal


def _is_overtaken(view: View, bindings: Bindings, seat: Seat) -> bool:
    """Whether others have discarded since: play has gone on."""
    return any(
        bindings.unbound(pieces(view.observation, Zone.RIVER, other, Face.UP)) for other in SEATS if other != seat
    )


def _misread_before(view: View, bindings: Bindings, piece: SettledTile) -> Repair | None:
    """The earlier piece that was misread if this one, surely read, is one too many of its kind."""
    if piece.tile is None or piece.confidence < CERTAIN:
        return None
    return surplus(view, bindings, (piece.tile,))


def _ways_to_discard(view: View, answers: Answers, seat: Seat, piece: SettledTile) -> tuple[bool, ...]:
    """Whether it declares riichi, likeliest first: it was called and lies upright, then the rules decide."""
    if not _may_declare_riichi(view, seat):
        return (False,)
    if piece.is_sideways:
        return (True,)
    return (True, False) if seat in answers.called_riichi else (False,)


def _may_declare_riichi(view: View, seat: Seat) -> bool:
    """Unless the player is in riichi already (the first was claimed) or has an open hand."""
    if not view.traits.has_riichi:
        return False
    is_closed = not any(meld.is_open for meld in view.deal.melds[seat])
    is_new = not view.deal.riichi[seat] and view.deal.riichi_pending != seat
    return is_closed and is_new


def _discard_step(view: View, seat: Seat, piece: SettledTile, discard: Discarded) -> Step | str:
    events = (*view.drawing(seat), discard)
    game = view.after(events)
    if isinstance(game, str):
        return game
    anchor = Anchor(Zone.RIVER, seat, len(view.deal.rivers[seat]))
    return Step(events, game, ((anchor, (piece,)),), doubt_about(piece))
