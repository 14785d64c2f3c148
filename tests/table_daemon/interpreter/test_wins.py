"""Opened hands with the winning tile set apart: drawn or discarded, of one or several, and what is asked instead."""

import pytest
from laid_pieces import WIDTH_MM, LaidGame, open_hand_of, piece
from scripted_table import ScriptedTable

from mahjong_rules.events import Discarded, WinsDeclared
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.layout import OpenHand, least_sure
from table_daemon.interpreter.questions import QuestionReason
from table_daemon.interpreter.table_view import hand_size
from table_daemon.interpreter.wins import read_win
from vision.sightings import Zone

WAITING = "234m567m345p66p78s"
"""Waits for 6s and 9s; tanyao with 6s."""
CLOSED = OpenHand((), None)


@pytest.fixture
def on_discard() -> LaidGame:
    """Seat 1 has discarded 6s, which somebody may win."""
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-6s"))
    laid.take(1, 0)
    return laid


@pytest.fixture
def before_discard() -> LaidGame:
    """Seat 1 has discarded the east; seat 2 draws next."""
    return LaidGame(ScriptedTable().deal().play("0-1z 1-1z"))


def read(laid: LaidGame, hands: dict[int, OpenHand], winner: int, *, is_hasty: bool = False):
    shown = {seat: hands.get(seat, CLOSED) for seat in SEATS}
    return read_win(laid.view(), laid.bindings, laid.answers, shown, Seat(winner), is_hasty=is_hasty)


def win_in(step) -> WinsDeclared:
    assert isinstance(step, Explanation), step
    assert isinstance(step.events[-1], WinsDeclared)
    return step.events[-1]


def reason_of(doubt) -> QuestionReason:
    assert isinstance(doubt, Doubt), doubt
    return doubt.reason


def test_a_hand_with_the_last_discard_beside_it_wins_from_the_discarder(on_discard):
    declared = win_in(read(on_discard, {2: open_hand_of(WAITING, "6s")}, 2))
    assert (declared.discarder, [win.seat for win in declared.wins]) == (1, [2])
    assert declared.wins[0].winning_tile == parse_tile("6s")


def test_a_hand_with_a_tile_that_was_drawn_wins_by_itself_with_the_draw_before(before_discard):
    step = read(before_discard, {2: open_hand_of(WAITING, "6s")}, 2)
    declared = win_in(step)
    assert declared.discarder is None
    assert len(step.events) == 2


def test_a_hand_without_a_tile_apart_is_no_win(on_discard):
    assert read(on_discard, {2: open_hand_of(WAITING)}, 2) is None


def test_two_who_win_the_same_discard_are_declared_together_in_turn_order(on_discard):
    hands = {0: open_hand_of("234m567m345p66p78s", first_track=700), 2: open_hand_of(WAITING, "6s")}
    assert [win.seat for win in win_in(read(on_discard, hands, 2)).wins] == [2, 0]


def test_a_win_on_a_discard_waits_while_others_may_still_open_their_hands(on_discard):
    assert read(on_discard, {2: open_hand_of(WAITING, "6s")}, 2, is_hasty=True) is None


def test_a_tile_that_is_not_the_last_discard_is_asked(on_discard):
    found = read(on_discard, {2: open_hand_of(WAITING, "9s 0.7, 8s 0.2")}, 2)
    assert reason_of(found) is QuestionReason.WRONG_WINNING_TILE


def test_a_tile_surely_read_contradicts_a_discard_that_was_hardly_read():
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-5s"))
    discarded = laid.take(1, 0)
    laid.lay(piece(discarded.track, "5s 0.6, 4s 0.3", seat=1))
    laid.bindings.renew(laid.at.current, laid.view().observation)
    laid.take(1, 0)
    found = read(laid, {2: open_hand_of(WAITING, "6s")}, 2)
    assert isinstance(found, Contradiction)
    assert (found.anchor.seat, found.tile, found.reason) == (1, parse_tile("6s"), "winning_tile")


def discarded_as(readings: str) -> LaidGame:
    """Seat 1's last discard was counted as 6s, is read so, and somebody takes it."""
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-6s"))
    discarded = laid.take(1, 0)
    laid.lay(piece(discarded.track, readings, seat=1))
    laid.bindings.renew(laid.at.current, laid.view().observation)
    laid.take(1, 0)
    return laid


def test_a_discard_that_may_well_be_another_is_asked_where_its_win_pays_something_else():
    laid = discarded_as("6s 0.6, 9s 0.35")
    hands = {2: open_hand_of(WAITING, "6s 0.5, 9s 0.45")}
    assert reason_of(read(laid, hands, 2)) is QuestionReason.UNCERTAIN_HAND, "tanyao by 6s only"
    said = {2: open_hand_of(WAITING, "6s 1.0")}
    assert win_in(read(laid, said, 2)).wins[0].winning_tile == parse_tile("6s")


