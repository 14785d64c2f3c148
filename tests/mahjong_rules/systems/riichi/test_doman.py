"""Every clause of the Doman guide that the preset `doman` promises."""

from __future__ import annotations

import pytest
from presets import riichi_options
from scripted_table import ScriptedTable

from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import AbortReason, Win
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import Seat, Wind
from mahjong_rules.systems.riichi.keys import YAKU_KEYS
from mahjong_rules.systems.riichi.values import Circumstances, NoValue, hand_value
from mahjong_rules.tiles import Tile, parse_tile, parse_tiles

DOMAN = riichi_options("doman")
CHEAP, SECOND, THIRD = "234m22456678p45s", "345p234345m88p78s", "567m3445588s567p"
"""Three hands without honours that wait for 6s."""
ORPHANS = "19m19p19s1234567z"
DRAGONS = "0-5z 1p55z 1-1m 2-6z 1p66z 1-2m 2-9m 3-7z 1p77z 1-3m"


def table(**state: object) -> ScriptedTable:
    return ScriptedTable("doman").set(**state).deal("9m")


def problem(at: ScriptedTable, seat: int, hand: str, tile: str, discarder: int | None) -> str | None:
    source = None if discarder is None else Seat(discarder)
    return at.rules.win_problem(at.game, Win(Seat(seat), parse_tiles(hand), parse_tile(tile)), source)


def rules_of(hand: str, tile: str, *melds: Meld, **how: object) -> list[str]:
    facts = {"self_drawn": False, "seat_wind": Wind.SOUTH, "prevalent_wind": Wind.EAST} | how
    found = hand_value(parse_tiles(hand), parse_tile(tile), melds, Circumstances(**facts), DOMAN)  # type: ignore[arg-type]
    return [line.rule for line in found.lines]


@pytest.mark.clause("Doman guide l.11", "Doman guide l.12")
def test_riichi_needs_a_thousand_points_and_may_be_declared_in_furiten() -> None:
    assert table(scores=(1000, 33000, 33000, 33000)).play("0=1z").current.riichi.pending == 0
    assert "cannot pay" in table(scores=(900, 33100, 33000, 33000)).refusal("0=1z")
    furiten = table().play("0-6s 1-1z 2-2z 3-3z 0=1p 1-1p 2-1p 3-3s")
    assert furiten.current.riichi.accepted[0]
    assert "furiten" in str(problem(furiten, 0, CHEAP, "3s", 3))


@pytest.mark.clause("Doman guide l.13")
def test_a_tile_let_go_by_in_riichi_makes_furiten() -> None:
    at = table().play("0=1z 1-6s 2-2z 3-3z 0-1p 1-3s")
    assert "was let go by in riichi" in str(problem(at, 0, CHEAP, "3s", 1))
    drawn = table().play("0=1z 1-1p 2-1p 3-1p 0-6s 1-3s")
    assert "lies in the own river" in str(problem(drawn, 0, CHEAP, "3s", 1))


@pytest.mark.clause("Doman guide l.14")
def test_a_concealed_kong_in_riichi_must_keep_the_waits() -> None:
    """With 3334s and 11m the hand waits for 2s, 4s, 5s and more; after the kong of 3s for 4s alone."""
    kept = table().play("0=1z 1-1p 2-1p 3-1p 0+9s 0q9999s *1s 0-2z 1-6s")
    assert problem(kept, 0, "45s234567m88m", "6s", 1) is None
    changed = table().play("0=1z 1-1p 2-1p 3-1p 0+3s 0q3333s *1s 0-2z 1-4s")
    reason = "seat 0 has changed its waits in riichi by the kong of 3s"
    assert problem(changed, 0, "4s234567m789p", "4s", 1) == reason


@pytest.mark.clause("Doman guide l.22")
def test_open_tanyao_is_on_but_at_the_table_without_kuitan() -> None:
    chow = Meld(MeldKind.CHOW, parse_tiles("678s"), Seat(3), parse_tile("6s"))
    assert rules_of("234m456p5588m", "8m", chow) == ["tanyao"]
    hand = (parse_tiles("234m456p5588m"), parse_tile("8m"), [chow])
    circumstances = Circumstances(self_drawn=False, seat_wind=Wind.SOUTH, prevalent_wind=Wind.EAST)
    with pytest.raises(NoValue, match="no yaku"):
        hand_value(*hand, circumstances, riichi_options("doman", open_tanyao=False))


