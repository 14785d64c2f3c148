"""What the status light and the buzzer say: situations, patterns, levels. Pure: time is an argument."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from typing import Final

from firmware_bridge.gpio_settings import BuzzerSettings, LightSettings


class Signal(StrEnum):
    """What people are to know at a glance; the names are those of the patterns in the settings."""

    IDLE = "idle"
    WORKING = "working"
    ASKS = "asks"
    ATTENTION = "attention"
    FAULT = "fault"
    STOP = "stop"


class PressReply(StrEnum):
    """What the buzzer says to whoever pressed a button."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


_MS_PER_S: Final = 1000.0  # the patterns of the settings are in milliseconds, the clock in seconds


def is_on(pattern: Sequence[int], elapsed_s: float, *, repeats: bool) -> bool:
    """Whether a pattern (ms on, off, on, ...) is in an on part after so long.

    One that does not repeat is off after its end; a repeated one with a single part is on for ever.
    """
    if not pattern:
        return False
    length_ms = sum(pattern)
    at_ms = elapsed_s * _MS_PER_S
    if repeats:
        at_ms %= length_ms
    elif at_ms >= length_ms:
        return False
    return sum(1 for end_ms in accumulate(pattern) if end_ms <= at_ms) % 2 == 0


class SignalPlayer:
    """Light and buzzer over time.

    Args:
        light: patterns of the light.
        buzzer: patterns of the buzzer.
    """

    def __init__(self, light: LightSettings, buzzer: BuzzerSettings) -> None:
        self._light = light
        self._buzzer = buzzer
        self._signal: Signal | None = None
        self._signal_since_s = 0.0
        self._sound: Sequence[int] = ()
        self._sound_since_s = 0.0

    def show(self, signal: Signal, now_s: float) -> None:
        """This is the situation; the buzzer speaks when it is another one than before."""
        if signal is not self._signal:
            self._signal, self._signal_since_s = signal, now_s
            self._play(getattr(self._buzzer, signal), now_s)

    def reply(self, reply: PressReply, now_s: float) -> None:
        """Answer whoever pressed a button."""
        self._play(getattr(self._buzzer, reply), now_s)

    def levels(self, now_s: float) -> tuple[bool, bool]:
        """Whether the light is on, and the buzzer."""
        pattern: Sequence[int] = () if self._signal is None else getattr(self._light, self._signal)
        light = is_on(pattern, now_s - self._signal_since_s, repeats=True)
        return light, is_on(self._sound, now_s - self._sound_since_s, repeats=False)

    def _play(self, sound: Sequence[int], now_s: float) -> None:
        if sound:
            self._sound, self._sound_since_s = sound, now_s
