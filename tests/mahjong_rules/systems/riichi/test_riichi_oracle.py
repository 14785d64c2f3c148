"""Hand values beside a second library on thousands of random hands; every difference has the name of a rule."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from campaign_cases import sampled
from jansou.scoring.score import ScoreResult
from oracle import PLAIN_RULES, oracle_rules, oracle_score
from presets import RIICHI_PRESETS, riichi_options
from random_wins import RandomWin, random_win

from mahjong_rules.deal_result import HandValue
from mahjong_rules.hands import waits
from mahjong_rules.systems.riichi.choices import Renho
from mahjong_rules.systems.riichi.keys import ALL_LIMIT_KEYS, ALL_RULE_KEYS, FU_KEYS
from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.values import NoValue, hand_value

SEED = 1924


def value_of(win: RandomWin, options: RiichiOptions) -> HandValue | None:
    try:
        return hand_value(win.concealed, win.winning, win.melds, win.circumstances, options)
    except NoValue:
        return None


def is_renho(win: RandomWin) -> bool:
    how = win.circumstances
    return how.first_turn and not how.self_drawn and not how.is_dealer


@pytest.mark.slow
@pytest.mark.parametrize("hands", sampled([250], [250, 1000]))
@pytest.mark.parametrize("name", RIICHI_PRESETS)
def test_values_agree_with_a_second_library_under_every_preset(name: str, hands: int) -> None:
    chance, options = random.Random(f"{SEED} {name}"), riichi_options(name, red_fives=True)
    rules = oracle_rules(options)
    for _ in range(hands):
        win = random_win(chance)
        assert win.winning.plain in waits(win.concealed, win.melds, include_dead=True)
        found, expected = value_of(win, options), oracle_score(win, rules)
        if options.values.renho is not Renho.NONE and is_renho(win) and (expected is None or expected.base < 2000):
            assert found is not None
            assert [line.rule for line in found.lines] == ["renhou"]
        elif expected is None:
            assert found is None, win
        else:
            assert_equal(found, expected, win)


def assert_equal(found: HandValue | None, expected: ScoreResult, win: RandomWin) -> None:
    assert found is not None, win
    assert found.base_points == expected.base, win
    assert {line.rule for line in found.lines} <= ALL_RULE_KEYS
    assert {line.rule for line in found.fu_lines} <= FU_KEYS
    assert found.limit in ALL_LIMIT_KEYS | {""}
    assert sum(line.fan for line in found.lines) == found.fan
    if not expected.is_yakuman:
        assert (found.fan, found.fu) == (expected.han, expected.fu.total), win
        assert sum(line.fu for line in found.fu_lines) == found.fu


def explanation(win: RandomWin, found: HandValue | None, plain: ScoreResult | None) -> str:
    """The rule of EMA 2025 that makes a value differ from the usual one; "" when none does."""
    if found is not None and [line.rule for line in found.lines] == ["renhou"]:
        return "renho is five fan alone" if is_renho(win) and (plain is None or plain.base < 2000) else ""
    if found is None or plain is None:
        return ""
    if plain.is_yakuman and plain.base > 8000:
        return "yakuman do not add up" if found.base_points == 8000 else ""
    if plain.han >= 13 and not plain.is_yakuman:
        return "no counted yakuman" if found.base_points == 6000 else ""
    has_double_wind_pair = any(line.rule == "valued_pair" for line in found.fu_lines) and (
        win.circumstances.seat_wind is win.circumstances.prevalent_wind
    )
    if has_double_wind_pair and found.fan == plain.han and found.fu < plain.fu.total:
        return "a pair of the double wind is two fu"
    if (found.fan, found.fu) in {(4, 30), (3, 60)} and found.base_points == 2000 and plain.base == 1920:
        return "rounded up to mangan"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "least"), sampled([(1250, 2)], [(1250, 2), (5000, 10)]))
def test_every_difference_between_ema_and_the_usual_rules_has_a_name(hands: int, least: int) -> None:
    chance, ema, reasons = random.Random(SEED), riichi_options("ema", red_fives=True), Counter[str]()
    for _ in range(hands):
        win = random_win(chance)
        found, plain = value_of(win, ema), oracle_score(win, PLAIN_RULES)
        ours = None if found is None else found.base_points
        if ours == (None if plain is None else plain.base):
            continue
        reason = explanation(win, found, plain)
        assert reason, (win, found, plain)
        reasons[reason] += 1
    assert set(reasons) == {
        "renho is five fan alone",
        "yakuman do not add up",
        "no counted yakuman",
        "a pair of the double wind is two fu",
        "rounded up to mangan",
    }
    assert min(reasons.values()) >= least, reasons
