"""The motor board's firmware: a pure core for MicroPython and CPython; only main.py knows pins.

* `board`: the board's end of the link, with `codec` (packets) and `protocol` (numbers). `config`: what it must know.
  `clock`: its own time, and the lease.
* `machine_core`: what the machine is doing; `admission` (interlocks), `steps` and `mechanisms` (what a step does),
  `motors`.
* `drop_ring`: tiles counted. `record`, `memory`: what outlasts a power cut. `travel_times`: learned times.
* `start`: what runs first. `main`: the Raspberry Pi Pico, with `pins` and `board_map`.
* `handover`: the way to the prompt. `wiring_check`: which input changes.
"""
