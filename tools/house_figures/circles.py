"""Rooms that depend on each other in a circle, and the fewest imports that would open it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tools.house_figures.source import FLOORS, House


def arrows_up(house: House) -> list[str]:
    """Imports that make rooms depend on each other in a circle: of every circle the fewest that would open it."""
    found = []
    for floor in FLOORS:
        arrows = defaultdict(list)
        for name in (n for n in house.modules if n.split(".")[0] == floor):
            for target in house.imports[name]:
                here, there = _room(name, house), _room(target, house)
                if target.startswith(floor + ".") and here != there:
                    arrows[here, there].append(f"{name} -> {target}")
        found += _circle_openers(arrows)
    return sorted(found)


def _room(name: str, house: House) -> str:
    """The folder below the floor, or the module itself where it lies on the floor."""
    room = ".".join(name.split(".")[:2])
    return room if house.modules[room].is_package or name == room else name


def _circle_openers(arrows: Mapping[tuple[str, str], list[str]]) -> list[str]:
    """Take out the thinnest bundle of arrows of a circle until there is none."""
    left, found = dict(arrows), []
    while circle := _in_circles(left):
        thinnest = min((edge for edge in left if set(edge) <= circle), key=lambda edge: (len(left[edge]), edge))
        found += left.pop(thinnest)
    return found


def _in_circles(arrows: Mapping[tuple[str, str], list[str]]) -> set[str]:
    """The rooms of one circle of rooms; empty when there is none."""
    targets: dict[str, set[str]] = defaultdict(set)
    for here, there in arrows:
        targets[here].add(there)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(targets[start])
        while waiting:
            room = waiting.pop()
            if room not in seen:
                seen.add(room)
                waiting += targets.get(room, ())
        return seen

    beyond = {room: reached(room) for room in list(targets)}
    for room, rooms in beyond.items():
        if room in rooms:
            return {other for other in rooms if room in beyond.get(other, ())}
    return set()
