"""The fourth tile of a kong laid on the sideways one of its pung: three tiles are seen, and one of them higher."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from campaign_cases import sampled
from felt_evening import FeltEvening
from stacked_deck import stacked_deck

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.random_scene import random_pose
from hw_sim.picture.renderer import Renderer
from mahjong_rules.events import Called, Discarded, Drawn, IndicatorTurned, KongDeclared, Win, WinsDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.layout import lies_beside
from table_daemon.interpreter.questions import HOLDING_REASONS, Question
from table_daemon.interpreter.stacked_kongs import RISEN_MM
from table_daemon.rules.presets import load_rules
from vision.reading.reader import TableReader
from vision.settings import CameraSettings, GeometrySettings
from vision.sightings import Face, Frame, Observation, SettledTile, Zone

EAST, SOUTH, WEST, NORTH = SEATS
ONE, OTHER = parse_tiles("1s9m")
RISE_MM = 5.0
SYSTEMS = ("tenhou", "ema", "tchou", "jp_classic", "simple", "doman")
DRAWS = "5m 1s 7z 6z 5z "
KONG = Meld(MeldKind.ADDED_KONG, (ONE,) * 4, SOUTH, ONE)


def drawn(seat, name):
    return Drawn(Seat(seat), parse_tile(name))


def discarded(seat, name):
    return Discarded(Seat(seat), parse_tile(name))


class Evening(FeltEvening):
    """East holds a pung of 1s from South; the eye may see its pieces a little further out."""

    out_mm = (0.0, 0.0, 0.0)
    busy = frozenset()
    knocked = None

    def __init__(self, name, hand="11s98p", last_draw="1s", replacements=""):
        settings = (("bonus_tiles", "false"),) if name in ("tchou", "jp_classic", "simple") else ()
        super().__init__(load_rules(name, settings))
        self.begin_deck(stacked_deck(self.rules.traits, {0: hand}, draws=DRAWS + last_draw, replacements=replacements))
        if self.rules.traits.has_indicators:
            self.act(IndicatorTurned(self.world.walls[self.wall_break.indicators[0]].tile))
        pung = Called(EAST, Meld(MeldKind.PUNG, (ONE,) * 3, SOUTH, ONE))
        self.act(drawn(0, "5m"), discarded(0, "5m"), drawn(1, "1s"), discarded(1, "1s"), pung, discarded(0, "9p"))
        self.act(drawn(1, "7z"), discarded(1, "7z"), drawn(2, "6z"), discarded(2, "6z"))
        self.act(drawn(3, "5z"), discarded(3, "5z"), drawn(0, last_draw))

    def act(self, *moves):
        for move in moves:
            self.perform(move)
            self.look(self.seen())

    def seen(self) -> Observation:
        observation = super().seen()
        corner = [piece for piece in observation.tiles if piece.zone is Zone.MELDS and piece.seat == EAST]
        further = dict(zip(sorted(piece.track for piece in corner), self.out_mm, strict=False))
        tiles = tuple(further_out(piece, further.get(piece.track, 0.0)) for piece in observation.tiles)
        tiles = laid_on_each_other(tiles, [piece.track for piece in corner])
        tiles = tuple(turned_up(piece) if piece.track == self.knocked else piece for piece in tiles)
        return replace(observation, tiles=tiles, busy=self.busy)

    def lay_on_sideways(self, rise_mm=RISE_MM):
        """From now on the sideways piece seems to lie further out."""
        corner = [piece for piece in super().seen().tiles if piece.zone is Zone.MELDS and piece.seat == EAST]
        (sideways,) = [piece for piece in corner if piece.is_sideways]
        tracks = sorted(piece.track for piece in corner)
        self.out_mm = tuple(rise_mm if track == sideways.track else 0.0 for track in tracks)
        self.look(self.seen())

    def knock_over_a_wall_tile(self):
        """One that stands in no indicator's wall lies face up from now on."""
        wall = [piece for piece in self.seen().tiles if piece.zone is Zone.WALL]
        seats = {piece.seat for piece in wall if piece.face is Face.UP}
        self.knocked = next(piece.track for piece in wall if piece.seat not in seats)
        self.look(self.seen())

    @property
    def kinds(self):
        return [meld.kind for meld in self.deal.melds[0]]


def laid_on_each_other(tiles, corner):
    """As seen if the tile that people lay beside the sideways one of their pung lay on it."""
    melds = [piece for piece in tiles if piece.track in corner]
    upper = {piece.track for piece in melds if lies_beside(piece, melds)}
    lower = {piece.track for piece in melds if piece.is_sideways and upper} - upper
    return tuple(
        further_out(piece, RISE_MM) if piece.track in lower else piece for piece in tiles if piece.track not in upper
    )


