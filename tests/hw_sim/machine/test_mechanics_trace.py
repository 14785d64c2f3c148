"""A whole cycle of the mechanics, input by input, beside a recorded one: no change of the model passes unnoticed.

`python tests/hw_sim/machine/test_mechanics_trace.py` records anew, after a change that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from board_firmware.machine_core import SENSORS
from hw_sim.machine.counters import COUNTERS
from hw_sim.machine.mechanics import Mechanics
from mahjong_rules.set_names import SetName

RECORDED = Path(__file__).parents[2] / "data" / "mechanics" / "cycle_with_defects.txt"
STEP_S = 0.05
INPUTS = (*SENSORS, *COUNTERS)
Motors = tuple[str, ...]


def of_sides(name: str) -> Motors:
    return tuple(name.format(side) for side in range(4))


class Recording:
    """Runs motors and writes a line for every input that reads otherwise than a step before."""

    def __init__(self) -> None:
        self.mechanics = Mechanics(Random(5))
        self.mechanics.defects.rng = Random(6)
        self.mechanics.update(0.0)
        self.mechanics.write("motor_enable", 1)
        self.steps = 0
        self.read = dict.fromkeys(INPUTS, 0)
        self.lines: list[str] = []

    def step(self) -> None:
        self.steps += 1
        self.mechanics.update(self.steps * STEP_S)
        now = {name: self.mechanics.read(name) for name in INPUTS}
        changed = [f"{name}={value}" for name, value in now.items() if value != self.read[name]]
        if changed:
            self.lines.append(f"{self.steps} {' '.join(changed)}")
        self.read = now

    def run(self, seconds: float, *motors: str) -> None:
        for name in motors:
            self.mechanics.write(name, 1)
        for _ in range(round(seconds / STEP_S)):
            self.step()
        for name in motors:
            self.mechanics.write(name, 0)


def cycle(table: Recording, hopper_b: int) -> None:
    """A build, a push, four walls up, dice, the dome up and down."""
    defects = table.mechanics.defects
    table.mechanics.write("hopper_b", hopper_b)
    defects.speeds["head_1"] = 0.7
    defects.chances["rail_2_full"] = 0.01
    table.run(12, "disc", *of_sides("head_{}"))
    defects.stuck.add("head_3")
    table.run(6, "disc", *of_sides("head_{}"))
    defects.stuck.clear()
    table.run(40, "disc", *of_sides("head_{}"))
    table.run(3.1, *of_sides("lift_{}_down"))
    defects.chances.clear()
    table.run(2.4, *of_sides("pusher_{}"))
    defects.barriers["lift_2"] = 0.4
    table.run(3.1, *of_sides("lift_{}_up"))
    defects.barriers.clear()
    table.run(3.1, *of_sides("lift_{}_up"))
    for name, face in zip(("die_1", "die_2"), table.mechanics.throw_dice(), strict=True):
        table.mechanics.write(name, face)
    table.run(2.1, "dome_up")
    defects.missed["drop_a_tiles"] = 2
    defects.slips = 1
    for _ in range(40):
        table.mechanics.accept_tile(table.mechanics.raised_set or SetName.A)
        table.step()
    table.run(2.1, "dome_down")


def trace() -> Iterator[str]:
    table = Recording()
    for hopper_b in (0, 1):
        cycle(table, hopper_b)
    yield from table.lines
    account = [(table.mechanics.tiles_inside(tiles), table.mechanics.tiles_on_floor(tiles)) for tiles in SetName]
    yield f"inside and on the floor, set by set: {account}; motors ran for {table.mechanics.motor_seconds:.2f} s"


def test_a_cycle_with_defects_reads_input_by_input_as_it_was_recorded() -> None:
    assert list(trace()) == RECORDED.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in trace()), encoding="utf-8")
