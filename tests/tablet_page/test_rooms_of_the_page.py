"""The page's modules stand in rooms, imports between rooms point down only, and one module alone writes times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tablet_page

SCRIPTS = Path(tablet_page.__file__).parent / "static" / "js"
FROM_THE_GROUND_UP = re.findall(r"`(\w+)/`", (tablet_page.__doc__ or "").partition("Their rooms")[2])
"""As the package's own text says."""
_IMPORT = re.compile(r"""^import[^"]*?"(\.{1,2}/[^"]+)";|^export[^"]*? from "(\.{1,2}/[^"]+)";""", re.MULTILINE)


def arrows() -> Iterator[tuple[Path, Path]]:
    """Every import at the head of a module: who imports whom, as paths below `SCRIPTS`."""
    for module in sorted(SCRIPTS.rglob("*.js")):
        for found in _IMPORT.findall(module.read_text(encoding="utf-8")):
            target = (module.parent / (found[0] or found[1])).resolve()
            yield module.relative_to(SCRIPTS), target.relative_to(SCRIPTS.resolve())


def test_every_room_is_named_and_every_named_room_is_there() -> None:
    assert sorted(FROM_THE_GROUND_UP) == sorted(folder.name for folder in SCRIPTS.iterdir() if folder.is_dir())


def test_a_room_imports_only_rooms_below_it_and_no_entry() -> None:
    between = [(who, whom) for who, whom in arrows() if len(who.parts) > 1 and who.parts[0] != whom.parts[0]]
    assert len(between) > len(FROM_THE_GROUND_UP), "the imports were found"
    height = {room: number for number, room in enumerate(FROM_THE_GROUND_UP)}
    up = [
        f"{who} imports {whom}"
        for who, whom in between
        if len(whom.parts) == 1 or height[whom.parts[0]] > height[who.parts[0]]
    ]
    assert up == []


def test_one_module_writes_every_time_of_day_so_that_all_have_one_form() -> None:
    writers = {
        str(module.relative_to(SCRIPTS))
        for module in SCRIPTS.rglob("*.js")
        if re.search(r"""timeStyle|hour: "|toLocaleTimeString|toLocaleString""", module.read_text(encoding="utf-8"))
    }
    assert writers == {"shared/clock.js"}
