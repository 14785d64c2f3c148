"""Commands of people: each is checked, carried out once and answered in one sentence."""

import pytest
from refusals import is_sentence, refused
from scripted_machine import ScriptedMachine
from short_deals import DISCARDS, TURNS
from table_bench import Felt, bench_at, break_journal, in_virtual_time, mend_journal

from wire.commands.registry import COMMANDS

SCORES = [26000, 24000, 25500, 24500]


# The envelope -----------------------------------------------------------------------------------


@in_virtual_time
async def test_every_command_of_the_wire_is_known_and_no_other(tmp_path):
    async with bench_at(tmp_path) as bench:
        for name in sorted(COMMANDS):
            assert (await bench.send(name)).error_code != "unknown_command"
        for name in ("dance", "", "carry_out", "NAMES", "commit", "_undo"):
            answer = await bench.send(name)
            assert (answer.ok, answer.error_code) == (False, "unknown_command")


@in_virtual_time
async def test_a_repeated_id_gets_the_first_answer_and_is_not_carried_out_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        first = await bench.send("set_scores", id="a-1", scores=SCORES, reason="miscounted")
        again = await bench.send("set_scores", id="a-1", scores=[25000] * 4, reason="another")
        assert first.ok
        assert again == first
        assert bench.state["scores"] == SCORES
        assert len(bench.events("scores_set")) == 1


@in_virtual_time
async def test_a_repeated_id_of_a_refused_command_is_refused_again(tmp_path):
    async with bench_at(tmp_path) as bench:
        first = await bench.send("next_deal", id="n-1")
        await bench.begin_with_discards(2)
        await bench.send("declare", kind="chombo", seat=0)
        assert not first.ok
        assert await bench.send("next_deal", id="n-1") == first
        assert bench.state["phase"] == "result"