@pytest.mark.clause("Doman guide l.23")
def test_the_yaku_may_come_with_the_winning_tile() -> None:
    """The dragon that completes the hand is its only yaku."""
    chow = Meld(MeldKind.CHOW, parse_tiles("789s"), Seat(3), parse_tile("7s"))
    assert rules_of("123m456p5577z", "7z", chow) == ["yakuhai_chun"]
    with pytest.raises(NoValue, match="no yaku"):
        rules_of("123m456p99s77s", "7s", chow)


@pytest.mark.clause("Doman guide l.24")
def test_neither_the_claimed_tile_nor_the_other_end_is_discarded() -> None:
    at = table().play("0-4m 1c56m")
    assert "swap-calling" in at.refusal("1-4m")
    assert "swap-calling" in at.refusal("1-7m")


@pytest.mark.clause("Doman guide l.25")
def test_nothing_is_claimed_on_the_last_tile() -> None:
    at = table().idle(until_live=1, kept="2222z")
    seat = at.rules.hints(at.game).draws
    assert seat is not None
    at.play(f"{seat}-2z")
    assert at.refusal(f"{(seat + 2) % 4}p22z") == "the last discard can only be won"


TWELVE = {
    "tenhou": ("123m456p789s1199m", "9m", {"self_drawn": True, "first_turn": True, "seat_wind": Wind.EAST}),
    "chiihou": ("123m456p789s1199m", "9m", {"self_drawn": True, "first_turn": True}),
    "daisangen": ("555666777z234m1p", "1p", {}),
    "suu_ankou": ("111m333p555s7799s", "7s", {"self_drawn": True}),
    "suu_ankou_tanki": ("111m333p555s777s9s", "9s", {}),
    "tsuu_iisou": ("1122334455667z", "7z", {}),
    "ryuuiisou": ("223344666s88s66z", "6z", {}),
    "chinroutou": ("111m999m111p99p11s", "1s", {}),
    "kokushi_musou": ("119m19p19s123456z", "7z", {}),
    "kokushi_musou_juusanmen_matchi": (ORPHANS, "7z", {}),
    "dai_suushii": ("111222333444z5m", "5m", {}),
    "shousuushii": ("11122233344z45m", "6m", {}),
    "chuuren_poutou": ("1112345678899p", "9p", {}),
    "daburu_chuuren_poutou": ("1112345678999s", "5s", {}),
}


@pytest.mark.parametrize("rule", TWELVE)
@pytest.mark.clause("Doman guide l.29", "Doman guide l.30", "A-12")
def test_each_of_the_twelve_yakuman_is_one(rule: str) -> None:
    """The forms in parentheses count once."""
    hand, tile, how = TWELVE[rule]
    facts = {"self_drawn": False, "seat_wind": Wind.SOUTH, "prevalent_wind": Wind.WEST} | how
    found = hand_value(parse_tiles(hand), parse_tile(tile), (), Circumstances(**facts), DOMAN)  # type: ignore[arg-type]
    assert {line.rule: line.fan for line in found.lines}[rule] == 13


@pytest.mark.clause("Doman guide l.29")
def test_four_kongs_are_the_twelfth_yakuman_and_there_is_no_other() -> None:
    kongs = [Meld(MeldKind.CONCEALED_KONG, parse_tiles(text)) for text in ("1111m", "3333p", "5055s", "7777s")]
    assert "suu_kantsu" in rules_of("9m", "9m", *kongs)
    forms = {"suu_ankou_tanki", "kokushi_musou_juusanmen_matchi", "daburu_chuuren_poutou"}
    assert {*TWELVE} - forms | {"suu_kantsu"} == {
        YAKU_KEYS[number] for number in YAKU_KEYS if 100 <= number < 120
    } - forms
    assert len({*TWELVE} - forms | {"suu_kantsu"}) == 12


