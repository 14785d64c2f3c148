"""One example of every form of every command, with all its fields: right by itself, whatever the table says to it."""

from __future__ import annotations

from typing import Any, Final

from wire.commands.registry import COMMANDS

_MELD: Final = {"kind": "chow", "tiles": ["3m", "4m", "0m"], "called_from": 3, "called_tile": "4m"}
_NAMES: Final = ["Aiko", "Benoît", "Chen", "Dorothea"]
_DRAWN: Final = {"type": "drawn", "seat": 0, "tile": None}
_WON: Final = {
    "type": "wins_declared",
    "wins": [{"seat": 1, "concealed": ["1z", "1z"], "winning_tile": "1z"}],
    "discarder": 2,
    "ura_indicators": [],
}
_REHEARSED: Final = {"dry_run": True, "force": False, "reason": "seen by all"}
_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "StartGameData": {"rules": "ema", "settings": {"a": "true"}, "names": _NAMES, "first_dealer": 2, "abandon": True},
    "DrawSeatsData": {"names": _NAMES, "rules": "tchou", "settings": {}},
    "RedrawSeatsData": {"drawn": [2, 0, 3, 1], "east_place": 1, "first_dealer": 3},
    "CallAttentionData": {"seat": 3},
    "DismissCallData": {"call": "call-3"},
    "DeclareData": {"kind": "false_win", "seat": 0},
    "ShowHandData": {"seat": 0, "tiles": ["1m", "1m", "f2", "y4"]},
    "TypeResultData": {"winners": [1, 3], "discarder": 0, "deltas": [-24, 16, 0, 8]},
    "JudgeData": {"seat": 1, "exempt": False},
    "PenalizeData": {"seat": 0, "points": 1000, "reason": "late"},
    "StakeData": {"seat": 0, "points": 100, "added": 3},
    "TimeCalledData": {"void": True},
    "AnswerData": {"question": "e-812", "value": "0p"},
    "NextDealData": {},
    "HoldData": {"on": False},
    "GoOnData": {},
    "StopData": {},
    "StopMachine": {"action": "stop"},
    "FindHome": {"action": "home"},
    "ClearFault": {"action": "clear_fault", "fault_id": "0001-9"},
    "Maintenance": {"action": "maintenance", "on": True},
    "NothingInTheWay": {"action": "nothing_in_the_way", "obstacle": "hand"},
    "AllTilesIn": {"action": "all_tiles_in", "missing": 1},
    "ExchangeSets": {"action": "exchange_sets", "tiles": 144},
    "SingleMotion": {"action": "build", "set": "B"},
    "EventsData": {"deal": 1},
    "UndoTo": {**_REHEARSED, "to_seq": 801},
    "UndoCorrection": {**_REHEARSED, "correction": 840},
    "CorrectTile": {**_REHEARSED, "kind": "tile", "event": 5, "tile": "5m", "place": "meld.tiles.1"},
    "CorrectCall": {**_REHEARSED, "kind": "call", "event": 5, "meld": _MELD, "seat": 1},
    "CorrectRiichi": {**_REHEARSED, "kind": "riichi", "event": 5, "riichi": False},
    "RemoveEvents": {**_REHEARSED, "kind": "remove", "events": [5, 6]},
    "InsertEvents": {**_REHEARSED, "kind": "insert", "after": 5, "events": [_DRAWN, _WON]},
    "ReplaceEvent": {**_REHEARSED, "kind": "replace", "event": 5, "with": _DRAWN},
    "CorrectResult": {**_REHEARSED, "kind": "result", "events": [_WON], "deal": 1, "from": 7},
    "TakeIn": {**_REHEARSED, "kind": "take_in", "event": 5},
    "VoidDealData": {**_REHEARSED, "deal": 1},
    "EndGameData": {"dry_run": True, "force": False},
    "SetAllScores": {**_REHEARSED, "scores": [26500, 31400, 24600, -500], "riichi_sticks": 1, "honba": None},
    "SetOneScore": {**_REHEARSED, "seat": 1, "score": 0, "riichi_sticks": None, "honba": 2},
    "BeginLesson": {"action": "begin", "set": "A", "red_fives": True, "flowers": False, "add": True, "kinds": ["1m"]},
    "LessonStep": {"action": "picture"},
    "JudgeNames": {"action": "reject", "picture": 3},
    "ShowAgain": {"action": "again", "kinds": ["1m", "7z"]},
    "ChangeStoredSet": {"action": "forget", "set": "B"},
    "TakeBackLesson": {"action": "take_back", "set": "A", "lesson": 3},
    "ForgetPlayed": {"action": "forget_played", "set": "B"},
    "NameFaces": {"action": "name_faces", "set": "A", "asked": 9, "kind": "1s", "other": 4, "other_kind": "1p"},
    "MeasureLens": {"action": "measure"},
    "StoreLens": {"action": "store", "measured": 2},
}
RIGHT_COMMANDS: Final = {
    form.__name__: (name, _EXAMPLES[form.__name__]) for name, kind in COMMANDS.items() for form in kind.forms
}
"""By the form: the command's name and its data."""


def with_unknown_fields(data: dict[str, Any], field: str) -> list[tuple[str, dict[str, Any]]]:
    """The data with one unknown field more, once for every object in them; the field's whole name with each."""
    found = [(field, {**data, field: True})]
    for key, value in data.items():
        if key == "settings":  # its fields are options of the rules: the preset refuses those
            continue
        if isinstance(value, dict):
            found += [(f"{key}.{name}", {**data, key: inner}) for name, inner in with_unknown_fields(value, field)]
        for place, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, dict):
                found += [
                    (f"{key}.{place}.{name}", {**data, key: [*value[:place], inner, *value[place + 1 :]]})
                    for name, inner in with_unknown_fields(item, field)
                ]
    return found
