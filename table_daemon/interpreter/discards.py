"""Reader of discards: a step, a doubt, or None for nothing new."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.events import Discarded
from mahjong_rules.seats import SEATS, Seat
from table_daemon.interpreter.added_kongs import awaits_kong
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE
from table_daemon.interpreter.decoding import nearest_kinds, readings_of
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, misreadings, surplus
from table_daemon.interpreter.layout import pieces, reading_order
from table_daemon.interpreter.melds import awaits_meld
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.stacked_kongs import may_be_laid_on
from table_daemon.interpreter.table_view import (
    Answers,
    View,
    doubt_about,
    doubt_with_guess,
    is_asked,
    is_doubtful,
)
from table_daemon.interpreter.tally import is_doubled
from vision.sightings import Face, SettledTile, Zone


def read_discard(view: View, bindings: Bindings, answers: Answers) -> Explanation | Doubt | Surplus | None:
    """The next discard of the player whose turn it is.

    What follows a meld that nobody can explain yet waits for that (`melds` and `laid_on` ask).
    One that is read uncertainly waits a while for a better reading, but never once others have laid something.
    One that lies half in another one, or beside the place of one that has vanished, was perhaps pushed there: it waits.
    """
    seat = view.next_to_act
    if seat is None or _awaits_corner(view, bindings, answers, seat):
        return None
    river = reading_order(pieces(view.observation, Zone.RIVER, seat, Face.UP))
    fresh = bindings.unbound(river)
    changed = next((piece for piece in fresh if bindings.lost_place(piece, view.observation) is not None), None)
    piece = next((piece for piece in fresh if bindings.lost_place(piece, view.observation) is None), None)
    if piece is None:
        return None if changed is None else Doubt(changed, QuestionReason.CHANGED_TILE)
    if piece.track not in answers.tiles and _is_perhaps_old(piece, view, bindings):
        return Doubt(
            piece, QuestionReason.CHANGED_TILE, "a tile that was counted is not where it lay, perhaps this is it"
        )
    may_wait = piece.track not in view.ripe and not _is_overtaken(view, bindings, seat)
    if is_doubtful(piece, answers) and (is_asked(piece, answers) or may_wait):
        return Doubt(piece, QuestionReason.UNCERTAIN_TILE)
    return _read_fresh(view, bindings, answers, seat, piece, may_wait=may_wait)


def _awaits_corner(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> bool:
    """Whether a meld or kong of the player in turn comes first, and is not explained yet."""
    is_kong = awaits_kong(view, bindings, answers, seat) or may_be_laid_on(view, bindings, answers, seat)
    return is_kong or awaits_meld(view, bindings, seat)


def _read_fresh(
    view: View, bindings: Bindings, answers: Answers, seat: Seat, piece: SettledTile, *, may_wait: bool
) -> Explanation | Doubt | Surplus:
    """A piece that is a new discard for sure: the likeliest tile, unless too many of its face lie on the table."""
    too_many = surplus(view, bindings, answers, [piece])
    if too_many is not None and not _is_misread(piece, too_many):
        return too_many
    step = _likeliest(view, answers, seat, piece)
    if isinstance(step, Explanation):
        return step
    if too_many is not None:
        return too_many
    guess = None if may_wait or piece.track in answers.tiles else _as_anything(view, answers, seat, piece)
    return guess or Doubt(piece, QuestionReason.IMPOSSIBLE_TILE, step)


def _is_perhaps_old(piece: SettledTile, view: View, bindings: Bindings) -> bool:
    """Whether this may be a piece that was counted already, and was pushed."""
    return is_doubled(piece, view.observation) or bindings.is_beside_lost(piece, view.deal, view.observation)


def _likeliest(view: View, answers: Answers, seat: Seat, piece: SettledTile) -> Explanation | str:
    """The discard of the likeliest tile that the rules accept, or their sentence against the likeliest of all."""
    refusal = ""
    for tile, probability in readings_of(piece):
        if refusal and probability < MIN_SECOND_CHOICE:
            break
        for riichi in _ways_to_discard(view, answers, seat, piece):
            step = _discard_step(view, seat, piece, Discarded(seat, tile, riichi=riichi))
            if isinstance(step, Explanation):
                return step
            refusal = refusal or step
    return refusal


def _as_anything(view: View, answers: Answers, seat: Seat, piece: SettledTile) -> Explanation | None:
    """The discard as whatever the rules accept, in doubt, where they refuse every likely reading of it.

    The turn goes on and people are asked; waiting for their answer would leave all that is laid afterwards uncounted.
    """
    read = [tile for tile, _ in piece.candidates]
    others = nearest_kinds(read[0] if read else None, view.traits.stock.kinds)
    for tile in (*read, *(kind for kind in others if kind not in read)):
        for riichi in _ways_to_discard(view, answers, seat, piece):
            step = _discard_step(view, seat, piece, Discarded(seat, tile, riichi=riichi))
            if isinstance(step, Explanation):
                return replace(step, doubt=doubt_with_guess(piece, tile, len(view.traits.stock.kinds)))
    return None


def _is_overtaken(view: View, bindings: Bindings, seat: Seat) -> bool:
    """Whether others have discarded since: play has gone on."""
    return any(
        bindings.unbound(pieces(view.observation, Zone.RIVER, other, Face.UP)) for other in SEATS if other != seat
    )


def _is_misread(piece: SettledTile, found: Surplus) -> bool:
    """Whether it is clearly this piece, of too many of a face, that was read wrongly."""
    (likeliest, *_) = misreadings(found.copies) or (None,)
    return likeliest is not None and likeliest.copy.track == piece.track and likeliest.is_clear


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
    is_new = not view.deal.riichi.accepted[seat] and view.deal.riichi.pending != seat
    return is_closed and is_new


def _discard_step(view: View, seat: Seat, piece: SettledTile, discard: Discarded) -> Explanation | str:
    events = (*view.drawing(seat), discard)
    game = view.after(events)
    if isinstance(game, str):
        return game
    anchor = Anchor(Zone.RIVER, seat, len(view.deal.rivers[seat]))
    return Explanation(events, game, ((anchor, (piece,)),), doubt_about(piece))
