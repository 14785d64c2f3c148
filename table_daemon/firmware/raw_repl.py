"""MicroPython's raw REPL, as its documentation describes it (`reference/repl`): programs in, what they print out.

Rules this file keeps:
* Bytes and the time go through a `ReplLine`; nothing here knows pyserial.
* Every wait ends. What the board says instead of what is expected stands in the error.
* A file is written beside its place, read back by its CRC-32, and only then renamed.
"""

from __future__ import annotations

import ast
import binascii
from contextlib import suppress
from typing import Final, Protocol

_PIECE: Final = 256
"""Bytes of a file in one program: MicroPython's USB buffers 256 bytes, and its heap holds the text of a piece twice."""
_ANSWER_S: Final = 10.0
"""The Pico's flash needs up to 400 ms to erase a sector (W25Q16JV data sheet); a file of 12 kB has three. A margin."""
_GREET_S: Final = 3.0
"""A soft reset of MicroPython takes about one second on a Pico; chosen with a margin."""
_BANNER: Final = b"raw REPL; CTRL-B to exit\r\n>"
_PROMPT: Final = b">>> "
_PROMPT_S: Final = 0.3
"""It is said within milliseconds; chosen so that a board without one costs little."""
_INTERRUPT, _RAW, _END, _FRIENDLY = b"\r\x03\x03", b"\x01", b"\x04", b"\r\x02"


class ReplError(Exception):
    """The prompt did not do as expected; one sentence."""


class ReplLine(Protocol):
    """An open line to a board; times in seconds."""

    def send(self, data: bytes) -> None:
        """Bytes to the board, all of them."""

    def hear(self, end: bytes, within_s: float) -> bytes:
        """What comes up to and with `end`; what has come so far when the time is over."""


def is_at_prompt(line: ReplLine) -> bool:
    """Whether MicroPython's prompt is there; a firmware that serves takes the question for noise.

    Nobody may greet a board at its prompt: a HELLO holds a 04, Ctrl-D, by which the prompt starts `main.py` anew.
    """
    line.send(_FRIENDLY)
    return line.hear(_PROMPT, _PROMPT_S).endswith(_PROMPT)


class RawRepl:
    """A board at its prompt.

    Args:
        line: an open line to it.

    Raises:
        ReplError: there is no prompt.
    """

    def __init__(self, line: ReplLine) -> None:
        self._line = line
        line.send(_INTERRUPT)
        line.hear(_PROMPT, _GREET_S)
        line.send(_RAW)
        said = line.hear(_BANNER, _GREET_S)
        if not said.endswith(_BANNER):
            raise ReplError(f"the board shows no MicroPython prompt: it said {said[-80:]!r}")

    def execute(self, program: str, within_s: float = _ANSWER_S) -> bytes:
        """Run it; what it prints.

        Raises:
            ReplError: it failed, or the board says something else.
        """
        self._line.send(program.encode() + _END)
        taken = self._line.hear(b"OK", within_s)
        if not taken.endswith(b"OK"):
            raise ReplError(f"the board did not take a program: it said {taken[-80:]!r}")
        printed = self._line.hear(_END, within_s)
        failed = self._line.hear(_END + b">", within_s)
        if not (printed.endswith(_END) and failed.endswith(_END + b">")):
            raise ReplError(f"the board did not finish a program within {within_s:.0f} s")
        if failed != _END + b">":
            last = failed.removesuffix(_END + b">").decode(errors="replace").strip().splitlines()[-1]
            raise ReplError(f"the board refused a program: {last}")
        return printed.removesuffix(_END)

    def files(self) -> list[str]:
        """Paths of what is at the root and in its folders, but for what the firmware itself writes (`*.bin`)."""
        printed = self.execute(
            "import os\n"
            "for n,t,*_ in os.ilistdir():\n"
            " if t==0x4000:\n"
            "  for m,u,*_ in os.ilistdir(n):\n"
            "   if u!=0x4000: print(repr(n+'/'+m))\n"
            " else: print(repr(n))\n"
        )
        names = [str(ast.literal_eval(line)) for line in printed.decode().split()]
        return sorted(name for name in names if not name.endswith(".bin"))

    def read(self, path: str) -> bytes:
        """The content of a file."""
        self.execute(f"import binascii\nf=open({path!r},'rb')")
        content = bytearray()
        while piece := binascii.unhexlify(self.execute(f"print(binascii.hexlify(f.read({_PIECE})).decode())").strip()):
            content += piece
        self.execute("f.close()")
        return bytes(content)

    def write(self, path: str, content: bytes) -> None:
        """Put a file in place, folder included.

        Raises:
            ReplError: what the flash holds afterwards is something else.
        """
        folder, _, _name = path.rpartition("/")
        if folder:
            self.execute(f"import os\ntry: os.mkdir({folder!r})\nexcept OSError: pass")
        beside = f"{path}.new"
        self.execute(f"f=open({beside!r},'wb')")
        for at in range(0, len(content), _PIECE):
            self.execute(f"f.write({content[at : at + _PIECE]!r})")
        printed = self.execute(
            f"f.close()\nimport os,binascii\nc=0\nf=open({beside!r},'rb')\n"
            "while 1:\n d=f.read(256)\n if not d: break\n c=binascii.crc32(d,c)\n"
            "f.close()\nprint(c)"
        )
        if int(printed) != binascii.crc32(content):
            raise ReplError(
                f"what the board's flash holds of {path} is not what was written: its flash is worn or full"
            )
        self.execute(f"os.rename({beside!r},{path!r})")

    def remove(self, path: str) -> None:
        """Take a file away."""
        self.execute(f"import os\nos.remove({path!r})")

    def leave(self) -> None:
        """Restart the board as its reset button does; the line breaks off, which is no error here."""
        self._line.send(b"import machine\nmachine.reset()" + _END)
        with suppress(ReplError):
            self._line.hear(b"OK", 1.0)

    def start_softly(self) -> None:
        """Let MicroPython begin anew with its `main.py`, the line staying open."""
        self._line.send(_FRIENDLY + _END)
