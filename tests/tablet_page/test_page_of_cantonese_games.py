"""The page in a real browser, with games of Hong Kong old style and Zung Jung that real rules have played."""

from __future__ import annotations

import pytest
from accessibility import accessibility_faults
from page_bench import IN_A_BROWSER, expect, open_page
from played_moments import played_moment

from mahjong_rules.state import Game
from table_daemon.rules.presets import load_rules

pytestmark = IN_A_BROWSER
MANY = ("winners_on_discard", "3")


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


def is_won(game: Game) -> bool:
    return bool(game.results and game.results[-1].wins)


def is_won_on_a_discard(game: Game) -> bool:
    return is_won(game) and game.results[-1].wins[0].discarder is not None


def is_plain(game: Game) -> bool:
    return is_won_on_a_discard(game) and not game.results[-1].wins[0].value.limit


def is_won_by_two(game: Game) -> bool:
    return is_won(game) and len(game.results[-1].wins) == 2


def is_limit(game: Game) -> bool:
    return is_won(game) and game.results[-1].wins[0].value.limit == "maximum"


def is_shared(game: Game) -> bool:
    return bool(game.results) and any(payment.reason == "responsible" for payment in game.results[-1].payments)


async def test_a_hand_says_its_faan_and_what_the_table_of_payments_makes_of_them(page, service):
    game = played_moment("hongkong", is_plain)
    service.show(game, traits=load_rules("hongkong").traits)
    value = game.results[-1].wins[0].value
    await expect(page.locator(".result .total span")).to_have_text(f"{value.fan} fan")
    await expect(page.locator(".result .total strong")).to_have_text(f"{value.base_points} points")
    await expect(page.locator(".result .lines tr")).to_have_count(len(value.lines))
    await expect(page.locator(".result .lines")).to_contain_text("HK §")
    await expect(page.locator(".payments h4")).to_have_text(["Gave the winning tile"])
    await expect(page.locator(".result .fines")).to_have_count(0)
    assert await accessibility_faults(page) == []
    assert page.problems == []


async def test_a_limit_hand_is_called_so(page, service):
    game = played_moment("hongkong", is_limit)
    service.show(game, traits=load_rules("hongkong").traits)
    await expect(page.locator(".result .total span")).to_have_text("Maximum hand")
    await expect(page.locator(".result .total strong")).to_have_text("128 points")


async def test_two_winners_of_one_discard_have_a_hand_each(page, service):
    game = played_moment("hongkong", is_won_by_two, MANY)
    service.show(game, traits=load_rules("hongkong", [MANY]).traits)
    await expect(page.locator(".result article.win")).to_have_count(2)
    await expect(page.locator(".result .total")).to_have_count(2)
    assert page.problems == []


async def test_who_is_responsible_pays_the_rest_and_the_others_their_share(page, service):
    game = played_moment("zungjung", is_shared)
    service.show(game, traits=load_rules("zungjung").traits)
    await expect(page.locator(".payments")).to_contain_text("Responsible: the rest")
    await expect(page.locator(".payments")).to_contain_text("Not responsible: the share")
    await expect(page.locator(".result .lines")).to_contain_text("Zung Jung §")
    assert page.problems == []


async def test_the_game_is_called_by_its_name_in_chinese(browser, server, service):
    page = await open_page(browser, server, language="zh-CN")
    game = played_moment("hongkong", is_plain)
    service.show(game, traits=load_rules("hongkong").traits)
    await expect(page.locator(".result .total").first).to_contain_text("番")
    await expect(page.locator(".payments")).to_contain_text("出铳")
    assert page.problems == []


async def test_the_form_offers_what_the_chosen_game_has_and_nothing_else(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("hongkong")
    await expect(page.get_by_label("Least faan to win")).to_have_value("3")
    await page.get_by_label("Least faan to win").select_option("0, every hand wins")
    await expect(page.get_by_label("Who pays for a discard")).to_have_value("full")
    await expect(page.get_by_label("Red fives")).to_have_count(0)
    await page.get_by_label("Rules").select_option("zungjung")
    await expect(page.get_by_label("Immunity within a turn")).to_have_value("true")
    await expect(page.get_by_label("Least faan to win")).to_have_count(0)
    await expect(page.get_by_label("Flowers and seasons")).to_have_count(0)
    assert await accessibility_faults(page) == []
    assert page.problems == []
