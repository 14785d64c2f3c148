"""Which tests prove a clause of the rules, and which clauses no test carries.

    python tools/clauses.py                       clauses without a test, and counts
    python tools/clauses.py "Tchou 1924 §24"      the tests of a clause, a range of clauses or a decision

The clauses stand in docs/rules.md. A test carries one by ``@pytest.mark.clause("Tchou 1924 §24")``; they are collected
by pytest itself, so that each case of a parametrised test has its own.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules.md"
MAX_CASES_NAMED = 4
"""Chosen, not measured: so many cases of a parametrised test are still read one by one."""
Carried = dict[str, list[str]]
"""The tests of every clause that a test carries."""
_PLACE = r"(?:§\d+(?:\.\d+)*[a-z]?(?:-\d+(?:\.\d+)*)?(?: note)?|l\.\d+(?:-\d+)?|ch\.[IVX]+)"
_JOINED = rf"{_PLACE}(?:(?:, | and | with ){_PLACE})*"
_LABEL = re.compile(r"\b[RA]-\d{1,2}\b")
_MARK = re.compile(r"mark\.clause\(|cases_of_clauses\(")
_OWN_PAGE = re.compile(r"docs/[\w/]+\.md,? §\d+")
_BARE = re.compile(r"§ ?\d|\bl\.\d|\b[Cc]hapter [IVX]+\b|\bch\.[IVX]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A row of docs/rules.md: a clause of a source, or a decision of ours, and who keeps it."""

    name: str
    says: str
    kept_by: str


@dataclass(frozen=True)
class RuleBook:
    """What docs/rules.md lists: the short names of the sources, their clauses, and our decisions."""

    sources: frozenset[str]
    clauses: Mapping[str, Clause]

    @classmethod
    def read(cls, path: Path = RULES) -> RuleBook:
        """The tables of the page; a clause that stands there twice is refused with a ValueError."""
        sources: set[str] = set()
        clauses: dict[str, Clause] = {}
        for heading, row in _rows(path.read_text(encoding="utf-8")):
            if heading == "Sources":
                sources.add(row[0])
                continue
            if row[0] in clauses:
                raise ValueError(f"{path.name} lists {row[0]} twice")
            clauses[row[0]] = Clause(row[0], row[2] if heading == "Decisions" else row[1], row[-1])
        return cls(frozenset(sources), clauses)

    @cached_property
    def _citation(self) -> re.Pattern[str]:
        names = "|".join(sorted(map(re.escape, self.sources), key=len, reverse=True))
        return re.compile(rf"({names}) ({_JOINED})")

    def citations(self, text: str) -> list[str]:
        """Every clause and decision that a text cites; ``Tchou 1924 §4, §12`` are two. Line breaks do not matter."""
        flat = re.sub(r"\s+", " ", text)
        joined = self._citation.findall(flat)
        return [f"{source} {place}" for source, places in joined for place in re.findall(_PLACE, places)] + [
            label for label in _LABEL.findall(flat) if label in self.clauses or label[0] in "RA"
        ]

    def bare(self, text: str) -> list[str]:
        """Clauses in a text that name neither a source nor a page of ours."""
        return _BARE.findall(_OWN_PAGE.sub("", self._citation.sub("", re.sub(r"\s+", " ", text))))

    def covered(self, citation: str) -> list[Clause]:
        """The listed clauses that a citation means: itself, or all from one end of a range to the other.

        Empty when the page does not list it, or does not list both ends.
        """
        if citation in self.clauses:
            return [self.clauses[citation]]
        found = re.fullmatch(r"(.+) (§|l\.)([\d.]+)-([\d.]+)", citation)
        if found is None:
            return []
        source, sign, first, last = found.groups()
        ends = (f"{source} {sign}{first}", f"{source} {sign}{last}")
        if not all(end in self.clauses for end in ends):
            return []
        inside = [item for item in self.clauses.values() if item.name.startswith(f"{source} {sign}")]
        return [item for item in inside if _number(first) <= _number(item.name) <= _number(last)]


def _rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """The body rows of every table with the heading above it."""
    heading, is_body = "", False
    for line in text.splitlines():
        if line.startswith("#"):
            heading, is_body = line.lstrip("# "), False
        elif line.startswith("| ---"):
            is_body = True
        elif line.startswith("|") and is_body:
            yield heading, [cell.strip() for cell in line.strip("|").split("|")]
        else:
            is_body = False


