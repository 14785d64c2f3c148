"""How tools/camera_campaign.py judges deals: what was asked excuses only the score that it was asked about."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

PATH = Path(__file__).parents[2] / "tools" / "camera_campaign.py"
SPEC = importlib.util.spec_from_file_location("camera_campaign", PATH)
campaign = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(campaign)

RIGHT = {"deltas": [100, -100, 0, 0], "expected_deltas": [100, -100, 0, 0], "asked": 0}
OTHER = {"deltas": [0, 0, 0, 0], "expected_deltas": [100, -100, 0, 0], "asked": 0}
ASKED = OTHER | {"asked": 1}


def figures(*deals, gave_up="", waiting=0):
    return {"deals": list(deals), "questions": 5, "gave_up": gave_up, "waiting": waiting}


def test_every_deal_is_judged_by_the_questions_that_were_open_when_it_was_counted():
    assert campaign.verdicts(figures(RIGHT, ASKED, OTHER)) == ["exact", "asked", "WRONG"]


@pytest.mark.parametrize(("waiting", "verdict"), [(1, "waits"), (0, "STOPPED")])
def test_a_game_that_cannot_go_on_waits_for_an_answer_or_has_stopped(waiting, verdict):
    assert campaign.verdicts(figures(RIGHT, gave_up="no result for E2", waiting=waiting)) == ["exact", verdict]


def test_a_game_without_figures_has_stopped():
    assert campaign.verdicts(None) == ["STOPPED"]


@pytest.mark.parametrize(
    ("found", "with_faults", "without"),
    [
        ({"exact": 3}, True, True),
        ({"exact": 3, "asked": 1}, True, False),
        ({"exact": 3, "waits": 1}, True, False),
        ({"exact": 3, "WRONG": 1}, False, False),
        ({"exact": 3, "STOPPED": 1}, False, False),
    ],
)
def test_without_faults_every_deal_must_be_exact_and_with_faults_none_wrong(found, with_faults, without):
    assert campaign.is_good(Counter(found), with_faults=True) is with_faults
    assert campaign.is_good(Counter(found), with_faults=False) is without
