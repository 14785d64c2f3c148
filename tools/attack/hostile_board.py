"""Attacks the firmware core with packets, tick counters and resets, and judges it after every step.

Packets are flipped, truncated, spliced, replayed, doubled, reordered and made to lie under a right CRC; the tick
counter wraps at 2^30, 2^31 or 2^32 and jumps to and over its wraps; board and host are reset in the middle of anything;
people press the stop, mechanisms stick and sensors lie. Each table lives for 5,000 packets and has a seed of its own,
which a violation names: `--table N` runs it alone. Prints progress to stderr and a table to stdout; exit status 1 on a
violation.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from random import Random
from typing import Final

from board_firmware.board import Board
from board_firmware.config import BoardConfig
from hw_sim.machine.counters import COUNTERS
from hw_sim.machine.mechanics import Mechanics
from mahjong_rules.set_names import SetName
from tools.attack import hostile_frames as f
from tools.attack.board_judge import BoardJudge
from tools.attack.hostile_host import HostileHost
from tools.attack.hostile_pins import HostilePins
from tools.attack.tally import Tally

FORBIDDEN: Final = "violations"
PACKETS_OF_A_TABLE: Final = 5000
"""Chosen: some forty cycles of build and raise; a violation is found again within a second."""
_SPEED: Final = 30.0
"""Of the mechanics. Chosen: a build takes a second of the board's time, a lease runs out in the middle of it."""
_TOLD_EVERY_S: Final = 10.0
_LOOKS: Final = 0.7
"""How often the board looks after its machine after a packet: else packets come in a burst. Chosen."""
_CHANCES: Final = {"jump": 0.004, "stall": 0.004, "board reset": 0.002, "host reset": 0.004, "people": 0.02}
"""Of each step. Chosen: each some ten times in the life of a table, seldom enough for a build to end."""
_MOTORS: Final = ("dome_up", "dome_down", "lift_1_up", "lift_2_down", "head_2", "pusher_3", "disc")
_SENSORS: Final = (
    "dome_bottom",
    "dome_top",
    "lift_0_top",
    "lift_2_bottom",
    "rail_2_full",
    "tray_1_loaded",
    "dice_busy",
)


