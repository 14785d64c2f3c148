"""The table as a whole: what lies there is told once, and a restart or a full disk loses nothing."""

import asyncio
from contextlib import suppress

import pytest
from scripted_machine import ScriptedMachine
from short_deals import DISCARDS, INDICATOR, NINE_TERMINALS, RIICHI, SELF_DRAWN, TURNS
from table_bench import Felt, bench_at, break_journal, in_virtual_time, mend_journal

from table_daemon.journal.errors import JournalError
from table_daemon.table import TICK_S
from wire.messages import Announcement

# What is announced ------------------------------------------------------------------------------


@in_virtual_time
async def test_before_a_game_every_document_is_there_and_nothing_happens(tmp_path):
    async with bench_at(tmp_path) as bench:
        topics = {envelope.topic for envelope in bench.table.retained()}
        assert {"status", "info", "state", "board", "result", "game", "questions", "diag/machine"} <= topics
        await bench.wait(30)
        assert (bench.state["phase"], bench.state["undo_to"]) == ("idle", None)
        assert bench.machine.log == []
        assert bench.journal.games() == []


@in_virtual_time
async def test_what_people_lay_becomes_the_rivers_of_the_page(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(6)
        assert bench.rivers == [["2s", "3z"], ["6z", "4z"], ["7z"], ["5z"]]
        assert bench.state["dora_indicators"] == ["9s"]
        assert [said["data"]["event"]["tile"] for said in bench.events("discarded")] == [
            "2s", "6z", "7z", "5z", "3z", "4z",
        ]  # fmt: skip


@in_virtual_time
async def test_tiles_that_nobody_touches_are_told_once(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(3)
        entries = bench.entries()
        for _ in range(5):
            bench.show()
            await bench.wait(3)
        assert bench.entries() == entries
        assert bench.questions == []


@in_virtual_time
async def test_every_announcement_names_an_entry_that_is_on_disk(tmp_path):
    async with bench_at(tmp_path) as bench:
        on_disk: list[tuple[int, int]] = []

        def compare(said: Announcement) -> None:
            if said.topic.startswith("event/"):
                on_disk.append((said.payload["seq"], bench.journal.newest_seq()))

        bench.table.subscribe(compare)
        await bench.begin_with_discards(2)
        assert len(on_disk) == 7
        assert all(said == written for said, written in on_disk)


@in_virtual_time
async def test_tiles_seen_while_the_machine_moves_count_when_the_walls_stand(tmp_path):
    async with bench_at(tmp_path) as bench:
        bench.machine.waits = True
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        assert bench.events("indicator_turned") == []
        bench.machine.let_it_end()
        await bench.wait(0.2)
        assert bench.state["dora_indicators"] == ["9s"]


@in_virtual_time
async def test_tiles_seen_before_the_table_was_cleared_are_no_part_of_the_next_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.send("declare", kind="chombo", seat=0)
        await bench.send("next_deal")
        assert bench.machine.log == ["raise", "clear", "raise"]
        assert bench.rivers == [[], [], [], []]
        assert bench.state["dora_indicators"] == []


@in_virtual_time
async def test_a_picture_is_the_newest_of_the_eyes(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert bench.table.snapshot_jpeg(overlay=True) is None
        bench.eyes.picture = b"jpeg"
        assert bench.table.snapshot_jpeg(overlay=False) == b"jpeg"


# A disk that refuses ----------------------------------------------------------------------------


@in_virtual_time
async def test_a_disk_that_refuses_an_event_ends_the_run_and_nothing_is_lost(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        break_journal(bench.journal_path)
        await felt.perform(TURNS[2])
        bench.show()
        assert isinstance(await bench.failure(), JournalError)
        assert bench.rivers == [["2s"], ["6z"], [], []]
        mend_journal(bench.journal_path)
    await felt.perform(TURNS[3])
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(0.5)
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]
        assert bench.questions == []
        assert machine.log == ["raise"]


@in_virtual_time
async def test_a_disk_that_refuses_in_the_middle_of_what_was_seen_ends_the_run(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        break_journal(bench.journal_path, when="NEW.payload LIKE '%5z%'")
        await felt.perform(TURNS[2])
        await felt.perform(TURNS[3])
        bench.show()
        assert isinstance(await bench.failure(), JournalError)
        mend_journal(bench.journal_path)
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(0.5)
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]


@in_virtual_time
async def test_a_disk_that_refuses_the_start_of_a_deal_ends_the_run_and_the_walls_are_used_later(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await felt.lay_out(DISCARDS)
        machine.dice, machine.waits = felt.dice, True
        await bench.send("start_game")
        break_journal(bench.journal_path)
        machine.let_it_end()
        assert isinstance(await bench.failure(), JournalError)
        mend_journal(bench.journal_path)
    machine.waits = False
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.state["phase"] == "machine"
        assert (await bench.send("next_deal")).ok
        assert machine.log == ["raise", "raise"]
        await bench.perform(INDICATOR, *TURNS[0])
        assert bench.rivers[0] == ["2s"]


@pytest.mark.parametrize("turns_of_the_loop", range(5))
@in_virtual_time
async def test_news_in_the_moment_in_which_the_run_is_ended_does_not_keep_it_alive(tmp_path, turns_of_the_loop):
    async with bench_at(tmp_path) as bench:
        run, bench.run = bench.run, None
        await bench.wait(TICK_S / 2)
        bench.arrivals.is_news.set()
        for _ in range(turns_of_the_loop):
            await asyncio.sleep(0)
        run.cancel()
        done, _ = await asyncio.wait([run], timeout=30.0)
        assert done


@in_virtual_time
async def test_a_disk_that_refuses_what_an_answer_led_to_ends_the_run(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(1)
        await bench.undo()
        await bench.wait(3)
        (question,) = bench.questions
        break_journal(bench.journal_path, when="NEW.kind = 'event'")
        with suppress(JournalError):
            await bench.send("answer", question=question["id"], value="2s")
        assert isinstance(await bench.failure(), JournalError)


# Restarts ---------------------------------------------------------------------------------------


@in_virtual_time
async def test_a_restart_in_the_middle_of_a_deal_knows_its_tiles_and_goes_on(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    for turns in range(len(TURNS)):
        async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
            if turns == 0:
                await bench.begin_with_discards(0)
            bench.show()
            await bench.wait(5)
            assert sum(map(len, bench.rivers)) == turns
            await bench.perform(*TURNS[turns])
            assert sum(map(len, bench.rivers)) == turns + 1
            assert bench.questions == []
        felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.rivers == [["2s", "3z"], ["6z", "4z"], ["7z"], ["5z"]]
        assert machine.log == ["raise"]


@in_virtual_time
async def test_what_was_laid_while_the_daemon_was_away_is_read(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
    for turn in TURNS[2:5]:
        await felt.perform(turn)
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(0.5)
        assert bench.rivers == [["2s", "3z"], ["6z"], ["7z"], ["5z"]]


@in_virtual_time
async def test_a_restart_keeps_scores_honba_sticks_and_riichi(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        machine.waits = True
        await bench.next_deal(RIICHI)
        for _ in ("clear", "raise"):
            bench.show()
            await bench.wait(0.2)
            machine.let_it_end()
            await bench.wait(0.2)
        await bench.perform(*RIICHI.moves[:7])
        before = {name: bench.document(name) for name in ("board", "result", "game")}
        state = bench.state
        assert (state["scores"], state["honba"]) == ([72000, 9000, 9000, 9000], 1)
        assert (state["riichi_sticks"], state["riichi"]) == (1, [True, False, False, False])
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(5)
        assert {name: bench.document(name) for name in ("board", "result", "game")} == before
        assert {**bench.state, "machine": None} == {**state, "machine": None}
        await bench.perform(*RIICHI.moves[7:9])
        assert len(bench.rivers[3]) == 1
        assert bench.questions == []


@in_virtual_time
async def test_a_restart_after_a_result_reads_nothing_into_the_tiles_of_the_deal(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin(NINE_TERMINALS)
        await bench.perform(*NINE_TERMINALS.moves)
        await bench.wait(2)
        assert bench.state["phase"] == "result"
        entries = bench.entries()
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(10)
        assert bench.entries() == entries
        assert (bench.state["phase"], bench.questions) == ("result", [])
