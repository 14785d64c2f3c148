"""What root tells: what is offered, and how far an installation is. Root writes whole files, the daemon reads them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from table_daemon.update_service import UpdateWhy
from table_daemon.updating.offers import OfferedVersion
from table_daemon.updating.places import UpdatePlaces
from wire.update_words import UpdatePhase

if TYPE_CHECKING:
    from wire.update_documents import ReleaseDocument, UpdateProgress

UNDER_WAY: Final = frozenset(get_args(UpdatePhase)) - {"done", "failed"}
_READABLE: Final = 0o644
"""The daemon reads them as a user of its own."""


def tell_offer(places: UpdatePlaces, offer: OfferedVersion | None, before: str, looked_at: str) -> None:
    """What was found at a look.

    Args:
        places: of the computer.
        offer: the newest.
        before: the version that is kept to go back to, "" for none.
        looked_at: wall time.
    """
    _write(
        places.offer,
        {
            "offered": offer.version if offer else "",
            "changes": [{"version": release.version, "points": release.points} for release in offer.changes]
            if offer
            else [],
            "before": before,
            "looked_at": looked_at,
        },
    )


def tell_progress(
    places: UpdatePlaces, phase: UpdatePhase, version: str = "", percent: int = 0, why: str = "", text: str = ""
) -> None:
    """How far it is; a failure with its reason."""
    told = {"phase": phase, "version": version, "percent": percent, "why": why, "text": text}
    _write(places.progress, told)


def told_offer(places: UpdatePlaces) -> tuple[str, list[ReleaseDocument], str, str | None]:
    """Version, what is new, the version before, and when root looked; empty where it never did."""
    found = _read(places.offer)
    try:
        changes: list[ReleaseDocument] = [
            {"version": str(release["version"]), "points": [str(point) for point in release["points"]]}
            for release in found["changes"]
        ]
        return str(found["offered"]), changes, str(found["before"]), str(found["looked_at"])
    except (KeyError, TypeError):
        return "", [], "", None


def told_progress(places: UpdatePlaces) -> UpdateProgress | None:
    """How far it is; one that a power cut ended has failed."""
    is_at_work = places.at_work.exists()  # before the file: root says that it is done, then goes
    found = _read(places.progress)
    try:
        phase, version = found["phase"], str(found["version"])
        percent, why, text = int(found["percent"]), str(found["why"]), str(found["text"])
    except (KeyError, TypeError, ValueError):
        return None
    if phase in UNDER_WAY and not is_at_work:
        text = "the computer was switched off during the update; look again, and repeat it"
        return {"phase": "failed", "version": version, "percent": 0, "why": UpdateWhy.INTERRUPTED, "text": text}
    return {"phase": phase, "version": version, "percent": percent, "why": why, "text": text}


def _read(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(file: Path, value: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.part")
    with draft.open("w", encoding="utf-8") as opened:
        os.fchmod(opened.fileno(), _READABLE)
        json.dump(value, opened, ensure_ascii=False)
    draft.replace(file)
