"""What the rules refuse."""

from __future__ import annotations


class IllegalEvent(ValueError):  # noqa: N818 - the rule book's word: the event is illegal, nothing failed
    """An event that cannot happen at this point of the game; the text is the reason in one sentence."""