def turned_up(piece: SettledTile) -> SettledTile:
    return replace(piece, face=Face.UP, tile=OTHER, candidates=((OTHER, 0.999),))


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
    assert len(evening.deal.riichi.indicators) == 2
    assert evening.questions == ()


def test_a_tile_of_the_wall_that_was_knocked_over_says_nothing_of_a_kong():
    evening = Evening("ema", WINNING, last_draw="8p")
    evening.knock_over_a_wall_tile()
    evening.lay_on_sideways()
    evening.be_quiet()
    assert evening.kinds == [MeldKind.PUNG]
    assert {question.reason for question in evening.questions} == {"indicator_place", "laid_on_meld"}


def test_where_nobody_knows_the_break_an_open_tile_of_the_wall_asks_for_no_kong_and_holds_no_end():
    evening = Evening("tenhou", WINNING, last_draw="8p")
    evening.wall_break = None
    evening.restart()
    evening.knock_over_a_wall_tile()
    evening.act(WON)
    evening.be_quiet()
    assert [event for event in evening.events if isinstance(event, WinsDeclared)] == [WON]


def test_where_nobody_knows_the_break_an_open_tile_of_the_wall_is_asked_for():
    evening = Evening("tenhou")
    evening.wall_break = None
    evening.restart()
    evening.knock_over_a_wall_tile()
    evening.be_quiet()
    (question,) = evening.questions
    assert question.reason == "indicator_place"
    evening.interpreter.answer(question, question.candidates[0][0])
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["unknown_kong"]


def test_an_indicator_for_which_no_kong_is_known_is_asked():
    evening = Evening("tenhou")
    turn_indicator(evening)
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["unknown_kong"]
    evening.interpreter.answer(evening.questions[0], None)
    evening.be_quiet()
    assert (len(evening.deal.riichi.indicators), evening.questions) == (1, ())


def test_a_correction_leaves_open_whether_a_tile_was_laid_on_a_pung():
    evening = Evening("tenhou")
    evening.lay_on_sideways()
    evening.act(discarded(0, "8p"))
    evening.be_quiet()
    evening.interpreter.rebind(evening.game)
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]
    evening.interpreter.answer(evening.questions[0], ONE)
    evening.be_quiet()
    assert evening.kinds == [MeldKind.ADDED_KONG]


def test_a_correction_does_not_take_the_question_about_a_kong_away():
    evening = Evening("tenhou")
    evening.lay_on_sideways()
    evening.be_quiet()
    evening.interpreter.rebind(evening.game)
    evening.look(None)
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]


@pytest.mark.parametrize("is_turned", [False, True])
def test_a_kong_that_was_taken_back_is_not_counted_again(is_turned):
    evening = Evening("ema")
    before = evening.game
    evening.lay_on_sideways()
    if is_turned:
        turn_indicator(evening)
    else:
        evening.be_quiet()
        evening.interpreter.answer(evening.questions[0], ONE)
        evening.be_quiet()
    assert evening.kinds == [MeldKind.ADDED_KONG]
    evening.game = before
    evening.interpreter.take_back(before)
    evening.be_quiet()
    assert evening.kinds == [MeldKind.PUNG]


def test_what_was_said_of_a_piece_when_it_was_called_does_not_make_it_a_kong():
    evening = Evening("tenhou")
    (sideways,) = [piece for piece in evening.seen().tiles if piece.zone is Zone.MELDS and piece.is_sideways]
    about_call = Question("q", "wrong_called_tile", EAST, Zone.MELDS, sideways.track, ())
    evening.interpreter.answer(about_call, ONE)
    evening.lay_on_sideways()
    evening.be_quiet()
    assert evening.kinds == [MeldKind.PUNG]
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]


def test_a_pung_that_was_nudged_may_still_become_a_kong():
    evening = Evening("tenhou")
    evening.lay_on_sideways()
    evening.be_quiet()
    evening.interpreter.answer(evening.questions[0], None)
    evening.be_quiet()
    assert evening.questions == ()
    evening.lay_on_sideways(2 * RISE_MM)
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]
    evening.interpreter.answer(evening.questions[0], ONE)
    evening.be_quiet()
    assert evening.kinds == [MeldKind.ADDED_KONG]


