"""Reader of what is laid aside and replaced: bonus tiles, or norths, that lie open before a player, outside the river.

Rules this file keeps:
* In a game that lays nothing aside nothing is ever believed to be so.
* A north is laid aside only where flowers are laid: in a corner or an open hand it is part of a set.
* Once a hand lies open a north beside the wall is an ura indicator.
* What lies open where a hand stands may have fallen over and is private: it is a flower for sure or nothing.
* A flower counts when its owner is in turn; one that lies there earlier waits for that. A doubtful one waits no longer
  than until its owner goes on: what was laid after it cannot count before it.
* A flower that lay there before the last discard does not say that the next turn has begun: others may still claim it.
* In a corner, what is most like a flower but not surely one belongs to the new tiles beside it that make no meld alone.
* In the row of flowers lies nothing else before a hand is opened: a face that is read as none of them is one that the
  camera does not know. It counts as one that is left, in doubt, so that its replacement and all that follows count. So
  does what may be a north, where norths are laid there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mahjong_rules.events import Event, FlowerLaid
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile, parse_tile
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE, MIN_TO_CONTRADICT, MIN_TO_COUNT
from table_daemon.interpreter.contradictions import last_discard, left_the_river
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.meld_shapes import MIN_MELD, is_laid_as_claimed
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import (
    MOST_NAMES,
    Answers,
    View,
    doubt_with_guess,
    hand_size,
    is_asked,
    is_doubtful,
)
from vision.sightings import Face, SettledTile, Zone

_WHITE: Final = parse_tile("5z")
_MIN_BLANK: Final = 0.3
"""Below this a "white dragon" is not even blank, but a face that is like no other.