class HostileTable:
    """One board with its mechanics, attacked.

    Attributes:
        tally: what was done to it.
        violations: what must not have happened.
    """

    def __init__(self, seed: str, tally: Counter[str]) -> None:
        self._chance = Random(seed)
        self._mechanics = Mechanics(Random(seed), _SPEED)
        self._pins = HostilePins(self._mechanics, self._chance)
        self._host = HostileHost(self._chance)
        self._board = self._boot()
        self._judge = BoardJudge(self._pins, self._board)
        self._seed = seed
        self.tally = tally

    @property
    def violations(self) -> list[str]:
        """What must not have happened so far, with the table it happened on."""
        return [f"table {self._seed}: {what}" for what in self._judge.violations]

    def attack(self, packets: int) -> None:
        """So many packets, and everything that happens between them."""
        done = 0
        try:
            while done < packets and not self._judge.violations:
                self._disturb()
                data, kind = self._host.next_bytes(self._board)
                if data:
                    done += 1
                    self.tally[kind] += 1
                    self._give(data)
                if self._chance.random() < _LOOKS:
                    self._pass_ms(self._chance.randrange(1, 20))
                    self._tick()
        except Exception:  # noqa: BLE001 - nothing that is asked may raise
            last = traceback.format_exc().strip().splitlines()
            self._judge.violations.append(f"raised {last[-1]} {last[-3].strip()}")
        self.tally["packets"] += done
        self.tally += self._judge.figures

    def next_boot_number(self) -> int:
        """As the firmware counts its boots in flash: none comes twice."""
        return self._pins.boot % 0xFFFF + 1

    def _boot(self) -> Board:
        self._pins.boot = self.next_boot_number()
        self._heard, self._said = f.Ear(), f.Ear()
        return Board(self._pins, BoardConfig(), self._pins.boot)

    def _give(self, data: bytes) -> None:
        """Up to each delimiter: so one packet at most is judged at a time."""
        for piece in re.findall(b"[^\0]*\0|[^\0]+", data):
            packets = self._heard.hear(piece)
            self._board.receive(piece)
            said = self._said.hear(self._board.take_output())
            self._judge.heard(packets[0] if packets else None, said)
            self._host.hear(said)

    def _tick(self) -> None:
        self._board.tick()
        said = self._said.hear(self._board.take_output())
        self._judge.ticked(said)
        self._host.hear(said)

    def _pass_ms(self, passing_ms: int) -> None:
        self._pins.true_ms += passing_ms
        self._mechanics.update(self._pins.true_ms / 1000)

    def _disturb(self) -> None:
        drawn = self._chance.random()
        for what, share in _CHANCES.items():
            drawn -= share
            if drawn < 0:
                self.tally[what] += 1
                {
                    "jump": self._jump,
                    "stall": self._stall,
                    "board reset": self._reset_board,
                    "host reset": self._host.reset,
                    "people": self._people,
                }[what]()
                return

    def _jump(self) -> None:
        self.tally[f"jump {self._pins.jump()}"] += 1
        self._pass_ms(self._chance.randrange(1, 20))
        self._tick()

    def _stall(self) -> None:
        """Nobody looks after the board for a while; then its packets or its look come first."""
        self._pass_ms(self._chance.choice((300, 499, 502, 1000, 17_500)))

    def _reset_board(self) -> None:
        if self._chance.random() < 0.1:
            self._pins.wipe()
        self._mechanics.outputs.release()
        self._pins.motors_on.clear()
        self._board = self._boot()
        self._judge.follow(self._board)

    def _people(self) -> None:
        chance, defects = self._chance, self._mechanics.defects
        what = chance.randrange(14)  # half of the times they mend what is broken
        if what == 0:
            self._pins.press_stop(pressed=chance.random() < 0.3)
        elif what == 1:
            defects.barriers["dome" if chance.random() < 0.3 else f"lift_{chance.randrange(4)}"] = chance.random()
        elif what == 2:
            defects.stuck.add(chance.choice(_MOTORS))
        elif what == 3:
            defects.frozen[chance.choice(_SENSORS)] = chance.randrange(2)
        elif what == 4:
            defects.missed[chance.choice(COUNTERS)] = chance.randrange(4)
        elif what == 5:
            for _ in range(chance.randrange(200)):
                self._mechanics.accept_tile(chance.choice((SetName.A, SetName.B)))
        else:
            self._mend()

    def _mend(self) -> None:
        defects = self._mechanics.defects
        for broken in (defects.barriers, defects.stuck, defects.frozen, defects.missed):
            broken.clear()
        self._pins.press_stop(pressed=False)


def campaign(packets: int, seed: int) -> Tally:
    """So many packets on one table after another."""
    tally = Tally()
    done = tally.outcomes
    began_s = told_s = time.monotonic()
    while done["packets"] < packets:
        table = HostileTable(f"{seed}-{done['tables']}", done)
        table.attack(min(PACKETS_OF_A_TABLE, packets - done["packets"]))
        done["tables"] += 1
        tally.faults += table.violations
        if time.monotonic() - told_s >= _TOLD_EVERY_S:
            told_s = time.monotonic()
            rate = done["packets"] / (told_s - began_s)
            said = f"{done['packets']} of {packets} packets, {rate:.0f}/s, {len(tally.faults)} violations"
            print(said, file=sys.stderr, flush=True)
    tally.figures["packets a second"] = done["packets"] / (time.monotonic() - began_s)
    return tally


def main() -> int:
    """The command; exit status 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=1_000_000, help="packets sent (default: 1000000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, help="this table of the seed alone")
    args = parser.parse_args()
    if args.table is None:
        return campaign(args.frames, args.seed).show(FORBIDDEN)
    table = HostileTable(f"{args.seed}-{args.table}", Counter())
    table.attack(PACKETS_OF_A_TABLE)
    return Tally(table.tally, faults=table.violations).show(FORBIDDEN)


if __name__ == "__main__":
    sys.exit(main())
