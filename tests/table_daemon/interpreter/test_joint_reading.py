"""Too many tiles of one face: which of them they are, and what else each may be."""

import pytest
from classical_table import ClassicalTable
from laid_pieces import LaidGame, piece, river_anchor, river_place
from scripted_table import ScriptedTable

from mahjong_rules.melds import Meld
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.joint_reading import (
    Copy,
    OtherName,
    counted_copies,
    misreadings,
    surplus,
    what_it_may_be,
)
from vision.sightings import Zone


def told(*discards: str) -> LaidGame:
    return LaidGame(ScriptedTable().deal().play(*discards))


def found_in(laid: LaidGame, *readings: str):
    new = [piece(900 + place, each, at=river_place(place)) for place, each in enumerate(readings)]
    return surplus(laid.view(), laid.bindings, laid.answers, new)


def copy(track: int, doubt: float, **odds: float) -> Copy:
    """A copy of a face with other names by their odds, such as ``m2=0.1``."""
    names = tuple(OtherName(parse_tile(name[::-1]), chance) for name, chance in odds.items())
    return Copy(track, river_anchor(track, 0), doubt, names)


@pytest.mark.parametrize(
    ("copies", "track", "name", "is_clear"),
    [
        ([copy(0, 0.01, m2=0.008), copy(1, 0.001), copy(2, 0.0)], 0, "2m", True),
        ([copy(0, 0.01, m2=0.008), copy(1, 0.0017)], 0, "2m", False),
        ([copy(0, 0.01, m2=0.005, m3=0.0009), copy(1, 0.001)], 0, "2m", True),
        ([copy(0, 0.01, m2=0.005, m3=0.0011), copy(1, 0.0)], 0, "2m", False),
        ([copy(0, 0.4, m2=0.3), copy(1, 0.01), copy(2, 9.0, m4=8.0)], 2, "4m", True),
        ([copy(0, 0.001, m2=0.0009)], 0, "2m", False),
        ([copy(0, 0.001, m2=0.001)], 0, "2m", True),
    ],
    ids=["clear", "another copy", "other name", "two names", "the weakest", "noise", "just no noise"],
)
def test_the_weakest_copy_is_clearly_misread_where_nothing_else_is_a_fifth_as_likely(copies, track, name, is_clear):
    likeliest = misreadings(copies)[0]
    assert (likeliest.copy.track, str(likeliest.name.tile), likeliest.is_clear) == (track, name, is_clear)


def test_what_is_asked_says_how_likely_both_are():
    (likeliest,) = misreadings([copy(0, 0.01, m2=0.01), copy(1, 0.03)])
    assert [(str(tile), chance) for tile, chance in what_it_may_be(likeliest, parse_tile("1m"))] == [
        ("1m", 0.75),
        ("2m", 0.25),
    ]


def test_copies_that_can_be_nothing_else_explain_nothing():
    assert misreadings([copy(0, 0.01), copy(1, 0.0, m2=0.0)]) == []


@pytest.mark.clause("Tchou 1924 l.137")
def test_of_four_series_the_third_flower_of_a_name_is_one_too_many():
    for laid, is_too_many in (("0lf1 0+", False), ("0lf1 0+ 0lf1 0+", True)):
        at = LaidGame(ClassicalTable("tchou", flower_series="4").deal().play(f"0+ {laid}"))
        assert (found_in(at, "f1 0.9, f2 0.1") is not None) == is_too_many


def test_tiles_that_are_not_too_many_are_no_surplus():
    assert found_in(told("0-1m 1-2z"), "1m") is None


def test_a_tile_too_many_may_be_any_of_its_face_and_is_the_one_with_the_likeliest_other_name():
    laid = told("0-1m 1-2z")
    first = laid.take(0, 0)
    laid.lay(piece(first.track, "1m 0.7, 4m 0.25"))
    found = found_in(laid, *["1m"] * 4)
    assert (str(found.face), len(found.copies)) == ("1m", 5)
    likeliest = misreadings(found.copies)[0]
    assert (likeliest.copy.anchor, str(likeliest.name.tile)) == (river_anchor(0, 0), "4m")
    assert likeliest.name.odds == pytest.approx(0.25 / 0.7)


