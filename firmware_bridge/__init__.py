"""The Raspberry Pi's side of the link to the motor board, and its own pins.

* The link: `serial_port` (the only file that knows pyserial), `transport`, `packets`, `layout` and `messages` (what
  lies in them), `link` (no input or output), `board` (a client of it).
* The machine: `goals`, `planner` (which goal comes next), `cycle` (states and their transitions), `settings`.
* Pins: `gpio` (the only file that knows RPi.GPIO), `gpio_settings`, `emergency_stop`, `buttons`, `signals`.
"""
