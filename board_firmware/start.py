"""The first file that MicroPython runs: copied to the root of the Pico's flash as `main.py`.

Rules this file keeps:
* Ctrl-C is data from its first line on. A HELLO holds a 03, and one that came while the firmware was still being
  compiled ended it: measured on the emulated board, which then answered nobody until its plug was pulled.
* However the firmware ends, Ctrl-C works again and the motors' relay is open.
"""
# mypy: ignore-errors
# (MicroPython's module micropython has no place in CPython's types.)

import micropython

micropython.kbd_intr(-1)
try:
    from board_firmware.handover import may_serve

    if may_serve():
        from board_firmware.main import run

        run()
finally:
    micropython.kbd_intr(3)
