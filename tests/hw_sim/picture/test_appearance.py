"""Rooms by chance: every value within what rooms and cameras have, and the same room for the same seed."""

from random import Random

from hw_sim.picture.appearance import Light, Sensor, random_look
from hw_sim.picture.textures import style_names


def test_the_same_seed_gives_the_same_room_and_another_seed_another() -> None:
    assert random_look(Random(4)) == random_look(Random(4))
    assert random_look(Random(4)) != random_look(Random(5))


def test_a_style_may_be_fixed_and_is_otherwise_one_that_training_may_see() -> None:
    assert random_look(Random(1), "american").style == "american"
    assert {random_look(Random(seed)).style for seed in range(60)} <= set(style_names())


def test_every_room_can_be_seen() -> None:
    for seed in range(200):
        look = random_look(Random(seed))
        colours = (look.felt, look.back_a, look.back_b, look.ivory, look.skin, look.sleeve, look.rim, look.floor)
        assert all(0 <= part <= 255 for colour in colours for part in colour)
        assert look.back_a != look.back_b
        assert 0.7 <= look.light.exposure <= 1.06
        assert 70 <= look.sensor.jpeg_quality <= 95


def test_the_usual_room_is_a_clean_parlour() -> None:
    assert Light().warmth == 0.0
    assert Sensor().jpeg_quality == 88
