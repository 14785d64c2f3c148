from __future__ import annotations

import pytest
from scripted_table import ScriptedTable

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Called, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat
from mahjong_rules.state import Turn
from mahjong_rules.tiles import parse_tile, parse_tiles


def table(rules: str = "tenhou") -> ScriptedTable:
    return ScriptedTable(rules).deal()


def test_a_chow_is_for_the_next_player_only() -> None:
    at = table().play("0-3m")
    assert at.refusal("2c45m") == "only seat 1 can chow a discard of seat 0"
    at.play("1c45m")
    assert (at.current.turn, at.current.seat) == (Turn.DISCARD, 1)
    assert at.current.rivers[0][0].claimed_by == 1
    assert not at.current.riichi.uninterrupted


def test_a_pung_skips_the_players_between() -> None:
    at = table().play("0-3m 3p33m 3-1z")
    assert at.rules.hints(at.game).draws == 0


def test_a_claim_must_take_the_last_discard_from_its_discarder() -> None:
    at = table().play("0-3m")
    wrong_tile = Meld(MeldKind.PUNG, parse_tiles("444m"), Seat(0), parse_tile("4m"))
    wrong_seat = Meld(MeldKind.PUNG, parse_tiles("333m"), Seat(3), parse_tile("3m"))
    with pytest.raises(IllegalEvent, match="the tile to claim is 3m, not 4m"):
        at.apply(Called(Seat(2), wrong_tile))
    with pytest.raises(IllegalEvent, match="from seat 0, not from seat 3"):
        at.apply(Called(Seat(2), wrong_seat))
    with pytest.raises(IllegalEvent, match="is declared in the own turn"):
        at.apply(Called(Seat(2), Meld(MeldKind.CONCEALED_KONG, parse_tiles("1111z"))))
    own_turn = table().play("0+")
    kong = Meld(MeldKind.MELDED_KONG, parse_tiles("3333m"), Seat(0), parse_tile("3m"))
    with pytest.raises(IllegalEvent, match="is claimed, not declared"):
        own_turn.apply(KongDeclared(Seat(0), kong))


def test_nobody_claims_the_own_discard_or_while_a_player_holds_a_tile() -> None:
    assert table().play("0-3m").refusal("0p33m") == "seat 0 cannot claim the own discard"
    at = table().play("0-3m 1+")
    with pytest.raises(IllegalEvent, match="seat 2 cannot claim: seat 1 is to discard"):
        at.apply(Called(Seat(2), Meld(MeldKind.PUNG, parse_tiles("333m"), Seat(0), parse_tile("3m"))))


def test_a_claim_with_tiles_that_lie_elsewhere_is_refused() -> None:
    at = table().play("0-3m 1-3m 2-3m")
    assert at.refusal("0p33m") == "this would be a fifth 3m on the table"


def test_no_kong_follows_a_claim_in_the_same_turn() -> None:
    at = table().play("0-3m 1p33m")
    assert "must discard" in at.refusal("1q5555p")


def test_a_melded_kong_draws_a_replacement_and_turns_its_indicator_after_the_discard() -> None:
    at = table().play("0-3m 2k333m")
    assert (at.current.turn, at.current.seat, at.current.live_tiles) == (Turn.DRAW, 2, 69)
    assert "after the replacement tile" in at.refusal("*1m")
    assert at.refusal("3+") == "seat 3 cannot draw: it is the turn of seat 2"
    at.play("2+ *1m 2-1z")
    assert len(at.current.riichi.indicators) == 2
    late = table().play("0-3m 2k333m 2-1z *1m")
    assert len(late.current.riichi.indicators) == 2


def test_under_ema_every_kong_turns_its_indicator_at_once() -> None:
    assert len(table("ema").play("0-3m 2k333m *1m 2-1z").current.riichi.indicators) == 2


def test_a_concealed_kong_turns_its_indicator_before_the_replacement_is_drawn() -> None:
    at = table().play("0q1111p *1m 0-2z")
    assert len(at.current.riichi.indicators) == 2
    assert at.refusal("*2m") == "no kong asks for another dora indicator"


def test_a_second_kong_in_a_row_lets_the_first_indicator_be_turned() -> None:
    at = table().play("0-3m 2k333m 2q7777p")
    assert at.rules.hints(at.game).indicators_due == 2
    at.play("*1m *2m 2-1z")
    assert len(at.current.riichi.indicators) == 3


def test_an_added_kong_needs_its_pung_and_may_be_robbed_before_the_replacement() -> None:
    at = table().play("0-3m 1p33m 1-1z 2-2z 3-2z 0-2z")
    without = Meld(MeldKind.ADDED_KONG, parse_tiles("4444m"), Seat(0), parse_tile("4m"))
    at.play("1+")
    with pytest.raises(IllegalEvent, match="no pung of 4m"):
        at.apply(KongDeclared(Seat(1), without))
    at.play("1a3m")
    assert (at.current.turn, at.current.kong_tile) == (Turn.CLAIM, parse_tile("3m"))
    assert at.rules.hints(at.game).draws == 1
    assert not at.rules.hints(at.game).can_be_melded
    assert "cannot claim" in at.refusal("2p11z")
    assert at.play("1-4p").current.melds[1][0].kind is MeldKind.ADDED_KONG


def test_an_added_kong_keeps_who_gave_the_pung() -> None:
    at = table().play("0-3m 1p33m 1-1z 2-2z 3-2z 0-2z 1+")
    from_another = Meld(MeldKind.ADDED_KONG, parse_tiles("3333m"), Seat(2), parse_tile("3m"))
    with pytest.raises(IllegalEvent, match="was claimed from seat 0"):
        at.apply(KongDeclared(Seat(1), from_another))


def test_a_fifth_kong_is_refused() -> None:
    four = "0q1111p 0q2222p 0q3333p 0q4444p"
    at = table("ema").play(four + " 0-1z 1+")
    assert at.refusal("1q9999p") == "a fifth kong is not possible"
    assert "a fifth kong" in at.play("1-2z").refusal("3k222z")


def test_a_claim_breaks_the_first_turn() -> None:
    at = table().play("0-3m 1p33m 1-1z 2=9p 3+")
    assert at.current.riichi.accepted[2]
    assert not at.current.riichi.double[2]
