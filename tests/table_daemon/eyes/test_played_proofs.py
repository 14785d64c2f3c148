"""What a deal proves about its tiles: only what the game leaves, and nothing that a person or a lesson put there."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from mahjong_rules.deal_result import DealHeader
from mahjong_rules.events import Win
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Deal, RiverTile, Turn
from mahjong_rules.tiles import TileStock, parse_tile, parse_tiles
from table_daemon.eyes.played_proofs import EndedDeal, PlayedPiece, proven_names
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.table_view import LyingPiece
from vision.sightings import Face, SettledTile, Zone
from vision.tile_sets.lesson_book import Proof

STOCK = TileStock()
SURE = 0.99
_tracks = itertools.count(1)


def piece(
    name: str, zone: Zone, seat: int = 0, index: int | None = None, chances: dict[str, float] | None = None
) -> PlayedPiece:
    """A piece that counts as `name`, with what the network makes of it; sure of that name if nothing else is said."""
    tile = parse_tile(name)
    seen = {parse_tile(key): chance for key, chance in (chances or {name: SURE}).items()}
    best = max(seen, key=lambda each: seen[each])
    settled = SettledTile(
        next(_tracks), zone, Seat(seat), Face.UP, best, tuple(seen.items()), seen[best], 0, 0, 0, is_sideways=False
    )
    anchor = None if index is None else Anchor(zone, Seat(seat), index)
    counted = tile if zone is Zone.RIVER else None
    return PlayedPiece(LyingPiece(settled, anchor, None), seen, None if anchor is None else 7, counted)


def ended(*pieces: PlayedPiece, wins: tuple[Win, ...] = (), melds: tuple[Meld, ...] = ()) -> EndedDeal:
    rivers = [
        tuple(
            RiverTile(one.counted)
            for one in pieces
            if one.counted is not None and one.lying.anchor is not None and one.lying.anchor.seat == seat
        )
        for seat in SEATS
    ]
    deal = Deal(DealHeader(1, Wind.EAST, SEATS[0], 0, 0), Turn.OVER, SEATS[0], 50, rivers=tuple(rivers))
    deal = replace(deal, melds=(melds, (), (), ()))
    return EndedDeal(deal, STOCK, pieces, wins, 9)


def found(deal: EndedDeal, *, seen: bool = False) -> list[tuple[str, Proof]]:
    """What is proven, without what was merely seen."""
    return [(str(one.tile), one.proof) for one in proven_names(deal) if seen or one.proof is not Proof.SEEN]


def hand(tiles: str, **unsure: dict[str, float]) -> list[PlayedPiece]:
    """An open hand of seat 0, the tiles named in `unsure` (as `t2m`) read so."""
    return [piece(str(tile), Zone.HAND, chances=unsure.get(f"t{tile}")) for tile in parse_tiles(tiles)]


def win(tiles: str) -> Win:
    *concealed, last = parse_tiles(tiles)
    return Win(SEATS[0], tuple(concealed), last)


CHOWS = "123m456p789s33z567m"


def test_a_piece_of_a_winning_hand_is_what_the_others_leave():
    deal = ended(*hand(CHOWS, t2m={"1m": 0.9, "2m": 0.1}), wins=(win(CHOWS),))
    assert ("2m", Proof.WIN) in found(deal)
    proven = next(one for one in proven_names(deal) if str(one.tile) == "2m")
    assert proven.event == 9


def test_a_piece_that_may_be_either_end_of_a_chow_is_not_proven():
    deal = ended(*hand(CHOWS, t4p={"7p": 0.5, "4p": 0.5}), wins=(win(CHOWS),))
    assert ("4p", Proof.WIN) not in found(deal)


def test_a_triplet_that_is_misread_as_a_whole_proves_nothing():
    tiles = "555p123m789s33z567m"
    deal = ended(*hand(tiles, t5p={"6p": 0.97, "5p": 0.03}), wins=(win(tiles),))
    assert all(name != "5p" for name, _ in found(deal))


def test_a_hand_in_which_a_person_named_a_tile_proves_nothing():
    pieces = hand(CHOWS, t2m={"1m": 0.9, "2m": 0.1})
    told = replace(pieces[5], by_person=True)
    assert found(ended(*pieces[:5], told, *pieces[6:], wins=(win(CHOWS),))) == []


def test_a_name_that_the_network_never_thought_of_is_not_proven_by_one_hand():
    deal = ended(*hand(CHOWS, t2m={"7z": 0.999, "2m": 0.001}), wins=(win(CHOWS),))
    assert ("2m", Proof.WIN) not in found(deal)


PUNG = Meld(MeldKind.PUNG, parse_tiles("222p"), SEATS[1], parse_tile("2p"))
CHOW = Meld(MeldKind.CHOW, parse_tiles("345s"), SEATS[3], parse_tile("4s"))


def laid(meld: Meld, *chances: dict[str, float] | None) -> list[PlayedPiece]:
    return [piece(str(tile), Zone.MELDS, index=0, chances=each) for tile, each in zip(meld.tiles, chances, strict=True)]


def test_the_third_tile_of_a_pung_is_what_the_other_two_are():
    pieces = laid(PUNG, None, None, {"3p": 0.8, "2p": 0.2})
    assert found(ended(*pieces, melds=(PUNG,))) == [("2p", Proof.MELD)]


def test_the_middle_of_a_chow_is_proven_and_an_end_only_against_what_it_looks_like():
    middle = laid(CHOW, None, {"9s": 0.9, "4s": 0.1}, None)
    assert found(ended(*middle, melds=(CHOW,))) == [("4s", Proof.MELD)]
    either_end = laid(CHOW, {"6s": 0.6, "3s": 0.4}, None, None)
    assert found(ended(*either_end, melds=(CHOW,))) == []


def test_a_meld_of_which_two_pieces_are_unsure_proves_nothing():
    unsure = {"3p": 0.6, "2p": 0.4}
    assert found(ended(*laid(PUNG, None, unsure, unsure), melds=(PUNG,))) == []


def river(*names: str) -> list[PlayedPiece]:
    return [piece(name, Zone.RIVER, index=index) for index, name in enumerate(names)]


UNSURE = {"1m": 0.7, "2m": 0.3}


def test_a_discard_is_no_tile_of_which_all_four_lie_elsewhere():
    odd = piece("2m", Zone.RIVER, index=4, chances=UNSURE)
    assert found(ended(*river("1m", "1m", "1m", "1m"), odd)) == [("2m", Proof.COUNT)]
    assert found(ended(*river("1m", "1m", "1m", "5z"), odd)) == []


def test_where_one_of_the_four_is_unsure_too_it_may_be_the_odd_one():
    odd = piece("2m", Zone.RIVER, index=4, chances=UNSURE)
    unsure = piece("1m", Zone.RIVER, index=3, chances={"1m": 0.7, "2m": 0.3})
    assert found(ended(*river("1m", "1m", "1m"), unsure, odd)) == []


def test_what_is_surely_read_is_a_judge_and_no_lesson():
    deal = ended(*river("1m", "5z"))
    assert found(deal, seen=True) == [("1m", Proof.SEEN), ("5z", Proof.SEEN)]


def test_what_only_a_lesson_made_of_a_face_speaks_for_what_the_network_sees_alone():
    """The reader, taught a wrong lesson, says 5p; the network alone is sure of 6p."""
    fooled = piece("5p", Zone.RIVER, index=0, chances={"6p": SURE})
    settled = replace(fooled.lying.piece, tile=parse_tile("5p"))
    fooled = replace(fooled, lying=replace(fooled.lying, piece=settled))
    assert found(ended(fooled), seen=True) == [("6p", Proof.SEEN)]


def test_a_flower_that_looks_like_a_wind_is_no_witness_that_it_is_one():
    looks = {parse_tile("1z"): 0.99, parse_tile("f3"): 0.001}
    flower = replace(piece("f3", Zone.RIVER, index=0), chances=looks)  # in world 10790
    assert found(ended(flower), seen=True) == []


@pytest.mark.parametrize("is_told", [True, False])
def test_what_a_person_named_is_left_to_the_answer(is_told):
    told = replace(river("1m")[0], by_person=is_told)
    assert bool(found(ended(told), seen=True)) is not is_told
