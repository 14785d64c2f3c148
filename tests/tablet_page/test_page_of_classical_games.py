"""The page in a real browser, with games that real classical rules have played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from accessibility import accessibility_faults, looks_at
from eventually import eventually
from page_bench import IN_A_BROWSER, expect, open_page
from played_moments import played_moment
from played_tours import ToldTable, four_tours, play_deal
from sample_games import game_in_play

from mahjong_rules.deal_result import Fine
from mahjong_rules.events import SeatsRedrawn
from mahjong_rules.reseating import are_seats_due
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game, Stop, Turn
from mahjong_rules.sticks import StickSet, counted
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules
from wire.messages import Answer

pytestmark = IN_A_BROWSER


def is_won(game: Game) -> bool:
    return bool(game.results and game.results[-1].wins)


def is_showing(game: Game) -> bool:
    return game.deal is not None and game.deal.turn is Turn.SHOW and len(game.deal.classical.to_show) == 2


def is_flowered(game: Game) -> bool:
    return game.deal is not None and sum(map(len, game.deal.classical.flowers)) > 3


def fined_game() -> Game:
    game = played_moment("tchou", is_showing)
    winner = game.deal.classical.declared[0].seat
    offender = next(seat for seat in SEATS if seat != winner)
    fine = Fine(offender, winner, "danger_dragons", parse_tile("7z"), is_full=True)
    classical = replace(game.deal.classical, to_show=(), fines=(fine,))
    return replace(game, deal=replace(game.deal, classical=classical))


KANAI = StickSet((500, 100, 10), (2, 9, 10))
FLOWERS = ("bonus_tiles", "true")
CLASSICAL_SCENES = {
    "tchou in play": lambda: played_moment("tchou", is_flowered, FLOWERS),
    "tchou result": lambda: played_moment("tchou", is_won),
    "old Japanese result": lambda: played_moment("jp_classic", is_won),
    "simple result": lambda: played_moment("simple", is_won),
    "hands to open": lambda: played_moment("tchou", is_showing),
    "a fine": fined_game,
}


@pytest.fixture
def page(kept_page):
    """One for all tests that leave it as they found it."""
    return kept_page


async def test_a_classical_result_shows_every_hand_with_its_sum(page, service):
    game = played_moment("tchou", is_won)
    service.show(game)
    result = game.results[-1]
    await expect(page.locator(".result article")).to_have_count(4)
    ordered: list[Any] = [result.wins[0], *sorted(result.losers, key=lambda loser: -loser.value.base_points)]
    for index, hand in enumerate(ordered):
        article = page.locator(".result article").nth(index)
        await expect(article.locator(".total strong")).to_have_text(f"{hand.value.base_points} points")
        await expect(article.locator(".lines tr")).to_have_count(len(hand.value.lines))
    await expect(page.locator(".payments")).to_contain_text("Between losers")
    await expect(page.locator(".centre")).not_to_contain_text("honba")
    assert page.problems == []


async def test_a_line_of_a_classical_hand_names_its_set_in_french(browser, server, service):
    def has_pung(game):
        return is_won(game) and any(line.rule == "pung_exposed" for line in game.results[-1].wins[0].value.lines)

    page = await open_page(browser, server, language="fr-FR")
    service.show(played_moment("tchou", has_pung))
    await expect(page.locator(".lines th").filter(has_text="Brelan découvert : ").first).to_contain_text("Tchou 1924 §")


@pytest.mark.clause("Tchou 1924 l.296")
async def test_seats_are_drawn_anew_in_the_middle_of_a_game(page, service):
    table = four_tours()
    service.show(table.game)
    names = ["B", "D", "A", "C"]
    throw = {"what": "throws_for_place", "who": "B", "total": 7, "wind": None, "found": "D"}
    service.answer = Answer(ok=True, seq=1, data={"names": names, "first_dealer": 1, "steps": [throw]})
    await expect(page.locator(".card.seating")).to_contain_text("the last winner sees to the new seats")
    await page.get_by_role("button", name="Draw the seats").click()
    await eventually(lambda: [command.name for command in service.commands] == ["redraw_seats"])
    table.apply(SeatsRedrawn((SEATS[2], SEATS[0], SEATS[3], SEATS[1]), SEATS[1]))
    service.show(table.game)
    for seat, name in enumerate(names):
        await expect(page.locator(f".seat-{seat}")).to_contain_text(name)
    await expect(page.locator(".card.seating")).to_contain_text("B throws 7")
    await expect(page.get_by_role("button", name="Draw the seats")).to_have_count(0)


@pytest.mark.clause("Tchou 1924 l.296")
async def test_seats_that_people_drew_are_told_by_tapping_the_names_in_the_order_of_the_winds(page, service):
    service.show(four_tours().game)
    service.answer = Answer(ok=True, seq=1, data={"names": ["D", "B", "A", "C"], "first_dealer": 2, "steps": []})
    card = page.locator(".card.seating")
    await card.get_by_role("button", name="We drew ourselves").click()
    for name, wind in (("A", "East"), ("C", "South")):
        await card.get_by_role("group", name=f"Who drew {wind}?").get_by_role("button", name=name, exact=True).click()
    await expect(card.locator(".drew")).to_contain_text("C draws South")
    await expect(card.get_by_role("button", name="Take these seats")).to_be_disabled()
    await card.get_by_role("group", name="Who drew West?").get_by_role("button", name="D", exact=True).click()
    await expect(card.locator(".drew")).to_contain_text("B draws North")
    await card.get_by_role("group", name="East sits").get_by_role("button", name="C", exact=True).click()
    assert await accessibility_faults(page) == []
    await card.get_by_role("button", name="Take these seats").click()
    await eventually(lambda: [command.name for command in service.commands] == ["redraw_seats"])
    assert service.commands[0].data == {"drawn": [0, 2, 3, 1], "east_place": 2, "first_dealer": 0}
    await expect(card.get_by_role("button", name="We drew ourselves")).to_be_visible()
    assert page.problems == []


@pytest.mark.clause("Tchou 1924 l.296")
async def test_names_tapped_before_another_page_told_the_seats_are_forgotten(page, service):
    table = ToldTable("tchou", rounds="12")
    while table.game.header.round_number < 4:
        play_deal(table)
    service.show(table.game)
    await page.get_by_role("button", name="We drew ourselves").click()
    await page.get_by_role("group", name="Who drew East?").get_by_role("button", name="A", exact=True).click()
    await expect(page.locator(".drew")).to_contain_text("A draws East")
    table.apply(SeatsRedrawn((SEATS[2], SEATS[0], SEATS[3], SEATS[1]), SEATS[1]))
    service.show(table.game)
    await expect(page.locator(".card.seating")).to_have_count(0)
    while table.game.header.round_number < 8:
        play_deal(table)
    assert are_seats_due(table.game, 4)
    service.show(table.game)
    await expect(page.get_by_role("button", name="We drew ourselves")).to_be_visible()
    await expect(page.locator(".drew")).to_have_count(0)


async def test_two_throws_of_dice_stay_in_the_centre(page, service):
    """Four dice beside the tiles left stood out on both sides of it."""
    game = played_moment("tchou", lambda game: game.deal is not None and len(game.deal.dice) == 4)
    service.show(game)
    await expect(page.locator(".centre .die")).to_have_count(4)
    centre = await page.locator(".centre").bounding_box()
    for part in await page.locator(".centre .tiles-left, .centre .die, .centre .round").all():
        box = await part.bounding_box()
        assert centre["x"] <= box["x"]
        assert box["x"] + box["width"] <= centre["x"] + centre["width"]
        assert centre["y"] <= box["y"]
        assert box["y"] + box["height"] <= centre["y"] + centre["height"]


async def test_french_elides_before_a_name_with_a_vowel(browser, server, service):
    def is_given_by_aiko(game):
        return is_won(game) and game.results[-1].wins[0].discarder == 0

    page = await open_page(browser, server, language="fr-FR")
    service.show(played_moment("tchou", is_given_by_aiko))
    await expect(page.locator("#panel")).to_contain_text("gagne sur la défausse d’Aiko")


async def test_where_values_come_from_is_said_beside_the_result(page, service):
    service.show(played_moment("jp_classic", is_won))
    await expect(page.locator(".result .note")).to_contain_text("outside the source text")
    service.show(played_moment("tchou", is_won))
    await expect(page.locator(".result .note")).to_have_count(0)


def paid_with_change(game: Game) -> bool:
    handovers = counted(KANAI, game).last_handovers if is_won(game) else ()
    return any(any(handover.back) for handover in handovers)


@pytest.mark.clause("Kanai French l.56", "Kanai French l.61")
async def test_everybodys_sticks_lie_at_the_plate_and_the_result_says_which_are_given(page, service):
    game = played_moment("jp_classic", paid_with_change)
    service.show(game)
    handover = next(each for each in counted(KANAI, game).last_handovers if any(each.back))
    purse = counted(KANAI, game).holdings.purses[handover.giver]
    plate = page.locator(f".seat-{handover.giver} .plate .held-sticks .kind")
    for kind, count in enumerate(purse):
        await expect(plate.nth(kind)).to_have_text(str(count))
    paid = page.locator(".result .handovers")
    await paid.locator("summary").click()
    giver, taker = game.names[handover.giver], game.names[handover.taker]
    kinds = [f"{count} × {points}" for count, points in zip(handover.given, KANAI.values, strict=True) if count]
    await expect(paid).to_contain_text(f"{giver} gives {taker} {', '.join(kinds)}. {giver} gets back ")
    assert await accessibility_faults(page) == []
    service.show(played_moment("tchou", is_won))
    await expect(page.locator(".held-sticks, .handovers")).to_have_count(0)


async def test_flowers_lie_before_their_player_and_the_wall_is_marked(page, service):
    game = played_moment("tchou", is_flowered, FLOWERS)
    service.show(game, traits=load_rules("tchou", [FLOWERS]).traits)
    for seat in SEATS:
        await expect(page.locator(f".seat-{seat} .flowers .tile")).to_have_count(len(game.deal.classical.flowers[seat]))
    await expect(page.locator(".walls .stack")).to_have_count(72)
    await expect(page.locator(".walls .stack-first_dealt")).to_have_count(1)
    await expect(page.locator(".walls .loose-tile")).to_have_count(2)
    await page.locator(".wall summary").click()
    await expect(page.locator(".wall-plan")).to_contain_text("first stack dealt")


async def test_a_hand_is_entered_by_tapping_its_tiles(page, service):
    game = played_moment("tchou", is_showing)
    service.show(game)
    seat = game.deal.classical.to_show[0]
    await page.locator(f'[data-do="pick"][data-arg="{seat}"]').click()
    wanted = 13 - 3 * len(game.deal.melds[seat])
    names = [f"{number}{suit}" for suit in "mp" for number in range(1, 10)][:wanted]
    for name in ["9s", *names[1:]]:
        await page.locator(f'[data-do="pick_tile"][data-arg="{name}"]').click()
    await page.locator('.picked [data-key="0-9s"]').click()
    await expect(page.get_by_role("button", name="Open this hand")).to_be_disabled()
    await page.locator(f'[data-do="pick_tile"][data-arg="{names[0]}"]').click()
    await page.get_by_role("button", name="Open this hand").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "show_hand"
    assert service.commands[0].data == {"seat": seat, "tiles": [*names[1:], names[0]]}
    await expect(page.locator(".picker")).to_have_count(0)


async def test_a_hand_that_stays_closed_is_declared_so(page, service):
    game = played_moment("tchou", is_showing)
    service.show(game)
    await page.get_by_role("button", name="Stays closed").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="stays closed").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "hand_closed", "seat": min(game.deal.classical.to_show)}


@pytest.mark.parametrize(("button", "exempt"), [("Due", False), ("Exempt", True)])
async def test_a_fine_is_judged_after_a_question(page, service, button, exempt):
    game = fined_game()
    service.show(game)
    await expect(page.locator(".question")).to_contain_text("Gave a dragon to two open dragon sets")
    await page.get_by_role("button", name=button, exact=True).click()
    assert service.commands == []
    await page.get_by_role("dialog").get_by_role("button", name=button).click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "judge"
    assert service.commands[0].data == {"seat": game.deal.classical.fines[0].offender, "exempt": exempt}


async def test_a_stake_is_laid_before_the_dice(page, service):
    game = played_moment("tchou", lambda game: is_won(game) and not game.dice_added)
    service.show(game)
    await page.get_by_text("Stake on the dice").click()
    await page.get_by_label("Points", exact=True).fill("50")
    await page.get_by_label("Added to the dice").fill("3")
    await page.get_by_role("button", name="Lay the stake").click()
    await page.get_by_role("dialog").get_by_role("button", name="Lay the stake").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].name == "stake"
    assert service.commands[0].data == {"seat": game.header.dealer, "points": 50, "added": 3}


async def test_only_the_penalties_of_the_rules_in_play_are_offered(page, service):
    service.show(played_moment("tchou", is_flowered, FLOWERS))
    await page.locator("#tab-machine").click()
    await expect(page.locator(".penalties h3")).to_have_text(["False mah-jong", "Dead hand"])
    await page.locator(".penalties").get_by_role("button", name="Chen").first.click()
    await page.get_by_role("dialog").get_by_role("button", name="Chen: False mah-jong").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "false_win", "seat": 2}
    service.show(game_in_play())
    await expect(page.locator(".penalties h3")).to_have_text(["Chombo", "Dead hand"])


async def test_a_stake_that_the_winner_forgot_is_declared_beside_the_result(page, service):
    def has_collected(game):
        return is_won(game) and any(payment.reason == "stake" for payment in game.results[-1].payments)

    game = played_moment("tchou", has_collected)
    service.show(game)
    await page.locator("#tab-machine").click()
    await page.locator(".penalties").get_by_role("button").click()
    await page.get_by_role("dialog").get_by_role("button", name="Stake forgotten").click()
    await eventually(lambda: len(service.commands) == 1)
    assert service.commands[0].data == {"kind": "stake_forgotten", "seat": game.results[-1].wins[0].seat}


async def test_time_is_called_and_a_game_stopped_where_the_rules_know_it(page, service):
    service.show(replace(game_in_play(), rules="doman"))
    await page.locator("#tab-machine").click()
    await page.get_by_role("button", name="Time is up").click()
    await page.get_by_role("dialog").get_by_role("button", name="Time is up").click()
    await eventually(lambda: len(service.commands) == 1)
    assert (service.commands[0].name, service.commands[0].data) == ("time_called", {"void": False})
    service.show(replace(game_in_play(), rules="doman", deals_left=1))
    await expect(page.locator(".centre")).to_contain_text("1 more to come")
    await expect(page.get_by_role("button", name="Time is up")).to_have_count(0)
    await page.get_by_role("button", name="Stop: does not count").click()
    await page.get_by_role("dialog").get_by_role("button", name="Stop: does not count").click()
    await eventually(lambda: len(service.commands) == 2)
    assert service.commands[1].data == {"void": True}
    service.show(replace(game_in_play(), rules="doman", stop=Stop.VOID))
    await page.locator("#tab-now").click()
    await expect(page.locator("#panel")).to_contain_text("It does not count.")


async def test_money_is_counted_in_francs(page, service):
    setting = ("centimes_per_1000", "1000")
    game = played_moment("tchou", is_won, setting)
    service.show(game, traits=load_rules("tchou", [setting]).traits)
    await expect(page.locator(".seat-0 .points")).to_have_text(f"{game.scores[0] / 100:.2f} fr".replace("-", "−"))
    await page.locator("#tab-machine").click()
    await expect(page.locator('[name="score-0"]')).to_have_value(f"{game.scores[0] / 100:g}")
    await expect(page.locator('[name="score-0"]')).to_have_attribute("step", "0.05")


@pytest.mark.clause("Tchou 1924 l.137")
async def test_a_game_is_started_with_what_the_table_has_agreed(page, service):
    service.show(None)
    await page.get_by_label("Rules").select_option("tchou")
    await expect(page.locator(".about")).to_contain_text("Paris 1924")
    await page.get_by_label("Limit of a hand").select_option("400")
    await page.get_by_label("Flowers").select_option("four series: 152 tiles")
    await page.get_by_role("button", name="Start game").click()
    await eventually(lambda: len(service.commands) == 1)
    data = service.commands[0].data
    assert (data["rules"], data["settings"]) == ("tchou", {"flower_series": "4", "limit": "400"})


@pytest.mark.parametrize(("size", "scheme", "judged"), looks_at(CLASSICAL_SCENES))
async def test_no_classical_scene_has_an_accessibility_fault_or_scrolls_sideways(
    browser, server, service, size, scheme, judged
):
    page = await open_page(browser, server, size, scheme, "fr-FR")
    for name, make in CLASSICAL_SCENES.items():
        service.show(make())
        await expect(page.locator("body")).to_have_attribute("data-seq", str(service.seq))
        if name == "hands to open":
            await page.locator('[data-do="pick"]').first.click()
        for tab in ("now", "machine"):
            await page.locator(f"#tab-{tab}").click()
            await expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
            assert name not in judged or await accessibility_faults(page) == [], f"{name}, {tab}"
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}, {tab}"
    assert page.problems == []
