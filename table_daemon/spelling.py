"""What somebody may have meant by a word that is unknown, and which names people take for one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """For example " (did you mean ema?)", to be put behind the word; "" where nothing is near."""
    import difflib  # only after a mistake: the command line begins without it

    close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(close)}?)" if close else ""


def sameness(name: str) -> str:
    """What two names have in common that people take for one: case, width and accents written in two ways aside."""
    return unicodedata.normalize("NFKC", name).casefold().strip()
