"""Whole games of three beside a second engine, deal by deal; every difference has the name of a rule.

The campaign plays 630 games, about 5,600 deals: half an hour. A mood is how often a player does the unusual.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from campaign_cases import sampled
from sanma_oracle import oracle_game

from mahjong_rules.rule_system import RuleSystem
from table_daemon.rules.presets import load_rules
from table_daemon.rules.replay import replay_file

AS_JANSOU = (
    # Real games on Tenhou have 2,000 (docs/rules.md, A-46), the oracle knows 3,000 or nothing.
    ("noten_pool_points", "3000"),
    # The oracle takes a hand that waits for a fifth tile for noten, and lets it declare riichi.
    ("noten_riichi", "noten"),
    # The oracle knows no end by a leading dealer who only waits.
    ("dealer_ends_when_tenpai", "false"),
)
SAMPLE = [(0.3, 100, 103)]
CASES = [*SAMPLE, *((mood, first, first + 50) for mood in (0.05, 0.3, 0.8) for first in range(1000, 1200, 50))]


AS_MAHJONG_SOUL = (
    ("thirteen_orphans_rob_concealed_kong", "true"),
    ("double_yakuman", "dai_suushii,kokushi_musou_juusanmen_matchi,suu_ankou_tanki,daburu_chuuren_poutou"),
)


def deals_beside_the_oracle(rules: RuleSystem, games: Iterable[tuple[int, Sequence[str]]], folder: Path) -> int:
    """How many deals of these games come to the same figures: all of them."""
    deals = 0
    for seed, lines in games:
        record = folder / f"{seed}.mjai.jsonl"
        record.write_text("\n".join(lines))
        replay = replay_file(record, rules)
        assert replay.difference is None, f"seed {seed}: {replay.difference}"
        assert replay.game is not None
        deals += len(replay.game.results)
    return deals


@pytest.mark.slow
@pytest.mark.parametrize(("mood", "first", "end"), sampled(SAMPLE, CASES))
def test_every_deal_of_a_second_engine_comes_to_the_same_figures(
    mood: float, first: int, end: int, tmp_path: Path
) -> None:
    games = ((seed, oracle_game(seed, mood)) for seed in range(first, end))
    assert deals_beside_the_oracle(load_rules("sanma", AS_JANSOU), games, tmp_path) >= 5 * (end - first)


@pytest.mark.campaign
def test_mahjong_soul_is_a_choice_of_options(tmp_path: Path) -> None:
    games = ((seed, oracle_game(seed, rules="mahjong-soul-3p")) for seed in range(3000, 3030))
    rules = load_rules("sanma", (*AS_JANSOU, *AS_MAHJONG_SOUL))
    assert deals_beside_the_oracle(rules, games, tmp_path) >= 150
