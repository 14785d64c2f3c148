"""When an evening counts as exact."""

from dataclasses import replace

import pytest

from hw_sim.people.evening_plan import Evening, PlayedDeal

DEAL = PlayedDeal(
    "E1", (8000, -8000, 0, 0), (8000, -8000, 0, 0), (33000, 17000, 25000, 25000), (33000, 17000, 25000, 25000)
)


def evening(**changed: object) -> Evening:
    return replace(Evening([DEAL], DEAL.scores, DEAL.expected_scores), **changed)


def test_an_evening_with_every_expected_figure_is_exact() -> None:
    assert evening().is_exact
    assert evening(questions={"q1"}, faults={"7"}, unread=2).is_exact, "asking and repairing are no mistakes"


@pytest.mark.parametrize(
    "changed",
    [
        {"deals": []},
        {"gave_up": "the tablet shows nothing"},
        {"scores": (25000,) * 4},
        {"deals": [replace(DEAL, deltas=(7700, -7700, 0, 0))]},
    ],
)
def test_no_deal_an_early_end_and_any_other_figure_are_not(changed: dict[str, object]) -> None:
    assert not evening(**changed).is_exact
