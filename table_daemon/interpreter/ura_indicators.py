"""Reader of ura indicators: which of the tiles laid out after a win in riichi are some, and whether they are clear."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.explanations import Doubt
from table_daemon.interpreter.layout import pieces
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View, is_doubtful
from vision.sightings import Face, SettledTile, Zone


def read_ura_indicators(
    view: View, bindings: Bindings, answers: Answers, winners: list[Seat]
) -> tuple[SettledTile, ...] | Doubt | None:
    """The ura indicators laid out; () when no winner is in riichi, None while some are still to be turned.

    What nobody can name beside as many surely read ones is no tile: in world 9323 the backs of a standing hand were
    taken for seven faces (0.19 to 0.42), and the deal waited for ever. `winners` are those in riichi.
    """
    if not view.traits.has_ura or not winners:
        return ()
    rows = (pieces(view.observation, Zone.URA, seat, Face.UP) for seat in SEATS)
    laid = [piece for row in rows for piece in bindings.unbound(row)]  # norths of the deal lie there too
    number = len(view.deal.riichi.indicators)
    sure = [piece for piece in laid if not is_doubtful(piece, answers)]
    if len(laid) < number or not laid:
        return None
    if len(sure) == number:
        return tuple(sure)
    asked = _likeliest(laid, sure, answers)
    return None if asked is None else Doubt(asked, QuestionReason.UNCERTAIN_URA)


def indicator_of_other_worth(
    laid: Sequence[SettledTile], worth: Callable[[tuple[Tile, ...]], object]
) -> SettledTile | None:
    """The first that may well be another tile by which the win is worth something else.

    Args:
        laid: the ura indicators.
        worth: what is paid by them, or the rules' sentence against it.
    """
    chosen = tuple(piece.tile for piece in laid if piece.tile is not None)
    paid = worth(chosen) if laid else None
    for place, piece in enumerate(laid):
        least = MIN_AMBIGUOUS_RATIO * piece.confidence
        likely = (tile for tile, chance in readings_of(piece) if tile != piece.tile and chance >= least)
        others = (worth(with_item(chosen, place, tile)) for tile in likely)
        if any(other != paid and not isinstance(other, str) for other in others):
            return piece
    return None


def _likeliest(laid: list[SettledTile], sure: list[SettledTile], answers: Answers) -> SettledTile | None:
    """The one to ask about: the surest doubtful one, or of too many sure ones that nobody named the least sure."""
    doubtful = [piece for piece in laid if piece not in sure]
    unnamed = [piece for piece in sure if piece.track not in answers.tiles]
    return max(doubtful, key=_confidence, default=None) or min(unnamed, key=_confidence, default=None)


def _confidence(piece: SettledTile) -> float:
    return piece.confidence
