"""The board loses its power at any moment of a raise: what it saved must not tell an older story than the table."""

import pytest
from board_bench import BoardBench

from firmware_bridge.goals import BuildWalls, Home, MoveDome, RaiseWalls, ThrowDice
from firmware_bridge.messages import CommandOutcome, Interlock, Verb
from firmware_bridge.planner import Target, next_step
from hw_sim.machine.board import MechanicsPins
from mahjong_rules.set_names import SetName

RAISE_TICKS = range(0, 90, 2)
"""At twenty times the speed of a table all of it happens within a second of the last regular save."""


def begun_raise(ticks: int) -> BoardBench:
    """A board that lost its power so many ticks after it began to raise set A, and has its power again."""
    bench = BoardBench(speed=20.0)
    bench.ready()
    bench.reach(BuildWalls(SetName.A))
    assert bench.begin(RaiseWalls(SetName.A)).consents
    bench.run(ticks * 0.01)
    bench.now_s += 0.009
    bench.board.cut_power()
    bench.now_s += 0.3
    bench.board.restore_power()
    bench.hello()
    assert bench.arm() is CommandOutcome.DONE
    return bench


@pytest.mark.parametrize("ticks", RAISE_TICKS)
def test_after_a_power_cut_in_a_raise_homing_ends_and_the_walls_come_up(ticks):
    bench = begun_raise(ticks)
    bench.reach(Home())
    assert bench.status().fault_id == 0
    if bench.status().on_table is None:
        bench.reach(RaiseWalls(SetName.A))
    assert bench.status().on_table is SetName.A
    assert bench.status().tiles_inside_a == bench.mechanics.tiles_inside(SetName.A) == 0
    assert bench.status().fault_id == 0


def test_the_power_cuts_of_this_file_hit_every_phase_of_a_raise() -> None:
    rests = [begun_raise(ticks).status() for ticks in RAISE_TICKS]
    assert {(rest.loaded_set, rest.on_table, rest.lifts_up) for rest in rests} >= {
        (None, None, False),
        (SetName.A, None, False),
        (None, SetName.A, True),
    }


def clearing_cut_off(tiles: int) -> BoardBench:
    """Set A stood on the table, the dome went up, so many tiles were pushed in, and the power failed at once."""
    bench = BoardBench(speed=20.0)
    bench.ready()
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    bench.reach(MoveDome(up=True))
    for _ in range(tiles):
        assert bench.mechanics.accept_tile(SetName.A)
    bench.board.cut_power()
    bench.board.restore_power()
    bench.hello()
    assert bench.arm() is CommandOutcome.DONE
    return bench


@pytest.mark.parametrize("tiles", [0, 1, 135])
def test_walls_over_which_the_dome_has_been_up_are_no_deal_after_a_power_cut(tiles):
    bench = clearing_cut_off(tiles)
    bench.reach(Home())
    status = bench.status()
    assert (status.on_table, status.being_cleared, status.dome_down) == (SetName.A, True, True)
    assert next_step(status, Target.DEAL, SetName.A, 136) == MoveDome(up=True)
    assert bench.begin(RaiseWalls(SetName.A)).interlock is Interlock.TILES_ON_TABLE


def test_a_set_that_came_in_completely_is_no_longer_being_cleared_and_its_next_walls_are_a_deal() -> None:
    bench = clearing_cut_off(0)
    bench.reach(Home())
    bench.reach(MoveDome(up=True))
    while bench.mechanics.accept_tile(SetName.A):
        pass
    bench.run(0.1)
    assert not bench.status().being_cleared
    bench.reach(BuildWalls(SetName.A))
    bench.reach(RaiseWalls(SetName.A))
    assert not bench.status().being_cleared
    assert next_step(bench.status(), Target.DEAL, SetName.A, 136) == ThrowDice()


def test_a_set_that_a_person_called_complete_is_no_longer_being_cleared() -> None:
    bench = clearing_cut_off(0)
    bench.reach(Home())
    bench.reach(MoveDome(up=True))
    bench.mechanics.defects.mute.add("drop_a_tiles")
    while bench.mechanics.accept_tile(SetName.A):
        pass
    assert bench.command(Verb.COMPLETE, bytes((1, 0))).outcome is CommandOutcome.DONE
    status = bench.status()
    assert (status.on_table, status.being_cleared, status.tiles_inside_a) == (None, False, 136)


def test_no_motor_turns_while_a_cycle_saves_where_its_tiles_are(monkeypatch) -> None:
    """A flash that is erased stops every look for 45 ms, 400 at worst: nothing may move that long unwatched."""
    bench = BoardBench(speed=20.0)
    turning: list[frozenset[str]] = []
    save = MechanicsPins.save_record

    def noted(pins: MechanicsPins, record: bytes) -> None:
        turning.append(bench.mechanics.motors_running)
        save(pins, record)

    monkeypatch.setattr(MechanicsPins, "save_record", noted)
    bench.ready()
    for goal in (BuildWalls(SetName.A), RaiseWalls(SetName.A), ThrowDice(), MoveDome(up=True)):
        bench.reach(goal)
    assert len(turning) >= 6, "built, loaded, unloaded, raised, cleared: each is saved"
    assert set(turning) == {frozenset()}
