"""What a table takes of its computer is measured as its unit starts it."""

from __future__ import annotations

from pathlib import Path

from tools.footprint import unit_environment

UNIT = Path(__file__).parents[2] / "config" / "systemd" / "jantaku.service"


def test_the_environment_of_the_unit_is_read_from_all_its_lines():
    assert unit_environment("[Service]\nEnvironment=A=1 B=two\n# Environment=C=3\nEnvironment=D=x=y\n") == {
        "A": "1",
        "B": "two",
        "D": "x=y",
    }


def test_the_shipped_unit_keeps_the_heaps_few():
    assert unit_environment(UNIT.read_text(encoding="utf-8"))["MALLOC_ARENA_MAX"] == "2"
