"""Levenberg's and Marquardt's method: the unknowns that leave the least over, found step by step downhill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.geometry.lens import Floats

_STEPS: Final = 40
"""Steps of the search at most; it ends by `_ENOUGH` long before."""
_ENOUGH: Final = 1e-7
"""The search ends when a step gains less than this share of the cost."""
_STEP: Final = 1e-6
"""How far an unknown is moved to see what it does, as a share of it: the square root of a double's last digit."""

Misfits = Callable[[Floats], Floats]
"""Unknowns -> everything that should be 0, in standard deviations."""
Slopes = Callable[[Floats, Floats, list[int]], Floats]
"""Unknowns, their misfits and the free ones -> by how much each misfit grows with each free unknown."""


def least_squares(start: Floats, free: list[int], misfits: Misfits, slopes: Slopes) -> tuple[Floats, float]:
    """The best unknowns near a start and their sum of squares; only the `free` ones (by place) move."""
    best = start.copy()
    off = misfits(best)
    cost, damping = float(off @ off), 1e-3
    for _ in range(_STEPS):
        steep = slopes(best, off, free)
        normal, downhill = steep.T @ steep, -steep.T @ off
        while damping < 1e9:
            trial = best.copy()
            trial[free] += np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), downhill)
            new_off = misfits(trial)
            new_cost = float(new_off @ new_off)
            if new_cost <= cost:
                break
            damping *= 8
        else:
            break
        gained = cost - new_cost
        best, off, cost, damping = trial, new_off, new_cost, max(damping / 8, 1e-9)
        if gained <= _ENOUGH * (1 + cost):
            break
    return best, cost


def moved(unknowns: Floats, place: int) -> tuple[Floats, float]:
    """The unknowns with one of them moved a little, and by how much: for slopes by differences."""
    step = _STEP * max(1.0, abs(float(unknowns[place])))
    near = unknowns.copy()
    near[place] += step
    return near, step


def slopes_of(misfits: Misfits) -> Slopes:
    """Slopes by differences, where nothing is saved by knowing which misfits an unknown moves."""

    def slopes(unknowns: Floats, off: Floats, free: list[int]) -> Floats:
        columns = [moved(unknowns, place) for place in free]
        return np.column_stack([(misfits(near) - off) / step for near, step in columns])

    return slopes
