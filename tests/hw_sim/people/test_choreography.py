"""A whole record acted out on the felt: nothing is lost, nothing lies in anything else, the manners are kept."""

import math
import random
from collections.abc import Awaitable, Callable
from itertools import combinations, pairwise

import pytest
from compact_record import record_file
from mjai_lines import discard, draw, one_deal

from hw_sim.felt.deck import Deck, throw_dice
from hw_sim.felt.footprint import corners, overlap_mm
from hw_sim.felt.scene import Furniture, Piece, Pose, angle_of
from hw_sim.felt.table_world import TableWorld
from hw_sim.people.choreography import Choreography
from hw_sim.people.gestures import Gestures, Pace
from hw_sim.people.record_deck import deck_for_deal
from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.events import Called, Discarded, ExhaustiveDraw, IndicatorTurned, KongDeclared, WinsDeclared
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import TileStock, parse_tiles

RECORD = record_file("whole_game")
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


@pytest.fixture(scope="module")
def record() -> tuple[ScriptedDeal, ...]:
    return read_record(RECORD).deals


async def test_a_whole_game_keeps_136_pieces_apart_from_each_other_and_on_the_felt(record):
    felt = Felt()
    for deal in record:
        await felt.deal(deal)
        for number, event in enumerate(deal.moves):
            await felt.people.perform(event)
            assert len(felt.world.scene.pieces) == 136
            assert not felt.world.held
            assert not felt.world.scene.arms
            if number % 10 == 0 or number == len(deal.moves) - 1:
                assert felt.deepest_overlap_mm() < 0.02
        points = [xy for piece in felt.world.scene.pieces.values() for xy in corners(piece, FURNITURE)]
        assert max(abs(value) for point in points for value in point) < FURNITURE.marker_at_mm - 15
        assert await felt.people.endings.push_in(lambda _: True) == 136
        assert not felt.world.scene.pieces


async def test_what_lies_on_the_table_is_what_the_record_says(record):
    felt = Felt()
    for deal in record:
        await felt.play(deal)
        rivers = [[move.tile for move in deal.moves if isinstance(move, Discarded) and move.seat == s] for s in SEATS]
        assert [place.discards for place in felt.world.places] == [len(river) for river in rivers]
        melds = [sum(isinstance(m, Called | KongDeclared) and m.seat == s for m in deal.moves) for s in SEATS]
        assert [len(place.melds) for place in felt.world.places] == melds
        turned = [move.tile for move in deal.moves if isinstance(move, IndicatorTurned)]
        assert [piece.tile for piece in felt.world.indicators] == turned
        assert all(piece.pose is Pose.FACE_UP for piece in felt.world.indicators)
        await felt.people.endings.push_in(lambda _: True)


