"""Sentences as words, for screens in another language."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from mahjong_rules.told import Words, words_of


class WordsDocument(TypedDict):
    """What a sentence says: a key of the page's catalogues, below "told", and what stands in its gaps.

    Sentences of the rules are their own keys; a key such as `refusal.busy` stands in the catalogues without "told".
    What stands in a gap may be such words again.
    """

    key: str
    values: dict[str, str | list[WordsDocument]]


def words_document(sentence: str) -> list[WordsDocument]:
    """What a sentence says, for a screen in another language."""
    return _documents(words_of(sentence))


def _documents(words: Iterable[Words]) -> list[WordsDocument]:
    return [
        {
            "key": said.key,
            "values": {
                name: value if isinstance(value, str) else _documents(value) for name, value in said.values.items()
            },
        }
        for said in words
    ]
