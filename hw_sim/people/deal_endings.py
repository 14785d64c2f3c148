"""How a deal ends on the felt: hands opened, ura indicators laid out, tiles pushed into the dome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from hw_sim.felt.deck import Deck
from hw_sim.felt.layout import Spot, flower_spot, hand_spots, ura_spot, wall_spot, winning_tile_spot
from hw_sim.felt.scene import Piece, Pose
from hw_sim.people.gestures import Gestures
from mahjong_rules.events import Win, WinsDeclared
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import Tile, sort_key
from mahjong_rules.wall import StackPlace

# Chosen: tipping over a whole row takes about twice as long as reaching for one tile.
_OPEN_S: Final = 0.8
_PUSH_S: Final = 0.7
# Chosen: two forearms push about as many tiles as lie in two rows of a river.
_PUSHED_AT_ONCE: Final = 12

AcceptTile = Callable[[SetName], bool]


class Endings:
    """The last movements of a deal."""

    def __init__(self, gestures: Gestures) -> None:
        self._gestures = gestures
        self._world = gestures.world

    async def win(self, event: WinsDeclared, deck: Deck) -> None:
        """The first winner takes the winning tile and sets it apart; the others only open their hands."""
        first = event.wins[0]
        winning = self._winning_piece(first, event.discarder)
        if event.discarder is not None:
            await self._gestures.take(first.seat, [winning])
        await self._open_with(first, winning, held=event.discarder is not None)
        for win in event.wins[1:]:
            await self.lay_hand(win.seat, self._world.places[win.seat].hand, Pose.FACE_UP)
        in_riichi = [win.seat for win in event.wins if self._world.places[win.seat].riichi]
        if event.ura_indicators and in_riichi:
            for number in range(len(event.ura_indicators)):
                await self._lay_ura(in_riichi[0], deck, number)

    async def show_hands(self, hands: Sequence[tuple[Tile, ...] | None]) -> None:
        """Tenpai hands lie open, the others face down."""
        for seat in SEATS:
            pose = Pose.FACE_DOWN if hands[seat] is None else Pose.FACE_UP
            await self.lay_hand(seat, self._world.places[seat].hand, pose)

    async def whole_hand(self, seat: Seat) -> None:
        """All concealed tiles open without a gap: an annulment is claimed, or the hand is counted."""
        place = self._world.places[seat]
        place.drawn = None
        await self.lay_hand(seat, place.hand, Pose.FACE_UP)

    async def lay_hand(self, seat: Seat, pieces: Sequence[Piece], pose: Pose) -> None:
        """Tip a row of standing tiles over, sorted, where they stood."""
        row = sorted(pieces, key=lambda piece: sort_key(piece.tile))
        if row:
            await self._gestures.take(seat, row, _OPEN_S)
            spots = hand_spots(seat, len(row), self._world.furniture, pose=pose)
            await self._gestures.give(seat, row, spots, table_s=_OPEN_S)

    async def push_in(self, accept: AcceptTile) -> int:
        """Each player pushes what lies before him into the raised dome.

        Args:
            accept: asks the machine to swallow one tile of a set; False while it cannot.

        Returns:
            How many pieces the machine swallowed.
        """
        world = self._world
        swallowed = 0
        world.scene.sticks.clear()
        for seat in SEATS:
            pieces = [piece for piece in world.scene.pieces.values() if self._side_of(piece) == seat]
            for start in range(0, len(pieces), _PUSHED_AT_ONCE):
                handful = pieces[start : start + _PUSHED_AT_ONCE]
                middle = handful[len(handful) // 2]
                await self._gestures.reach(seat, (middle.x_mm, middle.y_mm), _PUSH_S / 2)
                await self._gestures.reach(seat, (0.0, 0.0), _PUSH_S / 2)
                taken = [piece for piece in handful if accept(piece.tile_set)]
                world.clear(taken)
                swallowed += len(taken)
            await self._gestures.withdraw(seat)
        return swallowed

    def _winning_piece(self, win: Win, discarder: Seat | None) -> Piece:
        world = self._world
        if discarder is None:
            return world.find_in_hand(win.seat, win.winning_tile, drawn=True)
        if world.offered is None:
            raise LookupError("nobody has offered a tile that could be won")
        for place in world.places:
            for row in (place.river, place.flowers):
                if world.offered in row:
                    row.remove(world.offered)
        return world.offered

    async def _open_with(self, win: Win, winning: Piece, *, held: bool) -> None:
        world, seat = self._world, win.seat
        concealed = [piece for piece in world.places[seat].hand if piece is not winning]
        await self.lay_hand(seat, concealed, Pose.FACE_UP)
        if not held:
            await self._gestures.take(seat, [winning])
        spot = winning_tile_spot(seat, len(concealed), world.furniture)
        await self._gestures.give(seat, [winning], [spot])

    async def _lay_ura(self, seat: Seat, deck: Deck, number: int) -> None:
        """Lift an indicator, lay the tile below it outside the wall, and put the indicator back."""
        world = self._world
        upper, lower = deck.wall.indicators[number], deck.wall.ura_indicators[number]
        indicator, ura = world.walls[upper], world.walls[lower]
        await self._gestures.take(seat, [indicator, ura])
        del world.walls[upper], world.walls[lower]
        await self._gestures.give(
            seat,
            [ura, indicator],
            [self._free_ura_spot(lower.stack, deck), wall_spot(upper.stack, 0, world.furniture, Pose.FACE_UP)],
        )

    def _free_ura_spot(self, stack: StackPlace, deck: Deck) -> Spot:
        """Before the stack; where norths lie there all ura indicators of this wall come right of them."""
        world = self._world
        spot, flowers = ura_spot(stack, world.furniture), world.places[stack.seat].flowers
        turned = [place.stack for place in deck.wall.indicators[: len(world.indicators)]]
        first_mm = min(ura_spot(other, world.furniture).u_mm for other in turned if other.seat == stack.seat)
        free_mm = flower_spot(stack.seat, len(flowers), world.furniture).u_mm
        return replace(spot, u_mm=spot.u_mm + max(0.0, free_mm - first_mm)) if flowers else spot

    def _side_of(self, piece: Piece) -> Seat:
        """The seat whose quarter of the table a piece lies in."""
        depths = [self._world.furniture.to_table(Seat(-seat % 4), piece.x_mm, piece.y_mm)[1] for seat in SEATS]
        return SEATS[depths.index(min(depths))]