@pytest.mark.parametrize("apart", ["6s 0.9, 9s 0.05", "6s 0.5, 7s 0.45"])
def test_a_discard_that_is_clear_or_wins_by_no_other_reading_is_not_asked(apart):
    found = read(discarded_as("6s 0.6, 9s 0.35"), {2: open_hand_of(WAITING, apart)}, 2)
    assert win_in(found).wins[0].winning_tile == parse_tile("6s")


def test_no_discard_is_another_one_while_a_corner_holds_tiles_that_may_have_taken_it():
    """World 10441: a kong of the last counted discard was not read, and its player's discard was won from another."""
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-5s"))
    laid.take(1, 0)
    laid.lay(piece(700, "5s", zone=Zone.MELDS, seat=3))
    found = read(laid, {2: open_hand_of(WAITING, "6s 1.0")}, 2)
    assert reason_of(found) is QuestionReason.WRONG_WINNING_TILE


def test_a_hand_that_cannot_win_is_asked_with_the_rules_sentence(on_discard):
    found = read(on_discard, {2: open_hand_of("123m567m345p66p79s", "6s")}, 2)
    assert reason_of(found) is QuestionReason.IMPOSSIBLE_WIN
    assert isinstance(found, Doubt)
    assert found.detail


@pytest.mark.parametrize("place", [0, 4, 9, 12])
def test_a_tile_of_the_hand_that_a_person_named_wrongly_is_asked_about_once_more(on_discard, place):
    hand = open_hand_of(WAITING, "6s")
    for piece_named in (hand.row[place], hand.row[2]):
        laid_as = parse_tile("1z") if piece_named is hand.row[place] else piece_named.tile
        on_discard.answers.tiles[piece_named.track] = laid_as
    row = tuple(piece(each.track, "1z", zone=Zone.HAND) if each is hand.row[place] else each for each in hand.row)
    found = read(on_discard, {2: OpenHand(row, hand.apart)}, 2)
    assert isinstance(found, Doubt)
    assert (found.reason, found.piece) == (QuestionReason.IMPOSSIBLE_WIN, row[place])
    on_discard.answers.confirmed.add(row[place].track)
    found = read(on_discard, {2: OpenHand(row, hand.apart)}, 2)
    assert isinstance(found, Doubt)
    assert found.piece == least_sure(OpenHand(row, hand.apart)), "said twice it is believed"


def test_a_drawn_tile_that_a_person_named_wrongly_is_asked_about_once_more(before_discard):
    hand = open_hand_of(WAITING, "1z")
    before_discard.answers.tiles[hand.apart.track] = parse_tile("1z")
    found = read(before_discard, {2: hand}, 2)
    assert isinstance(found, Doubt)
    assert found.piece == hand.apart


def test_what_is_read_badly_is_asked_about_before_what_a_person_named(on_discard):
    hand = open_hand_of(WAITING, "6s")
    on_discard.answers.tiles[hand.row[0].track] = parse_tile("1z")
    wrong, unsure = (piece(hand.row[place].track, text, zone=Zone.HAND) for place, text in ((0, "1z"), (12, "2z 0.6")))
    found = read(on_discard, {2: OpenHand((wrong, *hand.row[1:12], unsure), hand.apart)}, 2)
    assert isinstance(found, Doubt)
    assert found.piece == unsure


def test_a_badly_read_tile_of_the_hand_is_what_the_rules_accept(on_discard):
    hand = open_hand_of(WAITING, "6s")
    unsure = piece(hand.row[0].track, "9m 0.8, 2m 0.15", zone=hand.row[0].zone)
    found = read(on_discard, {2: OpenHand((unsure, *hand.row[1:]), hand.apart)}, 2)
    assert win_in(found).wins[0].concealed[0] == parse_tile("2m")


def test_a_red_five_that_may_be_a_plain_one_changes_the_worth_and_is_asked(on_discard):
    hand = open_hand_of(WAITING, "6s")
    place = next(place for place, shown in enumerate(hand.row) if shown.tile == parse_tile("5m"))
    unsure = piece(hand.row[place].track, "5m 0.6, 0m 0.35", zone=hand.row[place].zone)
    row = (*hand.row[:place], unsure, *hand.row[place + 1 :])
    found = read(on_discard, {2: OpenHand(row, hand.apart)}, 2)
    assert reason_of(found) is QuestionReason.UNCERTAIN_HAND


def read_as(hand: OpenHand, name: str, readings: str) -> OpenHand:
    """All tiles of this name in a hand, read as this."""
    row = (
        piece(shown.track, readings, zone=shown.zone, at=(shown.u_mm, shown.v_mm)) if str(shown.tile) == name else shown
        for shown in hand.row
    )
    return OpenHand(tuple(row), hand.apart)


