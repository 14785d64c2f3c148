"""What the rules refuse."""

from __future__ import annotations

from mahjong_rules.told import Told, sentence


class Refusal(ValueError):  # noqa: N818 - nothing failed: the rules say no
    """What the rules say against something, in a sentence that screens know in other languages.

    Args:
        template: the reason in one English sentence, a literal, by which the page's catalogues know it; or a `Told`.
        values: what stands in its gaps (`mahjong_rules.told.sentence` says what their names mean).
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template if isinstance(template, Told) else sentence(template, **values))


class IllegalEvent(Refusal):
    """An event that cannot happen at this point of the game."""
