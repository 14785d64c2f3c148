"""The simulated machine: mechanics and their defects, the motor board, its line, and the wires of the Raspberry Pi.

* `mechanics`: the table's moving parts together, and what its sensors read. `defects`: what is broken in them.
* The parts, in the order of a tile's way: `drop_ring`, `stacker` (disc, heads, rails), `trays` (pushers), `hoist` (dome
  and lifts), `dice_box`; `counters` see tiles pass, `board_outputs` drive the motors.
* `board`: the firmware's own core with the mechanics in place of its pins.
* `pty_link`, `memory_link`: the serial line to the board, at a pseudo-terminal and in memory; `line_noise` damages it.
* `fake_gpio`, `gpio_levels`: RPi.GPIO over a file; `wiring`: buttons, light and buzzer as people use them.
"""
