"""The command line as a whole: a command imports only what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"aiohttp", "cv2", "numpy", "onnxruntime", "paho"}
PROGRAM = """
import sys
from table_daemon.cli.main import main
try:
    status = main(sys.argv[1:])
except SystemExit as ended:
    status = ended.code
print("imported:", *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(status)
"""


def imported_by(*words: str) -> set[str]:
    """The packages that a command has imported when it has ended."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, timeout=120, check=True
    )
    return set(done.stderr.splitlines()[-1].removeprefix("imported: ").split())


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("score", "--help"),
        ("waits", "--help"),
        ("waits", "123m456p789s1122z"),
        ("waits", "--rules", "tchou", "123m456p789s1122z"),
        ("rules", "list"),
        ("rules", "show", "ema"),
        ("--log-level", "ERROR", "rules", "list"),
    ],
    ids=" ".join,
)
def test_a_command_about_rules_imports_no_camera_no_server_and_no_pydantic(words):
    assert imported_by(*words) & (HEAVY | {"pydantic"}) == set()


@pytest.mark.parametrize(
    "words", [("score", "--schema"), ("config", "check", "config/examples/simulator.toml")], ids=" ".join
)
def test_a_command_that_reads_a_file_by_its_types_imports_no_camera_and_no_server(words):
    assert imported_by(*words) & HEAVY == set()


def test_the_help_names_every_command_with_what_it_does(capsys):
    from table_daemon.cli.main import _COMMANDS, main

    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(f"    {name} " in said and what.split()[0] in said for name, what in _COMMANDS.items())
