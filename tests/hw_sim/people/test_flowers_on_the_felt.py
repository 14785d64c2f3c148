"""Walls of eighteen stacks, lifted stacks, flowers and hidden kongs on the felt: nothing lies in anything else."""

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from hw_sim.felt.deck import Deck, shuffled_deck
from hw_sim.felt.footprint import corners, overlap_mm
from hw_sim.felt.scene import Furniture, Pose
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.laying_manners import LayingManners
from mahjong_rules.events import Called, Discarded, Drawn, ExhaustiveDraw, FlowerLaid, HandShown, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, tile_set
from mahjong_rules.wall import SIMPLE_WALL, TCHOU_WALL, StackPlace, TilePlace, WallRules, lengths_for
from table_daemon.rules.presets import load_rules
from vision.geometry.zones import ZoneMap
from vision.settings import GeometrySettings
from vision.sightings import Zone

FLOWERS = TileStock(bonus=True)
FOUR_SERIES = TileStock(bonus=True, flower_copies=2)
CLASSICAL = LayingManners(draw_shows_hands=False)


class Felt:
    """A table and four people in a hurry who know no rules."""

    def __init__(self, stock: TileStock, walls: WallRules, manners: LayingManners, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.furniture = Furniture.for_stock(stock)
        self.world = TableWorld(self.furniture, stock=stock, rng=self.rng)
        self.people = Choreography(Gestures(self.world, Pace(math.inf, min_gesture_s=0)), self.rng, manners)
        rules = walls.with_lengths(lengths_for(stock.count))
        self.traits = replace(load_rules("ema").traits, stock=stock, wall=rules)

    async def deal(self, dice: tuple[int, ...]) -> Deck:
        deck = shuffled_deck(self.traits, Seat(2), dice, rng=self.rng)
        self.world.raise_walls(SetName.B, deck)
        await self.people.deal(deck)
        return deck

    def flower_of(self, seat: Seat) -> FlowerLaid | None:
        flowers = (FlowerLaid(seat, piece.tile) for piece in self.world.places[seat].hand if piece.tile.is_bonus)
        return next(flowers, None)

    async def take_turn(self, seat: Seat) -> None:
        """Lay the flowers of the hand, draw, lay what was drawn if it is one, discard."""
        await self._lay_flowers(seat)
        await self.people.perform(Drawn(seat))
        await self._lay_flowers(seat)
        tile = self.rng.choice([piece.tile for piece in self.world.places[seat].hand])
        await self.people.perform(Discarded(seat, tile))

    async def _lay_flowers(self, seat: Seat) -> None:
        while (flower := self.flower_of(seat)) is not None:
            await self.people.perform(flower)
            await self.people.perform(Drawn(seat))

    def deepest_overlap_mm(self) -> float:
        pairs = combinations(self.world.scene.pieces.values(), 2)
        return max(overlap_mm(first, second, self.furniture) for first, second in pairs)

    def farthest_mm(self) -> float:
        outlines = (corners(piece, self.furniture) for piece in self.world.scene.pieces.values())
        return max(abs(value) for outline in outlines for point in outline for value in point)


@pytest.mark.parametrize(
    ("stock", "walls"),
    [
        *product([TileStock(), FLOWERS], [TCHOU_WALL, SIMPLE_WALL, replace(TCHOU_WALL, lifts_stack=False)]),
        (FOUR_SERIES, TCHOU_WALL),
    ],
)
async def test_no_piece_lies_in_another_from_the_first_wall_to_the_last_draw(stock, walls):
    felt = Felt(stock, walls, CLASSICAL)
    await felt.deal((6, 3, 2, 5))
    assert felt.deepest_overlap_mm() < 0.02
    for turn in range(68):
        await felt.take_turn(Seat((2 + turn) % 4))
        assert len(felt.world.scene.pieces) == stock.count
        if turn % 8 == 7:
            assert felt.deepest_overlap_mm() < 0.02
    assert felt.farthest_mm() < felt.furniture.marker_at_mm - felt.furniture.marker_mm / 2
    laid = [piece.tile for place in felt.world.places for piece in place.flowers]
    assert max(Counter(laid).values(), default=0) == stock.copies_of_flowers
    for seat in SEATS:
        await felt.people.perform(HandShown(seat, tuple(p.tile for p in felt.world.places[seat].hand)))
    assert felt.deepest_overlap_mm() < 0.02
    assert await felt.people.endings.push_in(lambda _: True) == stock.count


@pytest.mark.parametrize("tiles", [136, 140, 144, 152])
def test_walls_of_every_length_stand_clear_of_each_other_and_of_the_markers(tiles):
    furniture = replace(Furniture(), wall_lengths=lengths_for(tiles))
    half_long, half_deep = furniture.tile_width_mm / 2, furniture.tile_height_mm / 2
    ends = {}
    for seat in SEATS:
        far, near = (furniture.stack_u_mm(StackPlace(seat, n)) for n in (1, furniture.wall_lengths[seat]))
        ends[seat] = (near - half_long, far + half_long)
        assert ends[seat][1] < furniture.marker_at_mm - furniture.marker_mm / 2
    inner_mm = -furniture.wall_v_mm - half_deep
    assert all(-left <= inner_mm - 1 for left, _ in ends.values())


@pytest.mark.parametrize("stock", [TileStock(), FLOWERS, FOUR_SERIES])
def test_every_stack_stands_in_the_wall_zone_of_its_owner(stock):
    furniture, zones = Furniture.for_stock(stock), ZoneMap(GeometrySettings())
    for seat in SEATS:
        for number in range(1, furniture.wall_lengths[seat] + 1):
            x_mm, y_mm, _ = furniture.on_stack(StackPlace(seat, number), 0)
            place = zones.place(x_mm, y_mm)
            assert place.zone is Zone.WALL
            # The end of a wall of 19 lies nearer to the neighbour's; no game of 152 tiles asks whose wall it is.
            assert place.seat == seat or (stock is FOUR_SERIES and number == 1)


async def test_the_lifted_stack_lies_on_the_next_and_the_third_stack_of_the_reserve():
    felt = Felt(FLOWERS, TCHOU_WALL, CLASSICAL)
    deck = await felt.deal((1, 2, 3, 4))
    assert deck.wall.lifted is not None
    places = TilePlace.both(deck.wall.lifted)
    for place, stack in zip(places, (deck.wall.dead_wall[0], deck.wall.dead_wall[2]), strict=True):
        piece = felt.world.walls[place]
        x_mm, y_mm, _ = felt.furniture.on_stack(stack, 2)
        assert math.hypot(piece.x_mm - x_mm, piece.y_mm - y_mm) < 2
        assert piece.z_mm == 2 * felt.furniture.tile_thickness_mm
        assert piece.pose is Pose.FACE_DOWN


async def test_a_flower_is_laid_open_between_wall_and_hand_and_replaced_from_the_loose_tiles():
    felt = Felt(FLOWERS, TCHOU_WALL, CLASSICAL, seed=4)
    deck = await felt.deal((1, 2, 3, 4))
    seat = next(seat for seat in SEATS if felt.flower_of(seat))
    flower = felt.flower_of(seat)
    await felt.people.perform(flower)
    await felt.people.perform(Drawn(seat))
    laid = felt.world.places[seat].flowers[0]
    place = ZoneMap(GeometrySettings()).place(laid.x_mm, laid.y_mm)
    assert (laid.tile, laid.pose, place.zone, place.seat) == (flower.tile, Pose.FACE_UP, Zone.URA, seat)
    assert deck.wall.replacements[0] == deck.wall.loose_tiles[1]
    assert deck.wall.replacements[0] not in felt.world.walls
    assert felt.world.places[seat].drawn.tile == deck.faces[deck.wall.replacements[0]]


async def test_nobody_moves_when_the_wall_has_run_out_and_no_hands_are_shown():
    felt = Felt(TileStock(), TCHOU_WALL, CLASSICAL)
    await felt.deal((1, 2, 3, 4))
    before = felt.world.scene.version
    await felt.people.perform(ExhaustiveDraw((None,) * 4))
    assert felt.world.scene.version == before


@pytest.mark.parametrize(("hides", "hidden"), [(True, [0, 3]), (False, [])])
async def test_two_tiles_of_a_claimed_kong_lie_face_down_where_the_rules_say_so(hides, hidden):
    felt = Felt(TileStock(), SIMPLE_WALL, LayingManners(claimed_kong_hides_two=hides, draw_shows_hands=False))
    await felt.deal((1, 2, 3, 4))
    dealer, seat = Seat(2), Seat(0)
    tile = felt.world.places[dealer].hand[0].tile
    await felt.people.perform(Drawn(dealer))
    await felt.people.perform(Discarded(dealer, tile))
    for piece in felt.world.places[seat].hand[:3]:
        piece.tile = tile
    await felt.people.perform(Called(seat, Meld(MeldKind.MELDED_KONG, (tile,) * 4, dealer, tile)))
    meld = felt.world.places[seat].melds[0]
    assert [at for at, piece in enumerate(meld.pieces) if piece.pose is Pose.FACE_DOWN] == hidden
    assert (meld.sideways is None) == hides
    assert felt.world.offered in meld.pieces
    assert not felt.world.places[dealer].river
    assert felt.deepest_overlap_mm() < 0.02


async def test_the_outer_tiles_of_a_concealed_kong_lie_face_down_in_every_system():
    felt = Felt(TileStock(), SIMPLE_WALL, LayingManners(claimed_kong_hides_two=True))
    await felt.deal((1, 2, 3, 4))
    tile = tile_set(red_fives=False)[0]
    for piece in felt.world.places[2].hand[:4]:
        piece.tile = tile
    await felt.people.perform(KongDeclared(Seat(2), Meld(MeldKind.CONCEALED_KONG, (tile,) * 4)))
    poses = [piece.pose for piece in felt.world.places[2].melds[0].pieces]
    assert poses == [Pose.FACE_DOWN, Pose.FACE_UP, Pose.FACE_UP, Pose.FACE_DOWN]
