"""Reader of wins: opened hands with the winning tile set apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mahjong_rules.events import Discarded
from mahjong_rules.seats import Seat, seats_from
from mahjong_rules.tiles import Tile
from table_daemon.interpreter.bindings import Bindings, may_be
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO, MIN_READING, MIN_SECOND_CHOICE, MIN_TO_CONTRADICT
from table_daemon.interpreter.contradictions import (
    Contradiction,
    as_if_discarded,
    is_believed,
    last_discard,
    left_the_river,
    tile_at,
)
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.explanations import Doubt, Explanation, payment_of
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.layout import OpenHand
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import Answers, View, hand_size
from table_daemon.interpreter.tally import has_unexplained, missing_at_end, unseen_discarder
from table_daemon.interpreter.winning_hands import WinOnTable, declare_win, decode_win
from vision.sightings import SettledTile, Zone


def read_win(
    view: View, bindings: Bindings, answers: Answers, hands: dict[Seat, OpenHand], winner: Seat, *, is_hasty: bool
) -> Explanation | Doubt | Contradiction | Surplus | None:
    """The win of `winner`, whose hand lies open, and of all who win the same tile.

    Args:
        view: the table.
        bindings: which piece is which tile.
        answers: what people said.
        hands: every open hand.
        winner: the first whose winning tile lies apart.
        is_hasty: too early to say that nobody else wins on the same discard.
    """
    apart = hands[winner].apart
    if apart is None:
        return None
    discarder = _discarder_of(view, bindings, winner)
    if discarder is not None and is_hasty and view.traits.max_winners > 1:
        return None
    seen = _as_seen(view, bindings, answers, hands, winner, discarder, apart)
    found: Explanation | Doubt | Contradiction | Surplus | None = seen
    if isinstance(seen, Doubt):
        unseen = _on_unseen_discard(view, bindings, answers, hands, winner, apart)
        found = unseen or _misread_before(view, bindings, answers, hands, winner, discarder) or seen
    if isinstance(found, Explanation) and apart.track not in answers.tiles:
        return _won_elsewhere(view, bindings, found, apart) or found
    return found


def _won_elsewhere(view: View, bindings: Bindings, win: Explanation, apart: SettledTile) -> Doubt | None:
    """Such a tile was counted as a discard and left its river: that one was won, and what came after it is wrong."""
    for anchor in missing_at_end(view, bindings, win.events):
        tile = tile_at(view.deal, anchor)
        if tile is not None and may_be(apart, tile):
            return Doubt(
                apart, QuestionReason.WRONG_WINNING_TILE, f"the {tile} of river {anchor.seat} is there no more"
            )
    return None


def _misread_before(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    discarder: Seat | None,
) -> Contradiction | Surplus | None:
    """What was misread if this hand is what it surely shows: the tile won, or one of too many."""
    hand = hands[winner]
    apart = hand.apart
    if apart is None or apart.tile is None:
        return None
    is_discard = discarder is not None and view.deal.kong_tile is None and left_the_river(view, bindings)
    if is_discard and not may_be(apart, _last_tile(view)):
        # What is unexplained in a corner took that discard, and the tile won is another one (world 10441).
        if not is_believed(bindings, view.deal, apart) or has_unexplained(view, bindings, Zone.MELDS):
            return None
        won = WinOnTable(apart, discarder, apart.tile)
        if decode_win(as_if_discarded(view, apart.tile), won, winner, hand, ()) is None:
            return None
        counted = {"counted": str(_last_tile(view))}
        return Contradiction(last_discard(view.deal), apart.tile, "winning_tile", apart.confidence, counted)
    shown = hand.row if is_discard else (*hand.row, apart)
    return surplus(view, bindings, answers, [piece for piece in shown if piece.confidence >= MIN_TO_CONTRADICT])


def _as_seen(  # noqa: PLR0913 - table, pieces, answers, hands, winner, giver, tile
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    discarder: Seat | None,
    apart: SettledTile,
) -> Explanation | Doubt | None:
    """The win on a drawn tile, or on the last one that others may take."""
    if discarder is None:
        return declare_win(
            view, bindings, answers, hands, [winner], WinOnTable(apart, None, None, view.drawing(winner))
        )
    tile = _last_tile(view)
    if not may_be(apart, tile):
        return Doubt(apart, QuestionReason.WRONG_WINNING_TILE, f"the tile to win is {tile}")
    candidates = list(_candidates(view, hands, winner, discarder))
    won = WinOnTable(apart, discarder, tile)
    step = declare_win(view, bindings, answers, hands, candidates, won)
    if not isinstance(step, Explanation):
        return step
    for other in _other_discards(view, bindings, apart):
        seen = as_if_discarded(view, other)
        found = declare_win(seen, bindings, answers, hands, candidates, replace(won, tile=other))
        if isinstance(found, Explanation) and payment_of(found) != payment_of(step):
            return Doubt(apart, QuestionReason.UNCERTAIN_HAND)
    return step


def _other_discards(view: View, bindings: Bindings, apart: SettledTile) -> list[Tile]:
    """What the last discard may well have been instead, by how it was read in its river and is read beside the hand."""
    if view.deal.kong_tile is not None:
        return []
    counted, now = _last_tile(view), dict(readings_of(apart))
    before = dict(bindings.read_as.get(last_discard(view.deal), ())) or dict.fromkeys(now, 1.0)

    def chance(tile: Tile) -> float:
        return before.get(tile, MIN_READING) * now.get(tile, MIN_READING)

    return [tile for tile in now if tile != counted and chance(tile) >= MIN_AMBIGUOUS_RATIO * chance(counted)]


def _on_unseen_discard(
    view: View,
    bindings: Bindings,
    answers: Answers,
    hands: dict[Seat, OpenHand],
    winner: Seat,
    apart: SettledTile,
) -> Explanation | None:
    """The win on a discard that was taken before anybody saw it."""
    source = unseen_discarder(view, bindings, winner, plays_on=False)
    if source is None:
        return None
    candidates = list(_candidates(view, hands, winner, source))
    for tile, probability in readings_of(apart):
        if probability >= MIN_SECOND_CHOICE:
            before = (*view.drawing(source), Discarded(source, tile))
            step = declare_win(view, bindings, answers, hands, candidates, WinOnTable(apart, source, tile, before))
            if isinstance(step, Explanation):
                return step
    return None


def _discarder_of(view: View, bindings: Bindings, winner: Seat) -> Seat | None:
    """Who gave the winning tile: it left the river (or the kong) it lay in; None when it was drawn."""
    deal = view.deal
    if not view.is_offered or deal.seat == winner:
        return None
    if deal.kong_tile is not None:
        return deal.seat
    if not bindings.is_present(last_discard(view.deal), view.observation) or view.next_to_act != winner:
        return deal.seat
    return None


def _candidates(view: View, hands: dict[Seat, OpenHand], first: Seat, discarder: Seat) -> Iterator[Seat]:
    """All who may have won on this discard, in turn order after the discarder: `first`, and who else opened a hand."""
    may_join = view.traits.max_winners > 1
    for seat in seats_from(discarder, view.seats):
        is_open = may_join and len(hands[seat].row) == hand_size(view, seat)
        if seat != discarder and (seat == first or is_open):
            yield seat


def _last_tile(view: View) -> Tile:
    """The tile that somebody discarded, or added to a kong."""
    deal = view.deal
    return deal.kong_tile if deal.kong_tile is not None else deal.rivers[deal.seat][-1].tile
