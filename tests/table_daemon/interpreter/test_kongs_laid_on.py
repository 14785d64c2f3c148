"""The fourth tile of a kong laid on the sideways one of its pung: three tiles are seen, and one of them higher."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from felt_evening import FeltEvening
from stacked_deck import stacked_deck

from hw_sim.looks import Look
from hw_sim.random_scene import random_pose
from hw_sim.renderer import Renderer
from hw_sim.scene import Furniture, Piece, Pose, Scene, TileSet
from mahjong_rules.events import Called, Discarded, Drawn, IndicatorTurned
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.laid_on import RISEN_MM
from table_daemon.rules.presets import load_rules
from vision.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Frame, Observation, SettledTile, Zone

EAST, SOUTH, WEST, NORTH = SEATS
ONE = parse_tile("1s")
RISE_MM = 5.0
SYSTEMS = ("tenhou", "ema", "tchou", "jp_classic", "simple", "doman")


def drawn(seat, name):
    return Drawn(Seat(seat), parse_tile(name))


def discarded(seat, name):
    return Discarded(Seat(seat), parse_tile(name))


class Evening(FeltEvening):
    """East holds a pung of 1s from South; the eye may see its pieces a little further out."""

    def __init__(self, name):
        settings = (("bonus_tiles", "false"),) if name in ("tchou", "jp_classic", "simple") else ()
        super().__init__(load_rules(name, settings))
        self.begin_deck(stacked_deck(self.rules.traits, {0: "11s98p"}, draws="5m 1s 7z 6z 5z 1s"))
        self.out_mm = (0.0, 0.0, 0.0)
        if self.rules.traits.has_indicators:
            self.act(IndicatorTurned(self.world.walls[self.wall_break.indicators[0]].tile))
        pung = Called(EAST, Meld(MeldKind.PUNG, (ONE,) * 3, SOUTH, ONE))
        self.act(drawn(0, "5m"), discarded(0, "5m"), drawn(1, "1s"), discarded(1, "1s"), pung, discarded(0, "9p"))
        self.act(drawn(1, "7z"), discarded(1, "7z"), drawn(2, "6z"), discarded(2, "6z"))
        self.act(drawn(3, "5z"), discarded(3, "5z"), drawn(0, "1s"))

    def act(self, *moves):
        for move in moves:
            self.perform(move)
            self.look(self.seen())

    def seen(self) -> Observation:
        observation = super().seen()
        corner = [piece for piece in observation.tiles if piece.zone is Zone.MELDS and piece.seat == EAST]
        further = dict(zip(sorted(piece.track for piece in corner), getattr(self, "out_mm", ()), strict=False))
        tiles = tuple(further_out(piece, further.get(piece.track, 0.0)) for piece in observation.tiles)
        return replace(observation, tiles=tiles)

    def lay_on_sideways(self, rise_mm=RISE_MM):
        """From now on the sideways piece seems to lie further out."""
        corner = [piece for piece in super().seen().tiles if piece.zone is Zone.MELDS and piece.seat == EAST]
        (sideways,) = [piece for piece in corner if piece.is_sideways]
        tracks = sorted(piece.track for piece in corner)
        self.out_mm = tuple(rise_mm if track == sideways.track else 0.0 for track in tracks)
        self.look(self.seen())

    @property
    def kinds(self):
        return [meld.kind for meld in self.deal.melds[0]]


def further_out(piece: SettledTile, by_mm: float) -> SettledTile:
    share = by_mm / math.hypot(piece.u_mm, piece.v_mm)
    return replace(piece, u_mm=piece.u_mm * (1 + share), v_mm=piece.v_mm * (1 + share))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_tile_that_may_have_been_laid_on_a_pung_is_asked_and_what_follows_waits(name):
    evening = Evening(name)
    assert evening.kinds == [MeldKind.PUNG]
    evening.lay_on_sideways()
    evening.act(discarded(0, "8p"))
    evening.be_quiet()
    (question,) = evening.questions
    assert (question.reason, question.seat, question.zone) == ("laid_on_meld", EAST, Zone.MELDS)
    assert len(evening.deal.rivers[0]) == 2
    evening.interpreter.answer(question, ONE)
    evening.be_quiet()
    assert evening.kinds == [MeldKind.ADDED_KONG]
    assert evening.deal.melds[0][0].tiles == (ONE,) * 4
    assert evening.deal.rivers[0][-1].tile == parse_tile("8p")
    assert evening.questions == ()


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_tile_of_a_meld_that_was_only_nudged_makes_no_kong(name):
    evening = Evening(name)
    evening.lay_on_sideways()
    evening.be_quiet()
    (question,) = evening.questions
    evening.interpreter.answer(question, None)
    evening.act(discarded(0, "8p"))
    evening.be_quiet()
    assert evening.kinds == [MeldKind.PUNG]
    assert evening.deal.rivers[0][-1].tile == parse_tile("8p")
    assert evening.questions == ()


@pytest.mark.parametrize("out_mm", [(1.5, 1.5, 1.5), (5.0, 5.0, 5.0), (2.0, 1.0, 0.0)])
def test_melds_that_jitter_or_are_pushed_as_a_whole_ask_nothing(out_mm):
    evening = Evening("tenhou")
    evening.out_mm = out_mm
    evening.act(discarded(0, "8p"))
    evening.be_quiet()
    assert evening.kinds == [MeldKind.PUNG]
    assert evening.deal.rivers[0][-1].tile == parse_tile("8p")
    assert evening.questions == ()


def test_an_indicator_that_is_turned_for_it_says_that_it_is_a_kong():
    evening = Evening("ema")
    evening.lay_on_sideways()
    turn_indicator(evening)
    assert evening.kinds == [MeldKind.ADDED_KONG]
    evening.act(discarded(0, "8p"))
    evening.be_quiet()
    assert len(evening.deal.indicators) == 2
    assert evening.questions == ()


def test_an_indicator_for_which_no_kong_is_known_is_asked():
    evening = Evening("tenhou")
    turn_indicator(evening)
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["unknown_kong"]
    evening.interpreter.answer(evening.questions[0], None)
    evening.be_quiet()
    assert (len(evening.deal.indicators), evening.questions) == (1, ())


def turn_indicator(evening):
    """Somebody turns the second dora indicator."""
    tile = evening.world.walls[evening.wall_break.indicators[1]].tile
    evening.act(IndicatorTurned(tile))


SPOTS = ((120.0, -320.0, 0.0), (144.5, -323.5, 90.0), (169.0, -320.0, 0.0))
"""A pung in East's corner: x, y and rotation; the one in the middle lies sideways."""


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_in_a_picture_the_tile_laid_on_another_lies_so_much_further_out_and_its_neighbours_where_they_were(seed):
    before, after = (seen_pung(seed, is_kong=is_kong) for is_kong in (False, True))
    moved_mm = [math.dist(first, second) for first, second in zip(before, after, strict=True)]
    assert RISEN_MM < moved_mm[1] < 9
    assert max(moved_mm[0], moved_mm[2]) < 1.5
    assert math.hypot(*after[1]) > math.hypot(*before[1])


def seen_pung(seed, *, is_kong):
    """Where the reader sees the three tiles in a picture from some usual place of the camera."""
    furniture, reader = Furniture(), TableReader(GeometrySettings())
    lying = [Piece(n, TileSet.A, ONE, x, y, 0.0, turn, Pose.FACE_UP) for n, (x, y, turn) in enumerate(SPOTS)]
    if is_kong:
        x_mm, y_mm, turn_deg = SPOTS[1]
        top_mm = furniture.tile_thickness_mm
        lying.append(Piece(3, TileSet.A, ONE, x_mm + 1.0, y_mm + 0.5, top_mm, turn_deg + 2, Pose.FACE_UP))
    pose = random_pose(random.Random(seed), 2304, 1296)
    image = Renderer(furniture, pose, Look(), seed=seed).render(Scene({piece.number: piece for piece in lying}))
    found = reader.read(Frame(image, 1, 0.1), reader.calibrated(image, CameraSettings()))
    places = np.array([(sighting.x_mm, sighting.y_mm) for sighting in found if sighting.tile == ONE])
    return [places[np.hypot(*(places - spot[:2]).T).argmin()] for spot in SPOTS]
