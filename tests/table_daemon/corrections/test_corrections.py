"""Corrections at the table: any event, by anybody, replayed, announced, listed and undoable; never doubled."""

import asyncio

from scripted_machine import ScriptedMachine
from sent_commands import command_of
from short_deals import DISCARDS, INDICATOR, RIICHI, SELF_DRAWN, TURNS
from table_bench import Felt, bench_at, in_virtual_time


def river_event(bench, seat, index=0):
    return bench.document("board")["events"]["rivers"][seat][index]


@in_virtual_time
async def test_a_corrected_tile_changes_the_board_the_audit_list_and_is_announced(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(3)
        seq = river_event(bench, 1)
        answer = await bench.send("correct", kind="tile", event=seq, tile="4z", reason="it was a north")
        assert answer.ok
        assert answer.seq == bench.seq
        assert bench.rivers == [["2s"], ["4z"], ["7z"], []]
        (said,) = bench.events("correction")
        (listed,) = bench.document("audit")["corrections"]
        assert said["data"] == listed == answer.data
        assert (listed["by"], listed["cause"], listed["why"]) == ("person", "page", "it was a north")
        assert [item["event"]["tile"] for item in listed["before"]["events"]] == ["6z"]
        assert [item["event"]["tile"] for item in listed["after"]["events"]] == ["4z"]
        assert said["seq"] == listed["seq"]


@in_virtual_time
async def test_play_goes_on_after_a_correction_and_nothing_is_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.send("correct", kind="tile", event=river_event(bench, 0), tile="3z")
        await bench.perform(*TURNS[2], *TURNS[3])
        await bench.wait(5)
        assert bench.rivers == [["3z"], ["6z"], ["7z"], ["5z"]]
        assert bench.questions == []


@in_virtual_time
async def test_a_rehearsal_says_what_would_change_and_changes_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        before, seq = bench.rivers, bench.seq
        answer = await bench.send("undo", to_seq=bench.state["undo_to"], dry_run=True)
        assert answer.data["dry_run"]
        assert [item["event"]["tile"] for item in answer.data["before"]["events"]] == ["6z"]
        assert answer.data["after"]["events"] == []
        assert (bench.rivers, bench.seq) == (before, seq)
        assert bench.events("correction") == []


@in_virtual_time
async def test_an_undo_is_undone_by_another_undo(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(3)
        targets = bench.parts.corrections.undo_targets()
        undone = await bench.send("undo", to_seq=targets[1])
        assert bench.rivers == [[], [], [], []]
        assert (await bench.send("undo", correction=undone.data["seq"])).ok
        assert bench.rivers == [["2s"], ["6z"], ["7z"], []]
        first = bench.document("audit")["corrections"][1]
        assert first["undone_by"] == bench.document("audit")["corrections"][0]["seq"]
        await bench.perform(*TURNS[3])
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]
        again = await bench.send("undo", correction=undone.data["seq"])
        assert again.error_code == "not_now"
        assert "was taken back by" in again.message


@in_virtual_time
async def test_a_later_event_that_stands_against_a_correction_is_named(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        seq, later = river_event(bench, 1), river_event(bench, 2)
        answer = await bench.send("correct", kind="remove", events=[seq])
        assert (answer.ok, answer.error_code) == (False, "conflict")
        assert answer.data["conflict"]["seq"] == later
        (words,) = answer.data["conflict"]["words"]
        assert words["key"] == "seat {seat} cannot discard: {why}"
        assert answer.data["conflict"]["reason"].startswith("seat 2 cannot discard: the last tile of seat 0")
        assert str(later) in answer.message
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]


@in_virtual_time
async def test_what_cannot_have_been_itself_is_refused_with_the_rules_sentence_and_no_later_event_is_blamed(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        seq, state = river_event(bench, 3), bench.state
        event = {"type": "abort_claimed", "seat": 0, "hand": ["2m"] * 14, "reason": "nine_terminals"}
        answer = await bench.send("correct", kind="insert", after=seq, events=[event], force=True)
        assert (answer.ok, answer.error_code, answer.data) == (False, "not_now", None)
        assert "nine terminals are claimed in the first turn" in answer.message
        assert bench.state == state


@in_virtual_time
async def test_a_forced_correction_sets_later_events_aside_as_questions_and_loses_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        removed, third, fourth = (river_event(bench, seat) for seat in (1, 2, 3))
        forced = await bench.send("correct", kind="remove", events=[removed], force=True)
        assert forced.ok
        assert bench.rivers == [["2s"], [], [], []]
        await bench.wait(3)
        assert [(item["text"], item["event"]) for item in bench.questions] == [
            ("set_aside", third),
            ("set_aside", fourth),
        ]
        listed = await bench.send("events")
        assert [item["seq"] for item in listed.data["events"] if item["aside"]] == [third, fourth]
        assert (await bench.send("undo", correction=forced.data["seq"])).ok
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]
        bench.show()
        await bench.wait(3)
        assert bench.questions == []
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]


