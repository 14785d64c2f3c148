"""What `make test-pi` compares: a reading on another processor, and the figures of records."""

import copy
import platform

import pytest

from tools.debian.proof import roots
from tools.debian.proof.samples import difference, figures

READING = [
    {"kind": "3z", "centre_mm": [317.5, 311.6], "rotation_deg": 88.7, "face": "up", "confidence": 0.98},
    {"kind": "6s", "centre_mm": [299.3, 287.5], "rotation_deg": 180.2, "face": "up", "confidence": 0.9999},
]


def changed(**values: object) -> list[dict[str, object]]:
    reading = copy.deepcopy(READING)
    reading[1].update(values)
    return reading


def test_readings_that_differ_by_rounding_are_the_same_and_the_largest_difference_is_told():
    differs, largest = difference(READING, changed(confidence=0.9997))
    assert differs == ""
    assert largest == pytest.approx(0.0002)


def test_a_turn_beyond_north_is_a_small_one():
    before, after = changed(rotation_deg=0.0), changed(rotation_deg=359.9)
    assert difference(before, after) == ("", pytest.approx(0.1))


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (changed(kind="5s"), "kind is '5s' instead of '6s'"),
        (changed(confidence=0.9), "confidence is 0.9 instead of 0.9999"),
        (changed(rotation_deg=170.0), "rotation_deg is 170.0 instead of 180.2"),
        (changed(centre_mm=[299.3, 290.5]), "centre_mm is [299.3, 290.5] instead of [299.3, 287.5]"),
        (READING[:1], "1 pieces instead of 2"),
    ],
    ids=["another face", "less sure", "turned", "elsewhere", "missing"],
)
def test_another_face_place_or_number_of_pieces_is_a_difference(reading, said):
    assert difference(READING, reading)[0] == said


def test_the_figures_of_records_are_told_without_files_and_speed():
    said = "a.jsonl\n  E1 ron -8000\n  final scores 17000\n1 of 1 records equal, 1 deals, 131 deals a second\n"
    assert figures(said) == ["  E1 ron -8000", "  final scores 17000"]


def test_a_computer_runs_its_own_programs_without_an_emulator(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    roots.allow_foreign("x86_64")
