"""Three players on the felt: an empty side, norths laid aside, and what they must not be taken for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from campaign_cases import more
from felt_evening import FeltEvening
from stacked_deck import stacked_deck

from hw_sim.felt.deck import Deck
from hw_sim.people.bots import BotPlan
from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import Discarded, Drawn, Event, FlowerLaid, IndicatorTurned, Win, WinsDeclared
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import NORTH, parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules
from tablet_page.view import board_document
from vision.sightings import Face, Zone

WAITS = "234p22456678p45s"
"""Waits for 6s."""
NORTHS = "123p456p789p11s44z"
"""Waits for 1s and for a north."""


def evening_of(hands: dict[int, str], *settings: tuple[str, str], **tiles: str) -> FeltEvening:
    rules = load_rules("sanma", settings)
    evening = FeltEvening(rules)
    deck = stacked_deck(rules.traits, hands, **tiles)
    evening.begin_deck(deck)
    act(evening, IndicatorTurned(deck.faces[deck.wall.indicators[0]]))
    return evening


def act(evening: FeltEvening, *moves: Event) -> None:
    """These moves, with a look after each."""
    for move in moves:
        evening.perform(move)
        evening.look(evening.seen())


def drawn(seat: int, name: str) -> Drawn:
    return Drawn(Seat(seat), parse_tile(name))


def discarded(seat: int, name: str, *, riichi: bool = False) -> Discarded:
    return Discarded(Seat(seat), parse_tile(name), riichi)


def north(seat: int) -> FlowerLaid:
    return FlowerLaid(Seat(seat), NORTH)


def aside(evening: FeltEvening) -> list[int]:
    return [len(row) for row in board_document(evening.game, evening.rules.traits)["flowers"]]


@pytest.mark.parametrize(
    ("empty", "sides", "seed"),
    [(0, 4, 2), (2, 3, 5), *(more(empty, sides, 7) for empty in range(4) for sides in (3, 4))],
)
def test_deals_of_three_are_settled_as_the_engine_settles_them(empty: int, sides: int, seed: int) -> None:
    rules = load_rules("sanma", (("empty_seat", str(empty)), ("wall_sides", str(sides))))
    plan, evening = BotPlan(rules, random.Random(seed)), FeltEvening(rules, seed)
    while len(plan.game.results) < 2 and (deal := plan.next_deal()) is not None:
        evening.play_plan(deal)
        assert [result.deltas for result in evening.game.results] == [result.deltas for result in plan.game.results]
        assert not evening.questions
    assert any(win.flowers for result in evening.game.results for win in result.wins)


def test_norths_are_read_one_after_the_other_and_a_pung_of_norths_is_none() -> None:
    evening = evening_of({0: "444z19m19p19s1235z", 1: WAITS}, draws="4z", replacements="6z6z")
    act(evening, drawn(0, "4z"), north(0), drawn(0, "6z"), north(0), drawn(0, "6z"), discarded(0, "1m"))
    assert aside(evening) == [2, 0, 0, 0]
    assert not evening.questions
    assert evening.deal.live_tiles == 108 - 14 - 39 - 3


@pytest.mark.parametrize("chance", [0.35, 0.1])
def test_a_north_that_is_taken_for_a_west_counts_in_doubt(chance: float) -> None:
    evening = evening_of({0: "123p456p789p11s34z", 1: WAITS}, draws="4z1s6z6z2z1s", replacements="6z6z")
    for move in (drawn(0, "4z"), north(0), drawn(0, "6z"), discarded(0, "6z")):
        evening.perform(move)
    seen = evening.seen()
    readings = ((parse_tile("3z"), 0.6), (parse_tile("4z"), chance))
    fields = {"tile": readings[0][0], "candidates": readings, "confidence": 0.6}
    laid = [piece for piece in seen.tiles if piece.zone is Zone.URA and piece.face is Face.UP]
    evening.look(replace(seen, tiles=tuple(replace(one, **fields) if one in laid else one for one in seen.tiles)))
    evening.be_quiet()
    assert aside(evening) == [1, 0, 0, 0]
    assert [entry.tile for entry in evening.deal.rivers[0]] == [parse_tile("6z")]
    assert evening.doubts


def test_a_restart_finds_the_norths_again() -> None:
    evening = evening_of({0: "44z19m19p19s12356z", 1: WAITS}, draws="9m", replacements="6z6z")
    act(evening, drawn(0, "9m"), north(0), drawn(0, "6z"), north(0), drawn(0, "6z"), discarded(0, "1m"))
    evening.restart()
    evening.look(evening.seen())
    evening.be_quiet()
    assert aside(evening) == [2, 0, 0, 0]
    assert not evening.questions


def test_a_north_that_is_won_goes_to_the_winner() -> None:
    evening = evening_of({0: "19m147p147s12355z", 1: NORTHS, 2: "4z19m19p19s12356z"}, draws="9m2p9s")
    act(evening, drawn(0, "9m"), discarded(0, "9m"), drawn(1, "2p"), discarded(1, "2p"), drawn(2, "9s"), north(2))
    win = WinsDeclared((Win(Seat(1), parse_tiles(NORTHS), NORTH),), Seat(2))
    act(evening, win)
    evening.be_quiet()
    (result,) = evening.game.results
    assert result.outcome is Outcome.RON
    assert "chankan" not in [line.rule for line in result.wins[0].value.lines]
    assert result.deltas[2] < 0 < result.deltas[1]


def test_a_north_below_the_indicator_is_ura_and_no_north_laid_aside() -> None:
    rules = load_rules("sanma")
    deck = next(deck for deck in decks(rules.traits) if deck.faces[deck.wall.ura_indicators[0]] == NORTH)
    evening = FeltEvening(rules)
    evening.begin_deck(deck)
    hand = tuple(sorted(parse_tiles(WAITS)))
    act(evening, IndicatorTurned(deck.faces[deck.wall.indicators[0]]))
    act(evening, drawn(0, "9m"), discarded(0, "9m"), drawn(1, "9s"), discarded(1, "9s", riichi=True))
    act(evening, drawn(2, "2s"), discarded(2, "2s"), drawn(0, "6s"), discarded(0, "6s"))
    act(evening, WinsDeclared((Win(Seat(1), hand, parse_tile("6s")),), Seat(0), (NORTH,)))
    evening.be_quiet()
    (result,) = evening.game.results
    assert result.ura_indicators == (NORTH,)
    assert not result.wins[0].flowers


def decks(traits: Traits) -> Iterator[Deck]:
    hands = {0: "19m147p147s12355z", 1: WAITS, 2: "19m19p19s1235566z"}
    return (stacked_deck(traits, hands, draws="9m9s2s6s", seed=seed) for seed in range(200))


def test_nothing_is_read_at_the_empty_side() -> None:
    evening = evening_of({0: "19m147p147s12355z", 1: WAITS}, draws="9m")
    act(evening, drawn(0, "9m"), discarded(0, "9m"))
    assert evening.rules.hints(evening.game).draws == 1
    assert evening.deal.rivers[3] == ()
    assert evening.game.names[3] == ""
