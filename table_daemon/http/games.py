"""The games that were played, for a browser: the list, a game, a deal step by step, a game as a file.

Rules this file keeps: read only; what does not exist, and what cannot be read, is answered in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web

from table_daemon.errors import UserError
from table_daemon.http.guard import NO_STORE, refused
from table_daemon.library.library import Library

_LONGEST_NUMBER: Final = 9
"""Digits of a game's or deal's number; a table that plays day and night needs seven. Chosen."""
_WORTH_PACKING: Final = 1024
"""Bytes from which a document is sent compressed. Chosen: smaller ones fit into one packet anyway."""


def add_game_routes(app: web.Application, library: Library | None) -> None:
    """Add what lies below `/api/games`.

    Args:
        app: of the table.
        library: the games that were played; None where the table keeps none.
    """
    routes = GameRoutes(library)
    app.router.add_get("/api/games", routes.games)
    app.router.add_get("/api/games/{game}", routes.game)
    app.router.add_get("/api/games/{game}/deals/{deal}", routes.deal)
    app.router.add_get("/api/games/{game}/export/{form}", routes.export)


NO_LIBRARY: Final = "this table keeps no games; start it with a journal"


class GameRoutes:
    """The handlers below `/api/games`.

    Args:
        library: of the table; None where it keeps none.
    """

    def __init__(self, library: Library | None) -> None:
        self._library = library

    async def games(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/games?before=NUMBER`: a part of the list, newest first."""
        asked = request.query.get("before")
        before = None if asked is None else _number(asked)
        if asked is not None and before is None:
            return refused("bad_data", "before must be the number of a game, as `more` of the part before says it")
        return await self._answer(lambda library: library.games(before))

    async def game(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/games/ID`."""
        name = request.match_info["game"]
        return await self._answer(lambda library: library.game(name))

    async def deal(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/games/ID/deals/NUMBER`: a deal step by step."""
        name, number = request.match_info["game"], _number(request.match_info["deal"])
        return await self._answer(lambda library: library.deal(name, number or 0))

    async def export(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/games/ID/export/FORM?language=CODE`: a file."""
        if self._library is None:
            return refused("not_found", NO_LIBRARY)
        asked = request.match_info
        language = request.query.get("language", "en")
        try:
            file = await self._library.export(asked["game"], asked["form"], language)
        except UserError as error:
            return refused("not_now", str(error))
        if file is None:
            return refused("not_found", _NO_GAME)
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{file.name}"'}
        return web.Response(text=file.text, content_type=file.media_type, charset="utf-8", headers=headers)

    async def _answer(self, ask: Any) -> web.StreamResponse:
        if self._library is None:
            return refused("not_found", NO_LIBRARY)
        try:
            document = await ask(self._library)
        except UserError as error:
            return refused("not_now", str(error))
        return refused("not_found", _NO_GAME) if document is None else packed(document)


_NO_GAME: Final = "there is no such game or deal in this table's journal; look it up in the list of games"


def packed(document: Mapping[str, Any]) -> web.Response:
    """A document as JSON, compressed where it is long."""
    response = web.json_response(document, headers=NO_STORE)
    if response.body is not None and len(response.body) > _WORTH_PACKING:  # type: ignore[arg-type]  # bytes, from text
        response.enable_compression()
    return response


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else None
