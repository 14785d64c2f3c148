"""What only some systems know, laid on the felt: flowers, hidden kongs, opened hands, quiet ends."""

from dataclasses import replace

import pytest
from felt_evening import FeltEvening
from stacked_deck import stacked_deck

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowerLaid,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    Win,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.interpreter.deal_start import break_of
from table_daemon.interpreter.questions import Question, QuestionReason
from table_daemon.rules.presets import load_rules
from tablet_page.view import board_document
from vision.sightings import Face, Zone

EAST, SOUTH, WEST, NORTH = SEATS
WAITS = "123m456m789m11p23s"
"""Waits for 1s and 4s."""
WITH_FLOWERS = (("bonus_tiles", "true"),)
WITHOUT_FLOWERS = (("bonus_tiles", "false"),)


def evening_of(name, hands, settings=WITHOUT_FLOWERS, **tiles):
    """A deal of these hands is dealt by the rules `name`."""
    rules = load_rules(name, settings)
    evening = FeltEvening(rules)
    evening.begin_deck(stacked_deck(rules.traits, hands, **tiles))
    return evening


def drawn(seat, name):
    return Drawn(Seat(seat), parse_tile(name))


def discarded(seat, name):
    return Discarded(Seat(seat), parse_tile(name))


def act(evening, *moves):
    """These moves, with a look after each."""
    for move in moves:
        evening.perform(move)
        evening.look(evening.seen())


def hand_of(evening, seat):
    """The tiles a player holds, as they really are."""
    return tuple(piece.tile for piece in evening.world.places[seat].hand)


def win_on_discard(evening):
    """Seat 1 wins the dealer's 4s."""
    act(evening, drawn(0, "4s"), discarded(0, "4s"))
    act(evening, WinsDeclared((Win(SOUTH, parse_tiles(WAITS), parse_tile("4s")),), EAST))


def open_hands(evening, *seats):
    for seat in seats:
        act(evening, HandShown(seat, hand_of(evening, seat)))


# Flowers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tchou", "jp_classic"])
@pytest.mark.clause("Kanai French l.48", "Tchou 1924 l.406")
def test_flowers_of_the_dealt_hand_are_laid_before_the_draw_and_counted_once(name):
    evening = evening_of(name, {0: "f1 y3"}, WITH_FLOWERS, draws="5m 6m", replacements="7m 8m")
    act(evening, FlowerLaid(EAST, parse_tile("f1")), drawn(0, "7m"), FlowerLaid(EAST, parse_tile("y3")))
    act(evening, drawn(0, "8m"), drawn(0, "5m"), discarded(0, "5m"))
    evening.be_quiet()
    assert evening.deal.classical.flowers == (parse_tiles("f1 y3"), (), (), ())
    assert evening.deal.rivers[0][0].tile == parse_tile("5m")
    assert sum(isinstance(event, FlowerLaid) for event in evening.events) == 2
    assert sum(isinstance(event, Drawn) for event in evening.events) == 3
    assert evening.questions == ()


def test_flowers_that_were_drawn_and_seen_together_with_the_discard_are_all_known():
    evening = evening_of("tchou", {}, WITH_FLOWERS, draws="5m f2 9m", replacements="f3 7m")
    act(evening, drawn(0, "5m"), discarded(0, "5m"))
    for move in (
        drawn(1, "f2"),
        FlowerLaid(SOUTH, parse_tile("f2")),
        drawn(1, "f3"),
        FlowerLaid(SOUTH, parse_tile("f3")),
        drawn(1, "7m"),
        discarded(1, "7m"),
    ):
        evening.perform(move)
    evening.look(evening.seen())
    assert set(evening.deal.classical.flowers[1]) == {parse_tile("f2"), parse_tile("f3")}
    assert evening.deal.rivers[1][0].tile == parse_tile("7m")


