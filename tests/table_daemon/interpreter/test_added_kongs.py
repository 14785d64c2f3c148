"""The fourth tile of a pung: beside its sideways tile, or found late in its row."""

from dataclasses import replace

import pytest
from laid_pieces import WIDTH_MM, LaidGame, piece, row
from scripted_table import ScriptedTable

from mahjong_rules.events import Called, Discarded, KongDeclared
from mahjong_rules.melds import MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.contradictions import Contradiction
from table_daemon.interpreter.crowded_melds import read_crowded_meld
from table_daemon.interpreter.discards import read_discard
from table_daemon.interpreter.explanations import Doubt, Explanation
from table_daemon.interpreter.fourth_tiles import added_tiles
from table_daemon.interpreter.joint_reading import misreadings
from table_daemon.interpreter.melds import read_melds
from table_daemon.interpreter.questions import KONG_REASONS, QuestionReason
from vision.sightings import Zone

PUNG = Anchor(Zone.MELDS, Seat(2), 0)


def game(play: str, tile: str = "7p") -> LaidGame:
    """Seat 2 has a pung of this tile, the middle one sideways."""
    laid = LaidGame(ScriptedTable().deal().play(play))
    pung = [in_corner(700 + place, tile, place * 24.0, is_sideways=place == 1) for place in range(3)]
    laid.lay(*pung)
    laid.bindings.bind(PUNG, pung)
    return laid


def in_corner(track, readings, u_mm, v_mm=0.0, *, is_sideways=False):
    return piece(track, readings, zone=Zone.MELDS, seat=2, at=(u_mm, v_mm), is_sideways=is_sideways)


def added(readings="7p"):
    """A tile beside the sideways one, on the side of the centre."""
    return in_corner(800, readings, 24.0, WIDTH_MM, is_sideways=True)


def discarded(tile="9p"):
    """A new discard of seat 2, which has discarded once."""
    return piece(390, tile, seat=2, at=(20.5, 0.0))


def read(laid):
    return read_melds(laid.view(), laid.bindings, laid.answers, Seat(2))


@pytest.fixture
def laid() -> LaidGame:
    """The pung, and the turn of seat 2 again."""
    return game("0-7p 2p77p 2-1z 3-2z 0-3z 1-4z")


def test_the_fourth_tile_beside_a_pung_is_added_to_it(laid):
    laid.lay(added())
    found = read(laid)
    assert isinstance(found, Explanation)
    kong = found.events[-1]
    assert isinstance(kong, KongDeclared)
    assert kong.meld.kind is MeldKind.ADDED_KONG
    assert found.bindings == ((PUNG, (laid.pieces[-1],)),)


def test_a_fourth_tile_that_is_read_otherwise_is_known_by_its_place_once_its_player_has_gone_on(laid):
    laid.lay(added("8p"))
    assert read(laid) is None
    laid.lay(discarded())
    found = read(laid)
    assert isinstance(found, Explanation)
    (*_, kong) = found.events
    assert isinstance(kong, KongDeclared)
    assert kong.meld.tiles == (parse_tile("7p"),) * 4


def test_what_lies_beside_a_pung_and_is_hardly_read_is_no_kong(laid):
    laid.lay(added("8p 0.4"), discarded())
    assert read(laid) is None


def test_another_meld_is_read_beside_a_fourth_tile_that_does_not_count_yet(laid):
    laid.lay(added("8p"))
    laid.lay(*(in_corner(810 + place, "4z", -75.0 + place * 24.0, is_sideways=place == 0) for place in range(3)))
    laid.take(1, 0)
    found = read(laid)
    assert isinstance(found, Explanation)
    (claim,) = found.events
    assert isinstance(claim, Called)
    assert claim.meld.kind is MeldKind.PUNG


def test_a_kong_with_a_fifth_tile_of_its_kind_corrects_one_that_lies_elsewhere():
    """World 10441: a discard was read as 2m, so that the kong of 2m that was laid afterwards never counted."""
    laid = game("0-7p 2p77p 2-1z 3-2z 0-7p 1-4z")
    laid.lay(added())
    doubt = read(laid)
    assert isinstance(doubt, Doubt)
    assert doubt.reason is QuestionReason.IMPOSSIBLE_TILE
    found = read_crowded_meld(laid.view(), laid.bindings, laid.answers, Seat(2))
    assert found is not None
    assert found.face == parse_tile("7p")
    assert {copy.anchor for copy in found.copies} == {Anchor(Zone.RIVER, Seat(0), 1), PUNG}
    assert [copy.anchor for copy in found.copies if copy.names] == []


def test_only_what_lies_elsewhere_was_misread_and_a_sure_tile_is_not_changed_without_a_question():
    laid = game("0-7p 2p77p 2-1z 3-2z 0-7p 1-4z")
    laid.lay(added("7p 0.98, 8p 0.02"))
    (river,) = [tile for tile in laid.pieces if laid.bindings.anchors.get(tile.track) == Anchor(Zone.RIVER, Seat(0), 1)]
    laid.pieces.remove(river)
    laid.pieces.append(replace(river, candidates=((parse_tile("7p"), 0.99), (parse_tile("6p"), 0.01))))
    found = read_crowded_meld(laid.view(), laid.bindings, laid.answers, Seat(2))
    assert found is not None
    (mistake,) = misreadings(found.copies)
    assert (mistake.copy.anchor, mistake.name.tile) == (Anchor(Zone.RIVER, Seat(0), 1), parse_tile("6p"))
    assert not mistake.is_clear


