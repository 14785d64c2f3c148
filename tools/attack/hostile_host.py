"""A host that knows what to say, says it often, and says worse as often."""

from __future__ import annotations

from random import Random
from typing import Final

from board_firmware.board import Board
from board_firmware.config import BoardConfig
from tools.attack import hostile_frames as f

_HOSTILE: Final = 0.5
"""Share of packets that are damaged. Chosen: with more of them no build ends any more."""
_HASH: Final = BoardConfig().hash().to_bytes(4, "little")
_SIZES: Final = (136, 136, 136, 108, 144, 4, 152)
_GOALS: Final = (f.BUILD, f.BUILD, f.RAISE, f.RAISE, f.DOME, f.DOME, f.LOWER, f.DICE, f.HOME, f.SELF_TEST)


class HostileHost:
    """One program after another on the same port; each `reset` is another one."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._damage = f.Damage(chance)
        self._boot = self._last = self._session = 0
        self._is_greeted = False
        self._op_id = 0
        self.reset()

    def reset(self) -> None:
        """Another program: it knows nothing of the one before."""
        self._session = self._chance.randrange(0x10000)
        self._is_greeted = False

    def hear(self, said: list[f.Fields]) -> None:
        """What the board says."""
        for packet in said:
            if packet.kind == f.HELLO_REPLY and int.from_bytes(packet.payload[:2], "little") == self._session:
                self._is_greeted, self._boot = True, packet.boot
                self._last = int.from_bytes(packet.payload[-2:], "little")
            elif packet.boot != self._boot:
                self._is_greeted = False
            elif packet.kind == f.REPLY:
                self._last = packet.seq

    def next_bytes(self, board: Board) -> tuple[bytes, str]:
        """What it sends now, and how that is called; the board itself says what would make sense."""
        fields = self._sensible(board)
        packet = f.encode(fields)
        hostile = self._chance.random() < _HOSTILE
        kind = self._chance.choice(f.Damage.kinds) if hostile else "as it should be"
        data = self._damage.make(kind, packet, fields) if hostile else packet
        self._damage.keep(packet)
        return data, kind

    def _sensible(self, board: Board) -> f.Fields:
        drawn = self._chance.random()
        if not self._is_greeted or drawn < 0.01:
            return f.Fields(f.HELLO, 0, 0, self._session.to_bytes(2, "little") + b"\3\0")
        if drawn < 0.012:
            return f.Fields(f.STOP, self._boot, 0, b"\1")
        if drawn < 0.35:
            payload = self._session.to_bytes(2, "little") + board.events.newest.to_bytes(2, "little")
            return f.Fields(f.LEASE, self._boot, 0, payload)
        verb, arguments = self._command(board)
        self._op_id = self._op_id % 0xFFFF + 1
        payload = self._session.to_bytes(2, "little") + self._op_id.to_bytes(2, "little") + bytes((verb,)) + arguments
        return f.Fields(f.COMMAND, self._boot, (self._last + 1) & 0xFFFF, payload)

    def _command(self, board: Board) -> tuple[int, bytes]:
        tile_set = self._chance.choice((1, 1, 2))
        if self._chance.random() < 0.05:
            return self._odd_command(tile_set)
        machine = board.machine
        if machine.fault is not None:
            return f.CLEAR, machine.fault.fault_id.to_bytes(2, "little")
        if not machine.armed:
            return f.ARM, _HASH
        if not machine.homed and machine.operations == [None, None]:
            return f.HOME, b""
        return self._goal(board, tile_set)

    def _odd_command(self, tile_set: int) -> tuple[int, bytes]:
        chance = self._chance
        verb = chance.choice((f.STATUS, f.ARM, f.DISARM, f.SIZE, f.COMPLETE, f.CLEAR, chance.randrange(256)))
        said = {f.ARM: _HASH, f.SIZE: bytes((tile_set, chance.choice(_SIZES)))}
        return verb, said.get(verb, chance.randbytes(chance.randrange(4)))

    def _goal(self, board: Board, tile_set: int) -> tuple[int, bytes]:
        chance, record = self._chance, board.machine.record
        size, inside = record.sizes[tile_set], record.inside[tile_set]
        if not size:
            return f.SIZE, bytes((tile_set, 136))
        if inside != size and record.on_table != tile_set and chance.random() < 0.5:
            return f.COMPLETE, bytes((tile_set, inside))
        verb = chance.choice(_GOALS)
        arguments = {
            f.BUILD: bytes((tile_set, size)),
            f.RAISE: bytes((tile_set,)),
            f.DOME: bytes((chance.randrange(2),)),
        }
        return verb, arguments.get(verb, b"")
