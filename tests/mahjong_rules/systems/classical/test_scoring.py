"""How each classical system values and settles, asked directly."""

from __future__ import annotations

import pytest
from classical_table import ClassicalTable
from rule_vectors import exposed

from mahjong_rules.deal_result import Fine, HandValue
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.systems.classical.hand import ClassicalHand, WinCircumstances
from mahjong_rules.systems.classical.system import Scoring, Settled
from mahjong_rules.tiles import parse_tile, parse_tiles

DOTS = (exposed("1p", "1p", "1p"), exposed("5p", "5p", "5p"), exposed("7p", "7p", "7p"))


def scoring_of(name: str, **settings: str) -> Scoring:
    return ClassicalTable(name, **settings).rules.system.scoring  # type: ignore[attr-defined] # the classical engine


def settled(*totals: int, winner: int = 0, discarder: int | None = 1, fines: tuple[Fine, ...] = ()) -> Settled:
    values = tuple(HandValue(0, total, (), (), "", total) for total in totals)
    return Settled(SEATS[winner], None if discarder is None else SEATS[discarder], SEATS[0], values, fines)


def gains(scoring: Scoring, deal: Settled) -> list[int]:
    sums = [0, 0, 0, 0]
    for payment in scoring.payments(deal):
        if payment.payer is not None:
            sums[payment.payer] -= payment.points
        if payment.receiver is not None:
            sums[payment.receiver] += payment.points
    return sums


@pytest.mark.parametrize(
    ("name", "settings", "counts", "unit", "step"),
    [
        ("tchou", {}, True, "points", 1),
        ("tchou", {"centimes_per_1000": "1000"}, True, "centimes", 5),
        ("tchou", {"losers_settle": "false"}, False, "points", 1),
        ("simple", {}, True, "points", 1),
        ("simple", {"scheme": "winner_only"}, False, "points", 1),
        ("jp_classic", {}, False, "points", 10),
    ],
)
def test_a_system_says_whether_losers_count_and_in_what_scores_are_counted(
    name: str, settings: dict[str, str], counts: bool, unit: str, step: int
) -> None:
    scoring = scoring_of(name, **settings)
    assert (scoring.losers_count, scoring.unit, scoring.step) == (counts, unit, step)


@pytest.mark.parametrize("name", ["tchou", "jp_classic"])
def test_the_thirteen_are_a_hand_of_the_old_games_only(name: str) -> None:
    thirteen = parse_tiles("19m19p19s1234567z")
    assert scoring_of(name).waits(thirteen, ())
    assert scoring_of("simple").waits(thirteen, ()) == ()


@pytest.mark.parametrize("name", ["tchou", "simple", "jp_classic"])
def test_every_system_waits_for_the_same_tiles_of_a_common_hand(name: str) -> None:
    assert scoring_of(name).waits(parse_tiles("123m456m789m23p55s"), ()) == parse_tiles("14p")


@pytest.mark.clause("Tchou 1924 l.314", "Tchou 1924 l.316")
def test_in_tchou_losers_settle_among_themselves_too() -> None:
    assert gains(scoring_of("tchou"), settled(20, 0, 8, 4)) != gains(scoring_of("tchou"), settled(20, 0, 0, 0))
    assert sum(gains(scoring_of("tchou"), settled(20, 0, 8, 4))) == 0


@pytest.mark.clause("Kanai French l.61", "A-5")
def test_in_the_old_japanese_game_only_the_winner_is_paid() -> None:
    scoring = scoring_of("jp_classic")
    assert gains(scoring, settled(40, 30, 20, 10)) == gains(scoring, settled(40, 0, 0, 0))


@pytest.mark.clause("La Règle l.131", "A-11")
def test_in_the_simple_game_everybody_adds_up_the_own_hand() -> None:
    assert gains(scoring_of("simple"), settled(22, 8, 0, 4)) == [22, 8, 0, 4]


@pytest.mark.parametrize("name", ["simple", "jp_classic"])
def test_a_false_win_costs_so_many_points_to_each_where_the_source_names_no_price(name: str) -> None:
    payments = scoring_of(name).false_win(Seat(2), 50)
    assert [(item.payer, item.receiver, item.points) for item in payments] == [(2, 0, 50), (2, 1, 50), (2, 3, 50)]
    assert scoring_of(name).false_win(Seat(2), 0) == ()


@pytest.mark.clause("Tchou 1924 l.621", "Tchou 1924 l.623")
def test_dangerous_discards_are_known_to_tchou_only_and_can_be_agreed_away() -> None:
    tile = parse_tile("4p")
    assert scoring_of("tchou").danger(DOTS, tile, wins=True) == "danger_one_suit"
    for other in (scoring_of("tchou", danger_fines="false"), scoring_of("simple"), scoring_of("jp_classic")):
        assert other.danger(DOTS, tile, wins=True) is None


@pytest.mark.clause("Tchou 1924 l.641")
def test_only_who_waits_for_a_great_hand_is_excused() -> None:
    scoring = scoring_of("tchou")
    assert scoring.waits_for_great_hand(ClassicalHand(parse_tiles("4448s"), tuple_of_bamboo()))
    assert not scoring.waits_for_great_hand(ClassicalHand(parse_tiles("123m456m789m23p55s")))
    assert not scoring.waits_for_great_hand(ClassicalHand(parse_tiles("4s"))), (
        "a hand with too few tiles waits for none"
    )
    assert not scoring_of("simple").waits_for_great_hand(ClassicalHand(parse_tiles("4448s"), tuple_of_bamboo()))


def tuple_of_bamboo() -> tuple[object, ...]:
    return (exposed("1s", "1s", "1s"), exposed("5s", "6s", "7s"), exposed("9s", "9s", "9s"))


def test_a_winner_is_worth_more_than_the_same_tiles_of_a_loser() -> None:
    hand, how = ClassicalHand(parse_tiles("111m456m789m23p55s")), WinCircumstances(parse_tile("4p"), self_drawn=True)
    for name in ("tchou", "simple"):
        scoring = scoring_of(name)
        assert scoring.winner(hand, how).base_points > scoring.loser(hand).base_points > 0
    assert scoring_of("jp_classic").loser(hand).base_points == 0