@in_virtual_time
async def test_an_event_set_aside_counts_again_once_it_fits(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(3)
        removed, third = river_event(bench, 1), river_event(bench, 2)
        await bench.send("correct", kind="remove", events=[removed], force=True)
        first = river_event(bench, 0)
        missed = {"type": "discarded", "seat": 1, "tile": "4z"}
        assert (await bench.send("correct", kind="insert", after=first, events=[missed])).ok
        assert (await bench.send("correct", kind="take_in", event=third)).ok
        assert bench.rivers == [["2s"], ["4z"], ["7z"], []]


@in_virtual_time
async def test_a_missed_riichi_is_declared_afterwards_and_its_stick_is_paid(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        await bench.perform(*RIICHI.moves[:1], *TURNS[0], *TURNS[1])
        assert bench.state["scores"] == [25000] * 4
        assert (await bench.send("correct", kind="riichi", event=river_event(bench, 0))).ok
        assert bench.state["scores"] == [24000, 25000, 25000, 25000]
        assert (bench.state["riichi"], bench.state["riichi_sticks"]) == ([True, False, False, False], 1)


@in_virtual_time
async def test_two_tablets_that_act_at_once_never_double_an_entry(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        seq, event = bench.seq, river_event(bench, 0)
        wish = {"kind": "tile", "event": event, "tile": "3z"}
        commands = [command_of("correct", wish, id=name, expect_seq=seq, origin=name) for name in ("left", "right")]
        first, second = await asyncio.gather(*map(bench.table.command, commands))
        assert (first.ok, second.ok, second.error_code) == (True, False, "stale")
        again = await bench.table.command(commands[0])
        assert again == first
        assert bench.document("audit")["total"] == 1


@in_virtual_time
async def test_a_correction_that_is_sent_again_after_a_restart_is_not_made_twice(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        seq = river_event(bench, 0)
        made = await bench.send("correct", id="c-1", kind="tile", event=seq, tile="3z")
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        again = await bench.send("correct", id="c-1", kind="tile", event=seq, tile="3z")
        assert (again.ok, again.data) == (True, made.data)
        assert bench.document("audit")["total"] == 1
        assert bench.rivers[0] == ["3z"]


@in_virtual_time
async def test_a_result_is_corrected_after_its_tiles_went_into_the_machine(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        assert bench.state["scores"] == [73000, 9000, 9000, 9000]
        listed = await bench.send("events", deal=1)
        win = listed.data["events"][-1]
        await bench.next_deal(DISCARDS)
        assert bench.state["phase"] == "play"
        voided = await bench.send("void_deal", deal=1, reason="the wall was short")
        assert voided.ok, voided
        assert bench.document("game")["results"][0]["outcome"] == "void"
        assert bench.state["scores"] == [25000] * 4
        restored = await bench.send("correct", kind="result", deal=1, events=[win["event"]])
        assert restored.ok, restored
        assert bench.state["scores"] == [73000, 9000, 9000, 9000]


@in_virtual_time
async def test_a_deal_whose_tiles_are_in_the_machine_cannot_be_left_without_a_result(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        win = (await bench.send("events")).data["events"][-1]["seq"]
        bench.machine.waits = True
        await bench.send("next_deal")
        answer = await bench.send("correct", kind="remove", events=[win])
        assert answer.error_code == "not_now"
        assert "in the machine already" in answer.message
        bench.machine.let_it_end()
        await bench.wait(0.2)


@in_virtual_time
async def test_a_deal_in_play_is_voided_with_a_reason_and_played_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        assert (await bench.send("void_deal")).error_code == "bad_data"
        assert (await bench.send("void_deal", reason="the wall fell")).ok
        assert bench.state["phase"] == "result"
        assert (bench.state["next_dealer"], bench.state["scores"]) == (0, [25000] * 4)
        assert bench.document("result")["outcome"] == "void"


@in_virtual_time
async def test_a_game_is_ended_by_people_said_first_what_follows_and_taken_back(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        seq, rivers = bench.seq, bench.rivers
        assert (await bench.send("end_game", dry_run=True)).data["after"] == {"scores": [25000] * 4}
        assert bench.seq == seq
        answer = await bench.send("end_game")
        assert (bench.state["phase"], bench.state["is_void"]) == ("over", True)
        assert (await bench.send("end_game")).error_code == "not_now"
        assert (await bench.send("correct", kind="remove", event=answer.data["event"])).ok
        assert (bench.state["phase"], bench.state["is_void"], bench.rivers) == ("play", False, rivers)


@in_virtual_time
async def test_a_game_ended_after_a_deal_is_ranked_and_may_go_on_after_all(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(2)
        scores = bench.state["scores"]
        answer = await bench.send("end_game")
        assert (bench.state["phase"], bench.state["is_early"], bench.state["scores"]) == ("over", True, scores)
        assert [line["rank"] for line in bench.document("game")["standings"]] == [1, 2, 3, 4]
        assert (await bench.send("correct", kind="remove", event=answer.data["event"])).ok
        assert (bench.state["phase"], bench.document("game")["standings"]) == ("result", [])


@in_virtual_time
async def test_scores_that_do_not_add_up_are_refused_with_both_sums(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        answer = await bench.send("set_scores", scores=[26000, 25000, 25000, 25000], reason="a bet")
        assert answer.error_code == "bad_data"
        assert "101000" in answer.message
        assert "100000" in answer.message
        assert "1000 too many" in answer.message
        assert (await bench.send("set_scores", seat=0, score=26000, reason="a bet", force=True)).ok
        assert bench.state["scores"] == [26000, 25000, 25000, 25000]


@in_virtual_time
async def test_sticks_and_honba_are_set_with_the_scores(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(1)
        scores = [24000, 25000, 25000, 25000]
        answer = await bench.send("set_scores", scores=scores, riichi_sticks=1, honba=2, reason="a stick lay there")
        assert answer.ok, answer
        state = bench.state
        assert (state["scores"], state["riichi_sticks"], state["honba"]) == (scores, 1, 2)
        last = (await bench.send("events")).data["events"][-1]
        assert (await bench.send("correct", kind="remove", events=[last["seq"]])).ok
        state = bench.state
        assert (state["scores"], state["riichi_sticks"], state["honba"]) == ([25000] * 4, 0, 0)


@in_virtual_time
async def test_wishes_that_make_no_sense_are_refused_in_a_sentence_and_change_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("correct", kind="remove", events=[1])).error_code == "not_now"
        assert (await bench.send("void_deal", reason="x")).error_code == "not_now"
        await bench.begin_with_discards(2)
        seq, event = bench.seq, river_event(bench, 0)
        for data, code in (
            ({}, "bad_data"),
            ({"kind": "wish", "event": event}, "bad_data"),
            ({"kind": "tile", "event": event}, "bad_data"),
            ({"kind": "tile", "event": event, "tile": "12m"}, "bad_data"),
            ({"kind": "tile", "event": True, "tile": "3m"}, "bad_data"),
            ({"kind": "tile", "event": 999999, "tile": "3m"}, "not_now"),
            ({"kind": "tile", "event": event, "tile": "3m", "place": "meld.tiles.1"}, "not_now"),
            ({"kind": "tile", "event": event, "tile": "3m", "place": "wins.x"}, "not_now"),
            ({"kind": "call", "event": event, "meld": {"kind": "pung", "tiles": ["3m"]}}, "bad_data"),
            ({"kind": "call", "event": event, "meld": "pung"}, "bad_data"),
            ({"kind": "remove", "events": "all"}, "bad_data"),
            ({"kind": "remove", "events": [bench.entries()[0].seq]}, "not_now"),
            ({"kind": "insert", "after": event, "events": [{"type": "landed"}]}, "bad_data"),
            ({"kind": "insert", "after": event, "events": [{"type": "game_started"}]}, "bad_data"),
            ({"kind": "replace", "event": event, "with": None}, "bad_data"),
            ({"kind": "result", "deal": 7, "events": [{"type": "drawn", "seat": 0}]}, "not_now"),
            ({"kind": "result", "events": [{"type": "drawn", "seat": 0}]}, "not_now"),
            ({"kind": "take_in", "event": event}, "not_now"),
            ({"kind": "tile", "event": event, "tile": "3m", "reason": "x" * 201}, "bad_data"),
            ({"kind": "tile", "event": event, "tile": "3m", "force": "yes"}, "bad_data"),
        ):
            answer = await bench.send("correct", **data)
            assert (answer.ok, answer.error_code) == (False, code), (data, answer)
            assert answer.message
        assert (await bench.send("undo", correction=4)).error_code == "not_now"
        assert (await bench.send("events", deal="x")).error_code == "bad_data"
        assert bench.seq == seq


@in_virtual_time
async def test_the_first_tile_of_a_chow_and_its_discard_are_one_piece(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        told = [
            {"type": "discarded", "seat": 0, "tile": "2s"},
            {
                "type": "called",
                "seat": 1,
                "meld": {"kind": "chow", "tiles": ["2s", "3s", "4s"], "called_from": 0, "called_tile": "2s"},
            },
            {"type": "discarded", "seat": 1, "tile": "9p"},
        ]
        turned = bench.document("board")["events"]["indicators"][0]
        assert (await bench.send("correct", kind="insert", after=turned, events=told)).ok
        claim = bench.document("board")["events"]["melds"][1][0][0]
        assert (await bench.send("correct", kind="tile", event=claim, place="meld.called_tile", tile="5s")).ok
        assert bench.rivers == [["5s"], ["9p"], [], []]
        assert bench.document("board")["melds"][1][0]["tiles"] == ["3s", "4s", "5s"]
        refused = await bench.send("correct", kind="tile", event=river_event(bench, 0), tile="9s")
        assert refused.error_code == "conflict"
        meld = {"kind": "pung", "tiles": ["9s", "9s", "9s"], "called_from": 0, "called_tile": "9s"}
        assert (await bench.send("correct", kind="call", event=claim, meld=meld)).ok
        assert bench.rivers == [["9s"], ["9p"], [], []]


@in_virtual_time
async def test_events_set_aside_are_still_the_only_questions_after_a_restart(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(4)
        removed, third, fourth = (river_event(bench, seat) for seat in (1, 2, 3))
        await bench.send("correct", kind="remove", events=[removed], force=True)
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(3)
        assert [item["event"] for item in bench.questions] == [third, fourth]
        assert bench.rivers == [["2s"], [], [], []]
