"""What is broken in the table's parts at this moment; the mechanics asks, `hw_sim.faults.troubles` breaks and mends.

Rules this file keeps:
* A defect changes what a part does or what a sensor reads, never what the daemon knows.
* Chance comes from a seeded `random.Random`.
"""

from __future__ import annotations

from random import Random


class Defects:
    """Nothing is broken until somebody says so.

    Attributes:
        rng: its chance.
        stuck: motors that turn without moving anything ("lift_2_up", "head_0", "dome_up").
        speeds: share of its speed that a mechanism still has ("lift_2", "dome", "disc", "head_0", "pusher_3").
        barriers: position, 0 to 1, that a mechanism cannot pass in either direction ("lift_2", "dome"); its motor takes
            the current of a blocked one there.
        frozen: level sensors that always read the same.
        mute: counters that give no pulses.
        chances: chance of a wrong reading of a sensor, or of an extra pulse of a counter at every step of the model.
        slips: tiles that will roll onto the floor when they are pushed over the drop ring.
        missed: pulses that a counter is going to miss.
    """

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random(0)
        self.stuck: set[str] = set()
        self.speeds: dict[str, float] = {}
        self.barriers: dict[str, float] = {}
        self.frozen: dict[str, int] = {}
        self.mute: set[str] = set()
        self.chances: dict[str, float] = {}
        self.slips = 0
        self.missed: dict[str, int] = {}
        self._came_from_below: dict[str, bool] = {}

    def speed_of(self, mechanism: str) -> float:
        """Share of its speed, 0 to 1."""
        return self.speeds.get(mechanism, 1.0)

    def stopped(self, mechanism: str, position: float, target: float) -> float:
        """How far a mechanism comes on its way from `position` to `target`: up to a barrier, and back from it."""
        barrier = self.barriers.get(mechanism)
        if barrier is None or not min(position, target) <= barrier <= max(position, target):
            return target
        if position == barrier:
            goes_back = self._came_from_below.get(mechanism) == (target < barrier)
            return target if goes_back else barrier
        self._came_from_below[mechanism] = position < barrier
        return barrier

    def reading(self, sensor: str, level: int) -> int:
        """What a level sensor reads, 0 or 1, when `level` is true."""
        level = self.frozen.get(sensor, level)
        chance = self.chances.get(sensor, 0.0)
        return 1 - level if chance and self.rng.random() < chance else level

    def counted(self, counter: str, pulses: int) -> int:
        """How many of these pulses a counter gives."""
        if counter in self.mute:
            return 0
        missed = min(pulses, self.missed.get(counter, 0))
        if missed:
            self.missed[counter] -= missed
        return pulses - missed

    def chattering_counters(self) -> list[str]:
        """Counters that give an extra pulse in this step of the model."""
        counters = [name for name in self.chances if name.endswith("_tiles")]
        return [name for name in counters if self.rng.random() < self.chances[name]]

    def tile_slips(self) -> bool:
        """Whether the tile that is pushed now rolls onto the floor."""
        if self.slips <= 0:
            return False
        self.slips -= 1
        return True
