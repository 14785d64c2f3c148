from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE
from vision.geometry.zones import ZoneMap
from vision.reading.surface import SurfaceFacts, SurfaceMask
from vision.reading.tracking import Tracker
from vision.settings import GeometrySettings, ReadingSettings
from vision.sightings import Face, Observation, Sighting, Zone

BLOCKS = 190
HALF_MM = 380.0


def mask(*squares: tuple[float, float, float], everywhere: bool = False) -> SurfaceMask:
    blocks = np.full((BLOCKS, BLOCKS), everywhere)
    for x_mm, y_mm, reach_mm in squares:
        rows = slice(int((HALF_MM - y_mm - reach_mm) / 4), int((HALF_MM - y_mm + reach_mm) / 4))
        columns = slice(int((x_mm - reach_mm + HALF_MM) / 4), int((x_mm + reach_mm + HALF_MM) / 4))
        blocks[rows, columns] = True
    return SurfaceMask(blocks, HALF_MM)


BARE = SurfaceFacts(felt=mask(everywhere=True), moving=mask(), covered=mask())


def arm_over(*squares: tuple[float, float, float]) -> SurfaceFacts:
    return SurfaceFacts(felt=mask(), moving=mask(), covered=mask(*squares))


def motion_over(*squares: tuple[float, float, float]) -> SurfaceFacts:
    return SurfaceFacts(felt=mask(everywhere=True), moving=mask(*squares), covered=mask())


def seen(name: str = "3m", x_mm: float = -51.0, y_mm: float = -88.0, chance: float = 0.999, **more) -> Sighting:
    others = ((parse_tile("2m"), 1 - chance),) if name != "2m" else ()
    tile = parse_tile(name)
    values = {"face": Face.UP, "rotation_deg": 1.0, "confidence": chance, "candidates": ((tile, chance), *others)}
    return Sighting(x_mm=x_mm, y_mm=y_mm, tile=tile, **{**values, **more})


def back(x_mm: float, y_mm: float) -> Sighting:
    return Sighting(Face.DOWN, x_mm, y_mm, 0.0, 0.98)


class Table:
    """A tracker that is fed frame after frame."""

    def __init__(self, **settings) -> None:
        self.tracker = Tracker(ZoneMap(GeometrySettings()), ReadingSettings(**settings))
        self.frame = 0

    def frames(self, *sightings: Sighting, facts: SurfaceFacts = BARE, count: int = 1) -> list[Observation]:
        told = []
        for _ in range(count):
            self.frame += 1
            observation = self.tracker.update(sightings, facts, frame_number=self.frame, at=self.frame / 10)
            told += [observation] if observation else []
        return told

    def settled(self, *sightings: Sighting) -> Observation:
        return self.frames(*sightings, count=5)[-1]


def test_a_piece_counts_once_it_was_seen_in_enough_frames():
    table = Table(settle_frames=3)
    assert [o.tiles for o in table.frames(seen(), count=2)] == [()]
    (observation,) = table.frames(seen(), count=4)
    (tile,) = observation.tiles
    assert observation.frame_number == 3
    assert (tile.zone, tile.seat, tile.face, str(tile.tile)) == (Zone.RIVER, Seat(0), Face.UP, "3m")
    assert (tile.u_mm, tile.v_mm, tile.is_sideways) == (-51.0, -88.0, False)


def test_a_flash_of_one_frame_is_never_told():
    table = Table()
    table.frames(seen(), count=3)
    assert table.frames(seen(), seen("9p", x_mm=20.0)) == []
    assert table.frames(seen(), count=5) == []


def test_jitter_tells_nothing_new_and_keeps_the_track():
    table = Table()
    first = table.settled(seen())
    jittered = [seen(x_mm=-51 + shift, chance=chance) for shift, chance in ((0.8, 0.97), (-0.7, 0.99), (0.5, 0.95))]
    assert [o for sighting in jittered for o in table.frames(sighting)] == []
    assert table.settled(seen(), seen("1z", x_mm=80.0)).tiles[0].track == first.tiles[0].track


def test_a_face_misread_once_is_outvoted():
    table = Table()
    assert str(table.settled(seen("3m")).tiles[0].tile) == "3m"
    assert table.frames(seen("2m")) == []
    assert table.frames(seen("3m"), count=4) == []


