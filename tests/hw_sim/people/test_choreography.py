"""A whole record acted out on the felt: nothing is lost, nothing lies in anything else, the manners are kept."""

import math

import pytest
from compact_record import record_file
from mjai_lines import discard, draw, one_deal
from record_felt import FURNITURE, Felt

from hw_sim.felt.footprint import corners
from hw_sim.felt.scene import Pose
from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.events import Called, Discarded, IndicatorTurned, KongDeclared
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tiles

RECORD = record_file("whole_game")


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
