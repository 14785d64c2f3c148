"""Undo: the newest event is taken back, stays so while nobody touches its tiles, and the journal keeps all."""

import pytest
from scripted_machine import ScriptedMachine
from short_deals import DISCARDS, INDICATOR, SELF_DRAWN, TURNS
from table_bench import Felt, bench_at, in_virtual_time

from mahjong_rules.tiles import parse_tile
from table_daemon.journal.entries import EntryKind


@in_virtual_time
async def test_an_undone_discard_stays_undone_while_nobody_touches_it(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.undo()
        for _ in range(5):
            bench.show()
            await bench.wait(2)
        assert bench.rivers == [["2s"], [], [], []]
        assert len(bench.events("discarded")) == 2


@in_virtual_time
async def test_an_undone_discard_counts_again_when_it_is_laid_anew(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.undo()
        (piece,) = bench.felt.river(1)
        bench.felt.change(piece.track, track=900, u_mm=piece.u_mm + 4.0, v_mm=piece.v_mm - 3.0)
        bench.show()
        await bench.wait(0.5)
        assert bench.rivers == [["2s"], ["6z"], [], []]


@in_virtual_time
async def test_another_tile_in_place_of_an_undone_discard_counts(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.undo()
        (piece,) = bench.felt.river(1)
        other = parse_tile("4z")
        bench.felt.lay_copy(piece.track, track=901, tile=other, candidates=((other, 0.99),))
        bench.felt.take_away(piece.track)
        bench.show()
        await bench.wait(0.5)
        assert bench.rivers == [["2s"], ["4z"], [], []]


@in_virtual_time
async def test_a_person_may_say_what_an_undone_discard_really_is(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.undo()
        bench.show()
        await bench.wait(3)
        (question,) = bench.questions
        assert (question["seat"], question["zone"]) == (1, "river")
        assert (await bench.send("answer", question=question["id"], value="4z")).ok
        assert bench.rivers == [["2s"], ["4z"], [], []]
        assert bench.questions == []
        await bench.perform(*TURNS[2])
        assert bench.rivers == [["2s"], ["4z"], ["7z"], []]


@in_virtual_time
async def test_one_event_after_the_other_can_be_taken_back_to_the_start_of_the_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        lengths = []
        while bench.state["undo_to"] is not None:
            before = bench.state["undo_to"]
            await bench.undo()
            bench.show()
            await bench.wait(1)
            assert bench.state["undo_to"] is None or bench.state["undo_to"] < before
            lengths.append(sum(map(len, bench.rivers)))
        assert lengths[0] == 3
        assert lengths[-1] == 0
        assert lengths == sorted(lengths, reverse=True)
        assert bench.state["dora_indicators"] == []
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_an_undo_takes_nothing_out_of_the_journal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        entries = bench.entries()
        await bench.undo()
        *kept, newest = bench.entries()
        assert kept == entries
        assert (newest.kind, newest.cause, newest.payload["kind"]) == (EntryKind.CORRECTION, "page", "undo")
        assert newest.payload["edits"] == [{"op": "remove", "seq": entries[-1].seq}]


@in_virtual_time
async def test_nothing_can_be_taken_back_at_the_start_of_a_game_or_a_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        assert bench.state["undo_to"] is None
        await bench.perform(INDICATOR)
        assert bench.state["undo_to"] is not None
        await bench.send("declare", kind="chombo", seat=3)
        await bench.felt.lay_out(DISCARDS)
        bench.show()
        await bench.wait(0.2)
        await bench.send("next_deal")
        assert bench.state["phase"] == "play"
        assert bench.state["undo_to"] is None


@in_virtual_time
async def test_nothing_can_be_taken_back_while_the_machine_clears_or_raises(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.send("declare", kind="chombo", seat=3)
        to_seq = bench.state["undo_to"]
        bench.machine.waits = True
        await bench.send("next_deal")
        for motion in ("clear", "raise"):
            assert bench.machine.under_way == motion
            assert bench.state["undo_to"] is None
            answer = await bench.send("undo", to_seq=to_seq)
            assert (answer.ok, answer.error_code) == (False, "not_now")
            bench.machine.let_it_end()
            await bench.wait(0.2)
        assert len(bench.document("game")["results"]) == 1
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_result_whose_tiles_are_in_the_machine_cannot_be_taken_back_after_a_restart(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        await bench.send("declare", kind="chombo", seat=3)
        to_seq = bench.state["undo_to"]
        machine.waits = True
        await bench.send("next_deal")
        machine.let_it_end()
        await bench.wait(0.2)
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.state["undo_to"] is None
        assert (await bench.send("undo", to_seq=to_seq)).error_code == "not_now"


@in_virtual_time
async def test_a_result_that_is_taken_back_stays_so_until_the_hand_is_laid_anew(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        assert bench.state["scores"] == [73000, 9000, 9000, 9000]
        await bench.undo()
        bench.show()
        await bench.wait(5)
        assert (bench.state["phase"], bench.state["scores"]) == ("play", [25000] * 4)
        bench.felt.look_anew(first_track=500)
        bench.show()
        await bench.wait(3)
        assert bench.state["scores"] == [73000, 9000, 9000, 9000]


@in_virtual_time
async def test_an_undone_discard_stays_undone_after_a_restart(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        await bench.undo()
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(1)
        assert bench.rivers == [["2s"], [], [], []]


@in_virtual_time
@pytest.mark.parametrize("seen", [True, False])
async def test_an_undo_soon_after_a_restart_takes_the_event_back(tmp_path, seen):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        if seen:
            bench.show()
            await bench.wait(0.2)
        await bench.undo()
        bench.show()
        await bench.wait(1)
        assert bench.rivers == [["2s"], [], [], []]
