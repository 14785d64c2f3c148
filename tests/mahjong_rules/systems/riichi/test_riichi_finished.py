from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from presets import RIICHI_PRESETS, riichi_options

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import PenaltyDeclared, PenaltyKind
from mahjong_rules.finished_deal import FinishedDeal, FinishedHand, FinishedRiichi, ScoredDeal
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules

FIRST, SECOND, THIRD = "234m22456678p45s", "345p234345m88p78s", "567m3445588s567p"
"""All wait for 6s."""
NOTEN = FinishedHand(parse_tiles("147m258p369s1234z"))
DRAGONS = [
    Meld(MeldKind.PUNG, parse_tiles(f"{n}{n}{n}z"), Seat(n - 5 + (n > 5)), parse_tile(f"{n}z")) for n in (5, 6, 7)
]
"""Claimed from seats 0, 2 and 3."""


def hands(**by_seat: str | FinishedHand) -> tuple[FinishedHand | None, ...]:
    found: list[FinishedHand | None] = [None] * 4
    for seat, hand in by_seat.items():
        found["ABCD".index(seat)] = FinishedHand(parse_tiles(hand)) if isinstance(hand, str) else hand
    return tuple(found)


def deal(tile: str = "6s", discarder: int | None = 2, winners: tuple[int, ...] = (0,), **facts: object) -> FinishedDeal:
    held = {key: facts.pop(key) for key in "ABCD" if key in facts}
    riichi = {field.name: facts.pop(field.name) for field in fields(FinishedRiichi) if field.name in facts}
    return FinishedDeal(
        hands(**(held or {"A": FIRST})),  # type: ignore[arg-type]
        winners=tuple(map(Seat, winners)),
        winning_tile=parse_tile(tile) if tile else None,
        discarder=None if discarder is None else Seat(discarder),
        riichi=FinishedRiichi(**riichi),  # type: ignore[arg-type]
        **facts,  # type: ignore[arg-type]
    )


def score(described: FinishedDeal, rules: str = "tenhou", *settings: tuple[str, str]) -> ScoredDeal:
    return load_rules(rules, settings).score(described)


def test_a_win_on_a_discard_is_valued_and_paid() -> None:
    found = score(deal(honba=1, sticks=2))
    value = found.values[0]
    assert value is not None
    assert ([line.rule for line in value.lines], value.fu) == (["pinfu", "tanyao"], 30)
    assert found.deltas == (2900 + 300 + 2000, 0, -3200, 0)
    assert found.values[1:] == (None, None, None)


def test_a_self_drawn_win_is_paid_by_all() -> None:
    assert score(deal(discarder=None, dealer=Seat(1))).deltas == (2700, -1300, -700, -700)


def test_a_player_in_riichi_has_a_stick_on_the_table() -> None:
    riichi = (True, False, False, True)
    assert score(deal(accepted=riichi)).deltas[0] == score(deal(accepted=riichi, sticks=2)).deltas[0]
    two = score(deal(A=FIRST, D=SECOND, winners=(0, 3), accepted=riichi), "ema")
    sticks = {payment.receiver: payment.points for payment in two.payments if payment.reason == "riichi_sticks"}
    assert sticks == {0: 1000, 3: 1000}


def test_of_two_winners_the_nearest_takes_the_counters() -> None:
    found = score(deal(A=FIRST, D=SECOND, winners=(0, 3), honba=2))
    honba = {payment.receiver: payment.points for payment in found.payments if payment.reason == "honba"}
    assert honba == {3: 600}


def test_the_pool_moves_when_the_wall_ran_out() -> None:
    found = load_rules("ema").score(FinishedDeal(hands(A=FIRST, B=NOTEN)))  # type: ignore[arg-type]
    assert found.deltas == (3000, -1000, -1000, -1000)


@pytest.mark.clause("Doman guide l.38")
def test_nagashi_is_paid_instead_of_the_pool() -> None:
    found = score(deal(B=NOTEN, winners=(), tile="", discarder=None, nagashi=(SEATS[2],)), "doman")
    assert found.deltas == (-4000, -2000, 8000, -2000)


