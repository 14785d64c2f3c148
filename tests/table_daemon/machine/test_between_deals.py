"""From one deal to the next: nothing moves without a word or the countdown, and no motion is done twice."""

import asyncio

import pytest
from keepers import keeper_on
from played_tours import four_tours
from scripted_machine import FAULT, ScriptedMachine
from short_deals import DISCARDS, INDICATOR, NINE_TERMINALS
from table_bench import Bench, Felt, bench_at, in_virtual_time

from mahjong_rules.events import GameStarted, SeatsRedrawn
from mahjong_rules.seats import SEATS
from table_daemon.journal.journal import Journal
from table_daemon.machine.between_deals import BetweenDeals

COUNTING = "play.next_deal_s=5"


async def begin_a_deal(bench: Bench) -> None:
    await bench.begin(DISCARDS)
    await bench.perform(INDICATOR)


async def reach_a_result(bench: Bench) -> None:
    """A deal begins, and chombo ends it."""
    await begin_a_deal(bench)
    answer = await bench.send("declare", kind="chombo", seat=2)
    assert answer.ok
    bench.machine.log.clear()


async def begin_to_clear(bench: Bench) -> None:
    """After a result somebody asks for the next deal; every motion lasts until the test lets it end."""
    await reach_a_result(bench)
    bench.machine.waits = True
    await bench.send("next_deal")


@in_virtual_time
async def test_a_new_game_raises_walls_and_its_deal_has_the_dice_that_were_thrown(tmp_path):
    async with bench_at(tmp_path, machine=ScriptedMachine()) as bench:
        await bench.begin(DISCARDS)
        assert bench.machine.log == ["raise"]
        assert bench.state["phase"] == "play"
        assert bench.state["dice"] == list(bench.felt.dice)


@in_virtual_time
async def test_tiles_left_on_the_table_are_cleared_before_the_first_deal(tmp_path):
    machine = ScriptedMachine()
    machine.has_tiles_on_table = True
    async with bench_at(tmp_path, machine=machine) as bench:
        await bench.begin(DISCARDS)
        assert machine.log == ["clear", "raise"]


