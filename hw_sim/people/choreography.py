"""How each action of a deal looks on the felt, from the first dealt tile to the last claimed one.

The manners are those of docs/table_manners.md. An action is an event of the rule book; what ends a deal is in
`hw_sim.people.deal_endings`.
"""

from __future__ import annotations

import random
from itertools import groupby
from typing import Final, assert_never

from hw_sim.felt.deck import Deck, WallOrder
from hw_sim.felt.layout import Spot, added_spot, flower_spot, hand_spots, meld_order, meld_spots, wall_spot
from hw_sim.felt.scene import Piece, Pose
from hw_sim.felt.table_world import LaidMeld
from hw_sim.people.deal_endings import Endings
from hw_sim.people.gestures import Gestures
from hw_sim.people.laying_manners import LayingManners
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    DealVoided,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameEnded,
    GameStarted,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    PointsPenalized,
    ResultTyped,
    ScoresSet,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, seats_from
from mahjong_rules.tiles import Tile
from mahjong_rules.wall import StackLevel, TilePlace

# Chosen: in the deal hands move a little faster than in play (people.gestures).
_DEAL_REACH_S: Final = 0.35
_THINK_S: Final = (0.4, 1.6)
_TURNS_DEG: Final = (90.0, 270.0)
"""A tile laid across shows its top to the left or to the right, as it comes to hand."""
_SHOWN_IN_KONG: Final = 1
"""The place of a tile that lies open in a kong with two hidden ones."""


