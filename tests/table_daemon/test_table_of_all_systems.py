"""A table where tchou is played: what people tell it, from the stake before the dice to the last judged fine."""

import pytest
from eventually import eventually
from refusals import is_sentence, refused
from scripted_machine import ScriptedMachine
from stacked_deck import stacked_deck
from table_bench import Felt, bench_at, in_virtual_time

from mahjong_rules.events import Called, Discarded, Drawn, FlowerLaid, HandShown, Win, WinsDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.rules.presets import load_rules
from vision.sightings import Zone

EAST, SOUTH, WEST, NORTH = SEATS
WAITS = "123m456m789m11p23s"
"""Waits for 1s and 4s."""
SETTINGS = {"bonus_tiles": "false"}
TCHOU = load_rules("tchou", tuple(SETTINGS.items()))
DECK = stacked_deck(TCHOU.traits, {1: WAITS}, draws="4s")


def shown(bench, seat):
    """The player opens the hand."""
    return HandShown(seat, tuple(piece.tile for piece in bench.felt.world.places[seat].hand))


async def win(bench):
    """Seat 1 wins the dealer's first discard."""
    four = parse_tile("4s")
    await bench.perform(Drawn(EAST, four), Discarded(EAST, four))
    await bench.perform(WinsDeclared((Win(SOUTH, parse_tiles(WAITS), four),), EAST))
    await bench.wait(1)


async def begin(bench):
    await bench.begin_deck(DECK, TCHOU, **SETTINGS)


def deal_of(bench):
    return bench.parts.keeper.game.deal


