"""Endings without a win: the wall runs out, hands that show tenpai or not, and what has to be explained before."""

from dataclasses import replace

import pytest
from laid_pieces import WIDTH_MM, LaidGame, piece, row
from scripted_table import ScriptedTable

from mahjong_rules.events import ExhaustiveDraw
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tiles
from table_daemon.interpreter import Interpreter
from table_daemon.interpreter.endings import EndingTimes, read_ending
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.interpreter import InterpreterSettings
from table_daemon.interpreter.joint_reading import Surplus
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.people.question_documents import piece_question
from vision.sightings import Face, Zone

TENPAI = "123m456m789m1112p"
NOTEN = "1357m99s1234567z"
"""Waits for nothing, and holds no tile of which four are discarded by `idle(kept=TENPAI)`."""


@pytest.fixture
def at_the_end() -> LaidGame:
    """The last tile was discarded and nobody has shown anything."""
    return LaidGame(ScriptedTable().deal().idle(kept=TENPAI))


def read(laid: LaidGame, times: EndingTimes = EndingTimes(), doubts=(), **view):  # noqa: B008 - a frozen value
    return read_ending(laid.view(**view), laid.bindings, laid.answers, times, doubts)


def open_hands(laid: LaidGame, *seats: int) -> None:
    for seat in seats:
        laid.lay(*row(1000 + 50 * seat, TENPAI, Zone.HAND, seat))


def lay_face_down(laid: LaidGame, *seats: int) -> None:
    for seat in seats:
        laid.lay(
            *(
                piece(1000 + 50 * seat + place, "", zone=Zone.HAND, seat=seat, at=(place * WIDTH_MM, 0), face=Face.DOWN)
                for place in range(13)
            )
        )


def test_a_draw_waits_until_every_hand_is_shown_or_laid_down(at_the_end):
    open_hands(at_the_end, 0)
    lay_face_down(at_the_end, 1, 2)
    assert read(at_the_end) is None
    lay_face_down(at_the_end, 3)
    found = read(at_the_end)
    assert isinstance(found, Explanation)
    assert found.events == (ExhaustiveDraw((parse_tiles(TENPAI), None, None, None)),)


def test_who_says_noten_need_not_lay_the_hand_down(at_the_end):
    at_the_end.answers.told_noten.update(SEATS)
    found = read(at_the_end)
    assert isinstance(found, Explanation)
    assert found.events == (ExhaustiveDraw((None,) * 4),)


def test_a_hand_that_the_rules_do_not_take_for_tenpai_is_asked(at_the_end):
    at_the_end.lay(*row(1000, NOTEN, Zone.HAND, 0))
    at_the_end.answers.told_noten.update(SEATS[1:])
    found = read(at_the_end)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.IMPOSSIBLE_TENPAI


def test_a_hand_that_shows_a_fifth_tile_says_that_a_discard_was_misread():
    laid = LaidGame(ScriptedTable().deal().idle(kept="1m456m789m11123p"))
    laid.lay(*row(1000, "11m456m789m11123p", Zone.HAND, 0))
    laid.answers.told_noten.update(SEATS[1:])
    found = read(laid)
    assert isinstance(found, Surplus)
    assert (str(found.face), len(found.copies)) == ("1m", 5)
    laid.answers.left_out[1000] = {found.face: False}
    asked = read(laid)
    assert isinstance(asked, Doubt), "no discard can have been another tile"
    assert asked.reason is QuestionReason.IMPOSSIBLE_TENPAI


@pytest.mark.parametrize(("chance", "is_read"), [(0.014, True), (0.006, False)])
def test_a_hand_shown_as_tenpai_is_read_by_a_name_that_is_far_less_likely(at_the_end, chance, is_read):
    shown = row(1000, TENPAI, Zone.HAND, 0)
    sure = piece(0, f"9s 0.98, {shown[5].tile} {chance}")
    fields = {"tile": sure.tile, "candidates": sure.candidates, "confidence": sure.confidence}
    at_the_end.lay(*shown[:5], replace(shown[5], **fields), *shown[6:])
    at_the_end.answers.told_noten.update(SEATS[1:])
    found = read(at_the_end)
    assert isinstance(found, Explanation if is_read else Doubt)


@pytest.fixture
def two_open() -> LaidGame:
    """Seat 2 surely holds two sevens of characters; by itself seat 0 may as well wait with three more as with sixes."""
    kept = "345s22p6667777m999p44z1166p55s22334z"
    laid = LaidGame(ScriptedTable().deal().idle(kept=kept))
    laid.lay(*row(1200, "77m1166p55s22334z", Zone.HAND, 2))
    laid.answers.told_noten.update((Seat(1), Seat(3)))
    return laid


def lay_sevens(laid: LaidGame, readings: str) -> None:
    """Seat 0 opens its hand; three tiles of it are read as this."""
    shown = row(1000, "345s22p777m999p44z", Zone.HAND, 0)
    read_so = piece(0, readings)
    fields = {"tile": read_so.tile, "candidates": read_so.candidates, "confidence": read_so.confidence}
    laid.lay(*(replace(tile, **fields) if str(tile.tile) == "7m" else tile for tile in shown))


def test_of_two_hands_that_cannot_both_be_right_the_doubtful_one_is_read_otherwise(two_open):
    lay_sevens(two_open, "7m 0.5, 6m 0.4")
    found = read(two_open)
    assert isinstance(found, Explanation)
    assert found.game.results[-1].tenpai == (True, False, True, False)
    assert sorted(found.events[0].hands[0]) == sorted(parse_tiles("345s22p666m999p44z"))


