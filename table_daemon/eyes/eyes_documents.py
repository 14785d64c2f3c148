"""What was taught to the eyes as documents for screens: pure."""

from __future__ import annotations

from table_daemon.eyes.lesson import Lesson, Trouble
from vision.calibrating.stored_calibration import StoredCalibration
from vision.tile_sets.learnt_set import KindLearnt, LearntSet
from vision.tile_sets.lesson_book import LessonBook, LessonVerdict, TileWitness
from vision.tile_sets.set_layout import LayoutDoubt, Mistake
from wire.eyes_documents import (
    KindLearntDocument,
    LearntDocument,
    LessonDocument,
    LookAlikeDocument,
    MistakeDocument,
    PlayedDocument,
    PlayedLessonDocument,
    StoredLensDocument,
    TroubleDocument,
    TwoFacesDocument,
)
from wire.words import words_document

_DECIMALS = 4
"""Enough for a chance, a share and a lens's coefficient; more would change the document without telling anything."""


def learnt_document(tile_set: LearntSet) -> LearntDocument:
    """What was learnt of a set."""
    return {
        "name": tile_set.name,
        "made_at": tile_set.made_at,
        "crops": len(tile_set.samples),
        "kinds": [_kind_document(kind) for kind in tile_set.learnt],
        "missing": [str(tile) for tile in tile_set.missing],
    }


def _kind_document(kind: KindLearnt) -> KindLearntDocument:
    return {
        "kind": str(kind.tile),
        "crops": kind.crops,
        "before": round(kind.before, _DECIMALS),
        "certainty": round(kind.certainty, _DECIMALS),
        "rival": None if kind.rival is None else str(kind.rival),
        "sure": kind.is_sure,
    }


def played_document(book: LessonBook, problem: str = "") -> PlayedDocument:
    """What was learnt of a set while playing."""
    return {
        "lessons": [_played_lesson(lesson, book) for lesson in reversed(book.lessons)],
        "seen": len(book.witnesses) - len(book.lessons),
        "two_faces": [_two_faces(*pair, book) for pair in book.two_faces],
        "strange": book.strange,
        "problem": str(problem),
        "problem_words": words_document(problem),
    }


def _two_faces(asked: int, other: int, book: LessonBook) -> TwoFacesDocument:
    name = next(one.tile for one in book.witnesses if one.number == asked)
    return {"kind": str(name), "asked": asked, "other": other}


def _played_lesson(lesson: TileWitness, book: LessonBook) -> PlayedLessonDocument:
    verdict = book.verdicts.get(lesson.number, LessonVerdict())
    return {
        "lesson": lesson.number,
        "kind": str(lesson.tile),
        "proof": lesson.proof.value,
        "at": lesson.at,
        "deal": lesson.deal,
        "fate": verdict.fate.value,
        "rival": None if verdict.rival is None else str(verdict.rival),
        "deals": verdict.deals,
    }


def lens_document(stored: StoredCalibration) -> StoredLensDocument:
    """A stored lens."""
    return {
        "made_at": stored.made_at,
        "lens_from": stored.lens_from,
        "focal_share": round(stored.lens.focal_share, _DECIMALS),
        "k1": round(stored.lens.k1, _DECIMALS),
        "k2": round(stored.lens.k2, _DECIMALS),
        "residual_px": round(stored.residual_px, _DECIMALS),
    }


def lesson_document(lesson: Lesson) -> LessonDocument:
    """A lesson under way."""
    seen = lesson.seen
    return {
        "set": lesson.set_name,
        "step": lesson.step.value,
        "rows": [[str(tile) for tile in row] for row in lesson.rows],
        "again": lesson.again,
        "adds": lesson.earlier is not None,
        "layouts": lesson.layouts,
        "crops": len(lesson.every_sample),
        "picture": None if seen is None else seen.picture,
        "tiles": 0 if seen is None else seen.tiles,
        "doubts": [] if seen is None else [_doubt_document(doubt) for doubt in seen.doubts],
        "trouble": None if lesson.trouble is None else _trouble_document(lesson.trouble),
        "learnt": None if lesson.learnt is None else learnt_document(lesson.learnt),
    }


def _doubt_document(doubt: LayoutDoubt) -> LookAlikeDocument:
    return {
        "row": doubt.laid.row,
        "number": doubt.laid.number,
        "tile": str(doubt.laid.tile),
        "looks_like": str(doubt.looks_like),
        "chance": round(doubt.chance, _DECIMALS),
    }


def _trouble_document(trouble: Trouble) -> TroubleDocument:
    mistake = None if trouble.mistake is None else _mistake_document(trouble.mistake)
    return {
        "key": trouble.key.value,
        "text": str(trouble.text),
        "text_words": words_document(trouble.text),
        "mistake": mistake,
    }


def _mistake_document(mistake: Mistake) -> MistakeDocument:
    return {
        "kind": mistake.kind.value,
        "row": mistake.row,
        "found": mistake.found,
        "wanted": mistake.wanted,
        "tiles": [str(tile) for tile in mistake.tiles],
    }
