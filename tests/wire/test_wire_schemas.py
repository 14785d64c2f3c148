"""Everything that a table says is what its schemas promise, and every command that works is what they allow."""

import json
import random
from typing import Any

import pytest
from campaign_cases import sampled
from random_play import NAMES, Moods, RandomTable
from scripted_machine import FAULT
from short_deals import DISCARDS, INDICATOR, SELF_DRAWN, TURNS
from table_bench import bench_at, in_virtual_time
from wire_judge import Listener, judge, objections, topics

from firmware_bridge.link import LinkFigures
from mahjong_rules.codec import TYPES, event_to_json
from mahjong_rules.events import GameStarted
from table_daemon.cli.main import main
from table_daemon.rules.presets import load_rules, preset_names
from wire.schemas import message_schema

LIVELY = Moods(stacked=0.6, one_suit=0.4, claim=0.9, kong=1.0, closed=0.2, stake=0.5, penalty=0.01, time=0.002)
SYSTEMS = ("tenhou", "ema", "tchou", "doman", "jp_classic", "simple", "manual", "hongkong", "zungjung", "mcr")
ALWAYS = {
    "status",
    "info",
    "state",
    "board",
    "result",
    "game",
    "questions",
    "calls",
    "sticks",
    "audit",
    "diag/machine",
    "mjai",
}


async def objections_to(bench, name, data) -> list[str]:
    """To a command, to its answer, and to its refusal."""
    answer = await bench.send(name, **data)
    found = objections(f"cmd/{name}", {"data": data}) + objections("rsp/{client}", {"id": "c", **answer.to_json()})
    return found if answer.ok else [*found, f"{name} was refused: {answer.message}"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("deals", sampled([2], [2, 4]))
def test_every_message_of_random_games_is_what_its_schema_says(tmp_path, name, deals):
    """The whole way: keeper, journal, view and announcer of the real table."""

    @in_virtual_time
    async def play() -> None:
        played = RandomTable(load_rules(name), random.Random(f"wire {name}"), LIVELY)
        played.play(most_deals=deals)
        first = GameStarted(name, NAMES, played.game.first_dealer)
        async with bench_at(tmp_path, f"play.rules={name}", runs=False) as bench:
            listener = Listener()
            bench.table.subscribe(listener)
            for envelope in bench.table.retained():
                listener(envelope)
            bench.parts.keeper.start(first, "test")
            for event in played.events:
                bench.parts.keeper.commit(event, "camera")
            bench.table.announce()
        assert listener.objections == []
        said = {f"event/{event_to_json(event)['type']}" for event in (first, *played.events)}
        assert listener.heard >= ALWAYS | said
        assert 0 < listener.largest_state < 4096

    play()


@in_virtual_time
async def test_every_message_of_a_table_with_corrections_doubts_calls_and_faults_is_what_its_schema_says(tmp_path):
    async with bench_at(tmp_path, "play.doubt_s=0.5") as bench:
        listener = Listener()
        bench.table.subscribe(listener)
        for envelope in bench.table.retained():
            listener(envelope)
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR, *TURNS[0], *TURNS[1])
        (first,) = bench.document("board")["events"]["rivers"][0]
        sent = [
            ("correct", {"kind": "tile", "event": first, "tile": "3z", "dry_run": True}),
            ("correct", {"kind": "tile", "event": first, "tile": "3z", "reason": "a west"}),
            ("events", {}),
            ("call_attention", {"seat": 2}),
            ("set_scores", {"scores": [26000, 24000, 25000, 25000], "reason": "as agreed"}),
            ("hold", {"on": True}),
            ("stop", {}),
        ]
        for name, data in sent:
            assert await objections_to(bench, name, data) == []
        newest = bench.document("audit")["corrections"][0]["seq"]
        assert await objections_to(bench, "undo", {"correction": newest}) == []
        assert await objections_to(bench, "undo", {"to_seq": bench.state["undo_to"]}) == []
        assert await objections_to(bench, "void_deal", {"reason": "walls fell"}) == []
        await bench.wait(1)
        assert listener.objections == []
        assert listener.heard >= ALWAYS | {
            "event/correction",
            "event/call",
            "event/machine",
            "diag/camera",
            "diag/link",
            "diag/host",
        }


@in_virtual_time
async def test_doubts_and_refusals_are_what_their_schemas_say(tmp_path):
    async with bench_at(tmp_path) as bench:
        listener = Listener()
        bench.table.subscribe(listener)
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        await bench.lay_unsure()
        await bench.wait(4)
        assert bench.questions
        refused = await bench.send("undo", to_seq=10_000)
        assert not refused.ok
        assert objections("rsp/{client}", {"id": "c", **refused.to_json()}) == []
        assert listener.objections == []


@in_virtual_time
async def test_a_won_deal_has_the_result_that_its_schema_says(tmp_path):
    async with bench_at(tmp_path) as bench:
        listener = Listener()
        bench.table.subscribe(listener)
        await bench.begin(SELF_DRAWN)
        await bench.perform(*SELF_DRAWN.moves)
        await bench.wait(3)
        assert bench.document("result")["wins"]
        assert listener.objections == []


def test_every_event_has_a_schema_and_no_other():
    assert {name for name in topics() if name.startswith("event/")} == {
        *(f"event/{kind}" for kind in TYPES), "event/call", "event/correction", "event/machine",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(topics()))
def test_each_schema_is_one(name):
    judge(name).check_schema(message_schema(topics()[name]))


