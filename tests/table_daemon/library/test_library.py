from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from played_library import PEOPLE, random_game, recorded_game, write_games
from replay_check import check_replays

from table_daemon.errors import UserError
from table_daemon.journal.journal import Journal
from table_daemon.library.exports import FORMS
from table_daemon.library.library import Library, Shelf


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five games, played here and not at import: every process that only collects the tests would play them."""
    path = tmp_path_factory.mktemp("library")
    games = [
        recorded_game(),
        random_game("tchou", 5, most_deals=6),
        random_game("mcr", 6, most_deals=4),
        random_game("sanma", 7, most_deals=5),
        random_game("hongkong", 8, most_deals=4),
    ]
    write_games(path / "journal.sqlite3", games)
    return path


@pytest.fixture
def shelf(folder: Path, tmp_path: Path):
    opened = Shelf(folder / "journal.sqlite3", tmp_path / "games.sqlite3")
    yield opened
    opened.close()


def filled(shelf: Shelf) -> Shelf:
    while shelf.catch_up():
        pass
    return shelf


def test_the_list_has_every_game_newest_first_with_players_ranks_and_curve(shelf: Shelf) -> None:
    games = filled(shelf).games(None)["games"]
    assert [game["rules"] for game in games] == ["hongkong", "sanma", "mcr", "tchou", "tenhou"]
    oldest = games[-1]
    assert oldest["names"] == list(PEOPLE[:4])
    assert (oldest["end"], oldest["scores"]) == ("over", [34000, 44900, -3500, 24600])
    assert oldest["ranks"] == [2, 1, 4, 3]
    assert oldest["curve"][0] == [25000] * 4
    assert len(oldest["curve"]) == oldest["deals"] + 1 == 7
    assert oldest["started_at"].startswith("2026-09-04")
    assert [game["end"] for game in games[:-1]] == ["in_play", "over", "given_up", "given_up"]


def test_a_backlog_is_taken_in_a_few_games_at_a_time_and_the_list_says_how_many_wait(shelf: Shelf) -> None:
    first = shelf.games(None)
    assert (len(first["games"]), first["pending"]) == (2, 3)
    assert shelf.games(None)["pending"] == 1
    assert shelf.games(None)["pending"] == 0


def test_the_list_goes_on_where_its_part_ended(folder: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        for number in range(53):
            journal.start_game(f"g-{number}", at="2026-11-21T10:00:00.000Z")
    shelf = filled(Shelf(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3"))
    part = shelf.games(None)
    assert len(part["games"]) == 50
    rest = shelf.games(part["more"])
    assert [game["number"] for game in rest["games"]] == [3, 2, 1]
    assert rest["more"] is None
    assert {game["end"] for game in rest["games"]} == {"unreadable"}
    shelf.close()


@pytest.mark.parametrize("number", range(5))
def test_a_replay_shows_at_each_step_what_the_engine_says(shelf: Shelf, number: int) -> None:
    assert check_replays(shelf, number) >= 4


def test_unseen_draws_are_no_steps_of_a_replay(shelf: Shelf) -> None:
    replay = shelf.deal(shelf.journal.spans()[0].record.id, 1)
    assert {step["event"]["type"] for step in replay["steps"]} >= {"deal_started", "indicator_turned", "discarded"}
    assert "drawn" not in {step["event"]["type"] for step in replay["steps"]}


def test_a_game_names_its_deals_with_the_places_of_their_results(shelf: Shelf) -> None:
    opened = shelf.game(shelf.journal.spans()[0].record.id)
    assert [deal["number"] for deal in opened["deals"]] == [1, 2, 3, 4, 5, 6]
    assert [deal["result"] for deal in opened["deals"]] == [0, 1, 2, 3, 4, 5]
    for deal in opened["deals"]:
        result = opened["game"]["results"][deal["result"]]
        assert (result["deal_label"], result["honba"]) == (deal["deal_label"], deal["honba"])
    assert opened["state"]["phase"] == "result"


@pytest.mark.parametrize(("game", "deal"), [("g-nothing", 1), ("", 0), ("x" * 10_000, 1), ("g'; DROP TABLE games", 1)])
def test_what_does_not_exist_is_none(shelf: Shelf, game: str, deal: int) -> None:
    assert shelf.game(game) is None
    assert shelf.deal(game, deal) is None
    assert shelf.deal(shelf.journal.spans()[0].record.id, 99) is None
    assert shelf.deal(shelf.journal.spans()[0].record.id, 0) is None


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_exported_in_every_form_that_can_hold_it(shelf: Shelf, form: str) -> None:
    name = shelf.journal.spans()[0].record.id
    if form == "tenhou6":
        with pytest.raises(UserError, match="hands"):
            shelf.export(name, form, "en")
        return
    file = shelf.export(name, form, "en")
    assert file.name.startswith(f"jantaku-{name}.")
    assert "Aiko" in file.text
    assert shelf.export("g-nothing", form, "en") is None


def test_a_form_or_language_that_does_not_exist_is_refused_with_those_that_do(shelf: Shelf) -> None:
    name = shelf.journal.spans()[0].record.id
    with pytest.raises(UserError, match="mjai, csv, json, tenhou6, html"):
        shelf.export(name, "pdf", "en")
    with pytest.raises(UserError, match="en, fr, ja, zh"):
        shelf.export(name, "html", "../../etc/passwd")


def test_the_index_is_made_anew_when_it_is_lost_damaged_or_of_another_journal(shelf: Shelf, tmp_path: Path) -> None:
    before = filled(shelf).games(None)
    path = tmp_path / "games.sqlite3"
    for content in (None, b"no database at all" * 100):
        shelf.close()
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        assert filled(shelf).games(None) == before
    write_games(tmp_path / "journal.sqlite3", [random_game("simple", 1, most_deals=1)])
    other = Shelf(tmp_path / "journal.sqlite3", path)
    shelf.close()
    assert [game["rules"] for game in other.games(None)["games"]] == ["simple"]
    other.close()


def test_a_game_that_goes_on_is_listed_as_it_is_now(tmp_path: Path) -> None:
    start, *events = recorded_game()
    write_games(tmp_path / "journal.sqlite3", [[start, *events[:30]]])
    shelf = Shelf(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    assert shelf.games(None)["games"][0]["end"] == "in_play"
    write_games(tmp_path / "journal.sqlite3", [[start, *events]])
    assert [game["end"] for game in shelf.games(None)["games"]] == ["over", "given_up"]
    shelf.close()


async def test_the_event_loop_goes_on_while_games_are_read(folder: Path, tmp_path: Path) -> None:
    library = Library(folder / "journal.sqlite3", tmp_path / "games.sqlite3")
    asking = asyncio.ensure_future(library.games(None))
    turns = 0
    while not asking.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10
    assert (await asking)["games"]
    await library.close()
