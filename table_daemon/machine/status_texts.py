"""What the daemon tells people about the machine: states and faults in plain sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from firmware_bridge.cycle import State
from firmware_bridge.messages import FaultCode, Notice, NoticeCode
from mahjong_rules.set_names import SetName
from wire.machine_status import MachineFault, MachineNotice

_FAULT_TEXTS = {
    FaultCode.STOPPED: ("the machine was stopped", "make sure that nobody reaches into the table"),
    FaultCode.LEASE_EXPIRED: (
        "the motor board lost contact with the computer for half a second while something moved",
        "look at the cable and the load of the computer",
    ),
    FaultCode.EMERGENCY_STOP: ("the emergency stop is pressed", "remove the danger, then release the button"),
    FaultCode.DOME_TIMEOUT: ("the dome does not reach its stop", "look for a tile under its rim"),
    FaultCode.LIFT_TIMEOUT: ("{where} does not reach its stop", "look for a tile or a finger at its edge"),
    FaultCode.PUSH_TIMEOUT: ("{where} did not load its lift", "look for a tile that lies across the rail"),
    FaultCode.BUILD_TIMEOUT: (
        "{where} did not fill its wall in time",
        "look for a jam, for tiles on the floor and for two that stick together",
    ),
    FaultCode.DICE_TIMEOUT: ("the dice do not come to rest", "look at the dice box"),
    FaultCode.SENSOR_CONFLICT: ("sensors of {where} contradict each other", "clean its sensors and check their plugs"),
    FaultCode.MOTOR_LIMIT: ("a motor ran longer than it may", "look for a jam and check the sensors"),
    FaultCode.TILE_SURPLUS: (
        "more tiles were counted than a set has",
        "make sure that the whole set is inside and no tile of the other set came in with it",
    ),
    FaultCode.STALLED: ("{where} was held up and went back a little", "look for a hand, a finger or a tile in its way"),
}


LATE_COMPUTER: Final = "computer_late"
"""The board says LEASE_EXPIRED: it cannot know why nobody renewed the lease."""
_SIDE_PARTS = {1: "lift", 2: "head", 3: "pusher"}
_PARTS = {1: "dome", 64: "disc", 65: "dice_box", 81: "drop_counter_a", 82: "drop_counter_b"}
_PART_TEXTS = {
    "machine": "the machine",
    "lift": "the lift",
    "head": "the stacking head",
    "pusher": "the pusher",
    "dome": "the dome",
    "disc": "the disc",
    "dice_box": "the dice box",
    "drop_counter_a": "the drop counter A",
    "drop_counter_b": "the drop counter B",
}


def where_text(mechanism: int) -> str:
    """A mechanism's number in words; sides are seats, counter-clockwise from 0."""
    part, side = part_and_side(mechanism)
    return _PART_TEXTS[part] if side is None else f"{_PART_TEXTS[part]} of side {side}"


def part_and_side(mechanism: int) -> tuple[str, int | None]:
    """A mechanism's number as the name of a part, and the side (a seat) that it belongs to."""
    if mechanism // 16 in _SIDE_PARTS and mechanism % 16 < 4:
        return _SIDE_PARTS[mechanism // 16], mechanism % 16
    return _PARTS.get(mechanism, "machine"), None


def board_fault(boot_id: int, fault_id: int, code: FaultCode, mechanism: int, reason: str = "") -> MachineFault:
    """A fault the board has latched, in words; `reason` is what is known beside it: why it was stopped, counts."""
    text, action = _FAULT_TEXTS[code]
    text = text.format(where=where_text(mechanism))
    if reason:
        text = f"{text}: {reason}"
    part, side = part_and_side(mechanism)
    return MachineFault(f"{boot_id:04x}-{fault_id}", code.name.lower(), text, f"{action}, then clear it", part, side)


def late_computer_fault(fault: MachineFault, gap_s: float) -> MachineFault:
    """A lease that expired because this computer did not renew it in time, told as that and not as a cable's fault."""
    text = f"this computer was too busy to watch over the motors for {gap_s:.1f} s while something moved"
    action = "end other programs on it, look at its power supply and its temperature, or take a faster one"
    return replace(fault, code=LATE_COMPUTER, text=text, action=f"{action}, then clear it")


def machine_notice(notice: Notice) -> MachineNotice:
    """A notice of the board as people are told it."""
    part, side = part_and_side(notice.mechanism)
    return MachineNotice(notice.code.name.lower(), part, side, notice_text(notice))


def notice_text(notice: Notice) -> str:
    """Something to look after soon, as a clause."""
    where = where_text(notice.mechanism)
    if notice.code is NoticeCode.SLOW:
        took_s, usual_s = notice.value / 100, notice.usual / 100
        return f"{where} took {took_s:.1f} s, usually {usual_s:.1f} s: look for dirt, a worn part or a weak supply"
    return (
        f"{where} gave {notice.value} pulses while the dome was down; they do not count: clean it, press its plug home"
    )


_STATE_TEXTS = {
    State.WAITING: "The machine waits for someone to say that it may move.",
    State.IDLE: "The machine is ready; no walls are built.",
    State.READY: "The walls of set {set} are built.",
    State.HOMING: "The machine moves to its resting position.",
    State.BUILDING: "Set {set} is being shuffled and built: {built} of {count}.",
    State.RAISING: "The walls of set {set} rise.",
    State.ROLLING: "The dice are rolling.",
    State.CLEARING: "The dome rises.",
    State.COUNTING: "Please push the tiles in: {inside} of {count} are in.",
    State.CLOSING: "The dome comes down.",
    State.MAINTENANCE: "The machine is in maintenance: it moves only when somebody orders a single motion.",
}


def state_text(state: State, tile_set: SetName | None, inside: int, built: int, count: int) -> str:
    """The sentence for a state that needs nothing but numbers; "" for one that needs more."""
    return _STATE_TEXTS.get(state, "").format(set=tile_set or "?", inside=inside, built=built, count=count)
