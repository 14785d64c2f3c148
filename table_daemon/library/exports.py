"""A game of the archive as a file that somebody takes along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mahjong_rules.reseating import as_of_deal
from mahjong_rules.tenhou6 import Tenhou6Error
from table_daemon.errors import UserError
from table_daemon.game.archive import ArchivedGame
from table_daemon.game.files import csv_file, json_file, mjai_file, tenhou6_file
from tablet_page.game_document import game_document
from tablet_page.game_page import game_page
from tablet_page.results import result_document
from tablet_page.rule_names import LANGUAGES
from tablet_page.view import system_document

FORMS: Final = ("mjai", "csv", "json", "tenhou6", "html")


@dataclass(frozen=True, slots=True)
class Export:
    """A file: its name, its media type, its text."""

    name: str
    media_type: str
    text: str


def exported(archived: ArchivedGame, form: str, language: str) -> Export:
    """A game in one of `FORMS`; `language` is that of the texts in `html`.

    Raises:
        UserError: there is no such form or language, or the form cannot hold this game.
    """
    if language not in LANGUAGES:
        raise UserError(f"there are texts in {', '.join(LANGUAGES)}, not in {language!r:.20}; choose one of them")
    stem = f"jantaku-{archived.record.id}"
    match form:
        case "mjai":
            return Export(f"{stem}.mjai.jsonl", "application/x-ndjson", mjai_file(archived.mjai()))
        case "csv":
            return Export(f"{stem}.csv", "text/csv", csv_file(archived))
        case "json":
            return Export(f"{stem}.json", "application/json", json_file(archived))
        case "html":
            return Export(f"{stem}.html", "text/html", _page(archived, language))
        case "tenhou6":
            try:
                text = tenhou6_file(archived.mjai(), archived.game.results, archived.game.names)
            except Tenhou6Error as error:
                raise UserError(str(error)) from error
            return Export(f"{stem}.tenhou6.json", "application/json", text)
        case _:
            raise UserError(f"a game is written as {', '.join(FORMS)}, not as {form!r:.20}; choose one of them")


def _page(archived: ArchivedGame, language: str) -> str:
    traits = archived.rules.traits
    then = [as_of_deal(archived.game, deals) for deals in range(1, len(archived.game.results) + 1)]
    results = [(game.names, result) for game in then if (result := result_document(game, traits)) is not None]
    return game_page(
        game_document(archived.game, traits),
        results,
        system_document(traits),
        rules=archived.game.rules,
        date=archived.record.started_at[:10],
        language=language,
    )
