"""English sentences that also know what they say, so that a screen can say it in another language.

They are texts wherever a text is wanted: in a log, on the command line, within another sentence. Put together by
`joined` they keep what each of them knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Words:
    """What one sentence says: a key of the page's catalogues below "told", and what stands in its gaps.

    What stands in a gap may be such words again. Sentences of the rules are their own keys, in English. What the page
    says of the machine anyway is no second text: `refusal.busy`, `fault.stopped` and `obstacle.hands` are keys as well.
    """

    key: str
    values: Mapping[str, str | tuple[Words, ...]]


class Told(str):
    """A sentence with what it says."""

    __slots__ = ("words",)
    words: tuple[Words, ...]

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Another process gets the plain sentence."""
        return str, (str(self),)

    def __deepcopy__(self, _memo: object) -> Told:
        """It never changes; a copy by parts would ask for one of its values, which are no plain mapping."""
        return self


def told(key: str, sentence: str, **values: float | str | tuple[Words, ...]) -> Told:
    """The sentence that `key` is written for in the catalogues, with the values that stand in it."""
    made = Told(sentence)
    made.words = (Words(key, MappingProxyType(_gaps(values))),)
    return made


def sentence(template: str, /, **values: object) -> Told:
    """A sentence whose English template is its own key, with what stands in its gaps.

    A gap's name says what it is: `seat` and `…_seat` a seat, `tile` and `…_tile` a tile, `meld` a kind of meld,
    `option` an option of rules; what is `Told`, or an error that says so, stays words in another language, too.
    """
    made = Told(template.format(**values) if values else template)
    made.words = (Words(template, MappingProxyType(_gaps(values))),)
    return made


def _gaps(values: Mapping[str, object]) -> dict[str, str | tuple[Words, ...]]:
    """What stands in gaps: words stay words, everything else is its text."""
    said = {name: said_by(value) if isinstance(value, Exception) else value for name, value in values.items()}
    return {name: value.words if isinstance(value, Told) else str(value) for name, value in said.items()}


def joined(sentences: Iterable[str], between: str = "; ") -> str:
    """One sentence of several; those that are empty are left out."""
    said = [sentence for sentence in sentences if sentence]
    made = Told(between.join(said))
    made.words = tuple(words for sentence in said for words in words_of(sentence))
    return made


def words_of(sentence: str) -> tuple[Words, ...]:
    """What a sentence says; one that knows nothing of itself is its own value, to be shown as it is."""
    if isinstance(sentence, Told):
        return sentence.words
    return (Words("as_it_is", MappingProxyType({"text": sentence})),) if sentence else ()


def said_by(error: Exception) -> str:
    """The sentence of an error, with what it knows: `str(error)` is a plain copy."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, str) else str(error)
