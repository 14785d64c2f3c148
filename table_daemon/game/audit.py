"""The audit list: every correction with who, when, why, before and after, and the events of a deal (docs/mqtt.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from table_daemon.game.change_report import event_document
from table_daemon.game.history import History
from table_daemon.game.timeline import Correction, is_person
from table_daemon.journal.entries import Json
from wire.audit_documents import AuditDocument, CorrectionDocument, CorrectionSideDocument

MAX_LISTED: Final = 30
"""Corrections in the retained document; the journal has them all."""


def audit_document(corrections: Sequence[Correction]) -> AuditDocument:
    """The newest corrections, newest first."""
    newest = list(reversed(corrections))[:MAX_LISTED]
    return {"corrections": [correction_document(item) for item in newest], "total": len(corrections)}


def correction_document(correction: Correction) -> CorrectionDocument:
    """One correction; `by` is "person" or "camera", `cause` who exactly."""
    return {
        "seq": correction.seq,
        "kind": correction.kind,
        "by": "person" if is_person(correction.cause) else "camera",
        "cause": correction.cause,
        "at": correction.at,
        "deal": correction.deal,
        "why": correction.why,
        "before": cast("CorrectionSideDocument", correction.before),
        "after": cast("CorrectionSideDocument", correction.after),
        "evidence": correction.evidence,
        "cancels": correction.cancels,
        "undone_by": correction.undone_by,
    }


def deal_events_document(history: History, deal: int, doubtful: Sequence[int]) -> Json:
    """Every event of a deal that anybody can have seen, in order, with who entered and who corrected it."""
    return {
        "deal": deal,
        "deals": history[-1].deal if history else 0,
        "events": [
            {
                **event_document(item),
                "cause": item.line.cause,
                "at": item.line.at,
                "corrections": list(item.line.corrections),
                "by_person": item.line.by_person,
                "doubtful": item.seq in doubtful,
                "scores": list(item.game.scores),
            }
            for item in history
            if item.deal == deal and not item.is_hidden_draw
        ],
    }
