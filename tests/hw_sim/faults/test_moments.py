"""When faults are due: counted moments of the machine and of the felt."""

from felt_in_play import world_in_play

from hw_sim.faults.base import Moment
from hw_sim.faults.moments import Agenda, FeltWatch
from hw_sim.faults.plan import FaultPlan


def test_a_fault_may_come_again_at_every_so_many_discards():
    (fault,) = FaultPlan.model_validate(
        {"fault": [{"kind": "light_off", "when": "discard", "nth": 2, "every": 3}]}
    ).fault
    agenda = Agenda((fault,))
    happened = []
    for number in range(1, 10):
        agenda.note(Moment.DISCARD, float(number))
        happened += [number for _ in agenda.due(float(number))]
    assert happened == [2, 5, 8]


def test_discards_are_moments_also_across_deals():
    world = world_in_play(2)
    watch = FeltWatch(world)
    world.places[1].discards += 2
    assert watch.begun() == [Moment.DISCARD] * 2
    world.places = world_in_play(1).places
    assert watch.begun() == []
    world.places[3].discards += 1
    assert watch.begun() == [Moment.DISCARD]