WINNING = "11s9p777z234m67p55p"
"""A hand that wins on 8p, with the pung of dragons whether the kong counts or not."""
WON = WinsDeclared((Win(EAST, parse_tiles("234m5567p777z"), parse_tile("8p")),), None)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "ema"])
def test_a_win_after_a_tile_that_may_have_been_laid_on_a_pung_waits_for_the_answer(name):
    """In `ema` a win waits for the kong's indicator, and that one says that it is a kong."""
    evening = Evening(name, WINNING, replacements="8p")
    evening.act(KongDeclared(EAST, KONG), drawn(0, "8p"), WON)
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]
    assert evening.questions[0].reason in HOLDING_REASONS
    assert evening.deal.turn is not Turn.OVER
    evening.interpreter.answer(evening.questions[0], ONE)
    evening.be_quiet()
    assert evening.kinds == [MeldKind.ADDED_KONG]
    assert [event for event in evening.events if isinstance(event, WinsDeclared)] == [WON]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_win_waits_for_that_answer_also_while_a_hand_is_over_the_meld(name):
    evening = Evening(name, WINNING, last_draw="8p")
    evening.lay_on_sideways()
    evening.busy = frozenset({(Zone.MELDS, EAST)})
    evening.act(WON)
    evening.be_quiet()
    assert evening.deal.turn is not Turn.OVER
    assert [question.reason for question in evening.questions] == ["laid_on_meld"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_win_after_a_nudge_counts_once_somebody_has_said_that_it_was_one(name):
    evening = Evening(name, WINNING, last_draw="8p")
    evening.lay_on_sideways()
    evening.act(WON)
    evening.be_quiet()
    assert evening.deal.result is None
    evening.interpreter.answer(evening.questions[0], None)
    evening.be_quiet()
    assert (evening.kinds, evening.questions) == ([MeldKind.PUNG], ())
    assert [event for event in evening.events if isinstance(event, WinsDeclared)] == [WON]


@pytest.mark.parametrize("confidence", [0.999, 0.4])
def test_a_win_after_an_indicator_for_which_no_kong_is_known_waits_for_the_answer(confidence):
    evening = Evening("tenhou", WINNING, last_draw="8p")
    for move in (second_indicator(evening), WON):
        evening.perform(move)
        evening.look(with_indicators_read(evening.seen(), confidence))
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["unknown_kong"]
    assert evening.questions[0].reason in HOLDING_REASONS
    assert evening.deal.turn is not Turn.OVER
    evening.interpreter.answer(evening.questions[0], None)
    evening.be_quiet()
    assert (evening.deal.turn, evening.questions) == (Turn.OVER, ())


def with_indicators_read(observation, confidence):
    """The open tiles of the wall are read no more surely than this."""
    return replace(
        observation,
        tiles=tuple(
            replace(piece, confidence=confidence, candidates=((piece.tile, confidence),))
            if piece.zone is Zone.WALL and piece.tile is not None
            else piece
            for piece in observation.tiles
        ),
    )


def turn_indicator(evening):
    """Somebody turns the second dora indicator."""
    evening.act(second_indicator(evening))


def second_indicator(evening):
    return IndicatorTurned(evening.world.walls[evening.wall_break.indicators[1]].tile)


SPOTS = ((120.0, -320.0, 0.0), (144.5, -323.5, 90.0), (169.0, -320.0, 0.0))
"""A pung in East's corner: x, y and rotation; the one in the middle lies sideways."""


@pytest.mark.parametrize("seed", sampled([0], [0, 1, 2, 4]))
def test_in_a_picture_the_tile_laid_on_another_lies_so_much_further_out_and_its_neighbours_where_they_were(seed):
    before, after = (seen_pung(seed, is_kong=is_kong) for is_kong in (False, True))
    moved_mm = [math.dist(first, second) for first, second in zip(before, after, strict=True)]
    assert RISEN_MM < moved_mm[1] < 9
    assert max(moved_mm[0], moved_mm[2]) < 1.5
    assert math.hypot(*after[1]) > math.hypot(*before[1])


def seen_pung(seed, *, is_kong):
    """Where the reader sees the three tiles in a picture from some usual place of the camera."""
    furniture, reader = Furniture(), TableReader(GeometrySettings())
    lying = [Piece(n, SetName.A, ONE, x, y, 0.0, turn, Pose.FACE_UP) for n, (x, y, turn) in enumerate(SPOTS)]
    if is_kong:
        x_mm, y_mm, turn_deg = SPOTS[1]
        top_mm = furniture.tile_thickness_mm
        lying.append(Piece(3, SetName.A, ONE, x_mm + 1.0, y_mm + 0.5, top_mm, turn_deg + 2, Pose.FACE_UP))
    pose = random_pose(random.Random(seed), 2304, 1296)
    image = Renderer(furniture, pose, Appearance(), seed=seed).render(Scene({piece.number: piece for piece in lying}))
    found = reader.read(Frame(image, 1, 0.1), reader.calibrated(image, CameraSettings()))
    places = np.array([(sighting.x_mm, sighting.y_mm) for sighting in found if sighting.tile == ONE])
    return [places[np.hypot(*(places - spot[:2]).T).argmin()] for spot in SPOTS]
