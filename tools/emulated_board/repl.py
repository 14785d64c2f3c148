"""Files on an emulated Pico, by the raw REPL of its MicroPython: what `mpremote cp` does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.emulated_board.pico import EmulatedPico

CORE = Path(__file__).parents[2] / "board_firmware"
_PIECE = 512


def enter(pico: EmulatedPico) -> None:
    """Into the raw REPL, from its prompt."""
    pico.send(b"\r\x03\x03")
    pico.run(0.05)
    pico.take()
    pico.send(b"\x01")
    pico.hear(b"raw REPL; CTRL-B to exit\r\n>")


def execute(pico: EmulatedPico, code: str, within_s: float = 20.0) -> bytes:
    """Run it; what it prints.

    Raises:
        RuntimeError: it failed.
    """
    pico.send(code.encode() + b"\x04")
    pico.hear(b"OK")
    printed = pico.hear(b"\x04", within_s)[:-1]
    failed = pico.hear(b"\x04>")[:-2]
    if failed:
        raise RuntimeError(failed.decode())
    return printed


def put(pico: EmulatedPico, name: str, content: bytes) -> None:
    """Write one file."""
    execute(pico, f"f=open({name!r},'wb')")
    for at in range(0, len(content), _PIECE):
        execute(pico, f"f.write({content[at : at + _PIECE]!r})")
    execute(pico, "f.close()")


def install_firmware(pico: EmulatedPico, core: Path = CORE) -> None:
    """The package and its `main.py`, as docs/hardware.md §7 has an owner do it."""
    enter(pico)
    execute(pico, "import os\ntry:\n os.mkdir('board_firmware')\nexcept OSError: pass")
    for file in sorted(core.glob("*.py")):
        put(pico, f"board_firmware/{file.name}", file.read_bytes())
    put(pico, "main.py", (core / "start.py").read_bytes())