@pytest.mark.parametrize(
    ("discards", "new", "face"),
    [
        ("0-0p 1-1z", ["0p"], "0p"),
        ("0-5p 1-5p 2-5p 3-1z", ["5p"], "5p"),
        ("0-5p 1-5p 2-5p 3-1z", ["0p"], None),
        ("0-0p 1-5p 2-5p 3-1z", ["5p"], None),
    ],
)
def test_one_of_four_fives_is_red(discards, new, face):
    found = found_in(told(discards), *new)
    assert (None if found is None else str(found.face)) == face


def test_no_tile_is_taken_for_one_of_which_all_lie_on_the_table():
    laid = told("0-1m 1-1m 2-1m 3-1m 0-2m 1-2m 2-2m 3-2m")
    found = found_in(laid, "1m 0.6, 2m 0.3, 3m 0.1")
    (new,) = [copy for copy in found.copies if copy.anchor is None]
    assert [str(name.tile) for name in new.names] == ["3m"]


def test_a_face_that_a_person_named_is_no_more_than_weighed_and_asked_once():
    laid = told("0-1m 1-1m 2-1m 3-1m")
    laid.answers.left_out[900] = {parse_tile("1m"): False}
    assert found_in(laid, "1m") is None


def test_a_discard_out_of_sight_counts_as_it_was_read_last():
    laid = told("0-1m 1-2z")
    gone = laid.take(0, 0)
    laid.lay(piece(gone.track, "1m 0.7, 4m 0.25"))
    laid.bindings.renew(laid.at.current, laid.view().observation)
    laid.take(0, 0)
    (copy,) = counted_copies(laid.view(), laid.bindings, parse_tile("1m"))
    assert (copy.anchor, [str(name.tile) for name in copy.names]) == (river_anchor(0, 0), ["4m"])


def corner_of(laid: LaidGame, meld: Meld, readings: dict[str, str]) -> None:
    """The pieces of a claimed meld lie in the corner of seat 1, the called one sideways first; some are read so."""
    called, *rest = (meld.called_tile, *(tile for tile in meld.tiles if tile != meld.called_tile))
    row = [called, *(rest or meld.tiles[1:])]
    for place, tile in enumerate(row):
        look = readings.get(str(tile), str(tile))
        lies = piece(700 + place, look, zone=Zone.MELDS, seat=1, at=(20.5 * place, 0.0), is_sideways=place == 0)
        laid.lay(lies)
        laid.bindings.bind(Anchor(Zone.MELDS, Seat(1), 0), [lies])


def meld_in(words: str, readings: dict[str, str], face: str) -> Copy:
    laid = told(words)
    corner_of(laid, laid.at.current.melds[1][0], readings)
    return next(
        copy
        for copy in counted_copies(laid.view(), laid.bindings, parse_tile(face))
        if copy.anchor is not None and copy.anchor.zone is Zone.MELDS
    )


def test_three_tiles_that_look_alike_are_one_look():
    (name,) = meld_in("0-2z 1p22z", {"2z": "2z 0.99, 1z 0.008"}, "2z").names
    assert (str(name.tile), " ".join(map(str, name.meld.tiles))) == ("1z", "1z 1z 1z")
    assert name.odds == pytest.approx(0.008 / 0.99)


def test_a_chow_may_begin_elsewhere_if_that_makes_a_chow():
    (name,) = meld_in("0-2m 1c13m", {"1m": "1m 0.9, 4m 0.06, 7z 0.03"}, "1m").names
    assert (str(name.tile), " ".join(map(str, name.meld.tiles))) == ("4m", "2m 3m 4m")
    assert name.odds == pytest.approx(0.06 / 0.9)
    assert name.meld.called_tile == parse_tile("2m")


def test_a_meld_that_can_be_no_other_one_is_weighed_and_kept():
    found = meld_in("0-2m 1c13m", {"1m": "1m 0.9, 7z 0.09"}, "1m")
    assert (found.names, found.doubt) == ((), pytest.approx(0.1 / 0.9))
