from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from table_daemon.http.under_way import UnderWay, under_way


def table(phase: str, machine: str) -> Any:
    """A table that says no more than this."""
    data = {"phase": phase, "machine": {"state": machine}}
    return SimpleNamespace(retained=lambda: [SimpleNamespace(topic="state", payload={"data": data})])


@pytest.mark.parametrize("machine", ["in_play", "ready", "offline", "faulted"])
def test_a_deal_in_play_is_not_cut_short_however_the_machine_stands(machine):
    assert under_way(table("play", machine)) is UnderWay.DEAL


@pytest.mark.parametrize("phase", ["idle", "result", "over", "machine"])
@pytest.mark.parametrize("machine", ["building", "homing", "clearing"])
def test_a_machine_that_moves_is_not_cut_short(phase, machine):
    assert under_way(table(phase, machine)) is UnderWay.MOTION


@pytest.mark.parametrize("machine", ["idle", "ready", "in_play", "counting"])
def test_a_machine_that_rests_for_a_moment_on_the_way_to_a_deal_is_on_its_way(machine):
    assert under_way(table("machine", machine)) is UnderWay.MOTION
    assert under_way(table("result", machine)) is None


@pytest.mark.parametrize("machine", ["offline", "faulted", "refused", "waiting", "blocked", "exchange", "maintenance"])
def test_a_machine_that_waits_for_a_person_can_be_set_up_although_a_game_is_on(machine):
    assert under_way(table("machine", machine)) is None


def test_a_table_that_has_said_nothing_yet_is_starting():
    assert under_way(SimpleNamespace(retained=list)) is UnderWay.START  # type: ignore[arg-type] # says nothing
