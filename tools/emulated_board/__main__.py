"""Run the shipped firmware on an emulated Pico: see the package."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from table_daemon.firmware.shipped import firmware_hash, shipped_files
from tools.emulated_board import programs
from tools.emulated_board.flashing import FlashingRun
from tools.emulated_board.measuring import EmulatedRun
from tools.emulated_board.pico import EmulatedPico
from tools.emulated_board.pico_line import bring_firmware
from tools.emulated_board.table import EmulatedTable


def main() -> int:
    """0 when every tile was counted and the cycle came to its end, or what failed to start was undone."""
    parser = argparse.ArgumentParser(prog="python -m tools.emulated_board", description=__doc__)
    parser.add_argument("what", choices=["install", "cycle", "flash"])
    parser.add_argument("folder", type=Path, help="where MicroPython and the emulator are, or shall be, installed")
    parser.add_argument("--speed", type=float, default=20.0, help="of the mechanics; the board's own is always real")
    wish = parser.parse_args()
    if wish.what == "install":
        programs.install(wish.folder)
        return 0
    programs.use(wish.folder)
    began_s = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began_s:6.0f} s  {line}", flush=True)

    table = EmulatedTable(_flash(wish.folder), wish.speed)
    if wish.what == "flash":
        flashing = FlashingRun(table, wish.folder / "kept", tell)
        flashing.run()
        return 0 if flashing.all_right else 1
    run = EmulatedRun(table, tell)
    run.cycle()
    return 0 if run.all_counted else 1


def _flash(folder: Path) -> bytes:
    """A flash with the firmware on it; the one of these very files is made once."""
    files = shipped_files()
    kept = folder / f"flash-{firmware_hash(files):08x}.bin"
    if not kept.exists():
        pico = EmulatedPico(programs.micropython(folder))
        bring_firmware(pico, files)
        kept.write_bytes(pico.flash)
    return kept.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
