"""Since when the game and its deal last, by the journal's times: the same on every screen, after a restart too."""

from __future__ import annotations

from collections.abc import Callable

from table_daemon.game.history import History, Played
from table_daemon.game.kept_game import KeptGame
from wire.documents import ClockDocument


def clock_document(kept: KeptGame) -> ClockDocument:
    """Wall times; None where there is no game or deal, or where it goes on."""
    deal = [item for item in kept.deal_history if item.deal]
    return {
        "game_since": kept.history[0].line.at if kept.history else None,
        "game_until": _first(kept.history, lambda item: item.game.is_over),
        "deal_since": deal[0].line.at if deal else None,
        "deal_until": _first(deal, lambda item: item.game.deal is not None and item.game.deal.result is not None),
    }


def _first(history: History | list[Played], has_ended: Callable[[Played], bool]) -> str | None:
    """When the end that still holds at the newest event came; None where there is none."""
    at = None
    for item in reversed(history):
        if not has_ended(item):
            break
        at = item.line.at
    return at
