"""What the parts of the daemon look like on a screen: machine and camera as documents (docs/mqtt.md)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wire.documents import CameraDocument, MachineDocument
from wire.exchange_document import ExchangeDocument
from wire.machine_status import ExchangeStatus, MachineStatus
from wire.words import words_document

if TYPE_CHECKING:  # `jantaku machine` needs no eyes, and theirs take longer to load than all the rest
    from vision.eyes_status import EyesStatus


def machine_document(status: MachineStatus) -> MachineDocument:
    """The motor side."""
    fault = status.fault
    return {
        "state": status.state,
        "text": status.text,
        "progress": status.progress,
        "progress_of": status.progress_of,
        "fault": None
        if fault is None
        else {"id": str(fault.id), "code": fault.code, "text": fault.text, "action": fault.action},
        "missing": status.missing,
        "obstacle": status.obstacle,
        "maintenance": status.maintenance,
        "exchange": None if status.exchange is None else exchange_document(status.exchange),
        "refusal": status.refusal,
    }


def exchange_document(status: ExchangeStatus) -> ExchangeDocument:
    """Tiles that people are to put in or take out."""
    return {"present": status.present, "needed": status.needed, "agreed": status.agreed}


def camera_document(status: EyesStatus, now: float, silent_after_s: float) -> CameraDocument:
    """The eyes; healthy only while pictures come and can be read."""
    is_ok, age_s = False, 0
    if status.newest_frame_at is not None:
        age_s = max(0, math.floor(now - status.newest_frame_at))
        is_ok = age_s < silent_after_s and not status.problem
    return {
        "ok": is_ok,
        "age_s": float(age_s),
        "problem": str(status.problem),
        "notice": str(status.notice),
        "problem_words": words_document(status.problem),
        "notice_words": words_document(status.notice),
    }
