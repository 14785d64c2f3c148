"""What a person sees when something they can mend is wrong: one sentence, no traceback."""

from __future__ import annotations

from mahjong_rules.told import sentence


class UserError(Exception):
    """A mistake or a missing thing outside the program; the text says what was expected, what came, what to do."""


class DiskError(UserError):
    """The disk refuses what must be kept; the program ends by itself and says so with an exit status of its own."""


class BadDataError(ValueError):
    """A command whose fields are right by themselves and make no wish here; the text is one sentence."""


class StaleError(Exception):
    """The game has moved on since a command was meant."""

    def __init__(self, seq: int, expected: int) -> None:
        super().__init__(
            sentence("the game is at entry {seq}, not {expected}; look again and repeat", seq=seq, expected=expected)
        )