@in_virtual_time
async def test_both_throws_of_the_dice_are_written_down(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        assert bench.state["dice"] == list(DECK.dice)
        assert len(DECK.dice) == 4


@in_virtual_time
async def test_a_hand_that_is_told_to_stay_closed_ends_the_wait_for_it(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await refused(bench, "not_now", "declare", kind="hand_closed", seat=0)
        await win(bench)
        await bench.perform(shown(bench, WEST), shown(bench, NORTH))
        await bench.wait(1)
        assert deal_of(bench).classical.to_show == (EAST,)
        assert (await bench.send("declare", kind="hand_closed", seat=0)).ok
        assert bench.state["phase"] == "result"
        assert bench.entries()[-1].cause == "page"


@in_virtual_time
async def test_a_hand_may_be_told_tile_by_tile_and_is_checked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await win(bench)
        tiles = [str(tile) for tile in shown(bench, EAST).hand]
        answer = await refused(bench, "not_now", "show_hand", seat=0, tiles=tiles[:-1])
        assert "13" in answer.message
        await refused(bench, "not_now", "show_hand", seat=0, tiles=["1m"] * 5 + tiles[5:])
        await refused(bench, "not_now", "show_hand", seat=1, tiles=tiles)
        assert (await bench.send("show_hand", seat=0, tiles=tiles)).ok
        assert EAST not in deal_of(bench).classical.to_show


@in_virtual_time
async def test_after_a_restart_the_hands_that_are_open_already_are_read_and_the_others_waited_for(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await begin(bench)
        await win(bench)
        await bench.perform(shown(bench, WEST))
    felt.look_anew(5000)
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(2)
        assert deal_of(bench).classical.to_show == (NORTH, EAST)
        await bench.perform(shown(bench, NORTH), shown(bench, EAST))
        await bench.wait(2)
        assert bench.state["phase"] == "result"


@in_virtual_time
async def test_a_hand_shown_can_be_taken_back_and_told_anew(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await win(bench)
        await bench.perform(shown(bench, WEST))
        await bench.wait(1)
        await bench.undo()
        await bench.wait(3)
        assert WEST in deal_of(bench).classical.to_show
        assert (await bench.send("show_hand", seat=2, tiles=[str(tile) for tile in shown(bench, WEST).hand])).ok
        assert WEST not in deal_of(bench).classical.to_show


@in_virtual_time
@pytest.mark.clause("Tchou 1924 l.765", "R-28")
async def test_a_stake_is_laid_before_the_dice_by_the_dealer_and_not_in_a_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await refused(bench, "not_now", "stake", seat=0, points=100, added=3)
        await bench.send("declare", kind="false_win", seat=2)
        assert bench.state["phase"] == "result"
        dealer = bench.parts.keeper.game.header.dealer
        await refused(bench, "not_now", "stake", seat=(dealer + 1) % 4, points=100, added=3)
        assert (await bench.send("stake", seat=dealer, points=100, added=3)).ok
        assert (bench.parts.keeper.game.stake, bench.parts.keeper.game.dice_added) == (100, 3)


@in_virtual_time
async def test_nobody_is_judged_without_a_fine_and_time_is_called_once(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await refused(bench, "not_now", "judge", seat=0, exempt=True)
        assert (await bench.send("time_called")).ok
        assert bench.parts.keeper.game.deals_left is not None
        assert is_sentence(await bench.send("time_called"))


@in_virtual_time
async def test_noten_means_nothing_where_nobody_shows_a_hand_when_the_wall_runs_out(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        await refused(bench, "not_now", "declare", kind="noten", seat=1)


@in_virtual_time
async def test_scores_are_set_in_the_steps_of_the_rules(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        step = TCHOU.traits.score.step
        assert (await bench.send("set_scores", scores=[step, -step, 0, 0], reason="settled in words")).ok
        if step > 1:
            await refused(bench, "bad_data", "set_scores", scores=[1, -1, 0, 0], reason="settled in words")


@in_virtual_time
async def test_flowers_of_the_last_deal_that_are_seen_late_are_not_laid_in_the_next(tmp_path):
    tchou = load_rules("tchou", (("bonus_tiles", "true"),))
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(stacked_deck(tchou.traits, {0: "f1"}), tchou, bonus_tiles="true")
        await bench.perform(FlowerLaid(EAST, parse_tile("f1")))
        assert deal_of(bench).classical.flowers[0] == (parse_tile("f1"),)
        assert (await bench.send("declare", kind="false_win", seat=2)).ok
        bench.machine.waits = True
        assert (await bench.send("next_deal")).ok
        for _ in ("clear", "raise"):
            bench.show()
            await bench.wait(0.2)
            bench.machine.let_it_end()
            await bench.wait(0.2)
        assert deal_of(bench).header.number == 2
        await bench.wait(3)
        assert deal_of(bench).classical.flowers == ((), (), (), ())


@in_virtual_time
async def test_a_game_that_goes_on_tells_a_machine_that_forgot_how_many_tiles_it_needs(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await begin(bench)
    needed, machine.tile_count = machine.tile_count, 0
    async with bench_at(tmp_path, felt=felt, machine=machine):
        assert machine.tile_count == needed


@in_virtual_time
@pytest.mark.parametrize("value", ["3s", "none"])
async def test_a_tile_of_a_meld_that_counted_as_a_flower_is_what_a_person_says_and_the_meld_is_read(tmp_path, value):
    """Seen in world 502: the answer was refused, because 2s is no flower, and the deal could not go on."""
    tchou = load_rules("tchou", (("bonus_tiles", "true"),))
    chow = Meld(MeldKind.CHOW, parse_tiles("345s"), called_from=EAST, called_tile=parse_tile("4s"))
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(stacked_deck(tchou.traits, {1: "35s"}, draws="4s"), tchou, bonus_tiles="true")
        await bench.perform(Drawn(EAST, parse_tile("4s")), Discarded(EAST, parse_tile("4s")))
        await bench.felt.perform([Called(SOUTH, chow)])
        laid = {str(piece.tile): piece for piece in bench.felt.seen().tiles if piece.zone is Zone.MELDS}
        bench.felt.read_as(laid["3s"], ("f1", 0.45), ("9s", 0.4))
        bench.felt.take_away(laid["5s"].track)  # it is found later: three tiles that lie as a meld are no flower
        bench.show()
        await eventually(lambda: deal_of(bench).classical.flowers[SOUTH] != () and bool(bench.questions))
        bench.felt.put_back(laid["5s"].track)
        bench.show()
        await bench.wait(1)
        (question,) = bench.questions
        answer = await bench.send("answer", question=question["id"], value=value)
        assert answer.ok, answer
        await bench.wait(1)
        assert deal_of(bench).classical.flowers[SOUTH] == ()
        assert deal_of(bench).melds[SOUTH] == ((chow,) if value == "3s" else ())
        assert bench.questions == []