def test_candidates_are_the_mean_of_the_votes_by_their_confidence():
    table = Table()
    table.frames(seen("3m", chance=0.9))
    (observation,) = table.frames(seen("3m", chance=0.6))
    chances = {str(tile): chance for tile, chance in observation.tiles[0].candidates}
    assert chances == pytest.approx({"3m": (0.81 + 0.36) / 1.5, "2m": (0.09 + 0.24) / 1.5})
    assert observation.tiles[0].confidence == pytest.approx(0.78)


def test_many_blurred_looks_do_not_outvote_a_clear_one():
    table = Table(settle_frames=5)
    clear, either = seen("3m", chance=0.98), ((parse_tile("2m"), 0.5), (parse_tile("3m"), 0.4))
    blurred = [
        Sighting(Face.UP, clear.x_mm, clear.y_mm, 1.0, 0.1, tile=either[0][0], candidates=either) for _ in range(4)
    ]
    told = [observation for look in (clear, *blurred) for observation in table.frames(look)]
    assert str(told[-1].tiles[0].tile) == "3m"
    assert told[-1].tiles[0].confidence > 0.75


def test_a_tile_taken_away_is_gone_after_two_frames_of_bare_felt():
    table = Table()
    table.settled(seen())
    assert table.frames() == []
    (observation,) = table.frames()
    assert observation.tiles == ()


def test_a_tile_under_a_resting_arm_is_not_gone():
    table = Table()
    first = table.settled(seen())
    assert all(o.tiles == first.tiles for o in table.frames(facts=arm_over((-51, -88, 30)), count=100))
    assert all(o.tiles == first.tiles for o in table.frames(seen(), count=3))


def test_a_tile_under_something_that_moves_is_not_gone():
    table = Table()
    table.settled(seen())
    assert all(len(o.tiles) == 1 for o in table.frames(facts=motion_over((-51, -88, 30)), count=20))


def test_a_tile_taken_by_the_arm_that_covered_it_is_gone_when_the_arm_is():
    table = Table()
    table.settled(seen())
    table.frames(facts=arm_over((-51, -88, 30)), count=5)
    observations = table.frames(count=2)
    assert observations[-1].tiles == ()


def test_a_tile_pushed_aside_leaves_its_place_and_lies_at_the_new_one():
    table = Table()
    first = table.settled(seen())
    not_bare = SurfaceFacts(felt=mask(), moving=mask(), covered=mask())
    observation = table.frames(seen(x_mm=-39.0), facts=not_bare, count=4)[-1]
    (tile,) = observation.tiles
    assert tile.track != first.tiles[0].track
    assert tile.u_mm == -39.0


def test_a_tile_that_a_sleeve_pushes_is_never_there_twice():
    table = Table()
    table.settled(seen("3m"))
    sleeve = arm_over((-51.0, -88.0, 12.0))
    told = table.frames(seen("3m", x_mm=-40.5), facts=sleeve, count=6) + table.frames(seen("3m", x_mm=-40.5), count=4)
    assert all(len(observation.tiles) <= 1 for observation in told)
    assert [round(tile.u_mm, 1) for tile in told[-1].tiles] == [-40.5]


def test_a_tile_seen_twice_in_one_picture_is_one_tile():
    table = Table()
    table.settled(seen("6z"))
    told = table.frames(seen("6z"), seen("6z", x_mm=-50.2, y_mm=-87.2), count=4)
    assert all(len(observation.tiles) == 1 for observation in told)
    apart = table.frames(seen("6z"), seen("6z", x_mm=-31.0), count=4)
    assert len(apart[-1].tiles) == 2


def test_a_place_that_is_neither_bare_nor_covered_is_given_up_in_the_end():
    table = Table(forgotten_frames=10)
    table.settled(back(0.0, -190.0))
    open_slot = SurfaceFacts(felt=mask(), moving=mask(), covered=mask())
    assert table.frames(facts=open_slot, count=9) == []
    assert table.frames(facts=open_slot, count=2)[-1].tiles == ()


def test_another_tile_in_the_same_place_gets_a_new_track():
    table = Table()
    first = table.settled(seen("3m"))
    second = table.settled(seen("7z"))
    assert str(second.tiles[0].tile) == "7z"
    assert second.tiles[0].track != first.tiles[0].track


def test_a_doubtful_face_that_clears_up_keeps_its_track():
    table = Table()
    first = table.settled(seen("3m", chance=0.6))
    second = table.settled(seen("4m", chance=0.99))
    assert str(second.tiles[0].tile) == "4m"
    assert second.tiles[0].track == first.tiles[0].track