def test_a_nagashi_that_cannot_be_is_refused() -> None:
    drawn = FinishedDeal((None,) * 4, riichi=FinishedRiichi(nagashi=(SEATS[2],)))
    with pytest.raises(IllegalEvent, match="there is no nagashi mangan under these rules"):
        score(drawn, "ema")
    claimed = Meld(MeldKind.PUNG, parse_tiles("111z"), SEATS[2], parse_tile("1z"))
    fed = FinishedHand(parse_tiles("147m258p369s1z"), (claimed,))
    with pytest.raises(IllegalEvent, match="a discard of seat 2 was claimed"):
        score(replace(drawn, hands=hands(A=fed)))  # type: ignore[arg-type]
    open_hand = replace(fed, melds=(replace(claimed, called_from=SEATS[0]),))
    with pytest.raises(IllegalEvent, match="nagashi mangan needs a closed hand"):
        score(replace(drawn, hands=hands(C=open_hand)), "tenhou", ("nagashi_needs_closed_hand", "yes"))  # type: ignore[arg-type]


def test_a_chombo_costs_what_it_costs_at_the_table() -> None:
    offence = FinishedDeal((None,) * 4, penalty=PenaltyDeclared(SEATS[2]))
    riichi = replace(offence, riichi=FinishedRiichi(accepted=(True, False, False, False)))
    assert score(riichi).deltas == (5000, 2000, -8000, 2000)
    assert score(offence, "ema").deltas == (0, 0, 0, 0)
    with pytest.raises(IllegalEvent, match="riichi knows chombo, no false win"):
        score(replace(offence, penalty=PenaltyDeclared(SEATS[2], PenaltyKind.FALSE_WIN)))


def test_liability_is_read_from_the_melds_in_their_order() -> None:
    fed = FinishedHand(parse_tiles("456s8s"), tuple(DRAGONS))
    assert score(deal("8s", None, (1,), B=fed)).deltas == (0, 32000, 0, -32000)
    assert score(deal("8s", 0, (1,), B=fed)).deltas == (-16000, 32000, 0, -16000)
    earlier = replace(fed, melds=(DRAGONS[2], DRAGONS[0], DRAGONS[1]))
    assert score(deal("8s", None, (1,), B=earlier)).deltas == (0, 32000, -32000, 0)
    own = Meld(MeldKind.CONCEALED_KONG, parse_tiles("7777z"))
    assert score(deal("8s", None, (1,), B=replace(fed, melds=(*DRAGONS[:2], own)))).deltas[1] == 32000
    nobody = score(deal("8s", None, (1,), B=replace(fed, melds=(*DRAGONS[:2], own))))
    assert {payment.reason for payment in nobody.payments} == {"tsumo"}