The reader gives a blank face 0.6 and a washed-out one 0.5, times its chance to be a whole tile (`vision.reading`);
of 11 backs and tops that were called white dragons on 60 path-traced tables none had less than 0.4. The fourth flower
of world 9773, whose likelier names lay there already, had 0.17, and never counted.
"""


def looks_like_flower(view: View, piece: SettledTile) -> bool:
    """Whether the likeliest reading of an open piece is a tile that is laid aside where it lies."""
    readings = readings_of(piece)
    if piece.face is not Face.UP or not readings or readings[0][0] not in view.traits.stock.laid_aside:
        return False
    return readings[0][0].is_bonus or (piece.zone is Zone.URA and not is_hand_open(view))


def melded(view: View, bindings: Bindings, seat: Seat) -> list[SettledTile]:
    """What lies in the corner of `seat`, left to right, without flowers.

    Three or four new tiles that lie as a claimed meld are one, whatever they are most like, unless those that are like
    no flower make one alone or a flower is read for sure: of unknown sets a bird is as like a flower as a bamboo. In
    world 9784 the 1s of a chow (y2 0.16, 1z 0.14) counted as a flower, and all that was discarded afterwards was
    counted to the wrong players.
    """
    corner = pieces(view.observation, Zone.MELDS, seat)
    like_flowers = [piece for piece in corner if looks_like_flower(view, piece)]
    others = [piece for piece in corner if piece not in like_flowers]
    fresh = bindings.unbound(corner)
    is_alone = len(bindings.unbound(others)) >= MIN_MELD
    is_sure = any(piece.confidence >= MIN_TO_CONTRADICT for piece in fresh if piece in like_flowers)
    if is_alone or is_sure or not is_laid_as_claimed(fresh):
        return others
    return [piece for piece in corner if piece in others or piece in fresh]


def is_hand_open(view: View) -> bool:
    """Whether somebody has opened the hand, or part of it."""
    return any(piece.zone is Zone.HAND and piece.face is Face.UP for piece in view.observation.tiles)


def read_flower(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> Explanation | Doubt | Surplus | None:
    """The next flower that `seat` has laid; several laid at once are one step each."""
    doubt: Doubt | None = None
    for piece in bindings.unbound(_laid_before(view, bindings, seat)):
        may_wait = piece.track not in view.ripe and not has_gone_on(view, bindings, seat)
        if is_doubtful(piece, answers) and (is_asked(piece, answers) or may_wait):
            doubt = doubt or Doubt(piece, QuestionReason.UNCERTAIN_FLOWER)
        elif _is_in_turn(view, bindings, seat, piece):
            too_many = surplus(view, bindings, answers, [piece])
            if too_many is not None and not has_gone_on(view, bindings, seat):
                return too_many
            step = _flower_step(view, seat, piece)
            if isinstance(step, str) and too_many is not None:
                step = _as_any_flower(view, seat, piece) or step
            if isinstance(step, Explanation):
                return step
            doubt = doubt or Doubt(piece, QuestionReason.IMPOSSIBLE_FLOWER, step)
    return doubt or _unknown_flower(view, bindings, answers, seat)


def has_gone_on(view: View, bindings: Bindings, seat: Seat, uncounted: int = 0) -> bool:
    """Whether the player in turn has discarded, or opened the hand: what was laid before cannot wait any more.

    Not while the last discard has left its river: then it was claimed or won, perhaps by this player.

    Args:
        view: the table.
        bindings: which piece is which tile.
        seat: a player.
        uncounted: so many tiles fewer are in that hand, because of a meld that does not count yet.
    """
    if view.next_to_act != seat or (_may_be_claimed(view) and left_the_river(view, bindings)):
        return False
    fresh = bindings.unbound(pieces(view.observation, Zone.RIVER, seat, Face.UP))
    has_discarded = any(bindings.lost_place(piece, view.observation) is None for piece in fresh)
    return has_discarded or len(pieces(view.observation, Zone.HAND, seat, Face.UP)) >= hand_size(view, seat) - uncounted


def _may_be_claimed(view: View) -> bool:
    return view.is_offered and view.deal.kong_tile is None


def _is_in_turn(view: View, bindings: Bindings, seat: Seat, piece: SettledTile) -> bool:
    """Whether a flower may count: its owner is the next to act, and nobody may still claim the last discard.

    A north may always: it is set aside after a draw and at no other time, and counts no more once a hand lies open.
    """
    is_north = piece.tile in view.traits.stock.laid_aside and not (piece.tile is not None and piece.tile.is_bonus)
    if view.next_to_act != seat or is_north or not _may_be_claimed(view):
        return view.next_to_act == seat
    # Pieces are numbered as they come to lie there; one that was pushed has more than one number.
    seen = [track for track, anchor in bindings.anchors.items() if anchor == last_discard(view.deal)]
    return piece.track > min(seen, default=-1) or has_gone_on(view, bindings, seat)


def _unknown_flower(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> Explanation | Doubt | None:
    """A face in the row of flowers that is read as none: each maker draws others, and a north looks like a west."""
    row = pieces(view.observation, Zone.URA, seat, Face.UP)
    unlike = [one for one in row if not looks_like_flower(view, one)]
    is_over = has_gone_on(view, bindings, seat)  # before that a tile may be taken back into the hand
    laid = [one for one in unlike if _is_row_of_flowers(view) or (is_over and _may_be_north(view, one))]
    for piece in bindings.unbound(laid):
        if piece.track in answers.tiles or piece.tile is None or _is_blank(piece):
            continue
        may_wait = piece.track not in view.ripe and not has_gone_on(view, bindings, seat)
        if is_asked(piece, answers) or may_wait:
            return Doubt(piece, QuestionReason.UNCERTAIN_FLOWER)
        if _is_in_turn(view, bindings, seat, piece):
            return _as_any_flower(view, seat, piece) or Doubt(piece, QuestionReason.UNCERTAIN_FLOWER)
    return None


def _is_blank(piece: SettledTile) -> bool:
    """Whether a face may be a back of the wall in a lamp's light, which looks blank; no flower does."""
    return piece.tile == _WHITE and piece.confidence >= _MIN_BLANK


def _is_row_of_flowers(view: View) -> bool:
    """Whether nothing but flowers may lie open beside a wall: there are some, no ura indicators, and no open hand."""
    has_flowers = any(tile.is_bonus for tile in view.traits.stock.laid_aside)
    return has_flowers and not view.traits.has_ura and not is_hand_open(view)


