"""Texts in the words of a way to play, as the page's `i18n.js` chooses them: "classical.…" before the plain wording."""

from __future__ import annotations

from collections.abc import Callable

from tablet_page.rule_names import text, texts
from wire.documents import SystemDocument

Say = Callable[..., str]
"""A key and its values -> the text."""


def wording_of(system: SystemDocument, language: str) -> Say:
    """What says texts in `language` in the words of `system`.

    Raises:
        ValueError: there is no such catalogue.
    """
    known = texts(language)
    wanted = {
        "kita.": bool(system["laid_aside"]),
        "typed.": system["people_settle"],
        "exchange.": system["exchanges_seats"],
        "tour.": not system["has_prevalent_wind"],
        "classical.": not system["has_riichi"],
    }
    prefixes = [prefix for prefix, is_so in wanted.items() if is_so]

    def say(key: str, **values: object) -> str:
        found = next((prefix + key for prefix in prefixes if prefix + key in known), key)
        return text(found, language, **values)

    return say
