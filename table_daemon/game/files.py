"""A game of the archive as a file: mjai, tenhou/6, CSV or JSON, each as text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mahjong_rules.codec import event_to_json
from mahjong_rules.deal_result import DealResult
from mahjong_rules.reseating import as_of_deal, names_in_deal
from mahjong_rules.seats import SEATS
from mahjong_rules.state import Game
from mahjong_rules.tenhou6 import tenhou6
from table_daemon.game.archive import ArchivedGame
from tablet_page.game_document import game_document
from tablet_page.results import result_document
from tablet_page.rule_names import text
from wire.result_documents import GameDocument

_LANGUAGE_OF_TENHOU6: Final = "ja"


def mjai_file(messages: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line; draws and hands that nobody saw are "?"."""
    return "".join(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n" for message in messages)


def tenhou6_file(messages: Iterable[Mapping[str, Any]], results: Sequence[DealResult], names: Sequence[str]) -> str:
    """The form of public log viewers, names of yaku in Japanese.

    Raises:
        Tenhou6Error: hands or draws are not known.
    """

    def say(key: str) -> str:
        return text(key, _LANGUAGE_OF_TENHOU6)

    return json.dumps(tenhou6(messages, results, names, "Jantaku", say), ensure_ascii=False) + "\n"


def csv_file(archived: ArchivedGame) -> str:
    """A row a deal, for a spreadsheet: what changed in the deal, what changed besides, and the scores after it.

    A column of figures belongs to one person through the whole game; `seats` says who sat where in that deal.
    """
    document = game_document(archived.game, archived.rules.traits)
    names = document["names"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["deal", "label", "honba", "outcome", "winners", "discarder"]
    columns = [f"{name} {what}" for what in ("change", "other", "score") for name in names]
    writer.writerow([*head, *map(_safe, columns), "seats"])
    seats = [_seats(names_in_deal(archived.game, deals)) for deals in _counts(archived.game)]
    first = next(iter(seats), _seats(names))
    writer.writerow([0, "start", *[""] * (len(head) - 2 + 2 * len(SEATS)), *document["start_scores"], first])
    for row, sat in zip(document["results"], seats, strict=True):
        discarder = "" if row["discarder"] is None else names[row["discarder"]]
        winners = "; ".join(names[seat] for seat in row["winners"])
        place = [row["number"], row["deal_label"], row["honba"], row["outcome"], _safe(winners), _safe(discarder)]
        writer.writerow([*place, *row["deltas"], *row["other"], *row["scores"], sat])
    return out.getvalue()


def json_file(archived: ArchivedGame) -> str:
    """Everything: the list of deals, every result with its lines, every event that counts."""
    return json.dumps(game_as_json(archived), ensure_ascii=False, indent=1) + "\n"


def game_as_json(archived: ArchivedGame) -> dict[str, Any]:
    """The document of `json_file`; its parts are those of docs/mqtt.md (`game`, `result`, `event`).

    Each result has the seats of its own deal, with `names` as people sat in it.
    """
    game, record = archived.game, archived.record
    document: GameDocument = game_document(game, archived.rules.traits)
    return {
        "id": record.id,
        "started_at": record.started_at,
        "ended_at": record.ended_at,
        "rules": game.rules,
        "is_over": game.is_over,
        "scores": list(game.scores),
        "game": document,
        "results": [_result(archived, count) for count in _counts(game)],
        "events": [{"at": step.at, **event_to_json(step.event)} for step in archived.steps],
    }


def _counts(game: Game) -> range:
    return range(1, len(game.results) + 1)


def _result(archived: ArchivedGame, count: int) -> dict[str, Any]:
    then = as_of_deal(archived.game, count)
    return {"names": list(then.names), **(result_document(then, archived.rules.traits) or {})}


def _seats(names: Sequence[str]) -> str:
    """In one cell, in the order of the seats."""
    return _safe("; ".join(names))


def _safe(cell: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
