"""Making the documents of a table changes nothing: no game, journal or file, and nothing that waits for its time."""

import asyncio
import logging

from scripted_machine import FAULT
from table_bench import Bench, bench_at, bench_in_doubt, in_virtual_time

from table_daemon.table_documents import table_documents
from table_daemon.table_parts import TableParts
from vision.reading.stick_watch import SticksSeen


def state_of(bench: Bench) -> dict[str, object]:
    """Everything that a part remembers, deeply, by the part's name; what stands outside the table is left out."""
    outside = {"settings", "eyes", "machine", "about"}
    parts = {name: getattr(bench.parts, name) for name in TableParts.__dataclass_fields__ if name not in outside}
    return {name: frozen(part, set()) for name, part in parts.items()}


def frozen(value: object, seen: set[int]) -> object:
    """A value that differs when anything inside it does."""
    if id(value) in seen:
        return "again"
    if isinstance(value, dict):
        return {repr(key): frozen(item, seen) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [frozen(item, seen) for item in value]
    if type(value).__module__.startswith("table_daemon"):
        seen.add(id(value))
        slots = [slot for base in type(value).__mro__ for slot in getattr(base, "__slots__", ())]
        names = [*getattr(value, "__dict__", ()), *slots]
        return {name: frozen(getattr(value, name, None), seen) for name in names}
    return repr(value)


def files_of(bench: Bench) -> dict[str, bytes]:
    folder = bench.journal_path.parent
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def assert_documents_change_nothing(bench: Bench, now_s: float) -> None:
    before = (state_of(bench), bench.entries(), files_of(bench), len(bench.said), set(bench.eyes.wanted))
    first = table_documents(bench.parts, now_s)
    second = table_documents(bench.parts, now_s)
    assert first == second
    assert (state_of(bench), bench.entries(), files_of(bench), len(bench.said), set(bench.eyes.wanted)) == before


@in_virtual_time
async def test_with_a_question_and_a_call_open_nothing_changes_however_late_it_is(tmp_path, caplog):
    async with bench_in_doubt(tmp_path) as (bench, _):
        assert (await bench.send("call_attention", seat=2)).ok
        bench.eyes.sticks = SticksSeen((1, 0, 0, 0))
        caplog.clear()
        caplog.set_level(logging.DEBUG)
        now_s = asyncio.get_running_loop().time()
        assert bench.document("calls")["calls"]
        assert bench.questions
        for late_s in (0.0, 20.0, 1000.0):
            assert_documents_change_nothing(bench, now_s + late_s)
        assert caplog.messages == []


@in_virtual_time
async def test_a_fault_that_nobody_wrote_down_yet_is_written_by_the_tick_and_not_by_the_documents(tmp_path):
    async with bench_at(tmp_path, runs=False) as bench:
        bench.machine.fault = FAULT
        now_s = asyncio.get_running_loop().time()
        documents = table_documents(bench.parts, now_s)
        assert documents["state"]["machine"]["fault"]["id"] == FAULT.id
        assert bench.events("machine") == []
        bench.table.tick(now_s)
        assert [event["data"]["machine"] for event in bench.events("machine")] == ["fault"]


async def test_a_stored_file_is_looked_for_by_the_tick_alone(tmp_path):
    async with bench_at(tmp_path, runs=False) as bench:
        (tmp_path / "tile_sets").mkdir()
        (tmp_path / "tile_sets" / "a.npz").write_bytes(b"no set")

        def problem() -> str:
            return table_documents(bench.parts, 0.0)["eyes"]["sets"][0]["problem"]

        before = asyncio.all_tasks()
        assert problem() == ""
        assert asyncio.all_tasks() == before
        bench.table.tick(asyncio.get_running_loop().time())
        (reading,) = asyncio.all_tasks() - before
        await reading
        assert "a.npz" in problem()