def test_a_flower_that_nobody_can_make_out_counts_as_the_likeliest_and_holds_nothing_up():
    evening = evening_of("tchou", {0: "f1"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f1")))
    blurred = see_flower_as(evening, ("f2", 0.4), ("f1", 0.39))
    evening.look(blurred)
    evening.be_quiet()
    assert evening.doubts == [((parse_tile("f2"), 0.4), (parse_tile("f1"), 0.39))]
    assert evening.deal.classical.flowers[0] == (parse_tile("f2"),)
    assert evening.questions == ()


@pytest.mark.parametrize("readings", [(("f2", 0.4), ("f1", 0.39)), (("1s", 0.62), ("1p", 0.14))], ids=["dim", "a bird"])
def test_a_doubtful_flower_counts_before_what_its_owner_discards_after_it(readings):
    evening = evening_of("hongkong", {0: "f1"}, WITH_FLOWERS, draws="5m 6m 7m", replacements="8m")
    evening.perform(FlowerLaid(EAST, parse_tile("f1")))
    evening.look(see_flower_as(evening, *readings))
    assert evening.deal.laid_aside[0] == ()
    for move in (drawn(0, "8m"), drawn(0, "5m"), discarded(0, "5m"), drawn(1, "6m"), discarded(1, "6m")):
        evening.perform(move)
    evening.look(see_flower_as(evening, *readings))
    assert len(evening.deal.laid_aside[0]) == 1
    assert [[str(tile) for tile in river] for river in rivers_of(evening)[:2]] == [["5m"], ["6m"]]
    assert len(evening.doubts) == 1


def test_a_flower_that_was_missed_in_its_turn_takes_nobodys_claim_away():
    """World 5300: a row of flowers was read a round late; the draw that it seemed to prove made a pung impossible."""
    evening = evening_of("hongkong", {3: "55m"}, WITH_FLOWERS, draws="9s f1 7m 8m 5m 1s 1z 9m", replacements="6m")
    act(evening, drawn(0, "9s"), discarded(0, "9s"))
    for move in (drawn(1, "f1"), FlowerLaid(SOUTH, parse_tile("f1")), drawn(1, "6m"), discarded(1, "6m")):
        evening.perform(move)
    evening.look(without_flowers(evening))
    for seat, tile in ((2, "7m"), (3, "8m"), (0, "5m")):
        evening.perform(drawn(seat, tile))
        evening.perform(discarded(seat, tile))
        evening.look(without_flowers(evening))
    evening.look(with_old_flowers(evening))
    assert evening.deal.laid_aside[1] == ()
    pung = Meld(MeldKind.PUNG, parse_tiles("5m5m5m"), called_from=EAST, called_tile=parse_tile("5m"))
    evening.perform(Called(NORTH, pung))
    evening.look(with_old_flowers(evening))
    assert evening.deal.melds[3] == (pung,)
    evening.perform(Discarded(NORTH, hand_of(evening, NORTH)[0]))
    for seat, tile in ((0, "1s"), (1, "1z")):
        evening.perform(drawn(seat, tile))
        evening.perform(discarded(seat, tile))
        evening.look(with_old_flowers(evening))
    assert evening.deal.laid_aside[1] == parse_tiles("f1")
    assert [len(river) for river in evening.deal.rivers] == [3, 2, 1, 2]
    assert evening.questions == ()


@pytest.mark.parametrize("name", ["hongkong", "mcr"])
def test_a_flower_that_lies_there_does_not_take_its_owners_claim_away(name):
    evening = evening_of(name, {1: "f1 55m"}, WITH_FLOWERS, draws="5m", replacements="8m")
    evening.perform(FlowerLaid(SOUTH, parse_tile("f1")))
    evening.look(with_old_flowers(evening))
    act_with_old_flowers(evening, drawn(0, "5m"), discarded(0, "5m"))
    pung = Meld(MeldKind.PUNG, parse_tiles("5m5m5m"), called_from=EAST, called_tile=parse_tile("5m"))
    evening.perform(Called(SOUTH, pung))
    evening.perform(Discarded(SOUTH, hand_of(evening, SOUTH)[0]))
    evening.look(with_old_flowers(evening))
    assert evening.deal.melds[1] == (pung,)
    assert evening.deal.laid_aside[1] == parse_tiles("f1")
    assert evening.questions == ()


def test_a_flower_that_was_missed_does_not_take_its_owners_win_away():
    evening = evening_of("hongkong", {1: WAITS}, WITH_FLOWERS, draws="9s f1 7m 8m 4s", replacements="6z")
    act(evening, drawn(0, "9s"), discarded(0, "9s"))
    for move in (drawn(1, "f1"), FlowerLaid(SOUTH, parse_tile("f1")), drawn(1, "6z"), discarded(1, "6z")):
        evening.perform(move)
    evening.look(without_flowers(evening))
    for seat, tile in ((2, "7m"), (3, "8m"), (0, "4s")):
        act_with_old_flowers(evening, drawn(seat, tile), discarded(seat, tile))
    evening.perform(WinsDeclared((Win(SOUTH, parse_tiles(WAITS), parse_tile("4s")),), EAST))
    evening.look(with_old_flowers(evening))
    evening.be_quiet()
    assert evening.deal.result.outcome is Outcome.RON


def act_with_old_flowers(evening, *moves):
    for move in moves:
        evening.perform(move)
    evening.look(with_old_flowers(evening))


def evening_with_a_second_flower():
    """East has laid f1 and, not looked at yet, f2, and has discarded."""
    evening = evening_of("hongkong", {0: "f1 f2"}, WITH_FLOWERS, draws="5m", replacements="7m 8m")
    act(evening, FlowerLaid(EAST, parse_tile("f1")))
    for move in (
        drawn(0, "7m"),
        FlowerLaid(EAST, parse_tile("f2")),
        drawn(0, "8m"),
        drawn(0, "5m"),
        discarded(0, "5m"),
    ):
        evening.perform(move)
    return evening


def test_of_two_flowers_with_one_name_the_second_counts_as_another_once_its_owner_goes_on():
    evening = evening_with_a_second_flower()
    evening.look(see_flower_as(evening, ("f1", 0.9), ("1s", 0.05)))
    first, second = evening.deal.laid_aside[0]
    assert first == parse_tile("f1")
    assert second != first
    assert parse_tile("f1") in dict(evening.doubts[-1])
    assert evening.deal.rivers[0][0].tile == parse_tile("5m")


def test_a_flower_that_counts_by_its_second_name_is_in_doubt_however_sure_the_first_was():
    evening = evening_with_a_second_flower()
    evening.look(see_flower_as(evening, ("f1", 0.93), ("f2", 0.06)))
    assert evening.deal.laid_aside[0] == (parse_tile("f1"), parse_tile("f2"))
    assert parse_tile("f1") in dict(evening.doubts[-1])


def without_flowers(evening):
    """What is seen while nobody makes out the flowers."""
    observation = evening.seen()
    is_flower = [piece.zone is Zone.URA and piece.face is Face.UP for piece in observation.tiles]
    seen = tuple(piece for piece, flower in zip(observation.tiles, is_flower, strict=True) if not flower)
    return replace(observation, tiles=seen)


def with_old_flowers(evening):
    """What is seen once they are made out: they lay there before everything else."""
    observation = evening.seen()
    flowers = (piece for piece in observation.tiles if piece.zone is Zone.URA and piece.face is Face.UP)
    old = tuple(replace(piece, track=-1 - number) for number, piece in enumerate(flowers))
    return replace(observation, tiles=(*without_flowers(evening).tiles, *old))


def rivers_of(evening):
    return [[entry.tile for entry in river] for river in evening.deal.rivers]


@pytest.mark.parametrize("name", ["tchou", "hongkong", "mcr", "jp_classic"])
@pytest.mark.parametrize(
    ("readings", "counted"),
    [((("1s", 0.62), ("1p", 0.14), ("f3", 0.05)), "f3"), ((("1s", 0.97), ("2z", 0.02)), "f1")],
    ids=["a bird", "a bird for sure"],
)
def test_a_flower_of_a_set_that_nobody_knows_counts_in_doubt_whatever_it_looks_like(name, readings, counted):
    evening = evening_of(name, {0: "f2"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f2")))
    evening.look(see_flower_as(evening, *readings))
    evening.be_quiet()
    assert evening.deal.laid_aside[0] == (parse_tile(counted),)
    assert evening.doubts[0][0][0] == parse_tile("1s")
    assert parse_tile(counted) in dict(evening.doubts[0])


@pytest.mark.parametrize(
    ("other", "is_in_doubt"),
    [(("8p", 0.15), False), (("f4", 0.15), True)],  # a y4 of world 10792 was as like eight dots
)
def test_in_the_row_of_flowers_only_another_flower_makes_a_doubt(other, is_in_doubt):
    evening = evening_of("hongkong", {0: "f2"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f2")))
    evening.look(see_flower_as(evening, ("f2", 0.81), other, ("1p", 0.02)))
    evening.be_quiet()
    assert evening.deal.laid_aside[0] == (parse_tile("f2"),)
    assert any(evening.doubts) is is_in_doubt


def test_a_back_of_the_wall_that_looks_like_a_blank_face_is_no_flower():
    evening = evening_of("tchou", {0: "f2"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f2")))
    evening.look(see_flower_as(evening, ("5z", 0.97), ("y1", 0.01)))
    evening.be_quiet()
    assert evening.deal.laid_aside[0] == ()


def test_a_flower_whose_likelier_names_are_taken_counts_although_it_is_most_like_a_white_dragon_then():
    evening = evening_of("hongkong", {0: "f2"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f2")))
    seen = see_flower_as(evening, ("f4", 0.31), ("5z", 0.17), ("f3", 0.02))
    (flower,) = (piece for piece in seen.tiles if piece.zone is Zone.URA and piece.face is Face.UP)
    evening.interpreter.leave_out(flower.track, parse_tile("f4"), is_clear=True)
    evening.look(seen)
    evening.be_quiet()
    assert evening.deal.laid_aside[0] == (parse_tile("f3"),)
    assert [tile for tile, _ in evening.doubts[0]] == [parse_tile("5z"), parse_tile("f3")]


def test_what_a_person_calls_no_flower_is_none():
    evening = evening_of("tchou", {0: "f2"}, WITH_FLOWERS, draws="5m", replacements="7m")
    evening.perform(FlowerLaid(EAST, parse_tile("f2")))
    bird = see_flower_as(evening, ("1s", 0.62), ("1p", 0.14))
    (piece,) = (one for one in bird.tiles if one.zone is Zone.URA and one.face is Face.UP)
    asked = Question("q-1", QuestionReason.UNCERTAIN_FLOWER, EAST, Zone.URA, piece.track, piece.candidates)
    evening.look(bird)
    evening.interpreter.answer(asked, parse_tile("1s"))
    evening.be_quiet()
    assert evening.deal.laid_aside[0] == ()


def see_flower_as(evening, *readings):
    candidates = tuple((parse_tile(name), probability) for name, probability in readings)
    observation = evening.seen()

    def blurred(piece):
        if piece.zone is not Zone.URA or piece.face is not Face.UP:
            return piece
        return replace(piece, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])

    return replace(observation, tiles=tuple(map(blurred, observation.tiles)))


def test_a_tile_of_a_claimed_meld_that_looks_more_like_a_flower_is_part_of_the_meld():
    evening = evening_of("hongkong", {1: "23s"}, WITH_FLOWERS, draws="4s")
    act(evening, drawn(0, "4s"), discarded(0, "4s"))
    chow = Meld(MeldKind.CHOW, parse_tiles("2s3s4s"), called_from=EAST, called_tile=parse_tile("4s"))
    evening.perform(Called(SOUTH, chow))
    evening.look(with_reading(evening, Zone.MELDS, "2s", ("f4", 0.7), ("2s", 0.2)))
    evening.be_quiet()
    assert evening.deal.melds[1] == (chow,)
    assert evening.deal.laid_aside[1] == ()
    assert evening.questions == ()


@pytest.mark.parametrize(("held", "tiles"), [("23s", "1s2s3s"), ("11s", "1s1s1s")], ids=["chow", "pung"])
def test_the_bird_of_a_meld_that_looks_like_flowers_is_asked_about_and_is_no_flower(held, tiles):
    """World 9784: the 1s was claimed before anybody saw it, and its owner had gone on when the meld was read."""
    evening = evening_of("hongkong", {2: held}, WITH_FLOWERS, draws="9p 1s")
    act(evening, drawn(0, "9p"), discarded(0, "9p"))
    evening.perform(drawn(1, "1s"))
    evening.perform(discarded(1, "1s"))
    kind = MeldKind.CHOW if held == "23s" else MeldKind.PUNG
    claimed = Meld(kind, parse_tiles(tiles), called_from=SOUTH, called_tile=parse_tile("1s"))
    evening.perform(Called(WEST, claimed))
    evening.perform(Discarded(WEST, hand_of(evening, WEST)[0]))
    for _ in claimed.tiles:
        evening.look(with_reading(evening, Zone.MELDS, "1s", ("y2", 0.16), ("6z", 0.14), ("y3", 0.11)))
        evening.be_quiet()
        assert evening.deal.laid_aside[2] == ()
        for asked in evening.questions:
            if asked.reason is QuestionReason.IMPOSSIBLE_TILE:
                evening.interpreter.answer(asked, parse_tile("1s"))
    evening.look(with_reading(evening, Zone.MELDS, "1s", ("y2", 0.16), ("6z", 0.14), ("y3", 0.11)))
    assert evening.deal.melds[2] == (claimed,)
    assert evening.deal.laid_aside[2] == ()


def test_a_flower_that_is_read_for_sure_beside_two_tiles_of_a_meld_stays_one():
    evening = evening_of("hongkong", {1: "23s f4"}, WITH_FLOWERS, draws="4s")
    act(evening, drawn(0, "4s"), discarded(0, "4s"))
    chow = Meld(MeldKind.CHOW, parse_tiles("2s3s4s"), called_from=EAST, called_tile=parse_tile("4s"))
    evening.perform(Called(SOUTH, chow))
    evening.perform(Discarded(SOUTH, hand_of(evening, SOUTH)[0]))
    evening.look(with_reading(evening, Zone.MELDS, "2s", ("f4", 0.97), ("6z", 0.01)))
    evening.be_quiet()
    assert evening.deal.laid_aside[1] == parse_tiles("f4")


def with_reading(evening, zone, name, *readings):
    """What is seen, where the tile `name` of a zone is read as these."""
    observation = evening.seen()
    candidates = tuple((parse_tile(read), probability) for read, probability in readings)

    def read(piece):
        if piece.zone is not zone or piece.tile != parse_tile(name):
            return piece
        return replace(piece, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])

    return replace(observation, tiles=tuple(map(read, observation.tiles)))


def test_a_flower_that_lies_before_its_owner_is_in_turn_waits_for_that():
    evening = evening_of("tchou", {2: "f4"}, WITH_FLOWERS, draws="5m 6m 7m", replacements="8m")
    act(evening, FlowerLaid(WEST, parse_tile("f4")))
    evening.be_quiet()
    assert evening.deal.classical.flowers == ((), (), (), ())
    assert evening.questions == ()


def test_where_a_set_has_no_flowers_none_is_believed():
    evening = evening_of("tchou", {0: "1z"}, draws="5m")
    evening.perform(FlowerLaid(EAST, parse_tile("1z")))
    evening.look(see_flower_as(evening, ("f1", 0.9), ("1z", 0.1)))
    evening.be_quiet()
    assert not any(isinstance(event, FlowerLaid) for event in evening.events)
    assert evening.questions == ()


# Kongs ------------------------------------------------------------------------------------------


def claimed_kong(seat, name, source):
    tile = parse_tile(name)
    return Called(Seat(seat), Meld(MeldKind.MELDED_KONG, (tile,) * 4, Seat(source), tile))


@pytest.mark.parametrize("name", ["simple", "tchou", "jp_classic"])
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.clause("A-9", "La Règle l.107", "Tchou 1924 l.384", "Kanai French l.28")
def test_a_claimed_kong_is_a_claimed_one_however_it_lies(name, seat):
    evening = evening_of(name, {seat: "777s"}, draws="7s", replacements="9p")
    act(evening, drawn(0, "7s"), discarded(0, "7s"), claimed_kong(seat, "7s", 0))
    assert evening.deal.melds[seat] == (claimed_kong(seat, "7s", 0).meld,)
    act(evening, drawn(seat, "9p"), discarded(seat, "9p"))
    assert evening.deal.rivers[seat][-1].tile == parse_tile("9p")


@pytest.mark.parametrize("name", ["simple", "tchou", "jp_classic"])
@pytest.mark.clause("A-9", "Tchou 1924 l.388")
def test_a_concealed_kong_is_a_concealed_one_although_the_last_discard_may_be_claimed(name):
    evening = evening_of(name, {1: "7777s"}, draws="5m 6m", replacements="9p")
    kong = Meld(MeldKind.CONCEALED_KONG, parse_tiles("7777s"))
    act(evening, drawn(0, "5m"), discarded(0, "5m"), drawn(1, "6m"), KongDeclared(SOUTH, kong))
    assert evening.deal.melds[1] == (kong,)
    assert evening.deal.rivers[0][0].claimed_by is None


@pytest.mark.parametrize("name", ["simple", "tchou"])
def test_a_kong_claimed_before_anybody_saw_the_discard_is_still_a_claimed_one(name):
    evening = evening_of(name, {2: "777s"}, draws="7s", replacements="9p")
    for move in (drawn(0, "7s"), discarded(0, "7s"), claimed_kong(2, "7s", 0)):
        evening.perform(move)
    evening.look(evening.seen())
    assert evening.deal.melds[2] == (claimed_kong(2, "7s", 0).meld,)


def test_a_hidden_kong_seen_together_with_the_discard_before_it_is_the_players_own():
    evening = evening_of("simple", {1: "7777s"}, draws="5m 6m", replacements="9p")
    kong = Meld(MeldKind.CONCEALED_KONG, parse_tiles("7777s"))
    for move in (drawn(0, "5m"), discarded(0, "5m"), drawn(1, "6m"), KongDeclared(SOUTH, kong)):
        evening.perform(move)
    evening.look(evening.seen())
    assert evening.deal.melds[1] == (kong,)
    assert evening.deal.rivers[0][0].tile == parse_tile("5m")


@pytest.mark.parametrize("name", ["tchou", "simple", "jp_classic"])
def test_a_tile_added_to_a_pung_may_be_robbed(name):
    evening = evening_of(name, {0: "11s9p", 2: WAITS}, draws="5m 1s 7z 6z 5z 1s")
    one = parse_tile("1s")
    act(evening, drawn(0, "5m"), discarded(0, "5m"), drawn(1, "1s"), discarded(1, "1s"))
    act(evening, Called(EAST, Meld(MeldKind.PUNG, (one,) * 3, SOUTH, one)), discarded(0, "9p"))
    for seat, tile in ((1, "7z"), (2, "6z"), (3, "5z")):
        act(evening, drawn(seat, tile), discarded(seat, tile))
    kong = Meld(MeldKind.ADDED_KONG, (one,) * 4, SOUTH, one)
    act(evening, drawn(0, "1s"), KongDeclared(EAST, kong))
    assert evening.deal.melds[0] == (kong,)
    act(evening, WinsDeclared((Win(WEST, parse_tiles(WAITS), one),), EAST))
    evening.be_quiet()
    (declared,) = [event for event in evening.events if isinstance(event, WinsDeclared)]
    assert (declared.discarder, declared.wins[0].winning_tile) == (EAST, one)


@pytest.mark.parametrize("name", ["simple", "tchou", "jp_classic"])
def test_a_claim_nobody_saw_and_what_its_discarder_laid_next_are_told_in_their_order(name):
    evening = evening_of(name, {1: "22z4p"}, draws="5m 7z 2z 7s")
    act(evening, drawn(0, "5m"), discarded(0, "5m"), drawn(1, "7z"), discarded(1, "7z"))
    wind = parse_tile("2z")
    pung = Called(SOUTH, Meld(MeldKind.PUNG, (wind,) * 3, WEST, wind))
    moves = (drawn(2, "2z"), discarded(2, "2z"), pung, discarded(1, "4p"), drawn(2, "7s"), discarded(2, "7s"))
    known = len(evening.events)
    for move in moves:
        evening.perform(move)
    evening.look(evening.seen())
    found = [event for event in evening.events[known:] if not isinstance(event, Drawn)]
    assert [(event.seat, getattr(event, "tile", wind)) for event in found] == [
        (WEST, wind),
        (SOUTH, wind),
        (SOUTH, parse_tile("4p")),
        (WEST, parse_tile("7s")),
    ]


# Hands opened after a win -----------------------------------------------------------------------


def test_after_a_win_every_loser_opens_the_hand_before_it_is_settled():
    evening = evening_of("tchou", {1: WAITS}, draws="4s")
    win_on_discard(evening)
    evening.be_quiet()
    assert evening.deal.turn is Turn.SHOW
    assert evening.deal.result is None
    hands = {seat: hand_of(evening, seat) for seat in (EAST, WEST, NORTH)}
    open_hands(evening, WEST, EAST, NORTH)
    evening.be_quiet()
    assert evening.deal.result is not None
    shown = {loser.seat: sorted(loser.hand) for loser in evening.deal.result.losers}
    assert shown == {seat: sorted(hand) for seat, hand in hands.items()}


def test_losers_who_open_their_hands_at_once_are_no_winners():
    evening = evening_of("tchou", {1: WAITS}, draws="4s")
    act(evening, drawn(0, "4s"), discarded(0, "4s"))
    evening.perform(WinsDeclared((Win(SOUTH, parse_tiles(WAITS), parse_tile("4s")),), EAST))
    for seat in (EAST, WEST, NORTH):
        evening.perform(HandShown(seat, hand_of(evening, seat)))
    evening.look(evening.seen())
    evening.be_quiet()
    assert evening.deal.result is not None
    assert [win.seat for win in evening.deal.result.wins] == [SOUTH]
    assert len(evening.deal.result.losers) == 3


def test_a_hand_that_is_told_to_stay_closed_counts_nothing_and_one_that_lies_face_down_is_waited_for():
    evening = evening_of("tchou", {1: WAITS}, draws="4s")
    win_on_discard(evening)
    evening.be_quiet()
    open_hands(evening, EAST, WEST)
    evening.be_quiet()
    assert evening.deal.classical.to_show == (NORTH,)
    act(evening, HandShown(NORTH, None))
    assert evening.deal.result is not None
    assert {loser.seat: bool(loser.hand) for loser in evening.deal.result.losers}.get(NORTH, False) is False


def test_a_tile_of_a_losers_hand_that_nobody_can_make_out_is_asked_and_the_others_are_read():
    evening = evening_of("tchou", {1: WAITS}, draws="4s")
    win_on_discard(evening)
    evening.be_quiet()
    for seat in (EAST, WEST, NORTH):
        evening.perform(HandShown(seat, hand_of(evening, seat)))
    observation = evening.seen()
    piece = next(p for p in observation.tiles if p.zone is Zone.HAND and p.seat == EAST and p.face is Face.UP)
    unsure = replace(piece, confidence=0.4, candidates=((piece.tile, 0.4), (parse_tile("5z"), 0.3)))
    evening.look(replace(observation, tiles=tuple(unsure if p is piece else p for p in observation.tiles)))
    evening.be_quiet()
    assert evening.deal.classical.to_show == (EAST,)
    (question,) = evening.questions
    assert (question.reason, question.seat) == ("uncertain_hand", EAST)
    evening.interpreter.answer(question, piece.tile)
    evening.be_quiet()
    assert evening.deal.result is not None


@pytest.mark.parametrize(("tile", "other", "is_paid_by"), [("9p", "8p", True), ("2m", "3m", False)])
def test_a_losers_hand_that_may_well_be_another_counts_last_and_is_asked_where_it_is_paid_by_that(
    tile, other, is_paid_by
):
    """Three nines of circles are a pung, two and an eight are none; a lone two or three is worth nothing."""
    evening = evening_of("tchou", {0: "999p147s258m1234z", 1: WAITS}, draws="4s")
    win_on_discard(evening)
    evening.be_quiet()
    for seat in (EAST, WEST, NORTH):
        evening.perform(HandShown(seat, hand_of(evening, seat)))
    observation = evening.seen()
    opened = [p for p in observation.tiles if p.zone is Zone.HAND and p.seat == EAST and p.face is Face.UP]
    piece = next(p for p in opened if p.tile == parse_tile(tile))
    unsure = replace(piece, confidence=0.6, candidates=((piece.tile, 0.6), (parse_tile(other), 0.3)))
    evening.look(replace(observation, tiles=tuple(unsure if p is piece else p for p in observation.tiles)))
    evening.be_quiet()
    shown = [event.seat for event in evening.events if isinstance(event, HandShown)]
    assert shown == ([WEST, NORTH] if is_paid_by else [WEST, NORTH, EAST])
    assert [question.reason for question in evening.questions] == ["uncertain_hand"] * is_paid_by
    if is_paid_by:
        evening.interpreter.answer(evening.questions[0], piece.tile)
        evening.be_quiet()
    (loser,) = (loser for loser in evening.deal.result.losers if loser.seat == EAST)
    assert sorted(loser.hand) == sorted(hand_of(evening, EAST))


@pytest.mark.parametrize("name", ["tchou", "simple", "jp_classic"])
def test_a_discard_that_was_won_before_anybody_saw_it_is_still_known(name):
    evening = evening_of(name, {2: WAITS}, draws="5m 4s")
    act(evening, drawn(0, "5m"), discarded(0, "5m"))
    for move in (drawn(1, "4s"), discarded(1, "4s")):
        evening.perform(move)
    act(evening, WinsDeclared((Win(WEST, parse_tiles(WAITS), parse_tile("4s")),), SOUTH))
    evening.be_quiet()
    assert evening.deal.rivers[1][-1].tile == parse_tile("4s")
    (declared,) = [event for event in evening.events if isinstance(event, WinsDeclared)]
    assert (declared.discarder, declared.wins[0].seat) == (SOUTH, WEST)


def test_a_win_on_another_tile_than_the_one_that_was_taken_stays_a_question():
    evening = evening_of("tchou", {2: WAITS}, draws="4s")
    act(evening, drawn(0, "4s"), discarded(0, "4s"))
    evening.perform(WinsDeclared((Win(WEST, parse_tiles(WAITS), parse_tile("4s")),), EAST))
    observation = evening.seen()
    apart = max((p for p in observation.tiles if p.zone is Zone.HAND and p.face is Face.UP), key=lambda p: p.u_mm)
    one = replace(apart, tile=parse_tile("1s"), candidates=((parse_tile("1s"), 0.99),))
    evening.look(replace(observation, tiles=tuple(one if p is apart else p for p in observation.tiles)))
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["wrong_winning_tile"]


def test_where_losers_do_not_show_a_win_is_settled_at_once():
    evening = evening_of("jp_classic", {1: WAITS}, draws="4s")
    win_on_discard(evening)
    evening.be_quiet()
    assert evening.deal.result is not None
    assert evening.deal.result.losers == ()


# Deals without a win ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tchou", "jp_classic", "simple"])
@pytest.mark.clause("Kanai French l.29", "La Règle l.111", "Tchou 1924 l.428", "Tchou 1924 l.436")
def test_the_wall_runs_out_and_the_deal_ends_by_itself_when_the_table_stays_quiet(name):
    evening = evening_of(name, {})
    while not evening.rules.hints(evening.game).is_wall_empty:
        draws = evening.rules.hints(evening.game).draws
        assert draws is not None
        wall_tile = evening.people._wall_order._live[0]
        tile = evening.world.walls[wall_tile].tile if wall_tile in evening.world.walls else hand_of(evening, draws)[-1]
        act(evening, Drawn(draws, tile), Discarded(draws, tile))
    assert evening.deal.result is None
    evening.now += 1.5
    evening.look(None)
    assert evening.deal.result is None, "somebody may still win the last discard"
    evening.be_quiet()
    assert evening.deal.result is not None
    assert evening.deal.result.outcome is Outcome.EXHAUSTIVE_DRAW
    assert evening.events[-1] == ExhaustiveDraw((None,) * 4)


@pytest.mark.clause("MCR 2006 §3.6")
def test_a_flower_that_nothing_is_left_to_replace_ends_the_deal_by_itself():
    evening = evening_of("mcr", {0: "f1 f2 f3", 1: "y1 y2 y3 y4", 3: "f4"}, WITH_FLOWERS)
    while evening.deal.live_tiles > 1:
        draws = evening.rules.hints(evening.game).draws
        tile = evening.world.walls[evening.people._wall_order._live[0]].tile if evening.deal.rivers[0] else None
        tile = tile or hand_of(evening, draws)[-1]
        act(evening, Drawn(draws, tile), Discarded(draws, tile))
    last = evening.world.walls[evening.people._wall_order._live[0]].tile
    act(evening, Drawn(NORTH, last), FlowerLaid(NORTH, parse_tile("f4")))
    evening.be_quiet()
    assert evening.deal.result is not None
    assert evening.deal.result.outcome is Outcome.EXHAUSTIVE_DRAW
    assert evening.questions == ()


@pytest.mark.clause("Tchou 1924 l.619")
def test_nine_isolated_tiles_shown_at_the_start_annul_the_deal():
    evening = evening_of("tchou", {0: "19m19p19s1234z258m"}, draws="5p")
    act(evening, AbortClaimed(EAST, (), AbortReason.NINE_ISOLATED))
    evening.be_quiet()
    assert evening.deal.result is not None
    assert evening.deal.result.abort_reason is AbortReason.NINE_ISOLATED


def test_an_ordinary_hand_that_lies_open_annuls_nothing():
    evening = evening_of("tchou", {0: "234567m234567p2s"}, draws="5p")
    act(evening, AbortClaimed(EAST, (), AbortReason.NINE_ISOLATED))
    evening.be_quiet()
    assert evening.deal.result is None


@pytest.mark.clause("WRC 2015 §4")
def test_with_a_fixed_break_the_indicator_is_read_where_the_wall_opens_without_dice():
    rules = load_rules("ema", (("fixed_break", "7"),))
    evening = FeltEvening(rules)
    deck = stacked_deck(rules.traits, {EAST: WAITS})
    assert deck.dice == ()
    evening.begin_deck(deck)
    assert break_of(evening.game, rules.traits) == deck.wall
    act(evening, IndicatorTurned(deck.faces[deck.wall.indicators[0]]))
    assert evening.deal.riichi.indicators == (deck.faces[deck.wall.indicators[0]],)
    wall = board_document(evening.game, rules.traits)["wall"]
    assert wall is not None
    assert wall["opener"] == deck.wall.opener