class Choreography:
    """The players' bodies: performs events one after the other.

    Args:
        gestures: arms, world and pace.
        rng: thinking times and which way a tile is turned.
        manners: what the rules say about how tiles lie.
    """

    def __init__(self, gestures: Gestures, rng: random.Random, manners: LayingManners | None = None) -> None:
        self._gestures = gestures
        self._world = gestures.world
        self._rng = rng
        self._manners = manners or LayingManners()
        self._deck: Deck | None = None
        self._order: WallOrder | None = None
        self.endings = Endings(gestures)

    async def deal(self, deck: Deck) -> None:
        """Three rounds of two stacks each, then the last five tiles; every hand sorted at the end."""
        self._deck, self._order = deck, WallOrder(deck)
        await self._open_wall(deck)
        order = deck.wall.deal_order(deck.dealer)
        for seat, group in groupby(order, key=lambda dealt: dealt[0]):
            await self._take_dealt(seat, [place for _, place in group])
        dealer = self._world.places[deck.dealer]
        dealer.drawn = dealer.hand[-1]
        for seat in seats_from(deck.dealer, deck.wall.rules.seats):
            self._world.tidy_hand(seat)

    async def perform(self, event: Event) -> None:
        """Act one event out.

        Raises:
            LookupError: a player should move a tile that he does not have.
        """
        self._wall_order.note(event)
        match event:
            case Drawn():
                await self._draw(event.seat)
            case FlowerLaid():
                await self._lay_flower(event.seat, event.tile)
            case Discarded():
                await self._discard(event)
            case Called():
                await self._call(event.seat, event.meld)
            case KongDeclared():
                await self._declare_kong(event.seat, event.meld)
            case IndicatorTurned():
                await self._turn_indicator()
            case WinsDeclared() | ExhaustiveDraw() | HandShown() | AbortClaimed():
                await self._end(event)
            case (
                GameStarted()
                | DealStarted()
                | PenaltyDeclared()
                | ScoresSet()
                | SeatsRedrawn()
                | DealVoided()
                | PointsPenalized()
                | StakeLaid()
                | TimeCalled()
                | GameEnded()
                | FineJudged()
                | ResultTyped()
                | WinsCounted()
            ):
                pass  # words, no movement
            case _:
                assert_never(event)

    async def _end(self, event: WinsDeclared | ExhaustiveDraw | HandShown | AbortClaimed) -> None:
        """Whatever opens hands; other annulments are said by the tiles that lie on the table already."""
        match event:
            case WinsDeclared():
                await self.endings.win(event, self._deck_in_play)
            case ExhaustiveDraw() if self._manners.draw_shows_hands:
                await self.endings.show_hands(event.hands)
            case HandShown(hand=hand) if hand is not None:
                await self.endings.whole_hand(event.seat)
            case AbortClaimed(reason=AbortReason.NINE_TERMINALS | AbortReason.NINE_ISOLATED):
                await self.endings.whole_hand(event.seat)
            case _:
                pass

    @property
    def _deck_in_play(self) -> Deck:
        if self._deck is None:
            raise LookupError("nothing has been dealt yet")
        return self._deck

    @property
    def _wall_order(self) -> WallOrder:
        if self._order is None:
            raise LookupError("nothing has been dealt yet")
        return self._order

    async def _open_wall(self, deck: Deck) -> None:
        """Where the rules lift a stack, the opener lays its two tiles on the reserve."""
        world, places = self._world, deck.wall.loose_tiles
        if not places:
            return
        pieces = [world.walls[place] for place in places]
        standing = [deck.wall.standing(place) for place in places]
        await self._gestures.take(deck.wall.opener, pieces)
        spots = [wall_spot(at.stack, at.tiles_below, world.furniture, Pose.FACE_DOWN) for at in standing]
        await self._gestures.give(deck.wall.opener, pieces, spots)

    async def _take_dealt(self, seat: Seat, places: list[TilePlace]) -> None:
        world, gestures = self._world, self._gestures
        await gestures.take(seat, [world.walls[place] for place in places], _DEAL_REACH_S)
        pieces = [world.walls.pop(place) for place in places]
        hand = world.places[seat].hand
        hand.extend(pieces)
        spots = hand_spots(seat, len(hand), world.furniture, pose=Pose.STANDING)[-len(pieces) :]
        await gestures.give(seat, pieces, spots, table_s=_DEAL_REACH_S)

    async def _draw(self, seat: Seat) -> None:
        world = self._world
        place = world.places[seat]
        source = self._wall_order.take()
        if source == self._wall_order.first_draw:
            return  # it was dealt to the dealer
        if place.drawn is not None:
            place.drawn = None
            world.tidy_hand(seat)
        await self._gestures.take(seat, [world.walls[source]])
        piece = world.walls.pop(source)
        place.hand.append(piece)
        place.drawn = piece
        spot = hand_spots(seat, len(place.hand), world.furniture, pose=Pose.STANDING, drawn=True)[-1]
        await self._gestures.give(seat, [piece], [spot])

    async def _discard(self, event: Discarded) -> None:
        world, seat = self._world, event.seat
        place = world.places[seat]
        await self._gestures.pace.think(self._rng.uniform(*_THINK_S))
        piece = world.find_in_hand(seat, event.tile, drawn=event.tsumogiri)
        await self._gestures.take(seat, [piece], table_s=0.25)
        place.hand.remove(piece)
        turn = self._rng.choice(_TURNS_DEG) if event.riichi else 0.0
        spot = world.next_river_spot(seat, turn)
        place.river.append(piece)
        place.discards += 1
        place.drawn = None
        await self._gestures.give(seat, [piece], [spot])
        world.offered = piece
        if event.riichi:
            place.riichi = True
            await self._gestures.reach(seat, world.furniture.to_table(seat, 0.0, world.furniture.places.stick_v_mm))
            world.lay_stick(seat)
            await self._gestures.withdraw(seat)
        world.tidy_hand(seat)

    async def _lay_flower(self, seat: Seat, tile: Tile) -> None:
        world = self._world
        place = world.places[seat]
        piece = world.find_in_hand(seat, tile)
        await self._gestures.take(seat, [piece], table_s=0.25)
        place.hand.remove(piece)
        if piece is place.drawn:
            place.drawn = None
        spot = flower_spot(seat, len(place.flowers), world.furniture)
        place.flowers.append(piece)
        await self._gestures.give(seat, [piece], [spot])
        world.offered = piece
        world.tidy_hand(seat)

    async def _call(self, seat: Seat, meld: Meld) -> None:
        world = self._world
        if meld.called_from is None:
            raise LookupError("a call needs somebody's discard")
        river = world.places[meld.called_from].river
        called = river[-1]
        await self._gestures.take(seat, [called])
        river.pop()
        await self._lay_meld(seat, meld, called)

    async def _declare_kong(self, seat: Seat, meld: Meld) -> None:
        if meld.kind is MeldKind.ADDED_KONG:
            await self._add_to_pung(seat, meld)
        else:
            await self._lay_meld(seat, meld, None)

    async def _lay_meld(self, seat: Seat, meld: Meld, called: Piece | None) -> None:
        """Own tiles of the hand and the claimed one to the own right-hand corner."""
        world = self._world
        place = world.places[seat]
        hides_two = self._manners.hides_two(meld.kind)
        row = meld_order(meld, seat, hides_two=hides_two)
        claimed_at = _SHOWN_IN_KONG if hides_two else next((at for at, (_, across) in enumerate(row) if across), None)
        pieces = [
            self._meld_piece(seat, tile, called if at == claimed_at else None) for at, (tile, _) in enumerate(row)
        ]
        own = [piece for piece in pieces if piece is not called]
        await self._gestures.take(seat, own)
        sideways = [across for _, across in row]
        spots, place.next_meld_right_mm = meld_spots(
            seat, sideways, place.next_meld_right_mm, world.furniture, turn_deg=self._rng.choice(_TURNS_DEG)
        )
        if hides_two:
            spots[0], spots[-1] = _face_down(spots[0]), _face_down(spots[-1])
        if meld.kind is MeldKind.CONCEALED_KONG:
            world.offered = pieces[_SHOWN_IN_KONG]
        place.drawn = None
        place.melds.append(LaidMeld(pieces, spots, sideways.index(True) if True in sideways else None))
        await self._gestures.give(seat, pieces, spots)
        world.tidy_hand(seat)

    def _meld_piece(self, seat: Seat, tile: Tile, called: Piece | None) -> Piece:
        """The claimed piece, or one taken out of the hand."""
        if called is not None:
            return called
        piece = self._world.find_in_hand(seat, tile)
        self._world.places[seat].hand.remove(piece)
        return piece

    async def _add_to_pung(self, seat: Seat, meld: Meld) -> None:
        world = self._world
        place = world.places[seat]
        pung = next(m for m in place.melds if m.pieces[0].tile.plain == meld.tiles[0].plain and len(m.pieces) == 3)
        lying = [piece.tile for piece in pung.pieces]
        tile = next(tile for tile in meld.tiles if meld.tiles.count(tile) > lying.count(tile))
        piece = world.find_in_hand(seat, tile)
        if pung.sideways is None:
            raise LookupError("only a claimed pung can grow")
        await self._gestures.take(seat, [piece])
        place.hand.remove(piece)
        place.drawn = None
        spot = added_spot(pung.spots[pung.sideways], world.furniture)
        pung.pieces.append(piece)
        await self._gestures.give(seat, [piece], [spot])
        world.offered = piece
        world.tidy_hand(seat)

    async def _turn_indicator(self) -> None:
        world = self._world
        source = self._deck_in_play.wall.indicators[len(world.indicators)]
        piece = world.walls[source]
        seat = source.stack.seat
        await self._gestures.take(seat, [piece])
        spot = wall_spot(source.stack, int(source.level is StackLevel.TOP), world.furniture, Pose.FACE_UP)
        world.indicators.append(piece)
        await self._gestures.give(seat, [piece], [spot])


def _face_down(spot: Spot) -> Spot:
    return Spot(spot.seat, spot.u_mm, spot.v_mm, spot.turn_deg, Pose.FACE_DOWN)