@pytest.mark.parametrize(
    ("name", "message"),
    [("status", {"state": "asleep", "boot": "b"}), ("status", {"state": "online", "boot": "b", "more": 1}),
     ("state", {"v": 1}), ("mjai", {"type": "tsumo", "actor": 4, "pai": "3m"}), ("mjai", {"type": "dahai", "actor": 0}),
     ("cmd/declare", {"data": {"kind": "won", "seat": 0}}), ("cmd/machine", {"data": {"action": "clear_fault"}}),
     ("cmd/judge", {"data": {"seat": 1, "exempt": 1}}), ("cmd/undo", {"data": {}}),
     ("cmd/correct", {"data": {"kind": "tile", "event": 3, "tile": "9z"}})],
)  # fmt: skip
def test_a_wrong_message_is_found(name, message):
    assert objections(name, message)


WRONG: dict[str, list[Any]] = {
    "start_game": [
        {"abandon": True, "names": ["A"]}, {"abandon": True, "first_dealer": 4}, {"abandon": True, "rules": 3},
        {"abandon": True, "settings": {"a": [1]}}, {"abandon": "yes"},
    ],
    "draw_seats": [{}, {"names": ["A", "B", "C"]}, {"names": ["A", "B", "C", ""]}],
    "hold": [{"on": "yes"}],
    "call_attention": [{}, {"seat": "0"}],
    "machine": [{}, {"action": "jump"}, {"action": "maintenance"}, {"action": "dome_up", "set": "C"}],
    "declare": [{"kind": "noten"}, {"kind": "won", "seat": 0}],
    "show_hand": [{"seat": 0}, {"seat": 0, "tiles": ["9z"]}],
    "judge": [{"seat": 0}, {"seat": 0, "exempt": 1}],
    "stake": [{"seat": 0, "points": -1, "added": 0}],
    "time_called": [{"void": 1}],
    "answer": [{"question": "q-1", "value": "9z"}],
    "undo": [{}, {"to_seq": "3"}],
    "correct": [{}, {"kind": "tile", "event": 1, "tile": "9z"}, {"kind": "insert", "after": 1, "events": []}],
    "void_deal": [{}],
    "set_scores": [{"scores": [1, 2], "reason": "x"}, {"scores": [0, 0, 0, 0]}],
    "events": [{"deal": "1"}],
    "teach_tiles": [
        {}, {"action": "begin"}, {"action": "begin", "set": "C"}, {"action": "begin", "set": "A", "kinds": ["9z"]},
        {"action": "begin", "set": "A", "red_fives": 1}, {"action": "confirm"}, {"action": "again", "kinds": []},
    ],
    "calibrate_camera": [{}, {"action": "store"}, {"action": "jump"}],
}  # fmt: skip
RIGHT = {
    "start_game": {"rules": "ema", "abandon": True, "settings": {"red_fives": "true"}},
    "draw_seats": {"names": ["A", "B", "C", "D"], "rules": "tchou"},
    "redraw_seats": {},
    "hold": {"on": False},
    "machine": {"action": "stop"},
    "stop": {},
    "events": {"deal": 1},
    "time_called": {},
    "teach_tiles": {"action": "begin", "set": "A", "flowers": True, "add": False},
    "calibrate_camera": {"action": "store", "measured": 1},
}


@in_virtual_time
async def test_what_a_schema_refuses_the_table_refuses_as_bad_data(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR, *TURNS[0])
        for name, examples in WRONG.items():
            for data in examples:
                assert objections(f"cmd/{name}", {"data": data}), (name, data)
                answer = await bench.send(name, **data)
                assert answer.error_code == "bad_data", (name, data, answer)
        for name, data in RIGHT.items():
            assert objections(f"cmd/{name}", {"data": data}) == []
            answer = await bench.send(name, **data)
            assert answer.error_code != "bad_data", (name, data, answer)


def test_figures_of_every_part_have_their_schema():
    named = judge("diag/link").schema["$defs"]["LinkFigures"]["properties"]
    assert set(named) == set(LinkFigures.__dataclass_fields__)


def test_the_command_writes_every_schema_complete_by_itself(tmp_path, capsys):
    assert main(["wire", "schemas", "--out", str(tmp_path / "new")]) == 0
    files = sorted((tmp_path / "new").iterdir())
    assert f"{len(files)} schemas" in capsys.readouterr().out
    assert len(files) == len(topics())
    text = (tmp_path / "new" / "event_discarded.json").read_text()
    assert "#/$defs/Discarded" in text
    assert json.loads(text)["title"] == "event/discarded"


def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["wire", "schemas", "--out", str(tmp_path / "file")]) == 2
    assert "choose another folder" in capsys.readouterr().err


def test_presets_of_all_systems_are_played_here():
    systems = {type(load_rules(name)).__name__ + str(load_rules(name).traits.has_riichi) for name in SYSTEMS}
    assert systems == {type(load_rules(n)).__name__ + str(load_rules(n).traits.has_riichi) for n in preset_names()}


@in_virtual_time
async def test_a_fault_and_its_clearing_are_told_as_events(tmp_path):
    async with bench_at(tmp_path) as bench:
        listener = Listener()
        bench.table.subscribe(listener)
        await bench.begin(DISCARDS)
        bench.machine.fault = FAULT
        await bench.wait(1)
        (fault,) = [event["data"] for event in bench.events("machine") if event["data"]["machine"] == "fault"]
        assert fault["id"] == bench.state["machine"]["fault"]["id"]
        assert (await bench.send("machine", action="clear_fault", fault_id=fault["id"])).ok
        assert [event["cause"] for event in bench.events("machine")][-1] in ("page", "machine")
        assert "clear_fault" in [event["data"]["machine"] for event in bench.events("machine")]
        assert listener.objections == []
