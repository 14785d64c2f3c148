"""What everybody is told of the machine, put together from its facts and from what it waits for. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.cycle import State
from mahjong_rules.set_names import SetName
from table_daemon.machine.count_doubt import doubt_text, missing_tiles, short_set
from table_daemon.machine.facts import KnownTrouble, MachineFacts
from table_daemon.machine.obstacles import Obstacle
from table_daemon.machine.set_exchange import SetExchange
from table_daemon.machine.status_texts import state_text
from wire.machine_status import MachineStatus


@dataclass(frozen=True, slots=True)
class Waits:
    """What a target waits for.

    Attributes:
        obstacle: what the lifts wait for; None while they do not.
        asks_for_tiles: whether people are asked to look for tiles that nobody counted.
        refusal: why the board refuses again and again, as a sentence; "" mostly.
        refusal_code: the same as a key of the page's catalogues.
    """

    obstacle: Obstacle | None = None
    asks_for_tiles: bool = False
    refusal: str = ""
    refusal_code: str = ""


def machine_status(facts: MachineFacts, waits: Waits, exchange: SetExchange, next_set: SetName) -> MachineStatus:
    """The machine now.

    Args:
        facts: what is known of it.
        waits: what its target waits for.
        exchange: the tiles that both sets are to have; only read.
        next_set: built next where the machine may choose.
    """
    tiles = _tiles(facts, exchange.wanted, next_set)
    done = {State.BUILDING: facts.build.progress, State.COUNTING: tiles.inside}.get(facts.state)
    return MachineStatus(
        state=facts.state.value,
        text=_text(facts, waits, exchange, tiles),
        progress=None if done is None else done / tiles.count,
        tile_set=tiles.tile_set,
        tiles_in=tiles.inside,
        fault=facts.fault,
        missing=missing_tiles(facts.state, facts.board, is_due=waits.asks_for_tiles),
        obstacle="" if waits.obstacle is None else waits.obstacle.kind.value,
        maintenance=facts.in_maintenance,
        exchange=exchange.status(facts.board),
        notices=facts.notices,
        refusal=_refusal(facts, waits),
        progress_of=None if done is None else tiles.count,
    )


def _refusal(facts: MachineFacts, waits: Waits) -> str:
    """The board refuses what is asked, or we refuse the board."""
    if facts.state is State.OFFLINE and isinstance(facts.trouble, KnownTrouble):
        return facts.trouble.code
    return waits.refusal_code if facts.state is State.REFUSED else ""


@dataclass(frozen=True, slots=True)
class _Tiles:
    """The set that is shown, how many of its tiles are back inside, and how many it has."""

    tile_set: SetName | None
    inside: int
    count: int


def _tiles(facts: MachineFacts, wanted: int, next_set: SetName) -> _Tiles:
    board = facts.board
    if board is None:
        return _Tiles(None, 0, wanted)
    is_counting = facts.state is State.COUNTING
    counted = short_set(board) if is_counting else None
    shown = counted or board.on_table or board.loaded_set or board.rails_set or next_set
    inside = board.tiles_inside(shown) if board.on_table or is_counting else 0
    return _Tiles(shown, inside, board.size(shown) or wanted)


def _text(facts: MachineFacts, waits: Waits, exchange: SetExchange, tiles: _Tiles) -> str:
    text = _plain_text(facts, tiles)
    match facts.state:
        case State.OFFLINE:
            text = f"The motor board is not connected: {facts.trouble}."
        case State.FAULTED | State.WAITING:
            text = f"The machine stands still: {facts.fault.text if facts.fault else facts.trouble}."
        case State.REFUSED:
            text = waits.refusal
        case State.BLOCKED if waits.obstacle is not None:
            text = waits.obstacle.text
        case State.IN_PLAY:
            text = f"The walls of set {tiles.tile_set} stand.{_building_text(facts, tiles.count)}"
        case State.EXCHANGE:
            text = exchange.question(facts.board)
        case State.COUNTING:
            text = _counting_text(facts, waits, exchange, tiles) or text
    return text


def _plain_text(facts: MachineFacts, tiles: _Tiles) -> str:
    return state_text(facts.state, tiles.tile_set, tiles.inside, facts.build.progress, tiles.count)


def _counting_text(facts: MachineFacts, waits: Waits, exchange: SetExchange, tiles: _Tiles) -> str:
    if tiles.inside >= tiles.count:
        return "All tiles are in."
    if facts.board is None or tiles.tile_set is None:
        return ""
    if waits.asks_for_tiles:
        return doubt_text(tiles.tile_set, tiles.inside, tiles.count)
    return exchange.text(facts.board, tiles.tile_set)


def _building_text(facts: MachineFacts, tile_count: int) -> str:
    if not facts.build.is_running:
        return ""
    return f" Set {facts.build.tile_set} is being built: {facts.build.progress} of {tile_count}."
