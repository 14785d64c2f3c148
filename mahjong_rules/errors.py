"""What the rules refuse."""

from __future__ import annotations

from mahjong_rules.told import Told, sentence


class IllegalEvent(ValueError):  # noqa: N818 - the rule book's word: the event is illegal, nothing failed
    """An event that cannot happen at this point of the game.

    Args:
        template: the reason in one English sentence, a literal, by which the page's catalogues know it; or a `Told`.
        values: what stands in its gaps (`mahjong_rules.told.sentence` says what their names mean).
    """

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template if isinstance(template, Told) else sentence(template, **values))