@pytest.mark.clause("Doman guide l.31")
def test_yakuman_combine_up_to_four() -> None:
    hand = parse_tiles("111222333444z5z")
    circumstances = Circumstances(self_drawn=True, seat_wind=Wind.EAST, prevalent_wind=Wind.EAST, first_turn=True)
    four = hand_value(hand, parse_tile("5z"), (), circumstances, DOMAN)
    assert (four.limit, four.fan) == ("quadruple_yakuman", 52)
    with_doubles = riichi_options("doman", double_yakuman=("dai_suushii", "suu_ankou_tanki"))
    capped = hand_value(hand, parse_tile("5z"), (), circumstances, with_doubles)
    assert (capped.limit, capped.base_points) == ("quadruple_yakuman", 32000)
    assert sum(line.fan for line in capped.lines) == capped.fan == 52


@pytest.mark.clause("Doman guide l.32", "Doman guide l.33", "Doman guide l.34")
def test_pao_costs_the_whole_hand_and_half_of_it_when_another_gives_the_tile() -> None:
    drawn = table(honba=1).play(DRAGONS + " 2-9p 3-9p 0-9p").tsumo(1, "456s8s", "8s")
    assert drawn.result.deltas == (0, 32300, 0, -32300)
    given = table().play(DRAGONS + " 2-9p 3-9p 0-8s").ron({1: "456s8s"})
    assert given.result.deltas == (-16000, 32000, 0, -16000)


@pytest.mark.parametrize(
    ("covers_all", "deltas"), [(True, (-64000, 64000, 0, 0)), (False, (-48000, 64000, -8000, -8000))]
)
@pytest.mark.clause("A-13")
def test_pao_of_two_yakuman_covers_the_hand_or_the_part_that_was_fed(covers_all: bool, deltas: tuple[int, ...]) -> None:
    winds = (
        "0-1z 1p11z 1-1m 2-9s 3-9s 0-2z 1p22z 1-2m 2-8m 3-8m 0-3z 1p33z 1-3m 2-7m 3-7m 0-4z 1p44z 1-9p 2-9p 3-9p 0-9p"
    )
    at = ScriptedTable("doman", pao_covers_whole_hand=covers_all).deal("9m").play(winds).tsumo(1, "5z", "5z")
    assert at.result.deltas == deltas


@pytest.mark.clause("Doman guide l.32")
def test_nobody_is_liable_for_the_little_four_winds() -> None:
    winds = "0-1z 1p11z 1-1m 2-9s 3-9s 0-2z 1p22z 1-2m 2-8m 3-8m 0-3z 1p33z 1-3m 2-7m 3-7m 0-9p"
    at = table().play(winds).tsumo(1, "44z56s", "4s")
    assert [line.rule for line in at.result.wins[0].value.lines] == ["shousuushii"]
    assert {payment.reason for payment in at.result.payments} == {"tsumo"}


def _terminals_of_seat_two(seat: int, tile: Tile) -> bool:
    return tile.is_terminal_or_honour == (seat == 2)


@pytest.mark.clause("Doman guide l.38")
def test_nagashi_mangan_counts_with_an_open_hand_too() -> None:
    """The other reading is an option."""
    words = "0-2m 1-3m 2p33m 2-1z 3-2p"
    at = table().play(words).idle(choose=_terminals_of_seat_two).exhaust()
    assert at.result.outcome is Outcome.NAGASHI_MANGAN
    assert at.result.deltas == (-4000, -2000, 8000, -2000)
    closed = ScriptedTable("doman", nagashi_needs_closed_hand=True).deal("9m").play(words)
    assert closed.idle(choose=_terminals_of_seat_two).exhaust().result.outcome is Outcome.EXHAUSTIVE_DRAW


@pytest.mark.clause("Doman guide l.38")
def test_a_claimed_discard_spoils_nagashi() -> None:
    at = table().play("0-2m 1-2m 2-1z 3p11z 3-2p").idle(choose=_terminals_of_seat_two).exhaust()
    assert at.result.outcome is Outcome.EXHAUSTIVE_DRAW


@pytest.mark.clause("Doman guide l.39")
def test_two_may_win_and_the_dealer_among_them_deals_again() -> None:
    at = table(honba=1, riichi_sticks=2).play("0-1z 1-2z 2-6s").ron({0: CHEAP, 3: SECOND})
    assert [win.seat for win in at.result.wins] == [3, 0]
    assert (at.game.header.dealer, at.game.header.honba) == (0, 2)
    sticks = [(payment.receiver, payment.points) for payment in at.result.payments if payment.payer is None]
    assert sticks == [(3, 2000)]


