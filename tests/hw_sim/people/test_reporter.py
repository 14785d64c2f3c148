"""An evening is printed line by line."""

import io

import pytest

from hw_sim.people.reporter import Reporter
from hw_sim.people.tablet_watcher import Tablet

NAMES = ["Ana", "Bo", "Cy", "Di"]


def state(**fields):
    return Tablet({"state": {"names": NAMES, "scores": [25000] * 4, **fields}})


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_is_one_line_on_a_terminal_and_a_line_a_quarter_elsewhere(is_terminal):
    stream = io.StringIO()
    stream.isatty = lambda: is_terminal
    reporter = Reporter(stream)
    before = Tablet({})
    for built in range(0, 137, 4):
        after = state(phase="machine", machine={"state": "building", "text": str(built), "progress": built / 136})
        reporter.report(before, after)
        before = after
    reporter.say("done")
    assert stream.getvalue().count("\n") == (1 if is_terminal else 6)
    assert stream.getvalue().endswith("done\n")
