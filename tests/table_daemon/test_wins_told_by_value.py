"""A win that people tell by han and fu: rehearsed, journalled, taken back, archived, counted in careers."""

import json

from refusals import refused
from table_bench import bench_at, in_virtual_time

from table_daemon.game.archive import replayed
from table_daemon.game.files import csv_file, json_file
from table_daemon.journal.journal import Journal
from table_daemon.library.tallies import tallies_of

RON = {"type": "wins_counted", "wins": [{"seat": 2, "fan": 3, "fu": 40}], "discarder": 0}


async def begin(bench):
    """The dealer has discarded."""
    await bench.begin_with_discards(1)
    await bench.wait(5)


async def tell(bench, **fields):
    return await bench.send("correct", kind="insert", after=bench.entries()[-1].seq, events=[RON], **fields)


@in_virtual_time
async def test_what_it_costs_is_shown_before_it_counts_and_it_is_taken_back_like_every_correction(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        rehearsed = await tell(bench, dry_run=True)
        assert rehearsed.data["after"]["scores"] == [19_800, 25_000, 30_200, 25_000]
        assert bench.state["phase"] == "play"
        counted = await tell(bench)
        assert counted.ok
        (win,) = bench.document("result")["wins"]
        assert (win["counted"], win["hand"], win["lines"], win["winning_tile"]) == (True, [], [], "2s")
        assert (win["fan"], win["fu"], win["points"]) == (3, 40, 5200)
        assert bench.state["scores"] == [19_800, 25_000, 30_200, 25_000]
        assert (await bench.send("undo", correction=counted.seq)).ok
        assert (bench.state["phase"], bench.state["scores"]) == ("play", [25_000] * 4)


@in_virtual_time
async def test_how_a_deal_ended_is_put_right_by_a_value_alone(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        assert (await tell(bench)).ok
        yakuman = RON | {"wins": [{"seat": 2, "yakuman": 1}]}
        assert (await bench.send("correct", kind="result", deal=1, events=[yakuman])).ok
        assert bench.state["scores"] == [-7000, 25_000, 57_000, 25_000]
        assert bench.document("result")["wins"][0]["limit"] == "yakuman"


@in_virtual_time
async def test_a_value_that_no_hand_has_is_refused_and_changes_nothing(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        for figures, why in (({"fan": 4, "fu": 15}, "4 han and 15 fu"), ({"fan": 1, "fu": 20}, "won on a discard")):
            wrong = RON | {"wins": [{"seat": 2, **figures}]}
            after = bench.entries()[-1].seq
            answer = await refused(bench, "not_now", "correct", kind="insert", after=after, events=[wrong])
            assert why in answer.message
        wrong = RON | {"wins": [{"seat": 2, "fan": "three"}]}
        await refused(bench, "bad_data", "correct", kind="insert", after=bench.entries()[-1].seq, events=[wrong])
        assert bench.state["phase"] == "play"


@in_virtual_time
async def test_archive_exports_and_careers_have_its_value_without_yaku(tmp_path):
    async with bench_at(tmp_path) as bench:
        await begin(bench)
        assert (await tell(bench)).ok
        path = bench.journal_path
    with Journal.open(path, read_only=True) as journal:
        archived = replayed(journal, journal.games()[0])
    assert json.loads(json_file(archived))["events"][-1]["wins"] == [{"seat": 2, "fan": 3, "fu": 40, "yakuman": 0}]
    assert "5200" in csv_file(archived)
    told, hora, _ = archived.mjai()[-3:]
    assert (told["type"], hora["type"]) == ("jantaku_wins_counted", "hora")
    assert (hora["fan"], hora["fu"], hora["hora_tehais"], hora["yakus"]) == (3, 40, [], [])
    tallies = tallies_of(archived)
    assert (tallies[2].wins, tallies[2].won, tallies[2].best) == (1, 5200, 5200)
    assert (tallies[0].deal_ins, tallies[0].paid) == (1, 5200)
    assert tallies[2].best_hand["counted"]
