from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from fake_service import FakeService
from played_library import recorded_game, write_games

from table_daemon.http.games import add_game_routes
from table_daemon.http.routes import make_app
from table_daemon.http.settings import HttpSettings
from table_daemon.library.library import Library


def app_with(library: Library | None) -> web.Application:
    app = make_app(FakeService(), HttpSettings())
    add_game_routes(app, library)
    return app


@pytest.fixture
async def client(tmp_path: Path):
    write_games(tmp_path / "journal.sqlite3", [recorded_game()])
    library = Library(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    async with TestClient(TestServer(app_with(library))) as opened:
        yield opened
    await library.close()


async def test_a_deal_is_sent_compressed_and_by_the_short_name_of_the_newest_game(client) -> None:
    response = await client.get("/api/games/last/deals/2")
    assert response.status == 200
    assert response.headers["Content-Encoding"] in ("gzip", "deflate")
    assert (await response.json())["number"] == 2


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/g-x",
        "/api/games/g-x/deals/1",
        "/api/games/last/deals/0",
        "/api/games/last/deals/-1",
        "/api/games/last/deals/1e3",
        f"/api/games/last/deals/{'9' * 5000}",
        "/api/games/%00/deals/1",
        "/api/games/%e2%80%ae/export/csv",
    ],
)
async def test_what_does_not_exist_is_answered_in_one_sentence(client, path: str) -> None:
    response = await client.get(path)
    assert response.status == 404
    error = (await response.json())["error"]
    assert (error["code"], "list of games" in error["message"]) == ("not_found", True)


async def test_a_form_that_cannot_hold_the_game_is_refused_with_the_reason(client) -> None:
    for form, reason in (("tenhou6", "hands"), ("exe", "html")):
        response = await client.get(f"/api/games/last/export/{form}")
        assert response.status == 409
        assert reason in (await response.json())["error"]["message"]


async def test_the_list_takes_only_the_number_of_a_game(client) -> None:
    assert (await client.get("/api/games?before=abc")).status == 400
    assert (await (await client.get("/api/games?before=1")).json())["games"] == []


async def test_a_file_is_one_to_be_saved(client) -> None:
    response = await client.get("/api/games/last/export/html?language=ja")
    assert response.headers["Content-Disposition"].startswith('attachment; filename="jantaku-g-')
    assert '<html lang="ja">' in await response.text()


async def test_a_journal_that_is_not_there_or_no_journal_at_all_is_told(tmp_path: Path) -> None:
    for library in (None, Library(tmp_path / "none.sqlite3", tmp_path / "games.sqlite3")):
        async with TestClient(TestServer(app_with(library))) as client:
            answer = await (await client.get("/api/games")).json()
            assert "journal" in answer["error"]["message"]
