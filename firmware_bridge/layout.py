"""How messages lie in the payload of a packet: all little-endian (docs/serial_link.md §3-§6).

Rules this file keeps:
* `parse_*` checks everything it reads and raises `MessageError`; a message that parses is well-formed.
"""

from __future__ import annotations

import struct

from firmware_bridge.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    BoardEvent,
    BoardStatus,
    CommandOutcome,
    CountsChanged,
    FaultCode,
    FaultReport,
    Hello,
    Interlock,
    LeaseReply,
    MessageError,
    Notice,
    NoticeCode,
    OperationDone,
    OperationProgress,
    Reply,
    Verb,
    tile_set_from_number,
)
from mahjong_rules.set_names import SetName

_HELLO_REPLY = struct.Struct("<HBBIIBHHH")
_HELLO_HEAD = struct.Struct("<HBB")
_COMMAND = struct.Struct("<HHB")
_REPLY = struct.Struct("<HHBB")
_LEASE_REPLY = struct.Struct("<HHBBB")
_EVENT = struct.Struct("<BHBB")
_FAULT = struct.Struct("<HBBIB")
_NOTICE = struct.Struct("<BBHH")
_HISTORY_ENTRY = struct.Struct("<BH")
_STATUS = struct.Struct("<HBBBBBBBHHHBBBB")
_FLAGS = (
    "armed",
    "homed",
    "emergency_stop_closed",
    "dome_down",
    "dome_up",
    "lifts_down",
    "lifts_up",
    "rails_complete",
    "being_cleared",
)


def hello_payload(nonce: int) -> bytes:
    """HELLO: a number that marks this session, and our protocol version."""
    return struct.pack("<HBB", nonce, PROTOCOL_MAJOR, PROTOCOL_MINOR)


def complete_arguments(tile_set: SetName, counted: int) -> bytes:
    """Arguments of COMPLETE: the whole set is inside although so few were counted."""
    return bytes((tile_set.number, counted))


def size_arguments(tile_set: SetName, tiles: int) -> bytes:
    """Arguments of SIZE: the set has so many tiles from now on."""
    return bytes((tile_set.number, tiles))


def command_payload(session: int, op_id: int, verb: Verb, arguments: bytes = b"") -> bytes:
    """COMMAND: number of the session, of the operation (0 for questions), verb, its arguments."""
    return _COMMAND.pack(session, op_id, verb) + arguments


def lease_payload(session: int, newest_event_seen: int) -> bytes:
    """LEASE of this session: acknowledges all events up to this one."""
    return struct.pack("<HH", session, newest_event_seen)


def parse_hello(boot_id: int, payload: bytes) -> Hello:
    """HELLO_REPLY. Of another protocol only the session and the version are known: the rest may lie elsewhere there.

    Raises:
        MessageError: wrong length.
    """
    if len(payload) >= _HELLO_HEAD.size:
        nonce, major, minor = _HELLO_HEAD.unpack_from(payload)
        if major != PROTOCOL_MAJOR:
            return Hello(nonce, boot_id, major, minor, 0, 0, 0, 0, 0, 0)
    nonce, major, minor, firmware, config, cause, capabilities, newest, seq = _unpack(_HELLO_REPLY, payload)
    return Hello(nonce, boot_id, major, minor, firmware, config, cause, capabilities, newest, seq)


def parse_reply(payload: bytes) -> Reply:
    """REPLY.

    Raises:
        MessageError: too short, or an unknown outcome.
    """
    session, op_id, verb, outcome = _unpack(_REPLY, payload[: _REPLY.size])
    data = payload[_REPLY.size :]
    try:
        locked = CommandOutcome(outcome) is CommandOutcome.INTERLOCK and len(data) == 1
        interlock = Interlock(data[0] if locked else 0)
        return Reply(session, op_id, verb, CommandOutcome(outcome), interlock, b"" if locked else data)
    except ValueError as error:
        raise MessageError(f"unknown answer of the board: {error}") from error


def parse_lease_reply(payload: bytes) -> LeaseReply:
    """LEASE_REPLY.

    Raises:
        MessageError: wrong length.
    """
    oldest, newest, inside_a, inside_b, flags = _unpack(_LEASE_REPLY, payload)
    return LeaseReply(oldest, newest, inside_a, inside_b, bool(flags & 1), bool(flags & 2))


def parse_event(payload: bytes) -> BoardEvent:
    """EVENT.

    Raises:
        MessageError: an unknown kind or a wrong length.
    """
    kind, op_id, inside_a, inside_b = _unpack(_EVENT, payload[: _EVENT.size])
    data = payload[_EVENT.size :]
    match kind:
        case 1 if len(data) == 2:
            return BoardEvent(inside_a, inside_b, OperationProgress(op_id, data[0], data[1]))
        case 2:
            return BoardEvent(inside_a, inside_b, OperationDone(op_id))
        case 3:
            return BoardEvent(inside_a, inside_b, _parse_fault(data))
        case 4:
            return BoardEvent(inside_a, inside_b, CountsChanged())
        case 5:
            return BoardEvent(inside_a, inside_b, _parse_notice(data))
        case _:
            raise MessageError(f"unknown event of the board: kind {kind} with {len(data)} bytes")


def parse_status(data: bytes) -> BoardStatus:
    """The data of a STATUS reply.

    Raises:
        MessageError: a wrong length or unknown number.
    """
    values = _unpack(_STATUS, data)
    flags, on_table, rails, loaded, inside_a, inside_b, die_1, die_2, *rest = values
    inside_op, table_op, fault_id, code, where, size_a, size_b = rest
    try:
        fault_code = FaultCode(code) if fault_id else None
    except ValueError as error:
        raise MessageError(f"unknown fault of the board: {error}") from error
    return BoardStatus(
        **{name: bool(flags >> bit & 1) for bit, name in enumerate(_FLAGS)},
        on_table=tile_set_from_number(on_table),
        rails_set=tile_set_from_number(rails),
        loaded_set=tile_set_from_number(loaded),
        tiles_inside_a=inside_a,
        tiles_inside_b=inside_b,
        dice=(die_1, die_2) if die_1 and die_2 else None,
        inside_operation=inside_op,
        table_operation=table_op,
        fault_id=fault_id,
        fault_code=fault_code,
        fault_mechanism=where,
        size_a=size_a,
        size_b=size_b,
    )


def _parse_fault(data: bytes) -> FaultReport:
    fault_id, code, mechanism, sensors, count = _unpack(_FAULT, data[: _FAULT.size])
    entries = data[_FAULT.size :]
    if len(entries) != count * _HISTORY_ENTRY.size:
        raise MessageError(f"a fault report announces {count} commands in {len(entries)} bytes")
    try:
        return FaultReport(fault_id, FaultCode(code), mechanism, sensors, tuple(_HISTORY_ENTRY.iter_unpack(entries)))
    except ValueError as error:
        raise MessageError(f"unknown fault of the board: {error}") from error


def _parse_notice(data: bytes) -> Notice:
    code, mechanism, value, usual = _unpack(_NOTICE, data)
    try:
        return Notice(NoticeCode(code), mechanism, value, usual)
    except ValueError as error:
        raise MessageError(f"unknown notice of the board: {error}") from error


def _unpack(layout: struct.Struct, payload: bytes) -> tuple[int, ...]:
    if len(payload) != layout.size:
        raise MessageError(f"a message of {layout.size} bytes was expected, {len(payload)} came")
    return layout.unpack(payload)