def test_an_indicator_turned_over_keeps_its_track():
    table = Table()
    first = table.settled(back(100.0, -190.0))
    second = table.settled(seen("5s", x_mm=100.0, y_mm=-190.0))
    assert (second.tiles[0].face, second.tiles[0].zone) == (Face.UP, Zone.WALL)
    assert second.tiles[0].track == first.tiles[0].track


def test_what_is_read_beside_an_arm_is_no_vote_and_no_new_piece():
    table = Table()
    first = table.settled(seen("3m"))
    facts = arm_over((-40, -100, 40))
    observations = table.frames(seen("9m"), seen("1p", x_mm=-30.0), facts=facts, count=12)
    assert all(o.tiles == first.tiles for o in observations)


def test_sideways_is_what_the_owner_sees():
    table = Table()
    observation = table.settled(seen("3m", rotation_deg=91.0), seen("4m", x_mm=88.0, y_mm=0.0, rotation_deg=89.0))
    by_seat = {tile.seat: tile for tile in observation.tiles}
    assert by_seat[Seat(0)].is_sideways
    assert not by_seat[Seat(1)].is_sideways
    assert by_seat[Seat(1)].turn_deg == pytest.approx(359.0)


def test_busy_zones_are_named_and_their_end_is_told():
    table = Table()
    table.settled(seen())
    arm = arm_over((0, -268, 40))
    (observation,) = table.frames(seen(), seen("4m", x_mm=-30.0, y_mm=120.0), facts=arm, count=3)
    assert (Zone.HAND, Seat(0)) in observation.busy
    assert (Zone.RIVER, Seat(2)) not in observation.busy
    (quiet,) = table.frames(seen(), seen("4m", x_mm=-30.0, y_mm=120.0), count=3)
    assert quiet.busy == frozenset()


def test_the_same_sighting_again_is_no_second_vote():
    table = Table()
    doubtful, sure = seen("3m", chance=0.6), seen("3m", chance=1.0)
    table.frames(doubtful, count=50)
    observation = table.settled(sure, seen("1z", x_mm=80.0))
    assert observation.tiles[0].confidence == pytest.approx((0.6 * 0.6 + 1.0) / 1.6, abs=0.01)


def test_two_tiles_side_by_side_stay_two():
    table = Table()
    left, right = seen("3m"), seen("4m", x_mm=-30.5)
    assert len(table.settled(left, right).tiles) == 2
    moved = [replace(left, x_mm=-49.0), replace(right, x_mm=-28.5)]
    table.frames(*moved, count=4)
    assert [str(t.tile) for t in table.settled(*moved, seen("1z", x_mm=90.0)).tiles][:2] == ["3m", "4m"]


def test_a_piece_that_comes_later_tells_what_another_one_is():
    """The 2m is read as a 3m until a 3m lies there that looks different; it stays the same piece."""
    unlike, like = np.array([9.0, 0.0], np.float32), np.array([0.0, 9.0], np.float32)
    unsure = seen("3m", chance=0.7, candidates=((parse_tile("3m"), 0.7), (parse_tile("2m"), 0.3)), features=unlike)
    table = Table()
    (first,) = table.settled(unsure).tiles
    sure = seen("3m", x_mm=51.0, features=like)
    tiles = {tile.u_mm: tile for tile in table.settled(unsure, sure).tiles}
    assert str(first.tile) == "3m"
    assert [(str(tiles[at].tile), tiles[at].confidence > 0.9) for at in (-51.0, 51.0)] == [("2m", True), ("3m", True)]
    assert tiles[-51.0].track == first.track
    assert dict(tiles[-51.0].candidates)[parse_tile("3m")] < MIN_SECOND_CHOICE, "a 3m counted before is corrected"
    (left,) = table.settled(unsure).tiles
    assert str(left.tile) == "3m"


def test_what_comes_in_the_place_of_a_piece_that_others_name_surely_is_another_piece():
    unlike, like = np.array([9.0, 0.0], np.float32), np.array([0.0, 9.0], np.float32)
    unsure = seen("3m", chance=0.7, candidates=((parse_tile("3m"), 0.7), (parse_tile("2m"), 0.3)), features=unlike)
    sure = seen("3m", x_mm=51.0, features=like)
    table = Table()
    before = {tile.u_mm: tile.track for tile in table.settled(unsure, sure).tiles}
    after = {tile.u_mm: tile.track for tile in table.frames(seen("7p"), sure, count=9)[-1].tiles}
    assert after[51.0] == before[51.0]
    assert after[-51.0] != before[-51.0]
