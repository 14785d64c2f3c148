"""The language of names on the command line; the names are the page's, `tablet_page.rule_names`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Final

from tablet_page.rule_names import LANGUAGES

DEFAULT_LANGUAGE: Final = "en"


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
