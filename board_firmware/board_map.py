"""Which wire hangs where: the map from the names of the pin interface to the Pico's pins and its expanders.

Another table is another map: change the numbers here and nothing else (docs/hardware.md shows this one as tables).

Rules this file keeps:
* Data only; every name of the pin interface has exactly one place (docs/serial_link.md §8).
* Bits 7 and 15 of an MCP23017 are never inputs: its data sheet allows them as outputs only.
"""

SIDES = range(4)
FREE = ""
"""A bit that is not wired."""

# The wiring of docs/hardware.md, in the Pico's GPIO numbers.
I2C_SDA = 0
I2C_SCL = 1
PULSES = {f"head_{side}_tiles": 2 + side for side in SIDES}
PULSES["drop_a_tiles"] = 6
PULSES["drop_b_tiles"] = 7
"""The Pico's own pins: each falling edge is a tile."""
EMERGENCY_STOP = 8
"""Low while the contact is closed."""
MOTOR_ENABLE = 9
"""High closes the relay in the motors' supply."""

# An MCP23017 has the address 0x20 and what its pins A0-A2 add (docs/hardware.md).
LIFT_LIMITS = 0x20
SIDE_MOTORS = 0x21
WALLS_AND_CENTRE = 0x22
DICE = 0x23
"""Addresses of the expanders."""

INPUTS = {
    LIFT_LIMITS: [f"lift_{side}_top" for side in SIDES]
    + ["dome_top", "lift_0_overload", "lift_1_overload", FREE]
    + [f"lift_{side}_bottom" for side in SIDES]
    + ["dome_bottom", "lift_2_overload", "lift_3_overload", FREE],
    WALLS_AND_CENTRE: [f"rail_{side}_full" for side in SIDES]
    + ["dome_overload", FREE, FREE, FREE]
    + [f"tray_{side}_loaded" for side in SIDES]
    + [FREE, FREE, FREE, FREE],
}
"""Expander and bit, 0 to 15 (GPA0 to GPB7); a sensor that says yes pulls its bit low."""
OUTPUTS = {
    SIDE_MOTORS: [f"lift_{side}_{way}" for way in ("up", "down") for side in SIDES]
    + [f"{part}_{side}" for part in ("head", "pusher") for side in SIDES],
    WALLS_AND_CENTRE: [FREE] * 5
    + ["rails_short", "rails_long"]
    + [FREE] * 5
    + ["dome_up", "dome_down", "disc", "hopper_b"],
}
"""Expander and bit; high switches the driver on."""
FACES = (0x00, 0x08, 0x41, 0x49, 0x63, 0x6B, 0x77)
"""What a die shows, dark to six, on seven light-emitting diodes: die 1 at bits 0-6 of `DICE`, die 2 at bits 8-14."""
