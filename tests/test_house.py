"""The house rules are run, not only written down: imports, style, types, lengths, nothing of one machine."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
MAX_MODULE = 400


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def tracked(*patterns: str) -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of the project's own files")
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def test_every_floor_imports_only_the_floors_below_it() -> None:
    run(str(BIN / "lint-imports"))


def test_ruff_finds_nothing_and_would_format_nothing() -> None:
    run(str(BIN / "ruff"), "check", ".")
    run(str(BIN / "ruff"), "format", "--check", ".")


@pytest.mark.slow
def test_mypy_finds_nothing_in_strict_mode() -> None:
    run(str(BIN / "mypy"))


def test_no_module_of_the_product_is_too_long_to_read() -> None:
    lengths = {path: len(path.read_text().splitlines()) for path in tracked("*.py") if "tests" not in path.parts}
    assert {str(path): length for path, length in lengths.items() if length > MAX_MODULE} == {}


def test_no_file_names_a_path_of_one_machine() -> None:
    home = re.compile(r"(?<![\w./])/(home|root|work|Users)/\w")
    texts = tracked("*.py", "*.md", "*.toml", "*.js", "*.sh", "*.yaml", "*.service", "Makefile", ".ci/run")
    assert [str(path) for path in texts if home.search(path.read_text())] == []


def test_every_link_between_the_documents_leads_to_a_file() -> None:
    link = re.compile(r"\]\((?!\w+:)([^)#\s]+)")
    pages = tracked("*.md")
    assert len(pages) > 20
    missing = [
        (str(page), target)
        for page in pages
        for target in link.findall(page.read_text())
        if not (page.parent / target).exists()
    ]
    assert missing == []


def test_every_decision_says_when_it_was_made_whether_it_holds_and_what_it_costs() -> None:
    head = re.compile(r"# \d{4} .+\n\n\* Date: \d{4}-\d\d-\d\d\n\* Status: (accepted|superseded)")
    decisions = {path.name: path.read_text() for path in tracked("docs/adr/0*.md")}
    assert len(decisions) > 20
    assert [name for name, text in decisions.items() if not head.match(text)] == []
    for section in ("\n## Decision\n", "\n## Consequences\n"):
        assert [name for name, text in decisions.items() if section not in text] == []
