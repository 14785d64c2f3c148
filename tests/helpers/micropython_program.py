"""Runs under MicroPython: the core once more through a recorded session; prints what it did as one line of JSON."""

import binascii
import json
import sys

sys.path.insert(0, "/")

from board_firmware.board import Board
from board_firmware.config import BoardConfig


class ReplayedPins:
    """Reads what was recorded, notes what is written."""

    def __init__(self, session):
        self.levels = session["levels"]
        self.throws = session["throws"]
        self.ms = session["ms"]
        self.writes = []
        self.records = []
        self.record = binascii.unhexlify(session["record"])
        self.outputs = {}

    def read(self, name):
        return self.levels[name]

    def write(self, name, value):
        if self.outputs.get(name) != value:
            self.outputs[name] = value
            self.writes.append([self.ms, name, value])

    def ticks_ms(self):
        return self.ms

    def throw_dice(self):
        self.levels["dice_busy"] = 1
        return tuple(self.throws.pop(0))

    def load_record(self):
        return self.record

    def save_record(self, record):
        self.records.append(binascii.hexlify(record).decode())


with open("/session.json") as file:  # noqa: PTH123 - MicroPython has no pathlib
    recorded = json.load(file)
pins = ReplayedPins(recorded)
board = Board(pins, BoardConfig(), recorded["boot_id"])
pins.writes.clear()
wire = b""
for at_ms, changes, heard in recorded["steps"]:
    pins.ms = at_ms
    pins.levels.update(changes)
    if heard is None:
        board.tick()
    else:
        board.receive(binascii.unhexlify(heard))
    wire += board.take_output()
done = {"by": sys.implementation.name, "wire": binascii.hexlify(wire).decode()}
done["writes"], done["records"] = sorted(pins.writes), pins.records
print(json.dumps(done))  # noqa: T201 - how it answers
