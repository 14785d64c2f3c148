"""Doubts: a person is asked when one lasts, the answer counts, and play goes on meanwhile."""

from scripted_machine import ScriptedMachine
from short_deals import DISCARDS, INDICATOR, TURNS, WON
from table_bench import Felt, bench_at, bench_in_doubt, in_virtual_time

from mahjong_rules.tiles import parse_tile
from vision.sightings import Face, Zone


@in_virtual_time
async def test_a_doubt_becomes_a_question_only_when_it_has_lasted_and_counts_meanwhile(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await bench.lay_unsure()
        await bench.wait(1.6)
        assert bench.questions == []
        assert bench.rivers == [[], [], [], []]
        await bench.wait(0.5)
        (question,) = bench.questions
        assert (question["text"], question["seat"], question["zone"]) == ("provisional_tile", 0, "river")
        assert [(item["value"], item["probability"]) for item in question["candidates"]] == [("1m", 0.4), ("2s", 0.35)]
        assert question["event"] == bench.document("board")["events"]["rivers"][0][0]
        assert bench.rivers == [["1m"], [], [], []]


@in_virtual_time
async def test_a_doubt_never_holds_up_those_who_play_on(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        await bench.lay_unsure()
        await bench.perform(*TURNS[1], *TURNS[2])
        assert bench.rivers == [["1m"], ["6z"], ["7z"], []]
        await bench.answer("2s")
        assert bench.rivers == [["2s"], ["6z"], ["7z"], []]
        assert bench.questions == []
        (correction,) = bench.document("audit")["corrections"]
        assert (correction["kind"], correction["by"], correction["why"]) == ("tile", "person", "answer")


@in_virtual_time
async def test_a_doubt_that_the_eyes_settle_themselves_is_never_asked(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        track = await bench.lay_unsure()
        await bench.wait(1)
        bench.felt.change_back(track)
        bench.show()
        await bench.wait(5)
        assert bench.rivers == [["2s"], [], [], []]
        assert not any(said.payload["data"]["questions"] for said in bench.said if said.topic == "questions")


@in_virtual_time
async def test_a_face_without_print_is_asked_about_last(tmp_path):
    """A claim mostly tells its name at once: in world 10740 people were called a second before the pung."""
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(3)
        await bench.felt.perform(TURNS[3])
        (piece,) = bench.felt.river(3)
        bench.felt.read_as(piece, ("5z", 0.5))
        bench.show()
        await bench.wait(6)
        assert (bench.rivers[3], bench.questions) == (["5z"], [])
        await bench.perform(*TURNS[4])
        (question,) = bench.questions
        assert (question["seat"], question["text"]) == (3, "provisional_tile")


@in_virtual_time
async def test_a_better_reading_corrects_what_counted_meanwhile(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, track):
        assert bench.questions
        bench.felt.change_back(track)
        bench.show()
        await bench.wait(0.2)
        assert bench.questions == []
        assert bench.rivers == [["2s"], [], [], []]
        (correction,) = bench.events("correction")
        assert (correction["cause"], correction["data"]["by"]) == ("camera", "camera")
        assert correction["data"]["evidence"]["tile"] == "2s"


@in_virtual_time
async def test_a_better_reading_that_says_the_same_settles_the_question_without_a_correction(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, track):
        bench.felt.change_back(track)
        (piece,) = bench.felt.river(0)
        bench.felt.read_as(piece, ("1m", 0.97))
        bench.show()
        await bench.wait(0.2)
        assert (bench.questions, bench.rivers[0], bench.events("correction")) == ([], ["1m"], [])


@in_virtual_time
async def test_the_question_stays_when_the_piece_is_taken_away(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, track):
        bench.felt.take_away(track)
        bench.show()
        await bench.wait(0.2)
        assert len(bench.questions) == 1
        assert bench.rivers == [["1m"], [], [], []]


@in_virtual_time
async def test_an_open_question_outlives_a_restart(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_in_doubt(tmp_path, felt=felt, machine=machine) as (bench, _):
        asked = bench.questions
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        assert bench.questions == asked
        assert (await bench.send("answer", question=asked[0]["id"], value="2s")).ok
        assert bench.rivers == [["2s"], [], [], []]


@in_virtual_time
async def test_the_tile_that_a_person_names_counts_and_play_goes_on(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        (question,) = bench.questions
        await bench.answer("2s")
        assert bench.rivers == [["2s"], [], [], []]
        assert bench.questions == []
        await bench.perform(*TURNS[1])
        assert bench.rivers == [["2s"], ["6z"], [], []]
        assert (await bench.send("answer", question=question["id"], value="1m")).error_code == "not_now"


@in_virtual_time
async def test_the_camera_never_changes_what_a_person_has_named(tmp_path):
    felt, machine = Felt(), ScriptedMachine()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        await bench.begin_with_discards(1)
        (seq,) = bench.document("board")["events"]["rivers"][0]
        assert (await bench.send("correct", kind="tile", event=seq, tile="4z")).ok
        bench.show()
        await bench.wait(3)
        assert bench.rivers == [["4z"], [], [], []]
    felt.look_anew()
    async with bench_at(tmp_path, felt=felt, machine=machine) as bench:
        bench.show()
        await bench.wait(3)
        await bench.perform(*TURNS[1])
        assert bench.rivers == [["4z"], ["6z"], [], []]


@in_virtual_time
async def test_a_piece_that_is_not_part_of_the_game_makes_no_event_and_is_not_asked_again(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        await bench.answer("none")
        for _ in range(4):
            bench.show()
            await bench.wait(3)
        assert bench.questions == []
        assert bench.rivers == [[], [], [], []]
        assert bench.document("audit")["corrections"][0]["kind"] == "remove"


@in_virtual_time
async def test_play_goes_on_around_a_piece_that_is_not_part_of_the_game(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(0)
        stray = await bench.lay_unsure()
        await bench.wait(3)
        (question,) = bench.questions
        await bench.send("answer", question=question["id"], value="none")
        bench.felt.lay_copy(stray, track=700, u_mm=-30.0, candidates=((parse_tile("2s"), 0.99),), confidence=0.99)
        bench.show()
        await bench.wait(0.5)
        await bench.perform(*TURNS[1], *TURNS[2])
        assert bench.rivers == [["2s"], ["6z"], ["7z"], []]
        assert bench.questions == []


@in_virtual_time
async def test_a_wall_tile_turned_by_accident_is_asked_and_stops_nobody(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        stray = bench.felt.wall_tile()
        bench.felt.change(stray.track, face=Face.UP)
        bench.felt.read_as(stray, ("3s", 0.99))
        await bench.perform(INDICATOR, *TURNS[0], *TURNS[1])
        await bench.wait(3)
        assert bench.state["dora_indicators"] == ["9s"]
        assert bench.rivers == [["2s"], ["6z"], [], []]
        (question,) = bench.questions
        assert (question["text"], question["zone"]) == ("indicator_place", "wall")
        await bench.perform(*TURNS[2], *TURNS[3])
        assert bench.rivers == [["2s"], ["6z"], ["7z"], ["5z"]]
        assert len(bench.questions) == 1
        await bench.answer("none")
        await bench.perform(*TURNS[4])
        await bench.wait(5)
        assert bench.rivers[0] == ["2s", "3z"]
        assert bench.questions == []


@in_virtual_time
async def test_questions_of_a_deal_end_with_it(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        assert bench.questions
        await bench.send("declare", kind="chombo", seat=0)
        bench.show()
        await bench.wait(1)
        assert bench.questions == []


@in_virtual_time
async def test_questions_of_an_abandoned_game_are_gone(tmp_path):
    async with bench_in_doubt(tmp_path) as (bench, _):
        assert bench.questions
        bench.machine.waits = True
        await bench.send("start_game", abandon=True)
        assert bench.questions == []


@in_virtual_time
async def test_an_eye_that_gives_every_piece_another_number_asks_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(4)
        rivers = bench.rivers
        bench.felt.look_anew(5000)
        bench.show()
        await bench.wait(4)
        assert (bench.questions, bench.rivers) == ([], rivers)


@in_virtual_time
async def test_a_tile_of_a_won_hand_is_told_by_its_number_and_a_wrong_name_is_asked_about_once_more(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(WON)
        await bench.perform(*WON.moves[:-1])
        await bench.felt.perform(WON.moves[-1:])
        hand = sorted(
            (tile for tile in bench.felt.seen().tiles if (tile.zone, tile.seat, tile.face) == (Zone.HAND, 0, Face.UP)),
            key=lambda tile: tile.u_mm,
        )
        bench.felt.read_as(hand[4], ("4z", 0.6))
        bench.show()
        await bench.wait(4)
        for wrong_or_right in ("4s", str(bench.felt.lies(hand[4].track))):
            (question,) = bench.questions
            assert (question["text"], question["place"]) == ("impossible_win", {"number": 5, "of": 14})
            assert question["holds_result"]
            await bench.answer(wrong_or_right)
            await bench.wait(3)
        assert bench.questions == []
        assert bench.state["scores"] == [73000, 25000, -23000, 25000]
