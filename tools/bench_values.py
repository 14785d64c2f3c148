"""Hand values and waits a second of every rule system, beside two public libraries on the same hands in the same run.

`mahjong` is what the riichi family values hands with, so the ratio is the cost of our own types around it; `jansou`
is the test oracle. The classical systems have no peer: their hands are the same ones, without the forms they lack.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from jansou.analysis.waits import waits as jansou_waits
from jansou.core.hand import Hand
from jansou.scoring.score import score as jansou_score
from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from oracle import PLAIN_RULES, oracle_context, oracle_hand_of, oracle_tile
from random_wins import RandomWin, random_win

from mahjong_rules.hands import kind_counts, waits
from mahjong_rules.systems.classical import ClassicalRules
from mahjong_rules.systems.classical.hand import ClassicalHand, NotComplete, WinCircumstances
from mahjong_rules.systems.mcr.hand import McrWin
from mahjong_rules.systems.mcr.values import McrValues, winner_value
from mahjong_rules.systems.riichi import RiichiOptions, RiichiRules
from mahjong_rules.systems.riichi.values import NoValue, hand_value, library_question
from table_daemon.rules.presets import load_rules

HANDS, SEED = 2000, 7
CLASSICAL = ("tchou", "simple", "jp_classic", "hongkong", "zungjung")
"""Every preset that the classical engine plays."""


def bench_values() -> None:
    """Prints both tables."""
    chance = random.Random(SEED)
    wins = [win for win in (random_win(chance) for _ in range(2 * HANDS)) if _has_yaku(win)][:HANDS]
    print(f"hand values a second, {len(wins)} random winning hands, one core")
    for name, rate in {**_riichi_rates(wins), **_classical_rates(wins), "mcr": _mcr_rate(wins)}.items():
        print(f"  {name}: {rate}")
    print(f"waits a second, the same {len(wins)} hands without the winning tile")
    for name, rate in _wait_rates(wins).items():
        print(f"  {name}: {rate}")


def _riichi_rates(wins: Sequence[RandomWin]) -> dict[str, str]:
    tenhou = _riichi("tenhou")
    library = [library_question(win.concealed, win.winning, win.melds, win.circumstances, tenhou) for win in wins]
    oracle = [(oracle_hand_of(win), oracle_tile(win.winning), oracle_context(win, PLAIN_RULES)) for win in wins]
    peers = {
        "mahjong": _rate(library, lambda question: HandCalculator.estimate_hand_value(**question)),
        "jansou": _rate(oracle, lambda facts: jansou_score(*facts)),
    }
    rates = {}
    for name in ("tenhou", "ema"):
        options = _riichi(name)
        ours = _rate(wins, lambda win, o=options: _riichi_value(win, o))
        rates[name] = _beside(ours, peers)
    return rates


def _classical_rates(wins: Sequence[RandomWin]) -> dict[str, str]:
    rates = {}
    for name in CLASSICAL:
        rules = load_rules(name)
        assert isinstance(rules, ClassicalRules)
        scoring = rules.system.scoring
        hands = [(_classical(win), WinCircumstances(win.winning.plain, win.circumstances.self_drawn)) for win in wins]

        def value(facts: tuple[ClassicalHand, WinCircumstances], scoring: Any = scoring) -> None:
            try:
                scoring.winner(*facts)
            except NotComplete:
                return

        rates[name] = f"{_rate(hands, value):.0f}"
    return rates


def _mcr_rate(wins: Sequence[RandomWin]) -> str:
    """Of the same hands; those below eight points are valued too before they are refused."""
    hands = [(_classical(win), McrWin(win.winning.plain, win.circumstances.self_drawn)) for win in wins]

    def value(facts: tuple[ClassicalHand, McrWin]) -> None:
        try:
            winner_value(*facts, McrValues())
        except NotComplete:
            return

    return f"{_rate(hands, value):.0f}"


def _wait_rates(wins: Sequence[RandomWin]) -> dict[str, str]:
    counts = [kind_counts(win.concealed) for win in wins]
    oracle = [Hand(hand.concealed[:-1], hand.melds) for hand in map(oracle_hand_of, wins)]
    peers = {
        "mahjong, which is asked 34 times": _rate(counts, _library_waits),
        "jansou": _rate(oracle, jansou_waits),
    }
    ours = _rate(wins, lambda win: waits(win.concealed, win.melds, include_dead=True))
    rates = {"riichi": _beside(ours, peers)}
    for name in CLASSICAL:
        rules = load_rules(name)
        plain = [_classical(win) for win in wins]
        rates[name] = f"{_rate(plain, lambda hand, r=rules: r.waits(hand.concealed, hand.melds)):.0f}"
    return rates


def _riichi(name: str) -> RiichiOptions:
    rules = load_rules(name, [("red_fives", "true")])
    assert isinstance(rules, RiichiRules)
    return rules.options


def _has_yaku(win: RandomWin) -> bool:
    try:
        _riichi_value(win, _riichi("tenhou"))
    except NoValue:
        return False
    return True


def _riichi_value(win: RandomWin, options: RiichiOptions) -> None:
    hand_value(win.concealed, win.winning, win.melds, win.circumstances, options)


def _classical(win: RandomWin) -> ClassicalHand:
    how = win.circumstances
    concealed = tuple(tile.plain for tile in win.concealed)
    return ClassicalHand(concealed, win.melds, seat_wind=how.seat_wind, prevalent_wind=how.prevalent_wind)


def _library_waits(counts: list[int]) -> list[int]:
    found = []
    for kind in range(34):
        counts[kind] += 1
        if Agari.is_agari(counts):
            found.append(kind)
        counts[kind] -= 1
    return found


def _rate(items: Sequence[Any], work: Callable[[Any], object]) -> float:
    """Items a second of this process, each worked once: no cache of a whole hand helps."""
    started = time.process_time()
    for item in items:
        work(item)
    return len(items) / (time.process_time() - started)


def _beside(ours: float, peers: dict[str, float]) -> str:
    return "; ".join([f"{ours:.0f}", *(f"{name} {rate:.0f} (ratio {ours / rate:.2f})" for name, rate in peers.items())])
