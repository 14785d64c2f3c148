"""Careers by SQL over the index, beside a recount from what the engine says of every event."""

from __future__ import annotations

from pathlib import Path

import pytest
from career_recount import check_careers, every_game, recount
from played_library import PEOPLE, many_times, random_game, recorded_game, write_games

from table_daemon.library import careers
from table_daemon.library.careers import Period
from table_daemon.library.library import Shelf

PRESETS = ("tenhou", "sanma", "tenhou", "mleague", "tenhou", "sanma")
"""Most games are of those that end by themselves within some deals."""
LONG = {2: "tchou", 5: "simple", 8: "hongkong"}


def games():
    """A dozen games of every kind, the same six people at changing seats; a thousand are in the campaign."""
    found = []
    for seed in range(10):
        rules = LONG.get(seed, PRESETS[seed % len(PRESETS)])
        seats = [PEOPLE[(seed + place * (1 + seed % 2)) % len(PEOPLE)] for place in range(4)]
        found.append(random_game(rules, seed, list(dict.fromkeys(seats + list(PEOPLE)))[:4], most_deals=60))
    return [recorded_game(), *found, recorded_game(PEOPLE[2:6])]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("careers")
    write_games(folder / "journal.sqlite3", games())
    opened = Shelf(folder / "journal.sqlite3", folder / "games.sqlite3")
    while opened.catch_up():
        pass
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def played(shelf: Shelf):
    return list(every_game(shelf))


PERIODS = [
    Period(),
    Period(rules="tenhou"),
    Period(since="2026-10-01T00:00:00.000Z", until="2027-01-01T00:00:00.000Z"),
    Period(rules="tchou"),
]


@pytest.mark.parametrize("period", PERIODS, ids=str)
def test_every_figure_equals_an_independent_recount(shelf: Shelf, played, period: Period) -> None:
    counted = recount(played, period.rules, period.since or "", period.until or "9")
    connection = shelf.index.connection
    assert len(counted) >= 4
    check_careers(connection, counted, period)
    for name in counted:
        if (best := careers.best_hand(connection, name, period)) is not None:
            replay = shelf.deal(best["game"], best["deal"])
            assert best["hand"] in replay["result"]["wins"]


def test_the_table_of_people_adds_up(shelf: Shelf) -> None:
    table = careers.table_of_people(shelf.index.connection, Period(rules="tenhou"))
    assert [figures["score"] for _, figures in table] == sorted((f["score"] for _, f in table), reverse=True)
    assert sum(figures["places"][0] for _, figures in table) >= max(f["games"] for _, f in table)


def test_head_to_head_is_the_same_from_both_sides(shelf: Shelf) -> None:
    connection = shelf.index.connection
    mine = {rival["name"]: rival for rival in careers.rivals_of(connection, "Aiko", Period())}
    for name, rival in mine.items():
        theirs = {item["name"]: item for item in careers.rivals_of(connection, name, Period())}["Aiko"]
        assert (theirs["games"], theirs["difference"]) == (rival["games"], -rival["difference"])
        assert theirs["ahead"] + rival["ahead"] <= rival["games"]


def test_a_career_ends_with_the_sum_of_all_scores(shelf: Shelf) -> None:
    curve, newest = careers.games_of(shelf.index.connection, "Chen", Period())
    figures = careers.figures_of(shelf.index.connection, "Chen", Period())
    assert curve[-1]["total"] == figures["score"]
    assert newest[0] == curve[-1]
    assert len(curve) == figures["games"]


def test_points_of_several_units_are_not_added_up(shelf: Shelf) -> None:
    played = careers.rules_played(shelf.index.connection, "Aiko", Period())
    assert (
        sum(item["games"] for item in played) == careers.figures_of(shelf.index.connection, "Aiko", Period())["games"]
    )
    assert careers.unit_of(played, "tenhou") == "points"
    assert careers.unit_of([*played, {"rules": "x", "unit": "centimes", "games": 1}], None) == ""


def test_the_index_made_anew_gives_the_same_careers(shelf: Shelf, tmp_path: Path) -> None:
    anew = Shelf(shelf.journal_path, tmp_path / "games.sqlite3")
    while anew.catch_up():
        pass
    for name in PEOPLE:
        for ask in (careers.figures_of, careers.best_hand, careers.rivals_of, careers.games_of):
            assert ask(anew.index.connection, name, Period()) == ask(shelf.index.connection, name, Period())
    anew.close()


def test_a_career_over_ten_thousand_games_counts_every_one(shelf: Shelf, tmp_path: Path) -> None:
    """How long that takes is told by `make bench`."""
    index = many_times(shelf, tmp_path / "many.sqlite3", 880)
    few, many = (careers.figures_of(each.connection, "Aiko", Period()) for each in (shelf.index, index))
    assert index.connection.execute("SELECT COUNT(*) FROM games").fetchone()[0] > 10_000
    assert (many["games"], many["score"]) == (880 * few["games"], 880 * few["score"])
    curve, _ = careers.games_of(index.connection, "Aiko", Period())
    assert 120 < len(curve) <= 240
    assert curve[-1]["total"] == many["score"]
    index.close()