def test_two_hands_that_cannot_both_be_right_are_asked_and_nobody_waits_for_ever(two_open):
    lay_sevens(two_open, "7m 0.9")
    found = read(two_open)
    assert isinstance(found, Doubt)
    assert (found.reason, found.piece.seat, str(found.piece.tile)) == (QuestionReason.IMPOSSIBLE_TENPAI, 0, "7m")


def test_no_deal_ends_under_a_hand(at_the_end):
    at_the_end.answers.told_noten.update(SEATS)
    assert read(at_the_end, busy=[(Zone.HAND, 2)]) is None


def test_no_deal_ends_before_every_tile_in_the_rivers_is_explained(at_the_end):
    at_the_end.answers.told_noten.update(SEATS)
    at_the_end.lay(piece(1, "5s", seat=1, at=(200.0, -90.0)))
    found = read(at_the_end)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.UNCOUNTED_TILE


def test_no_deal_ends_while_there_may_be_a_kong(at_the_end):
    at_the_end.answers.told_noten.update(SEATS)
    doubt = Doubt(piece(1, "5s", zone=Zone.WALL), QuestionReason.UNKNOWN_KONG)
    assert read(at_the_end, doubts=[doubt]) is doubt


def test_in_the_middle_of_a_deal_nothing_ends():
    laid = LaidGame(ScriptedTable().deal().play("0-1m 1-2z"))
    assert read(laid) is None


@pytest.mark.parametrize("is_certain", [True, False])
def test_four_same_winds_end_the_deal_once_nobody_can_win_the_last_any_more(is_certain):
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-1z 2-1z 3-1z"))
    found = read(laid, EndingTimes(end_is_certain=is_certain))
    assert isinstance(found, Explanation) is is_certain


def test_an_open_hand_without_a_gap_before_its_winning_tile_is_asked():
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-6s"))
    laid.lay(*row(1000, "234m567m345p66p678s", Zone.HAND, Seat(2)))
    found = read(laid)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.UNCERTAIN_HAND
    assert "14 tiles are seen before the gap" in found.detail


@pytest.fixture
def in_riichi() -> LaidGame:
    """The wall is empty; seat 0 declared riichi with the first discard, and the others say noten."""
    laid = LaidGame(ScriptedTable("ema").deal("9m").play("0=9p").idle(kept=TENPAI))
    laid.answers.told_noten.update(SEATS[1:])
    return laid


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_who_is_in_riichi_and_lays_the_hand_down_is_asked_before_it_is_a_chombo(in_riichi):
    lay_face_down(in_riichi, 0)
    found = read(in_riichi)
    assert isinstance(found, Doubt)
    assert (found.reason, found.piece.zone, found.piece.seat) == (QuestionReason.NOTEN_RIICHI, Zone.RIVER, 0)
    in_riichi.answers.owned_chombo.add(Seat(0))
    owned = read(in_riichi)
    assert isinstance(owned, Explanation)
    assert owned.events == (ExhaustiveDraw((None,) * 4),)
    assert owned.game.results[-1].chombos[0].reason == "noten_riichi"


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_who_is_in_riichi_and_says_noten_is_asked_too(in_riichi):
    in_riichi.answers.told_noten.add(SEATS[0])
    found = read(in_riichi)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.NOTEN_RIICHI


@pytest.mark.clause("EMA 2025 §3.4.2")
def test_in_riichi_a_hand_that_lies_open_and_waits_counts_whatever_was_said(in_riichi):
    in_riichi.answers.told_noten.add(SEATS[0])
    open_hands(in_riichi, 0)
    found = read(in_riichi)
    assert isinstance(found, Explanation)
    assert found.game.results[-1].tenpai == (True, False, False, False)


def test_in_riichi_an_open_hand_that_waits_for_nothing_may_be_read_badly_and_is_asked(in_riichi):
    in_riichi.lay(*row(1000, NOTEN, Zone.HAND, 0))
    found = read(in_riichi)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.IMPOSSIBLE_TENPAI


@pytest.mark.clause("EMA 2025 §6.7.1")
def test_a_kong_that_was_not_allowed_in_riichi_is_asked_before_it_is_a_chombo():
    table = ScriptedTable("ema").deal("9s").play("0=1z 1-1z 2-1z 3-1z 0+2m 0q2222m *8s 0-2z")
    laid = LaidGame(table.idle(kept="3m456m789m123p"))
    laid.answers.told_noten.update(SEATS[1:])
    laid.lay(*row(1000, "3m456m789m123p", Zone.HAND, 0))
    found = read(laid)
    assert isinstance(found, Doubt)
    assert found.reason is QuestionReason.RIICHI_KONG
    laid.answers.owned_chombo.add(Seat(0))
    owned = read(laid)
    assert isinstance(owned, Explanation)
    assert owned.game.results[-1].outcome == "chombo"


@pytest.mark.clause("EMA 2025 §6.6.2")
def test_the_question_about_a_riichi_shows_no_tile_of_the_hand_and_its_answer_ends_the_deal(in_riichi):
    lay_face_down(in_riichi, *SEATS)
    view = in_riichi.view()
    interpreter = Interpreter(view.rules, InterpreterSettings())
    interpreter.begin_deal(view.wall_break)
    interpreter.read(view.game, view.observation, 0.0)
    interpreter.rebind(view.game)
    for now in (2.0, 8.0):
        found = interpreter.read(view.game, None, now)
        assert found.events == ()
    (question,) = found.questions
    assert (question.reason, question.seat, question.zone, question.candidates) == (
        "noten_riichi", 0, Zone.HAND, ()
    )  # fmt: skip
    document = piece_question(question)
    assert document["place"] is None
    assert document["holds_result"]
    interpreter.answer(question, None)
    ended = interpreter.read(view.game, None, 9.0)
    assert ended.events == (ExhaustiveDraw((None,) * 4),)
    assert ended.questions == ()
