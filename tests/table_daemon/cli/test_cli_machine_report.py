"""What `jantaku machine` says of a machine: lines, exit status, progress."""

import asyncio
import io
import json
import sys

import pytest

from table_daemon.cli.machine_report import Progress, exit_status, report_lines

FAULT = {"id": "0001-3", "code": "lift_timeout", "text": "the lift is stuck", "action": "free it, then clear it"}
RESTING = {"state": "idle", "text": "The machine is ready; no walls are built.", "progress": None, "fault": None}


class Ended:
    """What a command left: its exit status and what it wrote."""

    def __init__(self, status: int, out: bytes, err: bytes) -> None:
        self.status, self.out, self.err = status, out.decode(), err.decode()

    @property
    def document(self):
        return json.loads(self.out)


async def start(*arguments: object) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "table_daemon.cli", "machine", *map(str, arguments)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(process: asyncio.subprocess.Process) -> Ended:
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return Ended(process.returncode, out, err)


async def jantaku(*arguments: object) -> Ended:
    return await ended(await start(*arguments))


def test_a_report_is_a_line_for_each_part_and_names_the_way_out_of_a_fault():
    machine = RESTING | {"state": "building", "text": "Set A is being built.", "progress": 0.5, "fault": FAULT}
    lines = list(report_lines({"machine": machine, "sensors": {"dome_down": True, "lifts_up": False, "set": None}}))
    assert lines == [
        "state   building: Set A is being built. (50%)",
        "fault   0001-3 lift_timeout: the lift is stuck",
        "do      free it, then clear it",
        "clear   jantaku machine clear-fault 0001-3",
        "sensors dome down yes, lifts up no, set none",
    ]


@pytest.mark.parametrize(
    ("changes", "status"),
    [({}, 0), ({"state": "waiting"}, 0), ({"fault": FAULT}, 1), ({"state": "offline"}, 1), ({"state": "refused"}, 1)],
)
def test_the_exit_status_of_a_report_says_whether_the_machine_can_be_used(changes, status):
    assert exit_status({"machine": RESTING | changes}) == status


def test_progress_is_written_over_on_a_terminal_and_said_now_and_then_in_a_file():
    terminal, file = io.StringIO(), io.StringIO()
    on_terminal, in_file = Progress(terminal, rewrites=True), Progress(file, rewrites=False)
    for done in range(101):
        machine = {"state": "building", "text": "Building.", "progress": done / 100}
        on_terminal.show(machine)
        in_file.show(machine)
    on_terminal.end()
    in_file.end()
    assert terminal.getvalue().count("\r\x1b[K") == 102
    assert "\n" not in terminal.getvalue()
    assert file.getvalue().splitlines() == [f"Building. ({done}%)" for done in (0, 25, 50, 75, 100)]
