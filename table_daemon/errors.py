"""What a person sees when something they can mend is wrong: one sentence, no traceback."""

from __future__ import annotations


class UserError(Exception):
    """A mistake or a missing thing outside the program; the text says what was expected, what came, what to do."""


class DiskError(UserError):
    """The disk refuses what must be kept; the program ends by itself and says so with an exit status of its own."""


class BadDataError(ValueError):
    """A command whose fields are right by themselves and make no wish here; the text is one sentence."""
