"""Whether a goal may be pursued now, and by which steps: the interlocks of the table in one place."""

from board_firmware import protocol as p
from board_firmware.mechanisms import BuildStep, DiceStep, DomeStep, LiftStep, LoadStep
from board_firmware.motors import SIDES
from board_firmware.record import NONE, SET_A, SET_B
from board_firmware.steps import LIFT_BOTTOMS, LIFT_TOPS, RAILS_FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from board_firmware.record import TableRecord
    from board_firmware.steps import Hardware, MechanismStep

# The two groups of which one operation each may run (docs/serial_link.md §5); an index of `Machine.operations`.
INSIDE = 0
TABLE = 1
ALONE = (p.HOME, p.RAISE, p.SELF_TEST)
"""docs/serial_link.md §5: verbs beside which nothing else runs."""
MAY = -1
"""No objection: begin it."""
_ARGUMENTS = {p.HOME: 0, p.BUILD: 2, p.RAISE: 1, p.LOWER: 0, p.DOME: 1, p.DICE: 0, p.SELF_TEST: 0}


def group_of(verb: int) -> int:
    """Which of the two operations that may run at a time this is."""
    return INSIDE if verb == p.BUILD else TABLE


def walls_stand(hardware: "Hardware") -> bool:
    """Whether four whole walls are built: the record says so, and so do the rails until the pushers move them."""
    record = hardware.record
    return record.rails_complete and bool(record.loaded_set or hardware.all_of(RAILS_FULL))


def malformed(hardware: "Hardware", verb: int, args: bytes) -> bool:
    """Whether the arguments make no sense for this verb."""
    if len(args) != _ARGUMENTS[verb]:
        return True
    if verb in (p.BUILD, p.RAISE) and args[0] not in (SET_A, SET_B):
        return True
    if verb == p.BUILD:
        return args[1] != hardware.record.sizes[args[0]]
    return verb == p.DOME and args[0] > 1


def objection(hardware: "Hardware", verb: int, args: bytes) -> "tuple[int, int]":
    """(MAY, 0) when the goal may be pursued, (DONE, 0) when it is reached, else (INTERLOCK, which)."""
    if verb == p.BUILD:
        return _build_objection(hardware, args[0])
    if verb == p.RAISE:
        return _raise_objection(hardware, args[0])
    if verb == p.LOWER:
        return _lower_objection(hardware)
    if verb == p.DOME:
        return _dome_objection(hardware, up=args[0] == 1)
    if verb == p.SELF_TEST and (hardware.record.on_table or hardware.record.loaded_set):
        return (p.INTERLOCK, p.LOCK_TILES_ON_TABLE)
    return (MAY, 0)


def count_objection(hardware: "Hardware", tile_set: int, counted: int) -> "tuple[int, int]":
    """The same for a person's word that a set of which so many tiles were counted is inside."""
    record = hardware.record
    if record.inside[tile_set] != counted:
        return (p.INTERLOCK, p.LOCK_COUNT_DIFFERS)
    if record.on_table == tile_set and not hardware.pins.read("dome_top"):
        return (p.INTERLOCK, p.LOCK_DOME_NOT_UP)
    if record.is_complete(tile_set):
        return (p.DONE, 0)
    return (MAY, 0)


def size_objection(record: "TableRecord", tile_set: int, tiles: int) -> "tuple[int, int]":
    """The same for a person's word that a set has so many tiles from now on."""
    if record.sizes[tile_set] == tiles:
        return (p.DONE, 0)
    if tile_set in (record.rails_set, record.loaded_set):
        return (p.INTERLOCK, p.LOCK_SET_STACKED)
    return (p.INTERLOCK, p.LOCK_MORE_INSIDE) if record.inside[tile_set] > tiles else (MAY, 0)


def _lower_objection(hardware: "Hardware") -> "tuple[int, int]":
    if hardware.record.on_table:
        return (p.INTERLOCK, p.LOCK_TILES_ON_TABLE)
    return (p.DONE, 0) if hardware.all_of(LIFT_BOTTOMS) else (MAY, 0)


def _dome_objection(hardware: "Hardware", up: bool) -> "tuple[int, int]":
    if hardware.pins.read("dome_top" if up else "dome_bottom"):
        return (p.DONE, 0)
    if up and not hardware.all_of(LIFT_TOPS):
        return (p.INTERLOCK, p.LOCK_LIFTS_NOT_UP)
    return (MAY, 0)


def _build_objection(hardware: "Hardware", tile_set: int) -> "tuple[int, int]":
    record = hardware.record
    if record.rails_set not in (0, tile_set):
        return (p.INTERLOCK, p.LOCK_RAILS_HOLD_OTHER_SET)
    if record.rails_set and walls_stand(hardware):
        return (p.DONE, 0)
    if record.on_table == tile_set or not record.is_complete(tile_set):
        return (p.INTERLOCK, p.LOCK_SET_INCOMPLETE)
    return (MAY, 0)


def _raise_objection(hardware: "Hardware", tile_set: int) -> "tuple[int, int]":
    record = hardware.record
    stands = record.on_table == tile_set and not record.being_cleared and record.inside[tile_set] == 0
    if stands and hardware.all_of(LIFT_TOPS):
        return (p.DONE, 0)
    if record.on_table:
        return (p.INTERLOCK, p.LOCK_TILES_ON_TABLE)
    if record.rails_set != tile_set or not walls_stand(hardware):
        return (p.INTERLOCK, p.LOCK_SET_NOT_BUILT)
    return (MAY, 0)


def steps_for(hardware: "Hardware", verb: int, args: bytes) -> "list[MechanismStep]":
    """The steps that lead to the goal from wherever the machine stands."""
    if verb == p.BUILD:
        return [BuildStep(hardware, args[0])]
    if verb == p.DICE:
        return [DiceStep(hardware)]
    if verb == p.DOME:
        return [DomeStep(hardware, args[0] == 1)]
    if verb == p.SELF_TEST:
        return _self_test(hardware)
    steps: list[MechanismStep] = [DomeStep(hardware, up=False)]
    if verb in (p.LOWER, p.RAISE):
        steps.append(LiftStep(hardware, up=False))
    if verb == p.RAISE or (verb == p.HOME and _loading_was_cut_off(hardware)):
        steps.append(LoadStep(hardware))
    if verb in (p.RAISE, p.HOME):
        steps.append(LiftStep(hardware, up=True))
    return steps


def _self_test(hardware: "Hardware") -> "list[MechanismStep]":
    """One mechanism at a time, so that a fault names the one that fails; the dome that rises darkens the dice again."""
    steps: list[MechanismStep] = [DomeStep(hardware, up=False), LiftStep(hardware, up=True), DiceStep(hardware)]
    steps += [DomeStep(hardware, up=True), DomeStep(hardware, up=False)]
    for side in SIDES:
        steps += [LiftStep(hardware, up=False, sides=(side,)), LiftStep(hardware, up=True, sides=(side,))]
    return steps


def _loading_was_cut_off(hardware: "Hardware") -> bool:
    """Lifts leave the rails only when all of them are loaded: one that stands higher needs no more pushing."""
    return hardware.record.loaded_set != NONE and hardware.all_of(LIFT_BOTTOMS)