def _number(name: str) -> tuple[int, ...]:
    """The number of a clause for comparing: ``Tchou 1924 §6a`` is 6, ``WRC 2015 §4.5`` is 4, 5."""
    return tuple(map(int, re.findall(r"[\d.]+", name.rsplit("§", 1)[-1].rsplit("l.", 1)[-1])[0].split(".")))


class _Collector:
    """A plugin of pytest that keeps which test carries which clause."""

    def __init__(self) -> None:
        self.found: Carried = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The marks of a test and of everything around it."""
        for item in items:
            for name in {name for mark in item.iter_markers("clause") for name in mark.args}:
                self.found.setdefault(name, []).append(item.nodeid)


def collect(folder: Path = ROOT / "tests") -> Carried:
    """The tests of every clause, by pytest's own collection of the files that mention the marker."""
    marked = [str(path) for path in sorted(folder.rglob("test_*.py")) if _MARK.search(path.read_text(encoding="utf-8"))]
    collector, said = _Collector(), io.StringIO()
    options = ["--collect-only", "-q", "-p", "no:cacheprovider", "-n", "0", f"--rootdir={ROOT}"]
    with contextlib.redirect_stdout(said):
        status = pytest.main([*options, *marked], plugins=[collector])
    if status is not pytest.ExitCode.OK:
        raise SystemExit(f"pytest could not collect the tests:\n{said.getvalue()}")
    return collector.found


def carriers(clauses: Iterable[Clause], carried: Carried) -> list[str]:
    """The tests that carry one of these clauses, each once, in their order."""
    return list(dict.fromkeys(test for clause in clauses for test in carried.get(clause.name, ())))


def unproven(book: RuleBook, carried: Carried) -> list[Clause]:
    """The clauses that the engine keeps and no test carries."""
    return [item for item in book.clauses.values() if item.kept_by == "engine" and item.name not in carried]


def main(arguments: Sequence[str] | None = None, carried_by: Callable[[], Carried] | None = None) -> int:
    """Run the command; 2 when the page lists no such clause. `carried_by` finds the tests, else pytest does."""
    parser = argparse.ArgumentParser(description="Which tests prove a clause, and which clauses no test carries.")
    parser.add_argument("clause", nargs="?", help='for example "Tchou 1924 §24", "Doman guide l.54-60" or R-11')
    wish: Any = parser.parse_args(arguments)
    book, find = RuleBook.read(), carried_by or collect
    if wish.clause is None:
        _print_summary(book, find())
        return 0
    found = book.covered(wish.clause)
    if not found:
        print(f"docs/rules.md lists no clause {wish.clause!r}; a clause is written as there.", file=sys.stderr)
        return 2
    carried = find()
    for clause in found:
        print(f"{clause.name}: {clause.says}")
    tests = carriers(found, carried)
    kept = ", ".join(dict.fromkeys(clause.kept_by for clause in found))
    print("\n".join(_cases_together(tests)) or f"  no test carries it (kept by: {kept}); see docs/rules.md")
    return 0


def _cases_together(tests: Sequence[str]) -> Iterator[str]:
    """One line a test; more than four cases of one test are counted."""
    cases: dict[str, list[str]] = {}
    for test in tests:
        cases.setdefault(test.split("[")[0], []).append(test)
    for name, several in cases.items():
        if len(several) > MAX_CASES_NAMED:
            yield f"  {name} ({len(several)} cases)"
        else:
            yield from (f"  {test}" for test in several)


def _print_summary(book: RuleBook, carried: Carried) -> None:
    kept, missing = [item for item in book.clauses.values() if item.kept_by == "engine"], unproven(book, carried)
    for clause in missing:
        print(f"{clause.name}: {clause.says}")
    tests = len({test for tests in carried.values() for test in tests})
    others = len(book.clauses) - len(kept)
    print(f"{len(kept)} clauses and decisions that the engine keeps: {len(missing)} without a test.")
    print(f"{tests} tests carry a clause. {others} clauses are kept by people or not built.")


if __name__ == "__main__":
    sys.exit(main())
