"""Columns of a text on a terminal, where a Chinese or Japanese character is two cells wide."""

from __future__ import annotations

import unicodedata


def cells(text: str) -> int:
    """How many cells of a terminal `text` takes (Unicode Standard Annex 11: wide ones take two)."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    marks = sum(unicodedata.combining(character) > 0 for character in text)
    return len(text) + wide - marks


def left(text: str, width: int) -> str:
    """`text` with blanks after it, so that the next column begins at `width`."""
    return text + " " * max(0, width - cells(text))


def right(text: str, width: int) -> str:
    """`text` with blanks before it, so that it ends at `width`."""
    return " " * max(0, width - cells(text)) + text
