"""Reader of dora indicators: which open tile of the wall is one.

Rules this file keeps:
* A tile of the wall that lies open elsewhere is no indicator before a person says so.
* Where nobody knows where the wall was broken, one is believed only while the rules wait for it.
"""

from __future__ import annotations

from typing import Final

from mahjong_rules.events import IndicatorTurned
from mahjong_rules.seats import SEATS, Seat
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View, doubt_about, is_asked, is_doubtful
from vision.sightings import Face, SettledTile, Zone

_OFF_PLACE: Final = 0.65
"""Separates an indicator from a tile that fell: so much of a tile's width from the middle of its stack.

More than half, so that a tile turned over within its stack counts, less than the whole to the next stack."""


def read_indicator(view: View, bindings: Bindings, answers: Answers) -> Explanation | Doubt | Surplus | None:
    """A newly turned dora indicator; a tile turned elsewhere on the wall is a doubt that stops no other.

    One for which no kong is known comes before other doubts, however it is read: the deal's end waits for it.
    """
    if not view.traits.has_indicators:
        return None
    doubt: Doubt | None = None
    unexplained: Doubt | None = None
    for piece in _turned(view, bindings):
        if not _is_indicator(piece, view, answers):
            doubt = doubt or Doubt(piece, QuestionReason.INDICATOR_PLACE)
            continue
        step = _indicator_step(view, piece)
        if step is None and not view.deal.riichi.pending_indicators:
            unexplained = unexplained or Doubt(piece, QuestionReason.UNKNOWN_KONG)
        elif is_doubtful(piece, answers) and (is_asked(piece, answers) or piece.track not in view.ripe):
            doubt = doubt or Doubt(piece, QuestionReason.UNCERTAIN_INDICATOR)
        elif step is not None:
            return step
        elif (too_many := surplus(view, bindings, answers, [piece])) is not None:
            return too_many
    return unexplained or doubt


def is_kong_shown(view: View, bindings: Bindings, answers: Answers) -> bool:
    """Whether a dora indicator is turned that no kong of the game explains."""
    if not view.traits.has_indicators or view.deal.riichi.pending_indicators or not view.deal.riichi.indicators:
        return False
    return any(_is_indicator(piece, view, answers) for piece in _turned(view, bindings))


def _turned(view: View, bindings: Bindings) -> list[SettledTile]:
    """Open tiles of the walls that are no indicator of the game yet."""
    return [piece for seat in SEATS for piece in bindings.unbound(pieces(view.observation, Zone.WALL, seat, Face.UP))]


def _is_indicator(piece: SettledTile, view: View, answers: Answers) -> bool:
    """Whether it lies where the next one belongs, or a person has said what it is."""
    if piece.track in answers.tiles:
        return True
    if view.wall_break is None:
        return view.deal.riichi.pending_indicators > 0
    places = view.wall_break.indicators
    if len(view.deal.riichi.indicators) >= len(places):
        return False
    stack = places[len(view.deal.riichi.indicators)].stack
    middle = (view.wall_break.shape.lengths[stack.seat] + 1) / 2
    away_mm = abs(piece.u_mm - (middle - stack.number) * view.tile_width_mm)
    return piece.seat == stack.seat and away_mm < _OFF_PLACE * view.tile_width_mm


def _indicator_step(view: View, piece: SettledTile) -> Explanation | None:
    for tile, probability in readings_of(piece):
        game = view.after([IndicatorTurned(tile)])
        if not isinstance(game, str):
            anchor = Anchor(Zone.WALL, Seat(0), len(view.deal.riichi.indicators))
            return Explanation((IndicatorTurned(tile),), game, ((anchor, (piece,)),), doubt_about(piece))
        if probability < MIN_SECOND_CHOICE:
            break
    return None
