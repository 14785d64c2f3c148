"""Which piece to ask about where a hand that lies open wins nothing as it is read.

Rules this file keeps:
* What is read badly comes first.
* What a person has named may be named wrongly: it is asked about once more where the hand wins with another tile in its
  place, and not a third time. In world 10051 a 9p in a lamp's light was called 7p, and only its neighbours were asked.
* A claimed meld that may well be another one is asked about where the hand wins by that.
* A flower of an unknown set may be surely read as another one: it is asked about where the hand wins by the points of
  another name. In world 10244 an f1 was surely read as f3, and all tiles of the hand were asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item
from table_daemon.interpreter.bindings import Bindings
from table_daemon.interpreter.certainty import MIN_TO_CONTRADICT
from table_daemon.interpreter.layout import OpenHand, least_sure, pieces
from table_daemon.interpreter.table_view import Answers, View
from table_daemon.interpreter.unclear_melds import as_if_laid, other_melds
from vision.sightings import Face, SettledTile, Zone

Wins = Callable[[View, OpenHand], bool]
"""Whether the rules accept a hand at a table as the win that was declared."""


def piece_to_ask(
    view: View, bindings: Bindings, answers: Answers, seat: Seat, hand: OpenHand, wins: Wins
) -> SettledTile:
    """The piece that is likeliest to keep the hand from winning.

    Args:
        view: the table.
        bindings: which piece is which flower, and which meld.
        answers: what people said.
        seat: whose hand it is.
        hand: it wins nothing as it is read.
        wins: whether it would win if it, or the table, were another one.
    """
    worst = least_sure(hand)
    if worst.confidence < MIN_TO_CONTRADICT:
        return worst
    shown = (*hand.row, *([hand.apart] if hand.apart else []))
    named = (piece for piece in shown if piece.track in answers.tiles and piece.track not in answers.confirmed)
    wrong = next((piece for piece in named if wins(view, _with_anything_for(piece, hand, view))), None)
    melds = (other for other in other_melds(view, bindings) if other.anchor.seat == seat)
    of_meld = next((other.piece for other in melds if wins(as_if_laid(view, other), hand)), None)
    return wrong or of_meld or _flower(view, bindings, answers, seat, hand, wins) or worst


def _with_anything_for(piece: SettledTile, hand: OpenHand, view: View) -> OpenHand:
    """The hand, one piece of which may be any tile, all alike."""
    kinds = sorted((kind for kind in view.traits.stock.kinds if not kind.is_bonus), key=str)
    free = replace(piece, candidates=tuple((kind, 1.0) for kind in kinds))
    row = tuple(free if other is piece else other for other in hand.row)
    return OpenHand(row, free if hand.apart is piece else hand.apart)


def _flower(
    view: View, bindings: Bindings, answers: Answers, seat: Seat, hand: OpenHand, wins: Wins
) -> SettledTile | None:
    """A flower that nobody has named and by another name of which the hand would win."""
    flowers = sorted((kind for kind in view.traits.stock.laid_aside if kind.is_bonus), key=str)
    for piece in pieces(view.observation, Zone.URA, seat, Face.UP) if flowers else ():
        anchor = bindings.anchors.get(piece.track)
        if anchor is None or piece.track in answers.tiles:
            continue
        if any(wins(_as_if_laid(view, seat, anchor.index, flower), hand) for flower in flowers):
            return piece
    return None


def _as_if_laid(view: View, seat: Seat, place: int, flower: Tile) -> View:
    """The table if a player's flower of this number had been another one."""
    classical = view.deal.classical
    laid = with_item(classical.flowers, seat, with_item(classical.flowers[seat], place, flower))
    deal = replace(view.deal, classical=replace(classical, flowers=laid))
    game = replace(view.game, deal=deal)
    return replace(view, game=game, deal=deal, hints=view.rules.hints(game))
