"""A felt on which people in a hurry act out deals of a record."""

from __future__ import annotations

import math
import random
from collections.abc import Awaitable, Callable
from itertools import combinations

from hw_sim.felt.deck import Deck, throw_dice
from hw_sim.felt.footprint import overlap_mm
from hw_sim.felt.scene import Furniture, Piece, angle_of
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal
from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock

FURNITURE = Furniture()


class Felt:
    """A table with four people in a hurry."""

    def __init__(self, seed: int = 5, be_seen: Callable[[], Awaitable[None]] | None = None) -> None:
        self.rng = random.Random(seed)
        self.world = TableWorld(FURNITURE, stock=TileStock(red_fives=True), rng=self.rng)
        self.people = Choreography(Gestures(self.world, Pace(math.inf, min_gesture_s=0, be_seen=be_seen)), self.rng)

    async def deal(self, deal: ScriptedDeal) -> Deck:
        deck = deck_for_deal(deal, throw_dice(self.rng), red_fives=True, rng=self.rng)
        self.world.raise_walls(SetName.A, deck)
        await self.people.deal(deck)
        return deck

    async def play(self, deal: ScriptedDeal) -> Deck:
        deck = await self.deal(deal)
        for event in deal.moves:
            await self.people.perform(event)
        return deck

    def local(self, seat: int, piece: Piece) -> tuple[float, float]:
        return FURNITURE.to_table(Seat(-seat % 4), piece.x_mm, piece.y_mm)

    def is_in_hand_row(self, seat: int, piece: Piece) -> bool:
        u_mm, v_mm = self.local(seat, piece)
        return abs(v_mm - FURNITURE.places.hand_v_mm) < 4 and abs(u_mm) < 230

    def turn(self, seat: int, piece: Piece) -> float:
        return (piece.rotation_deg - angle_of(Seat(seat)) + 45) % 360 - 45

    def deepest_overlap_mm(self) -> float:
        pairs = combinations(self.world.scene.pieces.values(), 2)
        return max(overlap_mm(first, second, FURNITURE) for first, second in pairs)
