"""What the page of the first start is told: the present step, with what was found of it."""

from __future__ import annotations

from typing import Any

from mahjong_rules.set_names import SetName
from table_daemon.eyes.tile_set_files import taught_sets
from table_daemon.rules.presets import preset_names
from table_daemon.setting_up.board_trial import BoardLook
from table_daemon.setting_up.found_devices import found_cameras, found_ports
from table_daemon.setting_up.set_up import SetUp
from table_daemon.setting_up.shown_devices import SEEING
from table_daemon.setting_up.trial_parts import PARTS, Part, TrialLook
from table_daemon.settings import UNTAUGHT
from vision.calibrating.marker_sheets import marker_pages, to_pdf
from wire.commands.roles import Role
from wire.set_up_documents import (
    STEPS,
    BoardStep,
    CameraStep,
    MachineStep,
    MarkersStep,
    PinsStep,
    RulesStep,
    SetsStep,
    SetUpDocument,
    TestedPart,
    TilesStep,
)
from wire.words import words_document


def set_up_document(set_up: SetUp, *, address: str, code: str = "") -> SetUpDocument:
    """Everything for the page.

    Args:
        set_up: what was said so far.
        address: where tablets will open the page, "" for nowhere.
        code: see `first_comer`.
    """
    step = set_up.answers.step
    return {
        "step": step,
        "steps": [{"name": name, "done": name in set_up.answers.done} for name in STEPS],
        "language": set_up.answers.language,
        "file": str(set_up.place.file),
        "code": code,
        "failure": set_up.answers.failure,
        "failure_words": list(set_up.answers.failure_words),
        "again": set_up.answers.reopened,
        "board": _board(set_up) if step == "board" else None,
        "camera": _camera(set_up) if step in SEEING else None,
        "markers": _markers(set_up) if step == "markers" else None,
        "tiles": _tiles(set_up) if step == "tiles" else None,
        "sets": _sets(set_up) if step == "sets" else None,
        "machine": _machine(set_up) if step == "machine" else None,
        "rules": _rules(set_up) if step == "rules" else None,
        "pins": _pins(set_up, address) if step in ("pins", "finish") else None,
    }


def marker_sheet(set_up: SetUp) -> bytes:
    """The markers at true size, to be printed: a PDF."""
    return to_pdf(marker_pages(set_up.place.settings(set_up.answers.settings).geometry))


def _board(set_up: SetUp) -> BoardStep:
    trial = set_up.devices.board
    look = trial.look if trial is not None else BoardLook()
    port = trial.port if trial is not None else ""
    if "board" in set_up.answers.done and look.state in ("opening", "press"):
        look = BoardLook("proved")
    return {
        "ports": found_ports(set_up.tools.probe, set_up.place.told("board"), port),
        "port": port,
        "state": look.state,
        "trouble": look.trouble,
        "sentence": str(look.sentence),
        "sentence_words": words_document(look.sentence),
    }


def _camera(set_up: SetUp) -> CameraStep:
    trial = set_up.devices.camera
    seen = trial.look if trial is not None else None
    address = trial.address if trial is not None else ""
    problem = seen.problem if seen is not None else ""
    state = "none" if seen is None else "trouble" if problem else "pictures" if seen.number else "opening"
    return {
        "cameras": found_cameras(set_up.tools.probe, set_up.place.told("camera") or address),
        "address": address,
        "state": state,
        "number": seen.number if seen is not None else 0,
        "size": list(seen.size_px) if seen is not None else [0, 0],
        "light": seen.light if seen is not None else "good",
        "sharpness": round(seen.sharpness, 2) if seen is not None else 0.0,
        "problem": str(problem),
        "problem_words": words_document(problem),
    }


def _markers(set_up: SetUp) -> MarkersStep:
    geometry = set_up.place.settings(set_up.answers.settings).geometry
    seen = set_up.devices.camera.look.markers if set_up.devices.camera is not None else {}
    problem = set_up.report if isinstance(set_up.report, str) else ""
    return {
        "markers": [
            {"number": number, "corners": seen[number].round(4).tolist() if number in seen else []}
            for number in sorted(geometry.marker_centres_mm)
        ],
        "surface_mm": geometry.surface_mm,
        "marker_mm": geometry.marker_mm,
        "tile_mm": [geometry.tile_height_mm, geometry.tile_width_mm, geometry.tile_thickness_mm],
        "report": set_up.report if isinstance(set_up.report, dict) else None,
        "problem": str(problem),
        "problem_words": words_document(problem),
    }


def _tiles(set_up: SetUp) -> TilesStep:
    geometry = set_up.place.settings(set_up.answers.settings).geometry
    problem = set_up.tiles_seen if isinstance(set_up.tiles_seen, str) else ""
    return {
        "height_mm": geometry.tile_height_mm,
        "width_mm": geometry.tile_width_mm,
        "thickness_mm": geometry.tile_thickness_mm,
        "measured": 0 if isinstance(set_up.tiles_seen, str) else set_up.tiles_seen,
        "problem": str(problem),
        "problem_words": words_document(problem),
    }


def _sets(set_up: SetUp) -> SetsStep:
    """A set's own lessons stand first, given or not: they are what the table's page teaches."""
    table = set_up.place.settings(set_up.answers.settings).table
    stored = taught_sets(table)
    told = ((SetName.A, table.set_a, table.taught_a), (SetName.B, table.set_b, table.taught_b))
    return {
        "sets": [
            {
                "set": set_name,
                "name": name,
                "taught": taught,
                "choices": list(dict.fromkeys((set_name.lower(), *stored, taught, UNTAUGHT))),
            }
            for set_name, name, taught in told
        ],
        "stored": stored,
    }


def _machine(set_up: SetUp) -> MachineStep:
    """Whoever asks for this watches the test."""
    trial = set_up.devices.machine
    look = trial.look() if trial is not None else TrialLook()
    pressed = trial.pressed if trial is not None else ()
    following = trial.next if trial is not None else None
    fault = look.fault
    return {
        "has_board": trial is not None,
        "state": look.state,
        "parts": [_part(part, look) for part in PARTS],
        "pressed": [_part(part, look) for part in pressed],
        "next": "" if following is None else following[0],
        "set": SetName.A if following is None else following[1],
        "fault": None
        if fault is None
        else {"id": fault.id, "code": fault.code, "text": fault.text, "action": fault.action},
        "notices": [{"code": told.code, "part": told.part, "side": told.side} for told in look.notices],
        "refusal": look.refusal,
        "sentence": str(look.sentence),
        "sentence_words": words_document(look.sentence),
        "counted": look.counted,
        "count_of": look.count_of,
    }


def _part(part: Part, look: TrialLook) -> TestedPart:
    name, side = part
    return {"part": name, "side": side, "result": look.results.get(part, "")}


def _rules(set_up: SetUp) -> RulesStep:
    settings: Any = set_up.place.settings(set_up.answers.settings)
    return {"presets": list(preset_names()), "rules": settings.play.rules, "options": settings.play.options}


def _pins(set_up: SetUp, address: str) -> PinsStep:
    return {
        "must": set_up.place.settings().http.is_public,
        "tablets": set_up.answers.tablets or set_up.must_have_pins or "pins" not in set_up.answers.done,
        "are_set": set_up.has_pins,
        "table": set_up.tools.proposed[Role.TABLE],
        "admin": set_up.tools.proposed[Role.ADMIN],
        "address": address,
    }
