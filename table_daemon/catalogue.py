"""The page's texts for the command line: names of rules, tiles, winds and reasons in the user's language."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import tablet_page
from mahjong_rules.seats import Wind
from mahjong_rules.state import Payment
from mahjong_rules.tiles import Tile

_FOLDER: Final = Path(tablet_page.__file__).parent / "static" / "i18n"
LANGUAGES: Final = tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))
DEFAULT_LANGUAGE: Final = "en"
_NUMBER_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Texts of one language by key, for example ``rule.pinfu``; the same file the tablet page loads."""

    language: str
    texts: Mapping[str, str]

    def text(self, key: str, **values: object) -> str:
        """The text with its placeholders filled; the last part of the key in words where there is none."""
        template = self.texts.get(key)
        if template is None:
            return key.rpartition(".")[2].replace("_", " ")
        return template.format(**values)

    def tile(self, tile: Tile) -> str:
        """For example "3 of bamboo" or "East wind"."""
        if not tile.is_number:
            return self.text(f"tile.{tile}")
        suit = self.text(f"suit.{_NUMBER_SUITS[tile.suit.value]}")
        return (
            self.text("tile.red_five", suit=suit)
            if tile.red
            else self.text("tile.number", number=tile.number, suit=suit)
        )

    def wind(self, wind: Wind) -> str:
        """For example "East"."""
        return self.text(f"wind.{wind.letter}")

    def reason(self, payment: Payment) -> str:
        """Why points move."""
        return self.text(f"reason.{payment.reason}")


def load_catalogue(language: str) -> Catalogue:
    """The texts of one of `LANGUAGES`."""
    return Catalogue(language, json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8")))


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that LC_ALL, LC_MESSAGES or LANG asks for, in this order; English where there is no text in it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            language = wanted.partition("_")[0].partition(".")[0].lower()
            return language if language in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """``--lang``, which defaults to what the environment asks for."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=preferred_language(os.environ),
        help="language of the names (default: from LC_ALL, LC_MESSAGES or LANG, else en)",
    )
