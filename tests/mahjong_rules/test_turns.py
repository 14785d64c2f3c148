"""Whose turn it is and what lies to be claimed, asked of deals that no engine has made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mahjong_rules.deal_result import DealHeader, Payment
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import GameStarted
from mahjong_rules.game_start import begin_game
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Deal, RiverTile, Turn
from mahjong_rules.tiles import parse_tile, parse_tiles
from mahjong_rules.turns import (
    check_claim,
    claimable_tile,
    deal_in_play,
    deltas_of,
    next_to_draw,
    waits_for,
    with_added_kong,
    with_claim,
    with_item,
)

HEADER = DealHeader(1, Wind.EAST, SEATS[0], honba=0, round_number=0)
PUNG = Meld(MeldKind.PUNG, parse_tiles("555p"), SEATS[1], parse_tile("5p"))
ADDED = Meld(MeldKind.ADDED_KONG, parse_tiles("5550p"), SEATS[1], parse_tile("5p"))


def discarded(tile: str = "3s", seat: int = 1, **changes: object) -> Deal:
    """Seat 1 has just laid a tile into the river."""
    rivers = with_item(((), (), (), ()), seat, (RiverTile(parse_tile(tile)),))
    deal = Deal(HEADER, Turn.CLAIM, SEATS[seat], live_tiles=60, rivers=rivers)
    return replace(deal, **changes)  # type: ignore[arg-type]  # fields of any type


def chow(tiles: str, called: str, source: int = 1) -> Meld:
    return Meld(MeldKind.CHOW, parse_tiles(tiles), SEATS[source], parse_tile(called))


@pytest.mark.parametrize(
    ("turn", "drawer"),
    [(Turn.INDICATOR, None), (Turn.DRAW, 1), (Turn.DISCARD, None), (Turn.CLAIM, 2), (Turn.SHOW, None)],
)
def test_who_draws_next_follows_from_what_the_table_waits_for(turn: Turn, drawer: int | None) -> None:
    assert next_to_draw(discarded(turn=turn)) == drawer


def test_after_a_kong_its_owner_draws_and_its_tile_may_be_robbed() -> None:
    deal = discarded(kong_tile=parse_tile("5p"))
    assert (next_to_draw(deal), claimable_tile(deal)) == (1, parse_tile("5p"))


def test_the_last_discard_may_be_claimed_until_somebody_draws() -> None:
    assert claimable_tile(discarded()) == parse_tile("3s")
    assert claimable_tile(discarded(turn=Turn.DISCARD)) is None


@pytest.mark.parametrize("turn", Turn)
def test_what_the_table_waits_for_is_said_in_words(turn: Turn) -> None:
    assert len(waits_for(discarded(turn=turn)).split()) > 3


@pytest.mark.parametrize(
    ("deal", "seat", "meld", "problem"),
    [
        (discarded(), 2, ADDED, "declared in the own turn"),
        (discarded(turn=Turn.DISCARD), 2, chow("123s", "3s"), "cannot claim: seat 1 is to discard"),
        (discarded(kong_tile=parse_tile("5p")), 2, chow("123s", "3s"), "cannot claim"),
        (discarded(), 1, chow("123s", "3s"), "the own discard"),
        (discarded(), 2, chow("123s", "3s", source=0), "from seat 1, not from seat 0"),
        (discarded(), 2, chow("123s", "1s"), "is 3s, not 1s"),
        (discarded(), 3, chow("123s", "3s"), "only seat 2 can chow"),
        (discarded(melds=((), (), (PUNG,) * 4, ())), 2, chow("123s", "3s"), "four melds already"),
    ],
)
def test_a_claim_that_no_rules_allow_is_refused_with_the_reason(
    deal: Deal, seat: int, meld: Meld, problem: str
) -> None:
    with pytest.raises(IllegalEvent, match=problem):
        check_claim(deal, Seat(seat), meld)


def test_a_claimed_discard_keeps_its_place_in_the_river() -> None:
    deal = with_claim(discarded(), SEATS[2], chow("123s", "3s"))
    assert deal.rivers[1] == (RiverTile(parse_tile("3s"), claimed_by=SEATS[2]),)
    assert (deal.turn, deal.seat, len(deal.melds[2])) == (Turn.DISCARD, 2, 1)


def test_who_claims_a_kong_draws_before_discarding() -> None:
    kong = Meld(MeldKind.MELDED_KONG, parse_tiles("3333s"), SEATS[1], parse_tile("3s"))
    assert with_claim(discarded(), SEATS[3], kong).turn is Turn.DRAW


def test_a_kong_grows_from_its_pung_and_names_the_tile_added() -> None:
    grown, added = with_added_kong(discarded(melds=((PUNG,), (), (), ())), SEATS[0], ADDED)
    assert (grown.melds[0], added, grown.kong_tile) == ((ADDED,), parse_tile("0p"), parse_tile("0p"))


def test_a_kong_without_its_pung_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="no pung of 5p"):
        with_added_kong(discarded(), SEATS[0], ADDED)
    other = Meld(MeldKind.ADDED_KONG, ADDED.tiles, SEATS[2], parse_tile("5p"))
    with pytest.raises(IllegalEvent, match="was claimed from seat 1"):
        with_added_kong(discarded(melds=((PUNG,), (), (), ())), SEATS[0], other)


def test_no_deal_is_in_play_before_the_first_and_after_the_result() -> None:
    game = begin_game(GameStarted("any", ("A", "B", "C", "D")), 1000)
    for idle in (game, replace(game, deal=discarded(turn=Turn.OVER))):
        with pytest.raises(IllegalEvent, match="no deal is in play"):
            deal_in_play(idle)
    assert deal_in_play(replace(game, deal=discarded())) == discarded()


def test_payments_add_up_by_seat_and_sticks_come_from_nobody() -> None:
    payments = [Payment(SEATS[0], SEATS[2], 700, "ron"), Payment(None, SEATS[2], 1000, "riichi_sticks")]
    assert deltas_of(payments) == (-700, 0, 1700, 0)
