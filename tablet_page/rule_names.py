"""The names of rules and tiles in words, from the page's catalogues: the only place where such names are written.

Rules this file keeps: a key without a text is made readable, as on the page; nothing here knows a rule system.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mahjong_rules.tiles import Suit, Tile

if TYPE_CHECKING:
    from mahjong_rules.deal_result import ScoreLine

_FOLDER: Final = Path(__file__).parent / "static" / "i18n"
_SUIT_KEYS: Final = {
    Suit.CHARACTERS: "suit.characters",
    Suit.DOTS: "suit.dots",
    Suit.BAMBOO: "suit.bamboo",
}
_ELIDING: Final = frozenset("aàâeéèêëiîïoôöuùûü")
"""Vowels before which French writes d’ for de; h and y stay as they are, which is right for most names."""
LANGUAGES: Final = ("en", "fr", "ja", "zh")


@cache
def texts(language: str) -> Mapping[str, str]:
    """The catalogue of one of `LANGUAGES`, by key, with what only pages beside the table say.

    Raises:
        ValueError: there is no such catalogue.
    """
    if language not in LANGUAGES:
        raise ValueError(f"There are texts in {', '.join(LANGUAGES)}, not in {language!r}; choose one of them.")
    files = (_FOLDER / f"{part}{language}.json" for part in ("", "more."))
    return {key: text for file in files for key, text in json.loads(file.read_text(encoding="utf-8")).items()}


def text(key: str, language: str, **values: object) -> str:
    """The text of `key` with its placeholders filled; without one the key's last part, made readable.

    Where {count} is one, the form for one thing ("….one") comes first, as in the page's `i18n.js`.
    """
    known = texts(language)
    one = f"{key}.one" if str(values.get("count")) == "1" else key
    template = known.get(one, known.get(key))
    if template is None:
        return key.rpartition(".")[2].replace("_", " ").strip().capitalize()
    return (_elided(template, values) if language == "fr" else template).format(**values)


def _elided(template: str, values: Mapping[str, object]) -> str:
    """French: "la défausse d’Ouest", not "de Ouest"; the page's `i18n.js` does the same."""
    for name, value in values.items():
        if str(value)[:1].lower() in _ELIDING:
            template = template.replace(f"de {{{name}}}", f"d’{{{name}}}")
    return template


def tile_name(tile: Tile, language: str) -> str:
    """For example "3 of bamboo" or "vent d’Est"."""
    suit_key = _SUIT_KEYS.get(tile.suit)
    if suit_key is None:
        return text(f"tile.{tile}", language)
    suit = text(suit_key, language)
    if tile.red:
        return text("tile.red_five", language, suit=suit)
    return text("tile.number", language, number=tile.number, suit=suit)


def set_name(tiles: Sequence[Tile], language: str) -> str:
    """The tiles of a set in one name: the tile of a pair, pung or kong, "3-4-5 of bamboo" for a chow."""
    kinds = sorted({tile.plain for tile in tiles})
    if len({tile.suit for tile in kinds}) == 1 and kinds[0].suit in _SUIT_KEYS and len(kinds) > 1:
        numbers = "-".join(str(tile.number) for tile in kinds)
        return text("tile.number", language, number=numbers, suit=text(_SUIT_KEYS[kinds[0].suit], language))
    return ", ".join(tile_name(tile, language) for tile in kinds)


def rule_name(key: str, language: str, tile: Tile | None = None) -> str:
    """The name of a rule, with the tile that it is about: "Exposed pung of the own wind: East wind"."""
    return _about(text(f"rule.{key}", language), "" if tile is None else tile_name(tile, language), language)


def line_name(line: ScoreLine, language: str, group: str = "rule") -> str:
    """The name of a score line with its set.

    Args:
        line: of a hand's value.
        language: one of `LANGUAGES`.
        group: "rule", or "fu" for the lines of riichi's fu.
    """
    return _about(text(f"{group}.{line.rule}", language), set_name(line.tiles, language), language)


def _about(rule: str, tiles: str, language: str) -> str:
    return text("rule_about", language, rule=rule, tiles=tiles) if tiles else rule
