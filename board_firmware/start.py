"""The first file that MicroPython runs: copied to the root of the Pico's flash as `main.py`.

Rules this file keeps:
* Ctrl-C is data from its first line on. A HELLO holds a 03, and one that came while the firmware was still being
  compiled ended it: measured on the emulated board, which then answered nobody until its plug was pulled.
* However the firmware ends, Ctrl-C works again and the motors' relay is open.
* A firmware on trial that hangs before it serves, or ends, restarts the board: that start is at the prompt.
"""
# mypy: ignore-errors
# (MicroPython's modules machine and micropython have no place in CPython's types.)

import machine
import micropython

micropython.kbd_intr(-1)
TRIAL_START_MS = 8000
"""Three times what the firmware takes to be compiled on the emulated board; the RP2040's watchdog knows 8,388 at most
(data sheet §4.7). Once it serves the firmware sets the watchdog's own, shorter time."""
on_trial = False
try:
    from board_firmware import handover

    if handover.may_serve():
        on_trial = handover.is_on_trial()
        if on_trial:
            machine.WDT(timeout=TRIAL_START_MS)
        from board_firmware.main import run

        run()
finally:
    micropython.kbd_intr(3)
    if on_trial and handover.is_on_trial():
        machine.reset()
