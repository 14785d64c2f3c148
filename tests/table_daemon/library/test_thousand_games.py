"""A thousand games in the archive, of every way to play: the careers, the index made anew, a person who goes, replays.

`JANTAKU_RECORDS` may name a folder of game records (mjai); they are among the games then.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from career_recount import add, check_careers, every_game, nothing_counted, recount
from played_library import PEOPLE, other_records, random_game, recorded_game, write_games
from replay_check import check_replays
from written_files import files_with

from mahjong_rules.events import Event
from table_daemon.library import careers
from table_daemon.library.careers import Period
from table_daemon.library.library import Shelf
from table_daemon.library.people import carry_out
from table_daemon.rules.presets import preset_names
from wire.people_documents import AddPerson, RemovePerson

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(3600)]
GAMES: Final = 1000
DEALS: Final = 12
"""At most, of a random game: most end in time by themselves; a game that does not is given up, as people do."""
FIGURES: Final = (careers.figures_of, careers.best_hand, careers.rivals_of, careers.games_of)
PRESETS: Final = [name for name in preset_names() if name != "manual"]
"""Nothing values a hand by `manual`: random play has no wins there."""


def games() -> Iterator[list[Event]]:
    """Every record, and random games of every preset, the same six people at changing seats."""
    records = other_records()
    for number in range(GAMES):
        seats = [PEOPLE[(number + place * (1 + number % 2)) % len(PEOPLE)] for place in range(4)]
        names = list(dict.fromkeys([*seats, *PEOPLE]))[:4]
        if number <= len(records):
            yield recorded_game(names, records[number - 1] if number else None)
        else:
            yield random_game(PRESETS[number % len(PRESETS)], number, names, most_deals=DEALS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("thousand")
    write_games(path / "journal.sqlite3", games(), timedelta(hours=9))
    return path


@pytest.fixture(scope="module")
def shelf(folder: Path) -> Iterator[Shelf]:
    opened = filled(Shelf(folder / "journal.sqlite3", folder / "games.sqlite3"))
    yield opened
    opened.close()


def filled(shelf: Shelf) -> Shelf:
    while shelf.catch_up():
        pass
    return shelf


def test_every_figure_of_a_thousand_games_equals_a_recount(shelf: Shelf) -> None:
    totals = {rules: nothing_counted() for rules in (None, *PRESETS)}
    for archived in every_game(shelf):
        for rules in (None, archived.game.rules):
            add(totals[rules], recount([archived]))
    assert sum(own["games"] for own in totals[None].values()) > GAMES
    for rules, counted in totals.items():
        check_careers(shelf.index.connection, counted, Period(rules=rules))


@pytest.mark.parametrize("ask", FIGURES, ids=lambda ask: ask.__name__)
def test_a_figure_is_one_query(shelf: Shelf, ask) -> None:
    said: list[str] = []
    shelf.index.connection.set_trace_callback(said.append)
    ask(shelf.index.connection, "Aiko", Period())
    shelf.index.connection.set_trace_callback(None)
    assert len(said) == 1


def test_the_index_of_a_thousand_games_made_anew_is_the_same(shelf: Shelf, tmp_path: Path) -> None:
    anew = filled(Shelf(shelf.journal_path, tmp_path / "games.sqlite3"))
    for name in PEOPLE:
        for ask in FIGURES:
            assert ask(anew.index.connection, name, Period()) == ask(shelf.index.connection, name, Period())
    anew.close()


def test_every_deal_of_every_record_is_replayed_as_the_engine_says(shelf: Shelf) -> None:
    assert sum(check_replays(shelf, number) for number in range(len(other_records()) + 1)) >= 6


def test_a_removed_person_leaves_no_name_in_any_file(shelf: Shelf, folder: Path) -> None:
    """The last one: the games are not the same afterwards."""
    person = carry_out(shelf, AddPerson(action="add", name="Fumiko"), ())["person"]
    assert files_with(folder, "Fumiko") != []
    assert carry_out(shelf, RemovePerson(action="remove", person=person), ()) == {"still_in": []}
    assert files_with(folder, "Fumiko") == []