@in_virtual_time
async def test_without_a_countdown_a_result_stays_until_a_person_says_so(tmp_path):
    async with bench_at(tmp_path) as bench:
        await reach_a_result(bench)
        await bench.wait(120)
        assert bench.machine.log == []
        assert bench.state["next_deal_in_s"] is None
        assert bench.state["phase"] == "result"
        assert (await bench.send("next_deal")).ok
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_the_countdown_is_announced_second_by_second_and_then_the_machine_moves(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await reach_a_result(bench)
        said = [bench.state["next_deal_in_s"]]
        while bench.state["phase"] == "result":
            assert bench.machine.log == []
            await bench.wait(0.1)
            said.append(bench.state["next_deal_in_s"])
        assert [left for left in dict.fromkeys(said) if left] == [5, 4, 3, 2, 1]
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["next_deal_in_s"] is None


@in_virtual_time
async def test_hold_stops_the_countdown_and_letting_go_begins_it_anew(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await reach_a_result(bench)
        await bench.wait(3)
        await bench.send("hold", on=True)
        assert (bench.state["hold"], bench.state["next_deal_in_s"]) == (True, None)
        await bench.wait(60)
        assert bench.machine.log == []
        await bench.send("hold", on=False)
        assert (bench.state["hold"], bench.state["next_deal_in_s"]) == (False, 5)
        await bench.wait(4)
        assert bench.machine.log == []
        await bench.wait(1.2)
        assert bench.machine.log == ["clear", "raise"]


@in_virtual_time
async def test_a_person_may_ask_for_the_next_deal_while_held(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await reach_a_result(bench)
        await bench.send("hold", on=True)
        assert (await bench.send("next_deal")).ok
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_result_that_comes_while_held_starts_no_countdown(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await begin_a_deal(bench)
        await bench.send("hold", on=True)
        await bench.send("declare", kind="chombo", seat=2)
        assert bench.state["next_deal_in_s"] is None
        await bench.wait(60)
        assert bench.machine.log == ["raise"]


@in_virtual_time
async def test_nothing_counts_down_while_the_machine_moves(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await begin_to_clear(bench)
        for motion in ("clear", "raise"):
            assert bench.machine.under_way == motion
            assert bench.state["phase"] == "machine"
            await bench.send("hold", on=True)
            await bench.send("hold", on=False)
            assert bench.state["next_deal_in_s"] is None
            await bench.wait(20)
            assert bench.machine.under_way == motion
            bench.machine.let_it_end()
            await bench.wait(0.2)
        assert bench.machine.log == ["clear", "raise"]
        await bench.wait(60)
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_nothing_counts_down_in_the_middle_of_a_deal(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await begin_a_deal(bench)
        await bench.send("hold", on=True)
        await bench.send("hold", on=False)
        await bench.wait(60)
        assert bench.state["next_deal_in_s"] is None
        assert bench.machine.log == ["raise"]


@in_virtual_time
async def test_the_countdown_of_a_result_that_was_taken_back_ends(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await reach_a_result(bench)
        await bench.undo()
        assert (bench.state["phase"], bench.state["next_deal_in_s"]) == ("play", None)
        await bench.wait(60)
        assert bench.machine.log == []


@in_virtual_time
async def test_the_countdown_after_a_result_taken_back_and_given_again_is_a_whole_one(tmp_path):
    async with bench_at(tmp_path, COUNTING) as bench:
        await reach_a_result(bench)
        await bench.wait(3)
        await bench.undo()
        await bench.send("declare", kind="chombo", seat=1)
        assert bench.state["next_deal_in_s"] == 5
        await bench.wait(4)
        assert bench.machine.log == []


@in_virtual_time
async def test_asking_twice_clears_once(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_to_clear(bench)
        await bench.send("next_deal")
        bench.machine.let_it_end()
        await bench.wait(0.2)
        await bench.send("next_deal")
        bench.machine.let_it_end()
        await bench.wait(60)
        assert bench.machine.log == ["clear", "raise"]
        assert len(bench.events("deal_started")) == 2


@in_virtual_time
async def test_a_wish_made_while_the_machine_moves_is_not_kept_for_after_the_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_to_clear(bench)
        await bench.send("next_deal")
        bench.machine.waits = False
        bench.machine.let_it_end()
        await bench.wait(1)
        bench.show()
        await bench.wait(1)
        await bench.send("declare", kind="chombo", seat=0)
        await bench.wait(60)
        assert bench.machine.log == ["clear", "raise"]


@in_virtual_time
async def test_a_fault_while_walls_rise_is_waited_out_and_nothing_is_cleared_twice(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_to_clear(bench)
        bench.machine.let_it_end()
        await bench.wait(0.2)
        bench.machine.break_down()
        await bench.wait(60)
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["machine"]["fault"]["id"] == FAULT.id
        assert bench.document("diag/machine")["state"] == "faulted"
        bench.machine.waits = False
        assert (await bench.send("machine", action="clear_fault", fault_id=FAULT.id)).ok
        assert bench.machine.log == ["clear", "raise", "raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_fault_while_the_table_is_cleared_is_waited_out_and_clearing_goes_on(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_to_clear(bench)
        bench.machine.break_down()
        await bench.wait(10)
        bench.machine.waits = False
        bench.machine.mend()
        await bench.wait(0.2)
        assert bench.machine.log == ["clear", "clear", "raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
@pytest.mark.parametrize("ended", [0, 1])
async def test_a_restart_between_two_deals_moves_nothing_by_itself_and_clears_at_most_once(tmp_path, ended):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, COUNTING, felt=felt, machine=machine) as bench:
        await begin_to_clear(bench)
        if ended:
            machine.let_it_end()
            await bench.wait(0.2)
    machine.log.clear()
    async with bench_at(tmp_path, COUNTING, felt=felt, machine=machine) as bench:
        machine.waits = False
        await bench.wait(60)
        assert machine.log == []
        assert bench.state["next_deal_in_s"] is None
        assert (await bench.send("next_deal")).ok
        assert machine.log == (["raise"] if ended else ["clear", "raise"])
        assert bench.state["phase"] == "play"


@in_virtual_time
@pytest.mark.parametrize("way", ["next_deal", "let_go"])
async def test_after_a_restart_with_a_result_only_a_person_starts_the_next_deal(tmp_path, way):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, COUNTING, felt=felt, machine=machine) as bench:
        await reach_a_result(bench)
    felt.look_anew()
    async with bench_at(tmp_path, COUNTING, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(120)
        assert machine.log == []
        assert (bench.state["phase"], bench.state["next_deal_in_s"]) == ("result", None)
        if way == "next_deal":
            await bench.send("next_deal")
        else:
            await bench.send("hold", on=False)
            assert bench.state["next_deal_in_s"] == 5
            await bench.wait(5.2)
        assert machine.log == ["clear", "raise"]


@in_virtual_time
async def test_a_game_begun_anew_while_the_machine_moves_gets_the_walls_that_rise(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin_to_clear(bench)
        assert (await bench.send("start_game", abandon=True, names=["E", "F", "G", "H"])).ok
        bench.machine.waits = False
        bench.machine.let_it_end()
        await bench.wait(1)
        assert bench.machine.log == ["clear", "raise"]
        assert bench.state["names"] == ["E", "F", "G", "H"]
        assert (bench.state["phase"], bench.state["deal_label"]) == ("play", "E1")
        assert len([entry for entry in bench.entries() if entry.payload.get("type") == "deal_started"]) == 1


@in_virtual_time
async def test_the_honba_of_an_abortive_draw_shows_in_the_next_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(NINE_TERMINALS)
        await bench.perform(*NINE_TERMINALS.moves)
        await bench.wait(2)
        assert bench.document("result")["abort_reason"] == "nine_terminals"
        await bench.next_deal(DISCARDS)
        assert (bench.state["deal_label"], bench.state["honba"]) == ("E1", 1)


@pytest.mark.clause("Tchou 1924 l.296")
async def test_the_countdown_waits_until_people_have_changed_places(tmp_path):
    played = four_tours()
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        keeper = keeper_on(journal)
        keeper.start(GameStarted("tchou", ("A", "B", "C", "D"), settings=(("rounds", "8"),)), "page")
        for event in played.events:
            keeper.commit(event, "camera")
        between = BetweenDeals(keeper, ScriptedMachine(), next_deal_s=5)  # type: ignore[arg-type]  # a stand-in
        now = asyncio.get_running_loop().time()
        between.start_countdown()
        assert between.seconds_left(now) is None
        keeper.commit(SeatsRedrawn((SEATS[1], SEATS[0], SEATS[3], SEATS[2]), SEATS[0]), "page")
        between.start_countdown()
        assert between.seconds_left(now) == pytest.approx(5, abs=0.5)