async def test_discards_lie_upright_six_a_row_and_riichi_lies_sideways_with_a_stick(record):
    felt = Felt()
    deal = next(deal for deal in record if any(isinstance(m, Discarded) and m.riichi for m in deal.moves))
    await felt.deal(deal)
    for event in deal.moves:
        await felt.people.perform(event)
        if not isinstance(event, Discarded):
            continue
        place = felt.world.places[event.seat]
        u_mm, v_mm = felt.local(event.seat, place.river[-1])
        turn = felt.turn(event.seat, place.river[-1]) % 180
        assert place.river[-1].tile == event.tile
        row = min((len(place.river) - 1) // 6, 2)
        assert abs(v_mm - (FURNITURE.places.river_v_mm - 30.4 * row)) < 2
        assert u_mm > -54
        assert abs(turn - 90) < 3 if event.riichi else min(turn, 180 - turn) < 3
    assert len(felt.world.scene.sticks) == sum(place.riichi for place in felt.world.places) > 0


async def test_a_win_lies_open_with_the_winning_tile_after_a_gap(record):
    felt = Felt()
    for deal in record:
        await felt.play(deal)
        wins = deal.moves[-1]
        if isinstance(wins, WinsDeclared):
            win = wins.wins[0]
            open_tiles = sorted(
                (felt.local(win.seat, piece)[0], piece.tile)
                for piece in felt.world.scene.pieces.values()
                if piece.pose is Pose.FACE_UP and felt.is_in_hand_row(win.seat, piece)
            )
            assert sorted(tile for _, tile in open_tiles[:-1]) == sorted(win.concealed)
            assert open_tiles[-1][1] == win.winning_tile
            assert open_tiles[-1][0] - open_tiles[-2][0] > FURNITURE.tile_width_mm + 10
        await felt.people.endings.push_in(lambda _: True)


async def test_ura_indicators_are_laid_outside_the_wall_before_their_stack(record):
    felt = Felt()
    deal = next(d for d in record if isinstance(d.moves[-1], WinsDeclared) and d.moves[-1].ura_indicators)
    deck = await felt.play(deal)
    for place, tile in zip(deck.wall.ura_indicators, deal.moves[-1].ura_indicators, strict=False):
        found = [
            piece
            for piece in felt.world.scene.pieces.values()
            if piece.pose is Pose.FACE_UP
            and abs(felt.local(place.stack.seat, piece)[1] - FURNITURE.places.ura_v_mm) < 3
            and abs(felt.local(place.stack.seat, piece)[0] - FURNITURE.stack_u_mm(place.stack)) < 3
        ]
        assert [piece.tile for piece in found] == [tile]


async def test_the_claimed_tile_lies_sideways_on_the_side_of_its_discarder_and_left_the_river():
    for target, place_from_left in ((1, 2), (2, 1), (3, 0)):
        call = {"type": "pon", "actor": 0, "target": target, "pai": "9m", "consumed": ["9m", "9m"]}
        passing = [line for seat in range(target) for line in (draw(seat, "9p"), discard(seat, "9p"))][: 2 * target]
        deal = one_deal(*passing[:6], draw(target, "9m"), discard(target, "9m"), call)
        felt = Felt()
        await felt.play(deal)
        meld = felt.world.places[0].melds[0]
        across = [abs(felt.turn(0, piece) % 180 - 90) < 3 for piece in meld.pieces]
        left_to_right = [felt.local(0, piece)[0] for piece in meld.pieces]
        assert across == [index == place_from_left for index in range(3)]
        assert left_to_right == sorted(left_to_right)
        assert max(left_to_right) < FURNITURE.places.meld_right_u_mm
        assert len(felt.world.places[target].river) == felt.world.places[target].discards - 1


async def test_the_outer_tiles_of_a_concealed_kong_lie_face_down():
    kong = {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}
    felt = Felt()
    await felt.play(one_deal(draw(0, "1m"), kong))
    poses = [piece.pose for piece in felt.world.places[0].melds[0].pieces]
    assert poses == [Pose.FACE_DOWN, Pose.FACE_UP, Pose.FACE_UP, Pose.FACE_DOWN]


async def test_an_added_kong_lies_sideways_beside_the_sideways_tile_towards_the_centre():
    pon = {"type": "pon", "actor": 3, "target": 0, "pai": "8s", "consumed": ["8s", "8s"]}
    kakan = {"type": "kakan", "actor": 3, "pai": "8s", "consumed": ["8s", "8s", "8s"]}
    passing = [draw(0, "9p"), discard(0, "9p")]
    felt = Felt()
    await felt.play(one_deal(draw(0, "8s"), discard(0, "8s"), pon, discard(3, "S"), *passing, draw(3, "8s"), kakan))
    meld = felt.world.places[3].melds[0]
    claimed, added = (felt.local(3, meld.pieces[index]) for index in (meld.sideways, 3))
    assert abs(added[0] - claimed[0]) < 2
    assert 20 < added[1] - claimed[1] < 24
    assert felt.deepest_overlap_mm() < 0.02


async def test_a_tile_drawn_after_a_kong_comes_from_the_end_of_the_dead_wall():
    kong = {"type": "ankan", "actor": 0, "consumed": ["1m"] * 4}
    felt = Felt()
    deal = one_deal(draw(0, "1m"), kong, {"type": "dora", "dora_marker": "P"}, draw(0, "C"))
    deck = await felt.play(deal)
    assert deck.wall.replacements[0] not in felt.world.walls
    assert felt.world.places[0].drawn.tile == parse_tiles("7z")[0]


async def test_tenpai_hands_lie_open_and_the_others_face_down():
    felt = Felt()
    draws = {"type": "ryukyoku", "reason": "exhaustive", "deltas": [0] * 4, "tehais": [[], None, None, []]}
    deal = one_deal(draw(0, "E"), discard(0, "E"), draws)
    await felt.play(deal)
    assert isinstance(deal.moves[-1], ExhaustiveDraw)
    poses = [{piece.pose for piece in place.hand} for place in felt.world.places]
    assert poses == [{Pose.FACE_UP}, {Pose.FACE_DOWN}, {Pose.FACE_UP}, {Pose.FACE_UP}]


async def test_nine_terminals_lie_open_without_a_gap():
    felt = Felt()
    claim = {"type": "ryukyoku", "reason": "yao9", "deltas": [0] * 4, "tehais": [None, [], None, None]}
    await felt.play(one_deal(draw(0, "E"), discard(0, "E"), draw(1, "4p"), claim))
    row = sorted(felt.local(1, piece)[0] for piece in felt.world.places[1].hand)
    assert len(row) == 14
    assert max(right - left for left, right in pairwise(row)) < FURNITURE.tile_width_mm + 2


async def test_tiles_that_the_machine_does_not_take_stay_on_the_table(record):
    felt = Felt()
    await felt.play(record[0])
    answers = iter([True] * 30 + [False] * 200)
    assert await felt.people.endings.push_in(lambda _: next(answers)) == 30
    assert len(felt.world.scene.pieces) == 106


async def test_an_arm_covers_the_river_while_a_tile_is_laid(record):
    covered = []

    async def look() -> None:
        covered.extend(felt.world.shown.arms)

    felt = Felt(be_seen=look)
    await felt.deal(record[0])
    covered.clear()
    for event in record[0].moves[:3]:
        await felt.people.perform(event)
    laid = felt.world.places[record[0].dealer].river[0]
    assert any(math.hypot(arm.x_mm - laid.x_mm, arm.y_mm - laid.y_mm) < 15 for arm in covered)


async def test_the_same_seed_lays_every_piece_at_the_same_place(record):
    felts = [Felt(seed=9), Felt(seed=9)]
    for felt in felts:
        await felt.play(record[0])
    assert felts[0].world.scene.pieces == felts[1].world.scene.pieces


async def test_what_the_camera_sees_does_not_change_afterwards(record):
    felt = Felt()
    await felt.deal(record[0])
    shown = felt.world.shown
    before = {number: (piece.x_mm, piece.y_mm) for number, piece in shown.pieces.items()}
    for event in record[0].moves[:6]:
        await felt.people.perform(event)
    assert {number: (piece.x_mm, piece.y_mm) for number, piece in shown.pieces.items()} == before
    assert felt.world.shown.version > shown.version