def test_two_tiles_with_one_face_are_one_doubt_and_are_asked(on_discard):
    """Record 24 in world 824: a pair of eights in a running hand was 0.64 and 0.57 for ones, which are ura dora."""
    hand = open_hand_of(WAITING, "6s")
    found = read(on_discard, {2: read_as(hand, "6p", "6p 0.6, 9p 0.25")}, 2)
    assert reason_of(found) is QuestionReason.UNCERTAIN_HAND
    surer = read(on_discard, {2: read_as(hand, "6p", "6p 0.8, 9p 0.15")}, 2)
    assert win_in(surer).wins[0].concealed == parse_tiles(WAITING)


def test_three_tiles_with_one_face_are_one_doubt_too(on_discard):
    hand = open_hand_of("222m456m456p66p45s", "6s")
    found = read(on_discard, {2: read_as(hand, "2m", "2m 0.7, 1m 0.2")}, 2)
    assert reason_of(found) is QuestionReason.UNCERTAIN_HAND


def test_a_discard_that_was_won_before_anybody_saw_it_is_put_in(before_discard):
    step = read(before_discard, {3: open_hand_of(WAITING, "6s")}, 3)
    declared = win_in(step)
    assert declared.discarder == 2
    assert Discarded(Seat(2), parse_tile("6s")) in step.events


def test_a_win_that_nothing_explains_is_asked_while_two_tiles_in_a_corner_make_no_meld(before_discard):
    """World 9784: the tablet had missed a chow, and the win was booked against the player in turn."""
    for track, at_mm in ((900, 0.0), (901, WIDTH_MM)):
        before_discard.lay(piece(track, "2s", zone=Zone.MELDS, seat=1, at=(at_mm, 0.0)))
    found = read(before_discard, {3: open_hand_of(WAITING, "6s")}, 3)
    assert reason_of(found) is QuestionReason.WRONG_WINNING_TILE


@pytest.fixture
def in_riichi() -> LaidGame:
    """Seat 2 is in riichi, and seat 1 has discarded 6s."""
    laid = LaidGame(ScriptedTable().deal().play("0-1z 1-1z 2=9m 3-2z 0-9m 1-6s"))
    laid.take(1, 1)
    return laid


def ura(track: int, readings: str):
    return piece(track, readings, zone=Zone.URA, seat=2, at=(track * WIDTH_MM, 0.0))


def test_a_win_in_riichi_waits_for_its_ura_indicator(in_riichi):
    assert read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2) is None
    in_riichi.lay(ura(900, "5m"))
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("5m")


def test_what_nobody_can_name_beside_the_ura_indicator_is_none(in_riichi):
    in_riichi.lay(ura(900, "5m"), ura(901, "6z 0.31, 1s 0.2"), ura(902, "1s 0.42"))
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("5m")


def test_too_many_doubtful_ura_indicators_are_asked_the_likeliest_first(in_riichi):
    in_riichi.lay(ura(900, "6z 0.31"), ura(901, "5m 0.5"), ura(902, "1s 0.42"))
    found = read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)
    assert reason_of(found) is QuestionReason.UNCERTAIN_URA
    assert isinstance(found, Doubt)
    assert found.piece.track == 901
    in_riichi.answers.tiles[901] = parse_tile("5m")
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("5m")


def test_one_sure_ura_indicator_too_many_is_asked(in_riichi):
    in_riichi.lay(ura(900, "6z"), ura(901, "5m 0.8"))
    found = read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)
    assert isinstance(found, Doubt)
    assert found.piece.track == 901
    in_riichi.answers.ignored.add(901)
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("6z")


def test_an_ura_indicator_that_may_well_be_another_is_asked_where_the_win_is_paid_by_it(in_riichi):
    in_riichi.lay(ura(900, "5m 0.6, 6z 0.3"))
    found = read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)
    assert reason_of(found) is QuestionReason.UNCERTAIN_URA, "by 5m the hand holds a dora, by 6z none"
    in_riichi.answers.tiles[900] = parse_tile("5m")
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("5m")


@pytest.mark.parametrize("readings", ["5m 0.6, 2m 0.3", "5m 0.8, 6z 0.1"])
def test_an_ura_indicator_of_which_every_likely_reading_pays_the_same_is_not_asked(in_riichi, readings):
    in_riichi.lay(ura(900, readings))
    assert win_in(read(in_riichi, {2: open_hand_of(WAITING, "6s")}, 2)).ura_indicators == parse_tiles("5m")


def test_the_piece_that_was_read_worst_is_the_one_that_is_asked_about():
    hand = open_hand_of("123m", "9s 0.4")
    assert hand.apart is not None
    assert least_sure(hand) == hand.apart


def test_each_open_meld_leaves_three_tiles_less_in_the_hand():
    laid = LaidGame(ScriptedTable().deal().play("0-1m 1p11m 1-9p"))
    assert [hand_size(laid.view(), seat) for seat in SEATS] == [13, 10, 13, 13]