@in_virtual_time
async def test_commands_without_an_id_are_each_carried_out(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.send("set_scores", scores=SCORES, reason="one")
        await bench.send("set_scores", scores=SCORES, reason="two")
        assert len(bench.events("scores_set")) == 2


@in_virtual_time
async def test_a_command_that_expects_another_entry_is_stale_and_the_present_one_is_taken(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        for seq in (bench.seq - 1, bench.seq + 1, 0):
            answer = await bench.send("declare", expect_seq=seq, kind="chombo", seat=0)
            assert (answer.error_code, answer.seq) == ("stale", bench.seq)
            assert is_sentence(answer)
        assert bench.state["phase"] == "play"
        assert (await bench.send("declare", expect_seq=bench.seq, kind="chombo", seat=0)).ok
        assert bench.state["phase"] == "result"


@in_virtual_time
async def test_a_command_of_another_deal_is_stale_and_a_discard_meanwhile_changes_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        for deal in (0, 2):
            answer = await bench.send("declare", expect_deal=deal, kind="chombo", seat=0)
            assert (answer.error_code, answer.seq) == ("stale", bench.seq)
            assert f"at deal 1, not {deal}" in answer.message
        await bench.perform(*TURNS[2])
        assert (await bench.send("declare", expect_deal=1, kind="chombo", seat=0)).ok
        assert bench.state["phase"] == "result"


@in_virtual_time
async def test_an_answer_carries_the_entry_that_the_command_led_to(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        answer = await bench.send("set_scores", scores=SCORES, reason="miscounted")
        assert answer.seq == bench.entries()[-1].seq == bench.seq


# Beginning a game -------------------------------------------------------------------------------


@in_virtual_time
async def test_a_game_begins_with_the_names_rules_and_dealer_asked_for(tmp_path):
    async with bench_at(tmp_path) as bench:
        names = ["Aiko", "Benoît", "Chen", "Dorothea"]
        assert (await bench.send("start_game", rules="ema", names=names, first_dealer=2)).ok
        assert (bench.state["names"], bench.state["rules"], bench.state["dealer"]) == (names, "ema", 2)
        assert bench.entries()[0].cause == "page"


@in_virtual_time
async def test_a_game_without_rules_named_is_played_by_the_houses_own(tmp_path):
    async with bench_at(tmp_path, 'play.options={ rounds = "1" }') as bench:
        house = {"preset": "tenhou", "settings": {"rounds": "1"}}
        assert bench.document("info")["rule_system"] == house
        assert (await bench.send("start_game", rules="tenhou")).ok
        assert bench.document("info")["rule_system"] == {"preset": "tenhou", "settings": {}}
        assert (await bench.send("start_game", abandon=True)).ok
        assert bench.document("info")["rule_system"] == house


@in_virtual_time
async def test_a_game_in_play_is_not_thrown_away_without_a_word(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "not_now", "start_game")
        await refused(bench, "not_now", "start_game", abandon=False)
        assert bench.rivers[0] == ["2s"]


@in_virtual_time
async def test_an_abandoned_game_stays_in_the_journal_and_another_begins(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        kept = bench.entries()
        await bench.felt.lay_out(DISCARDS)
        bench.machine.waits = True
        assert (await bench.send("start_game", abandon=True)).ok
        for _ in ("clear", "raise"):
            bench.show()
            await bench.wait(0.2)
            bench.machine.let_it_end()
            await bench.wait(0.2)
        old, new = bench.journal.games()
        assert old.ended_at is not None
        assert bench.journal.entries(old.id)[: len(kept)] == kept
        assert bench.parts.keeper.game_id == new.id
        assert bench.state["scores"] == [25000] * 4
        assert bench.rivers == [[], [], [], []]
        assert bench.machine.log == ["raise", "clear", "raise"]


@in_virtual_time
@pytest.mark.parametrize(
    "data",
    [
        {"rules": "nonsense"},
        {"rules": "../rules/ema"},
        {"rules": ""},
        {"rules": 3},
        {"rules": None},
        {"names": ["a", "b", "c"]},
        {"names": ["a", "b", "c", ""]},
        {"names": ["a", "b", "c", 4]},
        {"names": "abcd"},
        {"first_dealer": 4},
        {"first_dealer": True},
        {"first_dealer": "0"},
        {"abandon": "no"},
        {"abandon": 1},
        {"abandon": None},
    ],
)
async def test_data_that_no_game_can_begin_with_is_refused_in_a_sentence(tmp_path, data):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "start_game", **({"abandon": True} | data))
        assert bench.state["phase"] == "play"


@in_virtual_time
@pytest.mark.parametrize("table", ["games", "entries"])
async def test_a_game_that_cannot_be_written_leaves_the_old_one_in_play(tmp_path, table):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        game = bench.parts.keeper.game
        break_journal(bench.journal_path, table)
        answer = await bench.send("start_game", abandon=True, rules="ema")
        assert (answer.ok, answer.error_code) == (False, "not_now")
        assert "disk full" in answer.message
        assert bench.parts.keeper.game is game
        mend_journal(bench.journal_path)
        await bench.perform(*TURNS[2])
        assert bench.rivers == [["2s"], ["6z"], ["7z"], []]
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.rivers == [["2s"], ["6z"], ["7z"], []]
        assert machine.log == ["raise"]


# The machine ------------------------------------------------------------------------------------


@in_virtual_time
async def test_no_next_deal_without_a_game_or_in_the_middle_of_a_deal(tmp_path):
    async with bench_at(tmp_path) as bench:
        await refused(bench, "not_now", "next_deal")
        await bench.begin_with_discards(2)
        await refused(bench, "not_now", "next_deal")
        assert bench.machine.log == ["raise"]


@in_virtual_time
@pytest.mark.parametrize("value", ["false", 0, 1, None, []])
async def test_hold_takes_true_or_false_and_nothing_else(tmp_path, value):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        await refused(bench, "bad_data", "hold", on=value)
        assert bench.state["hold"] is False


@in_virtual_time
async def test_orders_to_the_machine_reach_it_and_its_refusal_is_told(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("machine", action="stop")).ok
        assert (await bench.send("machine", action="home")).ok
        assert bench.machine.log == ["stop: asked by page", "home"]
        await refused(bench, "not_now", "machine", action="clear_fault", fault_id="0001-9")
        await refused(bench, "bad_data", "machine", action="dance")
        await refused(bench, "bad_data", "machine")


@in_virtual_time
async def test_the_word_that_all_tiles_are_in_stands_against_the_counter_but_not_against_the_camera(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("machine", action="all_tiles_in", missing=1)).ok
        assert bench.machine.log == ["1 are in too"]
        for missing in (0, -1, "1", True, None):
            await refused(bench, "bad_data", "machine", action="all_tiles_in", missing=missing)
        await bench.begin_with_discards(2)
        answer = await refused(bench, "not_now", "machine", action="all_tiles_in", missing=1)
        assert "the camera still sees" in answer.message


@in_virtual_time
async def test_single_motions_reach_a_machine_that_no_game_uses(tmp_path):
    async with bench_at(tmp_path) as bench:
        for action in ("build", "raise", "lower", "dome_up", "dome_down"):
            assert (await bench.send("machine", action=action)).ok
        assert (await bench.send("machine", action="build", set="B")).ok
        assert bench.machine.log == ["build", "raise", "lower", "dome_up", "dome_down", "build B"]
        for other in ("C", "", 1, ["A"]):
            await refused(bench, "bad_data", "machine", action="build", set=other)


@in_virtual_time
@pytest.mark.parametrize("action", ["build", "raise", "lower", "dome_up", "dome_down", "self_test"])
async def test_no_single_motion_in_the_middle_of_a_deal(tmp_path, action):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        answer = await refused(bench, "not_now", "machine", action=action)
        assert "a deal is being played" in answer.message
        assert bench.machine.log == ["raise"]


@in_virtual_time
async def test_no_single_motion_while_the_next_walls_are_prepared(tmp_path):
    async with bench_at(tmp_path) as bench:
        bench.machine.waits = True
        await bench.begin(DISCARDS)
        answer = await refused(bench, "not_now", "machine", action="dome_up")
        assert "for the next deal" in answer.message
        bench.machine.let_it_end()


@in_virtual_time
async def test_after_a_result_the_dome_does_not_take_the_tiles_away_behind_the_games_back(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        assert (await bench.send("declare", kind="chombo", seat=0)).ok
        answer = await refused(bench, "not_now", "machine", action="dome_up")
        assert "next_deal" in answer.message
        assert (await bench.send("machine", action="build")).ok
        assert bench.machine.log == ["raise", "build"]


# What a camera cannot see -----------------------------------------------------------------------


@in_virtual_time
async def test_chombo_ends_the_deal_and_only_a_deal_in_play(tmp_path):
    async with bench_at(tmp_path) as bench:
        await refused(bench, "not_now", "declare", kind="chombo", seat=1)
        await bench.begin_with_discards(2)
        assert (await bench.send("declare", kind="chombo", seat=1)).ok
        assert bench.document("result")["outcome"] == "chombo"
        await refused(bench, "not_now", "declare", kind="chombo", seat=1)


@in_virtual_time
@pytest.mark.parametrize(
    "data", [{}, {"kind": "chombo"}, {"kind": "chombo", "seat": True}, {"kind": "victory", "seat": 0}]
)
async def test_a_declaration_of_nobody_or_nothing_is_refused(tmp_path, data):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "declare", **data)


@in_virtual_time
async def test_tenpai_is_shown_and_not_told(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "not_now", "declare", kind="tenpai", seat=0)


# Scores -----------------------------------------------------------------------------------------


@in_virtual_time
async def test_scores_set_by_a_person_show_at_once_and_their_reason_is_kept(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        assert (await bench.send("set_scores", scores=SCORES, reason="a stick was miscounted")).ok
        assert bench.state["scores"] == SCORES
        assert bench.rivers == [["2s"], ["6z"], [], []]
        newest = bench.entries()[-1]
        assert (newest.payload["reason"], newest.cause) == ("a stick was miscounted", "page")
        assert newest.payload["scores"] == SCORES
        (said,) = bench.events("scores_set")
        assert (said["data"]["event"]["reason"], said["cause"]) == ("a stick was miscounted", "page")
        await bench.perform(*TURNS[2])
        assert bench.rivers[2] == ["7z"]
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.state["scores"] == SCORES


@in_virtual_time
async def test_scores_may_be_set_while_a_result_lies_on_the_table(tmp_path):
    async with bench_at(tmp_path, "play.next_deal_s=5") as bench:
        await bench.begin_with_discards(2)
        await bench.send("declare", kind="chombo", seat=1)
        await bench.wait(2)
        assert (await bench.send("set_scores", scores=SCORES, reason="settled otherwise")).ok
        assert (bench.state["scores"], bench.state["phase"]) == (SCORES, "result")
        assert bench.state["next_deal_in_s"] == 3


@in_virtual_time
async def test_scores_that_were_set_can_be_taken_back(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await bench.send("set_scores", scores=SCORES, reason="wrong table")
        await bench.undo()
        await bench.wait(5)
        assert bench.state["scores"] == [25000] * 4
        assert bench.rivers == [["2s"], ["6z"], [], []]
        assert bench.questions == []


@in_virtual_time
async def test_scores_before_a_game_are_refused(tmp_path):
    async with bench_at(tmp_path) as bench:
        await refused(bench, "not_now", "set_scores", scores=SCORES, reason="early")


@in_virtual_time
@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        (None, "why"),
        ([25000] * 3, "why"),
        ([25000] * 5, "why"),
        ([25000.0, 25000, 25000, 25000], "why"),
        ([True, 25000, 25000, 25000], "why"),
        (["25000", 25000, 25000, 25000], "why"),
        ({"0": 25000}, "why"),
        (SCORES, None),
        (SCORES, ""),
        (SCORES, "  "),
        (SCORES, 7),
    ],
)
async def test_scores_that_are_not_four_numbers_with_a_reason_are_refused(tmp_path, scores, reason):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "set_scores", scores=scores, reason=reason)


@in_virtual_time
async def test_scores_that_no_sticks_can_pay_are_refused(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        answer = await bench.send("set_scores", scores=[25001, 24999, 25000, 25000], reason="typo")
        assert is_sentence(answer)
        assert bench.state["scores"] == [25000] * 4


# Undo -------------------------------------------------------------------------------------------


@in_virtual_time
@pytest.mark.parametrize("to_seq", [None, "4", True, 4.0, [4]])
async def test_undo_takes_the_number_of_an_entry(tmp_path, to_seq):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "undo", to_seq=to_seq)


@in_virtual_time
async def test_nothing_before_the_deal_or_in_the_future_can_be_taken_back(tmp_path):
    async with bench_at(tmp_path) as bench:
        await refused(bench, "not_now", "undo", to_seq=0)
        await bench.begin_with_discards(2)
        await refused(bench, "bad_data", "undo", to_seq=-1)
        for to_seq in (0, 1, bench.seq, bench.seq + 1):
            await refused(bench, "not_now", "undo", to_seq=to_seq)


@in_virtual_time
async def test_an_answer_to_no_open_question_or_of_no_tile_is_refused(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        await refused(bench, "not_now", "answer", question="q-7", value="3m")
        await refused(bench, "not_now", "answer", question="q-7", value="none")
        for value in ("", "10m", None, 3):
            await refused(bench, "bad_data", "answer", question="q-7", value=value)


# A daemon that is only starting -----------------------------------------------------------------


@in_virtual_time
async def test_a_daemon_that_is_only_starting_knows_its_game_already(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(2)
        entries = bench.entries()
    async with bench_at(tmp_path, felt=felt, machine=machine, runs=False) as bench:
        await refused(bench, "not_now", "start_game")
        await refused(bench, "not_now", "next_deal")
        assert len(bench.journal.games()) == 1
        assert bench.entries() == entries


@in_virtual_time
async def test_a_deal_asked_for_while_the_daemon_is_starting_begins_when_it_runs(tmp_path):
    async with bench_at(tmp_path, runs=False) as bench:
        assert (await bench.send("start_game")).ok
        await bench.wait(10)
        assert bench.machine.log == []
        await bench.start()
        assert bench.machine.log == ["raise"]
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_a_referee_takes_points_off_a_final_score_and_none_off_the_table(tmp_path):
    async with bench_at(tmp_path) as bench:
        assert (await bench.send("start_game", rules="ema")).ok
        assert (await bench.send("penalize", seat=2, points=1000, reason="late")).ok
        assert bench.document("game")["penalty_points"] == [0, 0, 1000, 0]
        assert bench.document("state")["scores"] == [30000] * 4
        await refused(bench, "not_now", "penalize", seat=2, points=150, reason="late")
        await refused(bench, "bad_data", "penalize", seat=2, points=1000)
