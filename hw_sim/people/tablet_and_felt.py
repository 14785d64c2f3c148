"""What people see who look from the tablet to the felt: which piece it means, and what it does not show.

Rule this file keeps: they know the public documents of docs/mqtt.md and what lies before their eyes; nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hw_sim.felt.scene import Piece, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.tablet_watcher import Json
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Tile, parse_tile

IN_THE_RIVER: Final = "it lies in the river"
"""Why the players have a tile counted that the tablet missed."""
BEFORE_ITS_PLAYER: Final = "it lies before its player"
"""Why they have a flower counted."""


@dataclass(frozen=True, slots=True)
class MissedFlower:
    """A flower that lies before a player and was never counted."""

    seat: Seat
    tile: Tile

    @property
    def data(self) -> Json:
        """Of the command `correct`."""
        event = {"type": "flower_laid", "seat": int(self.seat), "tile": str(self.tile)}
        return {"kind": "insert", "events": [event], "reason": BEFORE_ITS_PLAYER}


@dataclass(frozen=True, slots=True)
class MissedDiscard:
    """A discard that lies in a river and was never counted: it came after the event of number `after`."""

    seat: Seat
    tile: Tile
    after: int

    @property
    def data(self) -> Json:
        """Of the command `correct`."""
        event = {"type": "discarded", "seat": int(self.seat), "tile": str(self.tile)}
        return {"kind": "insert", "after": self.after, "events": [event], "reason": IN_THE_RIVER}


def piece_of_event(question: Json, board: Json, world: TableWorld) -> Piece | None:
    """The piece that a counted event laid down, found as a person finds it: the tablet rings its place.

    A discard that was just won or claimed lies there no more, and everybody saw where it went.

    Args:
        question: as the tablet shows it; `event` is the number of the event that counts meanwhile.
        board: what the tablet shows of the felt, with the numbers of its events.
        world: what lies there.
    """
    event, events = question.get("event"), board.get("events")
    if event is None or events is None:
        return None
    for seat in SEATS:
        place = world.places[seat]
        laid = zip(events["rivers"][seat], board["rivers"][seat], strict=True)
        lying = [number for number, tile in laid if tile["claimed_by"] is None]
        if event in lying[len(place.river) :]:
            return _just_taken(world)
        for numbers, pieces in ((lying, place.river), (events["flowers"][seat], place.flowers)):
            if event in numbers:
                return _at(pieces, numbers.index(event))
    if event in events["indicators"]:
        return _at(world.indicators, events["indicators"].index(event))
    return None


def _just_taken(world: TableWorld) -> Piece | None:
    """The last discard, where somebody has taken it and nobody has discarded since."""
    lies_in_a_river = any(world.offered is piece for place in world.places for piece in place.river)
    return None if lies_in_a_river else world.offered


def flowers_not_shown(question: Json, documents: Mapping[str, Json], world: TableWorld) -> list[Tile]:
    """What the flower in question may be: it lies before that player, and no other that the tablet knows is it.

    The tablet may have counted them in another order than they were laid in. It knows none of those that it asks about.
    """
    seat, board = question["seat"], documents["board"]
    nameless = {other["event"] for other in documents["questions"]["questions"]}
    left = [piece.tile for piece in world.places[seat].flowers]
    for number, name in zip(board["events"]["flowers"][seat], board["flowers"][seat], strict=True):
        if number not in nameless and (tile := parse_tile(name)) in left and len(left) > 1:
            left.remove(tile)
    return left


def lacks_flower(board: Json, world: TableWorld) -> Seat | None:
    """Before whom more flowers lie than the tablet shows; arguments as for `missed_discard`."""
    return next((seat for seat in SEATS if len(world.places[seat].flowers) > len(board["flowers"][seat])), None)


def missed_discard(board: Json, world: TableWorld) -> MissedDiscard | None:
    """The tile that lies in a river more than the tablet shows, found by comparing the two from the first tile on.

    Args:
        board: what the tablet shows of the felt, with the numbers of its events.
        world: what lies there.
    """
    found = [missed for seat in SEATS if (missed := _missed_of(seat, board, world)) is not None]
    return min(found, key=lambda missed: missed.after, default=None)


def shows_every_discard(board: Json, world: TableWorld) -> bool:
    """Whether the tablet shows in each river the tiles that lie there; arguments as for `missed_discard`."""
    return all(
        [tile["tile"] for tile in board["rivers"][seat] if tile["claimed_by"] is None]
        == [str(piece.tile) for piece in world.places[seat].river]
        for seat in SEATS
    )


def _missed_of(seat: Seat, board: Json, world: TableWorld) -> MissedDiscard | None:
    numbers = board["events"]["rivers"]
    laid = zip(numbers[seat], board["rivers"][seat], strict=True)
    shown = [(number, tile["tile"]) for number, tile in laid if tile["claimed_by"] is None]
    lying = [piece.tile for piece in world.places[seat].river]
    if len(lying) <= len(shown):
        return None
    names = [name for _, name in shown]
    place = next((at for at in range(len(shown)) if names[at:] == [str(tile) for tile in lying[at + 1 :]]), len(shown))
    before = shown[place - 1][0] if place else -1
    turn = [number for number in numbers[(seat - 1) % len(SEATS)] if number > before]
    newest = max((number for river in numbers for number in river), default=before)
    return MissedDiscard(seat, lying[place], min(turn, default=newest))


def faces_near(question: Json, world: TableWorld) -> list[Piece]:
    """The faces that lie open before the seat in question (in its hand, if it says so), or anywhere.

    Of a hand the tablet tells which tile it means: that one alone, unless it counts others than lie there.
    """
    seat = question.get("seat")
    in_question = _of_hand(question, world)
    if in_question is not None:
        return [in_question]
    is_open = [piece for piece in world.scene.pieces.values() if piece.pose is Pose.FACE_UP]
    if seat is None:
        return is_open
    if question.get("zone") == "hand" and (hand := _open_hand(seat, world)):
        return hand
    if question.get("zone") == "ura" and (flowers := world.places[seat].flowers):
        return list(flowers)
    return [piece for piece in is_open if _seat_of(piece) == seat] or is_open


def _of_hand(question: Json, world: TableWorld) -> Piece | None:
    """The tile of an open hand that the tablet tells by its number from the player's left."""
    place, seat = question.get("place"), question.get("seat")
    hand = _open_hand(seat, world) if place is not None and seat is not None else []
    return hand[place["number"] - 1] if place is not None and place["of"] == len(hand) else None


def _open_hand(seat: Seat, world: TableWorld) -> list[Piece]:
    """The open hand of a player from the own left to the right; a discard that was won lies beside it."""
    hand = [piece for piece in world.places[seat].hand if piece.pose is Pose.FACE_UP]
    won = world.offered
    if hand and won is not None and won not in world.places[seat].river and _seat_of(won) == seat:
        hand.append(won)
    turn = math.radians(90 * seat)
    return sorted(hand, key=lambda piece: piece.x_mm * math.cos(turn) + piece.y_mm * math.sin(turn))


def indicators_near(question: Json, world: TableWorld) -> list[Piece]:
    """The dora indicators that lie on the wall in question: no other tile of a wall is part of the game."""
    return [piece for piece in world.indicators if _seat_of(piece) == question.get("seat")]


def _seat_of(piece: Piece) -> int:
    """The side of the table on which a piece lies."""
    return round((math.degrees(math.atan2(piece.y_mm, piece.x_mm)) + 90) / 90) % len(SEATS)


def _at(pieces: Sequence[Piece], place: int) -> Piece | None:
    return pieces[place] if place < len(pieces) else None