def test_nobody_is_liable_for_a_fourth_kong_that_was_added() -> None:
    """M-League: who gave the pung did not feed the kong; the engine pays the same deal so."""
    kongs = tuple(Meld(MeldKind.CONCEALED_KONG, parse_tiles(tiles)) for tiles in ("9999m", "9999s"))
    claimed = Meld(MeldKind.MELDED_KONG, parse_tiles("1111p"), Seat(3), parse_tile("1p"))
    added = Meld(MeldKind.ADDED_KONG, parse_tiles("8888p"), Seat(2), parse_tile("8p"))
    winner = FinishedHand(parse_tiles("2m"), (claimed, *kongs, added))
    won = deal("2m", None, A=winner, indicators=parse_tiles("1z"))
    assert score(won, "mleague").deltas == (48000, -16000, -16000, -16000)
    fed = replace(winner, melds=(*winner.melds[1:], claimed))
    assert score(replace(won, hands=hands(A=fed)), "mleague").deltas == (48000, 0, 0, -48000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("described", "reason"),
    [
        (deal(A="234m22456678p45s1z"), "seat 0 with 0 melds holds 13 concealed tiles, not 14"),
        (deal(A="6666s2245678p45s"), "fifth 6s"),
        (deal(indicators=parse_tiles("2p2p2p")), "fifth 2p"),
        (deal(A="234m22456678p05s", indicators=parse_tiles("0s")), "only one red five"),
        (deal(A="234m22456678p45s", tile="9s"), "seat 0 cannot win: the hand is not complete"),
        (deal(winners=(0, 0)), "each winner is named once"),
        (deal(winners=(2,), C=FIRST), "seat 2 cannot win on its own discard"),
        (deal(winners=(0, 3), A=FIRST, D=SECOND, discarder=None), "only one player can win by the own draw"),
        (deal(winners=(3,)), "the hand or the winning tile of the winner at seat 3 is missing"),
        (deal(winners=(0, 1, 3), A=FIRST, B=THIRD, D=SECOND), "three winners on one discard end the deal"),
        (deal(A=FinishedHand(parse_tiles(FIRST), (), parse_tiles("f1"))), "without flowers"),
        (deal(ippatsu=(True, False, False, False)), "the hand cannot win so: ippatsu without riichi"),
    ],
)
def test_an_impossible_deal_is_refused_with_the_reason(described: FinishedDeal, reason: str) -> None:
    with pytest.raises(IllegalEvent, match=reason):
        score(described)


def test_what_the_preset_forbids_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="2 players cannot win on one discard"):
        score(deal(A=FIRST, D=SECOND, winners=(0, 3)), "mleague")
    with pytest.raises(IllegalEvent, match="turn no ura"):
        score(deal(ura_indicators=parse_tiles("1z")), "tenhou", ("ura_dora", "no"))
    with pytest.raises(IllegalEvent, match="no red five"):
        score(deal(A="234m22406678p45s"), "ema")


@given(
    st.sampled_from(RIICHI_PRESETS),
    st.sampled_from([(0,), (3,), (0, 3), (0, 1, 3)]),
    st.booleans(),
    st.tuples(*[st.booleans()] * 4),
    st.integers(0, 5),
    st.integers(0, 5),
    st.sampled_from(SEATS),
)
def test_payments_cancel_out_with_the_sticks_under_every_preset(
    rules: str,
    winners: tuple[int, ...],
    drawn: bool,
    riichi: tuple[bool, bool, bool, bool],
    honba: int,
    sticks: int,
    dealer: Seat,
) -> None:
    discarder = None if drawn and len(winners) == 1 else 2
    described = deal(
        "6s",
        discarder,
        winners,
        A=FIRST,
        B=THIRD,
        D=SECOND,
        accepted=riichi,
        honba=honba,
        sticks=sticks,
        dealer=dealer,
    )
    options = riichi_options(rules)
    ends = len(winners) == 3 and options.draws.abort_triple_ron
    if ends or len(winners) > options.settlement.max_winners:
        with pytest.raises(IllegalEvent, match="win"):
            score(described, rules)
        return
    found = score(described, rules)
    assert sum(found.deltas) == 1000 * max(sticks, sum(riichi))
    assert all(found.deltas[seat] > 0 for seat in winners)


@pytest.mark.clause("EMA 2025 §6.6.2")
def test_when_the_wall_ran_out_a_hand_in_riichi_that_does_not_wait_is_a_chombo() -> None:
    waiting = FinishedHand(parse_tiles("123m456m789m23s11z"))
    drawn = FinishedDeal((NOTEN, waiting, None, None), riichi=FinishedRiichi(accepted=(True, False, True, False)))
    found = score(drawn, "tenhou")
    assert [(chombo.seat, chombo.reason) for chombo in found.chombos] == [(0, "noten_riichi"), (2, "noten_riichi")]
    assert found.deltas == (-12000 + 4000 + 1000, 4000 + 2000, 4000 - 8000 + 1000, 4000 + 2000)
    assert score(drawn, "ema").deltas == (1000, 0, 1000, 0)
