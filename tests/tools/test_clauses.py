from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from presets import riichi_options

from table_daemon.rules.presets import load_preset, preset_names
from tools.clauses import ROOT, RuleBook, carriers, main, unproven

BOOK = RuleBook.read()
STRICT = ("mahjong_rules/", "config/rules/", "tests/mahjong_rules/", "tests/data/rules/")
WALKED = (*STRICT, "docs/", "tests/", "table_daemon/", "tablet_page/", "wire/", "hw_sim/", "vision/", "tools/", "*.md")
TEXTS = {".py", ".toml", ".md", ".json", ".js"}
OLD_NAMES = re.compile(r"\bseeds? 00\d|seed_00\d|\b00[0-4] (?:§|L\d)", re.IGNORECASE)


def files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", *WALKED], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    itself = Path(__file__).relative_to(ROOT)
    return [Path(name) for name in listed.splitlines() if Path(name).suffix in TEXTS and Path(name) != itself]


def text_of(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_clause_that_is_cited_is_listed() -> None:
    cited = {str(path): BOOK.citations(text_of(path)) for path in files()}
    assert sum(map(len, cited.values())) > 500
    unknown = {name: [item for item in items if not BOOK.covered(item)] for name, items in cited.items()}
    assert not {name: items for name, items in unknown.items() if items}, "docs/rules.md does not list them"


def test_every_clause_of_the_rules_names_its_source() -> None:
    bare = {str(path): BOOK.bare(text_of(path)) for path in files() if str(path).startswith(STRICT)}
    assert not {name: places for name, places in bare.items() if places}


def test_no_source_is_called_by_a_number() -> None:
    assert not [str(path) for path in files() if OLD_NAMES.search(text_of(path))]


def test_a_mark_names_one_listed_clause() -> None:
    marks = {
        name
        for path in files()
        if path.suffix == ".py"
        for arguments in re.findall(r"mark\.clause\(((?:\s*\"[^\"]*\",?)+)\s*\)", text_of(path))
        for name in re.findall(r'"([^"]*)"', arguments)
    }
    assert marks
    assert not {name for name in marks if name not in BOOK.clauses}


def test_the_clauses_of_the_vectors_are_listed() -> None:
    hands = json.loads(text_of(Path("tests/data/rules/tchou_scoring.json")))["hands"]
    assert not {name for hand in hands for name in hand["clauses"]} - set(BOOK.clauses)


def test_every_decision_and_every_clause_belongs_to_a_listed_source() -> None:
    for name in BOOK.clauses:
        source = re.split(r" (?=§|l\.|ch\.)", name)[0]
        assert source in BOOK.sources or re.fullmatch(r"[RA]-\d+", name), name
    assert {item.kept_by for item in BOOK.clauses.values()} == {"engine", "people", "not built"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"Tchou 1924 §4, §12"', ["Tchou 1924 §4", "Tchou 1924 §12"]),
        (
            "(Kanai French l.3-6 and Doman guide l.55 and l.59)",
            ["Kanai French l.3-6", "Doman guide l.55", "Doman guide l.59"],
        ),
        ("La Règle\n    l.73, R-27", ["La Règle l.73", "R-27"]),
        ("Tchou 1924 §24 note: the sum (R-11)", ["Tchou 1924 §24 note", "R-11"]),
        ("WRC 2015 §4.5-4.8", ["WRC 2015 §4.5-4.8"]),
    ],
)
def test_citations_are_read_as_they_are_written(text: str, found: list[str]) -> None:
    assert sorted(BOOK.citations(text)) == sorted(found)
    assert not BOOK.bare(text)


@pytest.mark.parametrize("citation", ["Tchou 1924 §35", "Tchou 1924 l.621-650", "Tchou 1924 l.0-651", "R-99"])
def test_an_unknown_clause_is_found_out(citation: str) -> None:
    assert BOOK.citations(f"as in {citation}.") == [citation]
    assert not BOOK.covered(citation)


def test_a_range_means_every_clause_in_it() -> None:
    assert [item.name for item in BOOK.covered("WRC 2015 §4.5-4.7")] == [
        f"WRC 2015 §4.{number}" for number in (5, 6, 7)
    ]
    assert {"Tchou 1924 §6a", "Tchou 1924 §6b"} < {item.name for item in BOOK.covered("Tchou 1924 §6-7")}


def test_a_clause_without_a_source_is_found_out() -> None:
    assert BOOK.bare("the fan of §19")
    assert BOOK.bare("Tchou 1924 §4; l.522 says")


def test_a_clause_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    row = "| Book §1 | says | engine |\n"
    page = tmp_path / "rules.md"
    page.write_text(f"### Book\n\n| clause | says | by |\n| --- | --- | --- |\n{row}{row}", encoding="utf-8")
    with pytest.raises(ValueError, match="Book §1 twice"):
        RuleBook.read(page)


def test_tests_are_listed_by_clause_and_clauses_without_one_are_named() -> None:
    carried = {"Tchou 1924 §18": ["a", "b"], "Tchou 1924 §20": ["b", "c"]}
    assert carriers(BOOK.covered("Tchou 1924 §18-20"), carried) == ["a", "b", "c"]
    without = {item.name for item in unproven(BOOK, carried)}
    assert "Tchou 1924 §19" in without
    assert not {"Tchou 1924 §18", "La Règle l.95"} & without


def test_every_clause_that_the_engine_keeps_has_a_test() -> None:
    command = [sys.executable, "tools/clauses.py"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "0 without a test" in told.stdout, told.stdout


def test_the_command_lists_the_tests_of_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    carried = {"Tchou 1924 §24": ["a.py::one", *(f"a.py::two[{number}]" for number in range(9))]}
    assert main(["Tchou 1924 §24"], lambda: carried) == 0
    first, *tests = capsys.readouterr().out.splitlines()
    assert first.startswith("Tchou 1924 §24: ")
    assert tests == ["  a.py::one", "  a.py::two (9 cases)"]
    assert main(["Tchou 1924 §25"], lambda: carried) == 0
    assert "no test carries it" in capsys.readouterr().out


def test_the_command_says_that_a_clause_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["Tchou 1924 §99"], dict) == 2
    told = capsys.readouterr().err
    assert told == "docs/rules.md lists no clause 'Tchou 1924 §99'; a clause is written as there.\n"


NO_SOURCE = (
    "not used by these rules",
    "no limit in these rules",
    "named on the score lines",
    "the tournament's choice",
    "chosen",  # the manual game follows no book
)


@pytest.mark.parametrize("name", preset_names())
def test_every_option_of_a_preset_names_a_listed_source(name: str) -> None:
    preset = load_preset(name)
    unnamed = {
        option: text
        for option, text in preset.sources.items()
        if not text.startswith(NO_SOURCE) and not any(source in text for source in BOOK.sources)
    }
    assert not unnamed


@pytest.mark.parametrize("name", ["tenhou", "mleague", "ema", "ema2016", "doman"])
def test_what_the_score_lines_of_a_riichi_preset_cite_is_listed(name: str) -> None:
    cited = riichi_options(name).clauses
    for clause in (cited.clause_yaku, cited.clause_fu, cited.clause_dora):
        assert clause in BOOK.sources or BOOK.covered(clause), clause
