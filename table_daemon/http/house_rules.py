"""House rules over HTTP: read, and changed by whoever has the table's PIN; and every option of a preset.

Rules this file keeps: files and engines are loaded beside the event loop, which keeps the machine's lease alive.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final, assert_never

from aiohttp import web

from mahjong_rules.score_table import TableLine
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.http.access import visitor_of
from table_daemon.http.games import packed
from table_daemon.http.guard import read_body, refused
from table_daemon.rules.house_rules import HouseRulesFile, KeptRules
from table_daemon.rules.presets import PresetError, describe_preset, load_preset
from wire.commands.codec import decode_body
from wire.commands.fields import MAX_OPTIONS
from wire.commands.refusals import CommandRefusedError
from wire.commands.wishes import wish_of
from wire.house_rules_documents import (
    HOUSE_RULES_WISHES,
    AddHouseRules,
    ChangeHouseRules,
    HouseRules,
    HouseRulesList,
    HouseRulesWish,
    PresetDocument,
    RemoveHouseRules,
    TableLineDocument,
)
from wire.messages import Json
from wire.words import words_document

_log = logging.getLogger(__name__)
_LONGEST_PRESET: Final = 64
"""Characters of a preset's name, as in `wire.commands.fields`."""
_NO_FILE: Final = sentence("this table keeps no house rules; start it with a state folder")


def add_house_rules_routes(app: web.Application, file: HouseRulesFile | None) -> None:
    """Add `/api/house_rules` and `/api/rules/{preset}`; without a file there are none, and none can be kept."""
    routes = HouseRulesRoutes(file)
    app.router.add_get("/api/house_rules", routes.listed)
    app.router.add_post("/api/house_rules", routes.wish)
    app.router.add_get("/api/rules/{preset}", routes.preset)


class HouseRulesRoutes:
    """The handlers."""

    def __init__(self, file: HouseRulesFile | None) -> None:
        self._file = file
        self._one_at_a_time = asyncio.Lock()

    async def listed(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/house_rules`: all of them."""
        return await self._answer(_listed)

    async def wish(self, request: web.Request) -> web.StreamResponse:
        """`POST /api/house_rules` with `{"action": "add" | "change" | "remove", …}`."""
        try:
            wish = wish_of(HOUSE_RULES_WISHES, decode_body(await read_body(request)), "house_rules")
        except CommandRefusedError as error:
            return refused(error.code, str(error))
        answer = await self._answer(lambda file: _carried_out(file, wish))
        if answer.status == web.HTTPOk.status_code:
            _log.info("house rules: %s by %s", wish.action, visitor_of(request).origin)
        return answer

    async def preset(self, request: web.Request) -> web.StreamResponse:
        """`GET /api/rules/PRESET?OPTION=VALUE…`: every option of a preset, and what a hand can be worth by it."""
        name, settings = request.match_info["preset"], tuple(request.query.items())
        if len(name) > _LONGEST_PRESET or len(settings) > MAX_OPTIONS:
            wanted = f"a name of {_LONGEST_PRESET} characters and {MAX_OPTIONS} options at most"
            return refused("not_found", f"rules have {wanted}; ask for less")
        try:
            document = await asyncio.to_thread(preset_document, name, settings)
        except PresetError as error:
            return refused("not_found", error)
        return packed(document)

    async def _answer(self, ask: Callable[[HouseRulesFile], Any]) -> web.Response:
        if self._file is None:
            return packed({"house_rules": []}) if ask is _listed else refused("not_now", _NO_FILE)
        async with self._one_at_a_time:
            try:
                return packed(await asyncio.to_thread(ask, self._file))
            except PresetError as error:
                return refused("bad_data", error)
            except UserError as error:
                return refused("not_now", error)


def preset_document(name: str, settings: Sequence[tuple[str, str]] = ()) -> PresetDocument:
    """Every option of a preset, some of them changed, and what a hand can be worth then.

    Raises:
        PresetError: there is none of this name, no such option, or a value does not fit.
    """
    preset = load_preset(name, settings)
    hints = {field.name: field.hint for field in preset.fields}
    return {
        "preset": preset.name,
        "system": preset.system,
        "options": [
            {
                "section": option.section,
                "option": option.option,
                "value": option.value,
                "choices": _choices(hints[option.option]),
                "allowed": option.allowed,
                "meaning": option.meaning,
                "source": option.source,
            }
            for option in describe_preset(name, settings)
        ],
        "lines": [_line(item) for item in preset.score_table()],
    }


def _line(item: TableLine) -> TableLineDocument:
    return {
        "rule": item.line.rule,
        "clause": item.line.clause,
        "points": item.line.points,
        "fan": item.line.fan,
        "open_fan": item.open_fan,
        "is_maximum": item.is_maximum,
        "tiles": [str(tile) for tile in item.line.tiles],
    }


def _choices(hint: Any) -> list[str]:
    if hint is bool:
        return ["true", "false"]
    return [str(item.value) for item in hint] if isinstance(hint, type) and issubclass(hint, Enum) else []


def _listed(file: HouseRulesFile) -> HouseRulesList:
    return {"house_rules": [_document(kept) for kept in file.all()]}


def _document(kept: KeptRules) -> HouseRules:
    problem = kept.problem
    return {
        "id": kept.id,
        "name": kept.name,
        "rules": kept.rules,
        "settings": dict(kept.settings),
        "problem": str(problem),
        "problem_words": words_document(problem),
    }


def _carried_out(file: HouseRulesFile, wish: HouseRulesWish) -> Json:
    match wish:
        case AddHouseRules():
            return {"house_rules": file.add(wish.name, wish.rules, wish.settings).id}
        case ChangeHouseRules():
            return {"house_rules": file.change(wish.house_rules, wish.name, wish.settings).id}
        case RemoveHouseRules():
            file.remove(wish.house_rules)
            return {}
        case _:
            assert_never(wish)
