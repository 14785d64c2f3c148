"""The command line as a whole: a command imports only what it needs."""

from __future__ import annotations

import importlib.metadata
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import table_daemon.cli
from table_daemon.cli.main import COMMANDS, GROUPS, main

FOLDER = Path(table_daemon.cli.__file__).parent

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


def test_the_help_names_every_command_with_what_it_does_by_who_needs_it(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    said = capsys.readouterr().out
    for group, commands in GROUPS.items():
        below = said[said.index(f"\n{group}:\n") :].split("\n\n")[0]
        assert [line.split()[0] for line in below.splitlines()[2:]] == list(commands)
        assert all(what in below for what in commands.values())
    modules = {path.stem.replace("_", "-") for path in FOLDER.glob("*.py") if has_parser(path)}
    assert set(COMMANDS) == modules - {"calibrate-lock", "calibrate-markers", "calibrate-tiles"} | {"run", "config"}


def has_parser(path: Path) -> bool:
    return "\ndef add_parser(" in path.read_text(encoding="utf-8")


def test_without_a_command_the_help_is_printed(capsys):
    assert main([]) == 0
    assert "owner of a table:" in capsys.readouterr().out


def test_the_help_takes_less_than_a_third_of_a_second_of_the_processor():
    """It once imported every command with OpenCV, a web server and pydantic: 1.6 s, on a Raspberry Pi some 5 s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "table_daemon.cli", "--help"], capture_output=True, timeout=60, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3


def test_the_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"jantaku {importlib.metadata.version('jantaku')}\n"


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["simulat"], "there is no command 'simulat' (did you mean simulate?)"),
        (["docter", "--json"], "there is no command 'docter' (did you mean doctor?)"),
        (["--log-level", "ERROR", "gmaes"], "there is no command 'gmaes' (did you mean games?)"),
        (["xyzzy"], "there is no command 'xyzzy'; `jantaku --help` names them all"),
    ],
    ids=" ".join,
)
def test_a_mistyped_command_is_answered_with_what_may_have_been_meant(capsys, words, near):
    assert main(words) == 2
    told = capsys.readouterr()
    assert near in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_completes_commands_is_printed_for_each_shell(capsys, shell):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "jantaku" in script
    assert "_ARGCOMPLETE" in script


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("jantaku ga", {"games"}),
        ("jantaku games ", {"list", "show", "export"}),
        ("jantaku completion ", {"bash", "zsh", "fish"}),
        ("jantaku games export --for", {"--format"}),
    ],
)
def test_a_shell_is_told_what_may_come_next(tmp_path, line, wanted):
    answer = tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    subprocess.run([sys.executable, "-m", "table_daemon.cli"], env=os.environ | asked, timeout=60, check=True)
    told = {word.strip() for word in answer.read_text(encoding="utf-8").split("\n")}
    assert told - {"-h", "--help"} == wanted


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_a_command_with_the_script(tmp_path):
    """The whole way: the script, the program, the word."""
    program = Path(sys.executable).with_name("jantaku")
    if not program.exists():
        pytest.skip("jantaku is not installed beside this Python")
    script = tmp_path / "jantaku.bash"
    script.write_text(
        subprocess.run([program, "completion", "bash"], capture_output=True, text=True, check=True).stdout
    )
    asking = (
        f"source {script}; COMP_WORDS=(jantaku simu); COMP_CWORD=1; COMP_LINE='jantaku simu'; COMP_POINT=12; "
        "COMP_TYPE=9; _python_argcomplete jantaku; echo ${COMPREPLY[@]}"
    )
    path = f"{program.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", asking], capture_output=True, text=True, env=os.environ | {"PATH": path}, timeout=60, check=True
    )
    assert done.stdout.strip() == "simulate"
