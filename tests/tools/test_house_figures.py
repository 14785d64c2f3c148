"""tools.house_figures counts what it says: each figure on a small house that has it and on one that has not."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tools.house_figures import figures
from tools.house_figures.circles import arrows_up
from tools.house_figures.source import House

Build = Callable[[Mapping[str, str]], House]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """A checkout with these files; packages get their `__init__.py`."""

    def made(files: Mapping[str, str]) -> House:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            for folder in path.relative_to(tmp_path).parents[:-1]:
                (tmp_path / folder / "__init__.py").touch()
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
        subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
        return House(tmp_path)

    return made


def test_two_rooms_that_import_each_other_have_an_arrow_up_and_the_fewer_arrows_are_named(build: Build) -> None:
    house = build(
        {
            "vision/low/a.py": "from vision.high import d\n",
            "vision/low/b.py": "",
            "vision/high/c.py": "from vision.low import a, b\n",
            "vision/high/d.py": "import vision.low.b\n",
        }
    )
    assert arrows_up(house) == ["vision.low.a -> vision.high.d"]


def test_rooms_in_a_line_have_no_arrow_up(build: Build) -> None:
    files = {
        "vision/low/a.py": "",
        "vision/high/c.py": "from vision.low.a import x\n",
        "vision/eyes.py": "import vision.high.c\n",
    }
    assert arrows_up(build(files)) == []


def test_a_circle_of_three_rooms_is_found(build: Build) -> None:
    files = {
        "vision/a.py": "import vision.b\n",
        "vision/b.py": "import vision.c\n",
        "vision/c.py": "import vision.a\n",
    }
    assert len(arrows_up(build(files))) == 1


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("LIMIT = 3\n", True),
        ("LIMIT: Final = -0.5\n", True),
        ("LIMIT = 2 * 60\n", True),
        ("LIMIT = 3  # parts touching from apart, counted on ten pictures\n", False),
        ("# Parts touching from apart.\nLIMIT = 3\n", False),
        ('LIMIT = 3\n"""Parts touching from apart."""\n', False),
        ("# Both part touching from apart.\nLEAST = 3\nLIMIT = 3\n", False),
        ("# Of something else.\nlogger = log()\nLIMIT = 3\n", True),
        ('NAME = "text"\n', False),
        ("limit = 3\n", False),
    ],
)
def test_a_number_needs_a_comment_beside_or_above_it_or_a_text_below(build: Build, text: str, bare: bool) -> None:
    assert bool(figures.constants_without_origin(build({"vision/a.py": text}))) is bare


def test_classes_are_too_large_by_attributes_or_by_methods_but_not_as_messages(build: Build) -> None:
    fields = "".join(f"    a{n}: int\n" for n in range(16))
    on_self = "    def __init__(self):\n" + "".join(f"        self.a{n} = 0\n" for n in range(16))
    methods = "".join(f"    def m{n}(self): ...\n" for n in range(26))
    text = (
        f"class A:\n{fields}class B:\n{on_self}class C:\n{methods}class D(TypedDict):\n{fields}class E:\n    a: int\n"
    )
    found = figures.large_holders(build({"vision/a.py": text}))
    assert [line.split(":")[0] for line in found] == ["vision.a.A", "vision.a.B", "vision.a.C"]


def test_a_public_class_name_may_stand_once(build: Build) -> None:
    files = {
        "vision/a.py": "class A: ...\nclass _B: ...\nclass C: ...\n",
        "hw_sim/b.py": "class A: ...\nclass _B: ...\n",
    }
    assert figures.shared_names(build(files)) == ["A: hw_sim.b, vision.a"]


def test_composition_roots_may_know_everybody(build: Build) -> None:
    parts = {f"vision/m{n}.py": "" for n in range(4)}
    everything = "from vision import m0, m1, m2, m3\n"
    house = build(
        parts | {"table_daemon/app.py": everything, "table_daemon/cli/run.py": everything, "hw_sim/x.py": everything}
    )
    assert figures.fan_out(house) == ["hw_sim.x: 4"]


def test_a_module_is_tested_under_its_own_name_or_its_folders(build: Build) -> None:
    long = "x = 1\n" * 61
    modules = {f"vision/room/{name}.py": long for name in ("plain", "with_room", "many", "bare")} | {
        "vision/short.py": "x = 1\n"
    }
    tests = {f"tests/vision/test_{name}.py": "" for name in ("plain", "room_with_room", "manys")}
    assert figures.untested_modules(build(modules | tests)) == ["vision.room.bare"]


def test_comments_that_only_silence_a_checker_are_no_comments(build: Build) -> None:
    house = build({"vision/a.py": "x = 1  # noqa: E501\ny = 2  # type: ignore[x]\nz = 3  # why\nw = 4\n"})
    assert figures.summary(house)["comment share"] == "25.0%"


def test_each_way_back_to_the_table_counts(build: Build) -> None:
    files = {"table_daemon/a.py": "self._table.x(self._table.y)\n", "hw_sim/b.py": "self._table.x\n"}
    assert len(figures.calls_back_to_the_table(build(files))) == 2
