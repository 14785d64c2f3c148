"""What somebody may have meant by a word that is unknown."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """For example " (did you mean ema?)", to be put behind the word; "" where nothing is near."""
    import difflib  # only after a mistake: the command line begins without it

    close = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return f" (did you mean {' or '.join(close)}?)" if close else ""