def _may_be_north(view: View, piece: SettledTile) -> bool:
    """Whether an open tile beside a wall may be a north that was laid aside: nothing else is before a win."""
    likely = (tile for tile, chance in readings_of(piece) if chance >= MIN_SECOND_CHOICE)
    is_sure = piece.confidence >= MIN_TO_CONTRADICT
    return not is_sure and not is_hand_open(view) and any(tile in view.traits.stock.laid_aside for tile in likely)


def _as_any_flower(view: View, seat: Seat, piece: SettledTile) -> Explanation | None:
    """The piece as the likeliest flower that the rules accept, in doubt."""
    flowers = sorted(view.traits.stock.laid_aside, key=str)
    read = [tile for tile, _ in piece.candidates if tile in flowers]
    for tile in (*read, *(flower for flower in flowers if flower not in read)):
        step = _laid_as(view, seat, piece, tile)
        if isinstance(step, Explanation):
            return replace(step, doubt=doubt_with_guess(piece, tile, len(flowers)))
    return None


def _laid_before(view: View, bindings: Bindings, seat: Seat) -> list[SettledTile]:
    """Open bonus tiles before a player: beside the wall, at the melds, or where the hand stands while it is closed."""
    of_melds = melded(view, bindings, seat)
    found = [
        piece
        for zone in (Zone.URA, Zone.MELDS)
        for piece in pieces(view.observation, zone, seat, Face.UP)
        if looks_like_flower(view, piece) and piece not in of_melds
    ]
    at_hand = pieces(view.observation, Zone.HAND, seat, Face.UP)
    is_closed = all(looks_like_flower(view, piece) for piece in at_hand)
    return [*found, *(piece for piece in at_hand if piece.confidence >= MIN_TO_CONTRADICT)] if is_closed else found


def _flower_step(view: View, seat: Seat, piece: SettledTile) -> Explanation | str:
    refusal = "no flower is missing"
    for tile, probability in readings_of(piece):
        if tile in view.traits.stock.laid_aside and probability >= MIN_SECOND_CHOICE:
            step = _laid_as(view, seat, piece, tile)
            if isinstance(step, Explanation):
                return step
            refusal = step
    return refusal


def _laid_as(view: View, seat: Seat, piece: SettledTile, tile: Tile) -> Explanation | str:
    """The piece laid as this flower, or the rules' last sentence against it."""
    refusal = ""
    for events in _ways(view, seat, tile):
        game = view.after(events)
        if not isinstance(game, str):
            anchor = Anchor(Zone.URA, seat, len(view.deal.laid_aside[seat]))
            return Explanation(events, game, ((anchor, (piece,)),), _doubt_about_flower(view, piece, tile))
        refusal = game
    return refusal


def _doubt_about_flower(view: View, piece: SettledTile, tile: Tile) -> tuple[tuple[Tile, float], ...]:
    """Which flowers it may be; () where it is read surely, for of unknown sets the likeliest one is often another."""
    is_sure = tile == piece.candidates[0][0] and _sureness(view, piece) >= MIN_TO_CONTRADICT
    return () if is_sure else piece.candidates[:MOST_NAMES]


def _sureness(view: View, piece: SettledTile) -> float:
    """How sure the likeliest flower is: in the row of flowers lies nothing else, whatever else a face is like there.

    Only where it is likelier a flower than not: a face that the network takes for a wind tells nothing of flowers. On
    60 path-traced tables, untaught and taught, eight flowers had less than 0.9 and are surer so: all were right.
    """
    if piece.confidence < MIN_TO_COUNT or piece.zone is not Zone.URA or not _is_row_of_flowers(view):
        return piece.confidence
    flowers = sum(chance for kind, chance in piece.candidates if kind in view.traits.stock.laid_aside)
    unnamed = max(1.0 - sum(chance for _, chance in piece.candidates), 0.0)
    return piece.candidates[0][1] / (flowers + unnamed)


def _ways(view: View, seat: Seat, tile: Tile) -> Iterator[tuple[Event, ...]]:
    """How it came to lie there, likeliest first.

    In the first turn flowers come from the dealt hand and are laid before the draw, later they were drawn.
    """
    draws = view.drawing(seat)
    counts = range(len(draws) + 1)
    is_first_turn = not view.deal.rivers[seat]
    for count in counts if is_first_turn else reversed(counts):
        yield (*draws[:count], FlowerLaid(seat, tile))
