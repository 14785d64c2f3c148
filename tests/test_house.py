"""The house rules are run, not only written down: imports, style, types, lengths, nothing of one machine."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.house_figures import figures
from tools.house_figures.circles import arrows_up
from tools.house_figures.source import House

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
# Of the models that this house was measured beside, websockets and bellows stay at 15 and 16.
MAX_FAN_OUT = 15


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def tracked(*patterns: str) -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of the project's own files")
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


@pytest.fixture(scope="module")
def house() -> House:
    """The product as it stands here."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of the project's own files")
    return House(ROOT)


def test_every_floor_imports_only_the_floors_below_it() -> None:
    run(str(BIN / "lint-imports"))


def test_ruff_finds_nothing_and_would_format_nothing() -> None:
    run(str(BIN / "ruff"), "check", ".")
    run(str(BIN / "ruff"), "format", "--check", ".")


@pytest.mark.slow
def test_mypy_finds_nothing_in_strict_mode() -> None:
    run(str(BIN / "mypy"))


def test_no_class_holds_more_than_one_can_keep_in_mind(house: House) -> None:
    held = {line.split(":")[0] for line in figures.large_holders(house)}
    assert held == {"firmware_bridge.messages.BoardStatus"}, "one report of the board: its fields are the packet's"


def test_no_module_outside_composition_roots_knows_more_than_fifteen_others(house: House) -> None:
    widest = figures.fan_out(house)[0]
    assert int(widest.rpartition(" ")[2]) <= MAX_FAN_OUT, widest


def test_imports_and_references_point_down_only(house: House) -> None:
    assert arrows_up(house) == []
    assert figures.calls_back_to_the_table(house) == []


def test_a_public_class_name_means_one_thing_in_the_whole_product(house: House) -> None:
    assert figures.shared_names(house) == []


def test_every_numeric_constant_says_where_it_comes_from(house: House) -> None:
    assert figures.constants_without_origin(house) == []


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


def test_every_picture_and_network_lies_where_its_licence_is_told() -> None:
    named = re.findall(r"`([a-z_/]+)`", (ROOT / "LICENSES.md").read_text())
    kinds = (
        "png",
        "jpg",
        "jpeg",
        "svg",
        "webp",
        "gif",
        "ico",
        "onnx",
        "npz",
        "ttf",
        "woff",
        "woff2",
        "wav",
        "mp3",
        "pdf",
    )
    shipped = tracked(*(f"*.{kind}" for kind in kinds))
    assert len(shipped) > 50
    folders = {str(path.parent.relative_to(ROOT)) for path in shipped}
    own = {folder for folder in folders if folder in named}
    assert {folder for folder in folders - own if str(Path(folder).parent) not in own} == set()


def test_no_package_or_archive_of_others_lies_among_the_files() -> None:
    kinds = ("whl", "egg", "deb", "zip", "tar", "gz", "tgz", "xz", "bz2", "7z", "jar", "so", "exe", "dll")
    assert [str(path) for path in tracked(*(f"*.{kind}" for kind in kinds))] == []


def test_every_decision_says_when_it_was_made_whether_it_holds_and_what_it_costs() -> None:
    head = re.compile(r"# \d{4} .+\n\n\* Date: \d{4}-\d\d-\d\d\n\* Status: (accepted|superseded)")
    decisions = {path.name: path.read_text() for path in tracked("docs/adr/0*.md")}
    assert len(decisions) > 20
    assert [name for name, text in decisions.items() if not head.match(text)] == []
    for section in ("\n## Decision\n", "\n## Consequences\n"):
        assert [name for name, text in decisions.items() if section not in text] == []


def test_every_package_says_what_lies_in_its_rooms() -> None:
    """A module that the docstring of its package does not name, and a name in it that is no module any more."""
    missing = []
    for package in tracked("*/__init__.py"):
        folder = package.parent
        if not (set(folder.relative_to(ROOT).parts) & {"tests", "tools"}):
            inside = {path.stem for path in folder.glob("*.py")} | {
                path.parent.name for path in folder.glob("*/__init__.py")
            }
            said = set(re.findall(r"`([a-z0-9_]+)`", ast.get_docstring(ast.parse(package.read_text())) or ""))
            missing += [
                f"{folder.relative_to(ROOT)}: {name}" for name in sorted(inside - said - {"__init__", "__main__"})
            ]
    assert missing == []


def test_every_hop_of_the_walks_exists() -> None:
    """Names in ARCHITECTURE.md are modules, or something in a module; the walks leave out what their floor says."""
    import importlib

    floors = (
        "",
        "table_daemon.",
        "vision.",
        "mahjong_rules.",
        "mahjong_rules.systems.riichi.",
        "firmware_bridge.",
        "board_firmware.",
    )

    def exists(name: str) -> bool:
        parts = name.split(".")
        for floor in floors:
            for cut in range(len(parts), 0, -1):
                try:
                    found: object = importlib.import_module(floor + ".".join(parts[:cut]))
                except ImportError:
                    continue
                for attribute in parts[cut:]:
                    found = getattr(found, attribute, None)
                if found is not None:
                    return True
        return False

    walks = (
        (ROOT / "ARCHITECTURE.md").read_text().partition("## The way of one discard")[2].partition("## Where to add")[0]
    )
    names = {
        name
        for name in re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", walks)
        if not name.endswith((".js", ".toml", ".py"))
    }
    assert len(names) > 40
    assert sorted(name for name in names if not exists(name)) == []