def test_a_discard_waits_while_the_kong_before_it_does_not_count():
    laid = game("0-7p 2p77p 2-1z 3-2z 0-7p 1-4z")
    laid.lay(added(), discarded())
    assert read_discard(laid.view(), laid.bindings, laid.answers) is None
    laid.answers.ignored.add(800)
    found = read_discard(laid.view(), laid.bindings, laid.answers)
    assert isinstance(found, Explanation)
    assert isinstance(found.events[-1], Discarded)


def test_a_fourth_tile_counts_as_what_a_person_named(laid):
    laid.lay(added("8p"), discarded())
    laid.answers.tiles[800] = parse_tile("8p")
    assert read(laid) is None


@pytest.mark.parametrize(("held", "fourth"), [("55p", "5p"), ("05p", "0p")])
def test_four_fives_hold_the_one_red_five_whichever_is_misread(held, fourth):
    laid = game(f"0-5p 2p{held} 2-1z 3-2z 0-3z 1-4z", "5p")
    laid.lay(added(fourth))
    found = read(laid)
    assert isinstance(found, Explanation)
    kong = found.events[-1]
    assert isinstance(kong, KongDeclared)
    assert kong.meld.tiles.count(parse_tile("0p")) == 1


def test_a_meld_of_another_row_is_none_of_added_tiles(laid):
    laid.lay(*(in_corner(810 + place, "4z", place * 24.0, 25.0, is_sideways=place == 1) for place in range(3)))
    assert added_tiles(laid.view(), laid.bindings, Seat(2)) == []


def test_a_tile_of_the_pung_that_was_pushed_is_no_fourth():
    laid = game("0-7p 2p77p 2-9p")
    pushed = next(tile for tile in laid.pieces if tile.track == 702)
    laid.pieces.remove(pushed)
    laid.lay(replace(pushed, track=802, v_mm=13.0))
    assert read(laid) is None
    laid.lay(pushed)
    assert read(laid) is None, "it is seen at both places"


def test_no_deal_ends_while_a_tile_beside_a_pung_counts_as_nothing():
    laid = game("0-7p 2p77p 2-9p")
    laid.lay(added("7p 0.5, 8p 0.4"))
    assert read(laid) is None
    laid.lay(*row(500, "123m456p123s99m1z", Zone.HAND, seat=0))
    found = read(laid)
    assert isinstance(found, Doubt)
    assert found.reason in KONG_REASONS
    laid.answers.tiles[800] = parse_tile("8p")
    assert read(laid) is None, "a person says that it is none of that kind"
    del laid.answers.tiles[800]
    laid.answers.laid_on.add(800)
    said = read(laid)
    assert isinstance(said, Contradiction)
    assert said.meld is not None
    assert said.meld.kind is MeldKind.MELDED_KONG


def test_the_fourth_tile_of_a_claimed_kong_that_is_found_late_makes_it_one():
    laid = game("0-7p 2p77p 2-9p")
    laid.lay(in_corner(800, "7p", -24.0))
    found = read(laid)
    assert isinstance(found, Contradiction)
    assert found.meld is not None
    assert (found.anchor, found.meld.kind, found.meld.called_from) == (PUNG, MeldKind.MELDED_KONG, 0)
    laid.take(2, 0)
    assert read(laid) is None, "it may be the first tile of a meld with that discard"


def test_the_next_meld_counts_although_a_pung_beside_it_may_be_a_kong():
    """A person may have said that it is none."""
    laid = game("0-7p 2p77p 2-9p 3-4z")
    laid.lay(added())
    assert isinstance(read(laid), Contradiction)
    laid.lay(*(in_corner(810 + place, "4z", -75.0 + place * 24.0, is_sideways=place == 2) for place in range(3)))
    laid.take(3, 0)
    found = read(laid)
    assert isinstance(found, Explanation)
    assert isinstance(found.events[-1], Called)


def test_an_upright_fourth_tile_in_the_own_turn_is_added_once_its_player_has_gone_on(laid):
    laid.lay(in_corner(800, "7p", -24.0))
    assert read(laid) is None, "it may be the first tile of a meld"
    laid.lay(discarded())
    found = read(laid)
    assert isinstance(found, Explanation)
    kong = found.events[-1]
    assert isinstance(kong, KongDeclared)
    assert kong.meld.kind is MeldKind.ADDED_KONG


def test_a_fourth_tile_in_the_row_of_a_pung_says_nothing_before_its_player_has_discarded():
    laid = game("0-7p 2p77p")
    laid.lay(in_corner(800, "7p", -24.0))
    assert read(laid) is None


@pytest.mark.parametrize(
    "late",
    [
        in_corner(800, "7p 0.8", -24.0),
        in_corner(800, "8p", -24.0),
        in_corner(800, "7p", -60.0),
        in_corner(800, "7p", -24.0, 30.0),
    ],
)
def test_a_tile_elsewhere_or_another_one_is_no_fourth(late):
    laid = game("0-7p 2p77p 2-9p")
    laid.lay(late)
    assert read(laid) is None
