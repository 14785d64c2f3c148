"""Whole games of random legal play under every preset.

`JANTAKU_RANDOM_GAMES=25 pytest tests/mahjong_rules/test_random_games.py` plays 25 games of each preset instead of one,
more than 10,000 deals: about two minutes of one core.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from campaign_cases import SAMPLE_PRESETS, SAMPLED_PRESETS, sampled
from random_play import NAMES, Moods, RandomTable

from mahjong_rules.codec import event_from_json, event_to_json
from mahjong_rules.deal_result import DealResult
from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Event, GameStarted
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.state import Game, Turn
from mahjong_rules.tile_count import open_tiles
from table_daemon.rules.presets import load_rules, preset_names

GAMES = int(os.environ.get("JANTAKU_RANDOM_GAMES", "1"))
SETTINGS: list[tuple[str, tuple[tuple[str, str], ...]]] = [
    *((name, ()) for name in preset_names()),
    ("tchou", (("mode", "old"), ("centimes_per_1000", "1000"), ("thirteen", "pair"), ("nine_isolated", "singletons"))),
    ("tchou", (("bonus_tiles", "true"), ("rounds", "8"), ("limit", "400"))),
    ("simple", (("scheme", "classical"), ("bonus_tiles", "true"))),
    ("simple", (("scheme", "tchou"), ("dealer_after_draw", "stays"))),
    ("manual", (("bonus_tiles", "true"), ("chow_from_anybody", "true"), ("reserve_tiles", "14"), ("score_step", "25"))),
    ("hongkong", (("winners_on_discard", "3"), ("minimum_faan", "0"), ("gun", "half"), ("flower_win", "true"))),
    ("hongkong", (("bonus_tiles", "false"), ("twelve_tiles", "one_suit"), ("nine_tiles", "true"), ("chicken", "25"))),
    ("mcr", (("bonus_tiles", "false"), ("least_points", "1"), ("kong_in_claim_turn", "true"), ("rounds", "1"))),
    ("sanma", (("empty_seat", "1"), ("wall_sides", "3"), ("missing_share", "split"), ("red_fives", "false"))),
    ("jp_classic", (("bonus_tiles", "true"), ("robbing_kong", "false"), ("kong_in_claim_turn", "true"))),
]
ROUGH = Moods(stacked=0.6, one_suit=0.4, claim=0.9, kong=1.0, closed=0.2, stake=0.5, penalty=0.01)
"""Everything claimed, and often something goes wrong."""
SAMPLE = [(name, settings) for name, settings in SETTINGS if settings or name in SAMPLE_PRESETS]
each_system = pytest.mark.parametrize(
    ("name", "settings"),
    sampled(SAMPLE, SETTINGS),
    ids=lambda value: value if isinstance(value, str) else ",".join(v for _, v in value),
)
each_preset = pytest.mark.parametrize("name", SAMPLED_PRESETS)


def deals_of(table: RandomTable, most: int = 10_000) -> Iterator[DealResult]:
    """The results as they come, each deal checked: tiles and points are conserved, the result says what happened."""
    for _ in range(most):
        if table.game.is_over:
            return
        before, scores = table.total(), table.game.scores
        table.play_deal()
        assert not table.missing_tiles()
        if table.deal.result is None:
            return
        result = table.game.results[-1]
        paid = Counter[int]()
        for item in result.payments:
            paid[item.payer if item.payer is not None else -1] -= item.points
            paid[item.receiver if item.receiver is not None else -1] += item.points
        assert sum(paid.values()) == 0
        assert [paid[seat] for seat in range(4)] == list(result.deltas)
        if not any(item.reason == "tally" for item in result.payments):
            assert table.total() == before, "points come from players and the table"
        else:
            gained = [new - old for new, old in zip(table.game.scores, scores, strict=True)]
            assert gained == list(result.deltas)
        yield result


@pytest.mark.slow
@each_system
def test_a_whole_random_game_ends_by_its_own_rule(name: str, settings: tuple[tuple[str, str], ...]) -> None:
    rules = load_rules(name, settings)
    for seed in range(GAMES):
        table = RandomTable(rules, random.Random(seed))
        results = list(deals_of(table))
        assert table.game.is_over
        assert [result.header.number for result in results] == list(range(1, len(results) + 1))
        assert table.game.standings[0].rank == 1
        assert sorted(standing.seat for standing in table.game.standings) == list(table.seats)


@pytest.mark.slow
@each_system
def test_rough_players_break_nothing_either(name: str, settings: tuple[tuple[str, str], ...]) -> None:
    rules = load_rules(name, settings)
    for seed in range(GAMES * 4):
        table = RandomTable(rules, random.Random(1000 + seed), ROUGH)
        for _ in deals_of(table, 4):
            pass


@pytest.mark.slow
def test_random_play_reaches_the_rare_corners_of_tchou() -> None:
    seen = Counter[str]()
    corners = {"stake", "stake_forgotten", "false_win", "between_losers", "flower", "dead", "fine_full"}
    for seed in range(12):
        if corners <= seen.keys():
            return
        table = RandomTable(load_rules("tchou", (("bonus_tiles", "true"),)), random.Random(seed), ROUGH)
        for result in deals_of(table, 10):
            seen.update(line.rule for win in result.wins for line in win.value.lines)
            seen.update(item.reason for item in result.payments)
            seen.update(["dead"] * any(table.deal.dead_hands))
            seen.update(fine.case for fine in result.fines)
    assert corners <= seen.keys(), corners - seen.keys()


@each_preset
def test_a_game_told_again_from_its_journal_is_the_same_game(name: str) -> None:
    rules = load_rules(name)
    table = RandomTable(rules, random.Random(5), ROUGH)
    list(deals_of(table, 3))
    events = [event_from_json(event_to_json(event)) for event in table.events]
    game = start_of(table)
    for event in events:
        game = rules.apply(game, event)
    assert game == table.game


@each_preset
def test_a_deal_told_in_another_order_is_refused_with_a_reason(name: str) -> None:
    chance = random.Random(9)
    table = RandomTable(load_rules(name), chance)
    list(deals_of(table, 1))
    told = table.events
    for _ in range(25):
        order = chance.sample(told, len(told))
        reasons = retell(table.rules, start_of(table), order)
        assert reasons
        assert all(reasons)
    for _ in range(100):
        first, second = sorted(chance.sample(range(len(told)), 2))
        swapped = [*told]
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if type(told[first]) is not type(told[second]):
            assert all(retell(table.rules, start_of(table), swapped))


@each_preset
def test_whatever_event_comes_at_whatever_moment_it_is_done_or_refused_with_a_reason(name: str) -> None:
    pool = some_of_everything()
    chance = random.Random(3)
    table = RandomTable(load_rules(name), chance, ROUGH)
    refused = 0
    for _ in range(3):
        table.play_deal()
        game = start_of(table)
        for event in table.events:
            game = table.rules.apply(game, event)
            stray = chance.choice(pool)
            reasons = retell(table.rules, game, [stray])
            assert all(reasons)
            refused += len(reasons)
    assert refused


def start_of(table: RandomTable) -> Game:
    return table.rules.new_game(GameStarted(table.rules.name, NAMES, table.game.first_dealer))


def retell(rules: RuleSystem, game: Game, events: list[Event]) -> list[str]:
    """The reasons for which events were refused, the others done; the table stays possible all the time."""
    reasons = []
    for event in events:
        try:
            game = rules.apply(game, event)
        except IllegalEvent as refusal:
            reasons.append(str(refusal))
            continue
        hints = rules.hints(game)
        assert hints.draws is None or hints.discards is None
        if game.deal is not None and game.deal.turn is not Turn.OVER:
            assert game.deal.live_tiles >= 0
            assert max(Counter(tile.plain for tile in open_tiles(game.deal)).values(), default=0) <= 4
    return reasons


def some_of_everything() -> list[Event]:
    """Events of every kind, from a deal or two of every preset."""
    pool: list[Event] = []
    for name in preset_names():
        table = RandomTable(load_rules(name), random.Random(17), ROUGH)
        list(deals_of(table, 2))
        pool += [GameStarted(name, NAMES), *table.events]
    return pool
