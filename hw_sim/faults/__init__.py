"""Things that go wrong at the simulated table, by a file (docs/simulated_faults.md).

* `base`, `plan`, `room_plan`: the file: which faults there are, and when they happen.
* `moments`: when a fault is due. `troubles`: lets faults happen and people mend them.
* `breakable`: what faults may act on. `effect`, `effects`: what each fault does to the machine and its line.
* `room`: what a fault does to camera, light and felt; `disturbance` pushes tiles, `sticks_astray` mislays sticks.
"""
