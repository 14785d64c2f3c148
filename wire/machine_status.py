"""The machine at one moment, as `diag/machine` carries it and the daemon's rooms hand it to each other."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.set_names import SetName


@dataclass(frozen=True, slots=True)
class ExchangeStatus:
    """An exchange that is asked for, or under way.

    Attributes:
        present: tiles that a set has which is still to be exchanged.
        needed: tiles that both are to have.
        agreed: whether somebody has said that it may begin.
    """

    present: int
    needed: int
    agreed: bool


@dataclass(frozen=True, slots=True)
class MachineFault:
    """A latched stop. `id` is what clearing it must name; `action` says what to do first.

    `part` and `side` (a seat, or None) say where, for whoever puts that into other words.
    """

    id: str
    code: str
    text: str
    action: str
    part: str = "machine"
    side: int | None = None


@dataclass(frozen=True, slots=True)
class MachineNotice:
    """Something to look after soon, although nothing stops. `part` and `side` as in `MachineFault`."""

    code: str
    part: str
    side: int | None
    text: str


@dataclass(frozen=True, slots=True)
class MachineStatus:
    """The machine at one moment.

    Attributes:
        state: one of `firmware_bridge.cycle.State`.
        text: one sentence for people.
        progress: 0 to 1 where the state has one.
        tile_set: the set on the table, or the one being built or raised.
        tiles_in: tiles of the set on the table that are back in the machine.
        fault: why it stands still, if it does.
        missing: tiles that people are asked to look for, because nobody has counted them; 0 while there is no doubt.
        obstacle: why the lifts wait (`obstacles.ObstacleKind`); "" while they do not.
        maintenance: whether somebody works on it: it moves only by single orders.
        notices: what somebody should look after soon, the newest last.
        exchange: the sets get other tiles, or are to get them; None while they are as the game needs them.
        refusal: why the board refuses again and again what the game asks for (`refusals.REASON_CODES`), or why nothing
            is asked of it: its firmware is of another version; "" mostly.
        progress_of: the tiles of which `progress` is a share, None without it.
    """

    state: str
    text: str
    progress: float | None
    tile_set: SetName | None
    tiles_in: int
    fault: MachineFault | None
    missing: int = 0
    obstacle: str = ""
    maintenance: bool = False
    exchange: ExchangeStatus | None = None
    notices: tuple[MachineNotice, ...] = ()
    refusal: str = ""
    progress_of: int | None = None
