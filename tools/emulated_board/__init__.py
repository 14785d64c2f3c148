"""The shipped firmware on the real MicroPython, on an emulated RP2040, with `hw_sim`'s mechanics at its pins.

    python -m tools.emulated_board install FOLDER       MicroPython for rp2 and the emulator, into FOLDER (5 minutes)
    python -m tools.emulated_board cycle FOLDER         a whole cycle through the daemon's own client, and the figures
    python -m tools.emulated_board flash FOLDER         the shipped firmware flash, also of what must be undone

* `programs`: what is installed, from Debian and PyPI, and how it is built. Nothing of it belongs to this repository.
* `pico`: one RP2040 with its flash and its USB serial, in emulated time. `expanders`: four MCP23017 on its I2C.
* `table`: the Pico, `hw_sim`'s mechanics at its pins, and what is noted there. `pico_line`: the firmware onto it.
* `host`: an event loop in the Pico's own time, so that `firmware_bridge` talks to it as to any board.
* `measuring`: the figures. `flashing`: the shipped way of bringing a firmware.

What is not emulated: the time that flash takes to erase and to write (it takes none here), the cache of the flash (all
code runs as if it were in memory), a second core, bouncing contacts, and everything of the wires.
"""
