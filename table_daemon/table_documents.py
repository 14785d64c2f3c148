"""Every retained document of a table, made from its parts.

Rule this file keeps: making documents changes nothing, neither parts nor files; it may be done at any time, twice too.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from table_daemon.announcing.part_documents import camera_document, machine_document
from table_daemon.diagnostics import PERIOD_S, camera_figures, host_figures, link_figures
from table_daemon.game.audit import audit_document
from table_daemon.game.clock import clock_document
from table_daemon.info_document import info_document
from table_daemon.table_parts import TableParts
from tablet_page.game_document import game_document
from tablet_page.results import result_document
from tablet_page.view import board_document, questions_document, state_document
from wire.documents import StateDocument

__all__ = ["PERIOD_S", "figure_documents", "table_documents"]


def table_documents(parts: TableParts, now_s: float) -> dict[str, Any]:
    """Data by topic, in the order in which they are said.

    Args:
        parts: of the table.
        now_s: seconds of the event loop's clock.
    """
    keeper = parts.keeper
    game, traits = keeper.game, keeper.traits
    return {
        "info": info_document(parts.about, keeper.history),
        "state": _state(parts, now_s),
        "board": board_document(game, traits, keeper.event_places.document()),
        "result": result_document(game, traits),
        "game": game_document(game, traits),
        "questions": questions_document(parts.questions.asked()),
        "audit": audit_document(keeper.corrections),
        "calls": parts.calls.document(),
        "sticks": parts.sticks.document,
        "eyes": parts.teaching.document(),
        "diag/machine": asdict(parts.machine.status),
    }


def figure_documents(parts: TableParts) -> dict[str, Any]:
    """Figures for maintenance by topic: slow news, to be said every `PERIOD_S`."""
    return {
        "diag/camera": camera_figures(parts.eyes.status()),
        "diag/link": link_figures(parts.machine.line.figures),
        "diag/host": host_figures(parts.settings.table.journal_path.parent, parts.machine.late_s),
    }


def _state(parts: TableParts, now_s: float) -> StateDocument:
    between, settings = parts.between, parts.settings
    left = between.seconds_left(now_s)
    return state_document(
        parts.keeper.game,
        parts.keeper.traits,
        machine=machine_document(parts.machine.status),
        camera=camera_document(parts.eyes.status(), now_s, settings.camera.silent_after_s),
        rules=settings.play.rules,
        clearing=between.is_moving,
        next_deal_in_s=None if left is None else math.ceil(left),
        hold=between.is_held,
        undo_to=next(reversed(parts.corrections.undo_targets()), None),
        may_begin_deal=between.is_due and not between.is_moving,
        clock=clock_document(parts.keeper),
    )