@pytest.mark.clause("Doman guide l.56")
def test_three_winners_abort_the_deal() -> None:
    at = table().play("0-1z 1-2z 2-6s").ron({0: CHEAP, 3: SECOND, 1: THIRD})
    assert (at.result.abort_reason, at.game.header.honba) == (AbortReason.TRIPLE_RON, 1)


@pytest.mark.parametrize("before", ["0-1p 3p11p 3-2m", "0q9999s *1s 0-1p"])
@pytest.mark.clause("Doman guide l.40")
def test_a_claim_or_a_concealed_kong_ends_the_blessings(before: str) -> None:
    at = table().play(before)
    seat = at.rules.hints(at.game).draws
    assert seat is not None
    at.tsumo(seat, "234m456p678s5588s", "5s")
    assert "chiihou" not in [line.rule for line in at.result.wins[0].value.lines]


@pytest.mark.clause("Doman guide l.40")
def test_the_blessings_count_on_the_first_drawn_tile() -> None:
    heaven = table().tsumo(0, "234m456p678s5588s", "5s")
    assert [line.rule for line in heaven.result.wins[0].value.lines] == ["tenhou"]
    earth = table().play("0-1p").tsumo(1, "234m456p678s5588s", "5s")
    assert [line.rule for line in earth.result.wins[0].value.lines] == ["chiihou"]


@pytest.mark.clause("Doman guide l.41")
def test_seven_pairs_are_seven_different_pairs() -> None:
    assert rules_of("1133557799m11p2z", "2z") == ["chiitoitsu"]
    with pytest.raises(NoValue, match="not complete"):
        rules_of("1111m335577p99s2z", "2z")


@pytest.mark.clause("Doman guide l.42")
def test_any_of_thirteen_waits_in_the_own_river_makes_the_orphans_furiten() -> None:
    at = table().play("0-1m 1-2p 2-2p 3-7z")
    assert problem(at, 0, ORPHANS, "7z", 3) == "seat 0 is furiten: 1m lies in the own river"


@pytest.mark.clause("Doman guide l.43")
def test_thirteen_orphans_do_not_rob_a_concealed_kong() -> None:
    at = table().play("0-2m 1q7777z")
    assert problem(at, 3, "119m19p19s123456z", "7z", 1) is not None


@pytest.mark.parametrize("suit", "mps")
@pytest.mark.clause("Doman guide l.44")
def test_nine_gates_are_made_of_any_suit(suit: str) -> None:
    assert rules_of(f"1112345678999{suit}", f"5{suit}") == ["daburu_chuuren_poutou"]


@pytest.mark.clause("Doman guide l.45", "A-14")
def test_thirteen_fan_are_a_counted_yakuman() -> None:
    how = {"self_drawn": True, "riichi": True, "indicators": parse_tiles("1m1m"), "ura_indicators": parse_tiles("4m4m")}
    facts = {"seat_wind": Wind.SOUTH, "prevalent_wind": Wind.EAST} | how
    hand = parse_tiles("2233445566778m")
    found = hand_value(hand, parse_tile("8m"), (), Circumstances(**facts), DOMAN)  # type: ignore[arg-type]
    assert found.limit == "kazoe_yakuman"


@pytest.mark.parametrize(
    ("hand", "tile"), [("223344666888s6z", "6z"), ("223344666888s2s", "2s"), ("222333666888s4s", "4s")]
)
@pytest.mark.clause("Doman guide l.46")
def test_a_green_hand_needs_neither_the_dragon_nor_any_other_green_tile(hand: str, tile: str) -> None:
    assert "ryuuiisou" in rules_of(hand, tile)


@pytest.mark.clause("Doman guide l.18")
def test_the_indicator_names_the_dora() -> None:
    assert "dora" in rules_of(CHEAP, "6s", indicators=parse_tiles("5s"), riichi=True)
    assert "dora" not in rules_of(CHEAP, "6s", indicators=parse_tiles("9s"), riichi=True)
