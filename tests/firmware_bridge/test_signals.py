"""Light, buzzer and the released emergency stop, by the clock of a test."""

import pytest

from firmware_bridge.gpio_settings import BuzzerSettings, LightSettings
from firmware_bridge.signals import PressReply, Signal, SignalPlayer, is_on


@pytest.mark.parametrize(
    ("pattern", "at_s", "repeats", "on"),
    [
        ([], 0.0, True, False),
        ([1000], 0.5, True, True),
        ([1000], 7.5, True, True),
        ([1000], 1.0, False, False),
        ([100, 200], 0.05, True, True),
        ([100, 200], 0.1, True, False),
        ([100, 200], 0.35, True, True),
        ([100, 200, 100], 0.35, False, True),
        ([100, 200, 100], 0.45, False, False),
    ],
)
def test_a_pattern_is_on_and_off_in_turn(pattern, at_s, repeats, on):
    assert is_on(pattern, at_s, repeats=repeats) is on


def test_every_situation_and_reply_has_its_pattern() -> None:
    for signal in Signal:
        assert signal in LightSettings.model_fields
        assert signal in BuzzerSettings.model_fields
    assert set(PressReply) <= BuzzerSettings.model_fields.keys()


def test_the_buzzer_speaks_once_when_a_situation_begins_and_the_light_goes_on() -> None:
    player = SignalPlayer(LightSettings(fault=[100, 100]), BuzzerSettings(fault=[200]))
    assert player.levels(0.0) == (False, False)
    player.show(Signal.FAULT, 1.0)
    assert player.levels(1.05) == (True, True)
    player.show(Signal.FAULT, 1.1)
    assert player.levels(1.15) == (False, True)
    assert player.levels(1.25) == (True, False)
    player.show(Signal.IDLE, 2.0)
    player.show(Signal.FAULT, 3.0)
    assert player.levels(3.05) == (True, True)


def test_whoever_presses_a_button_hears_whether_it_counts() -> None:
    player = SignalPlayer(LightSettings(), BuzzerSettings(accepted=[30], refused=[300]))
    player.show(Signal.IDLE, 0.0)
    player.reply(PressReply.REFUSED, 5.0)
    assert player.levels(5.2)[1]
    player.reply(PressReply.ACCEPTED, 6.0)
    assert player.levels(6.02)[1]
    assert not player.levels(6.05)[1]
