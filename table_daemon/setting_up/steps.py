"""Which settings the answers of the set-up make, and what is still to be answered. Pure but for the settings' files."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mahjong_rules.told import joined, sentence
from table_daemon.errors import UserError
from table_daemon.eyes.tile_set_files import taught_sets
from table_daemon.setting_up.answers import SetUpAnswers
from table_daemon.settings import UNTAUGHT, Settings, TableSettings, checked_settings, is_told, site_values
from wire.set_up_documents import STEPS, NameSets

NEEDED: Final = ("board", "camera")
"""Steps without whose answers no table starts; the others have usual values."""
_STEP_NAMES: Final = {
    "board": sentence("the motor board"),
    "camera": sentence("the camera"),
    "pins": sentence("the PINs"),
}
_TOLD_BY: Final = {"board": "serial.port", "camera": "camera.address"}


@dataclass(frozen=True, slots=True)
class SetUpPlace:
    """Whose set-up it is.

    Attributes:
        file: the table's settings, there or not.
        overrides: `section.key=value`, which win over the file.
    """

    file: Path
    overrides: tuple[str, ...] = ()

    def settings(self, changes: Mapping[str, Mapping[str, Any]] | None = None) -> Settings:
        """The settings as they are, with these changes of the file.

        Raises:
            SettingsError: something is wrong in them.
        """
        site = deepcopy(site_values(self.file))
        for section, values in (changes or {}).items():
            site[section] = {**site.get(section, {}), **values}
        return checked_settings(str(self.file), site, self.overrides)

    @property
    def folder(self) -> Path:
        """Of the table's state."""
        return Path(self.settings().table.state_dir).expanduser()

    def told(self, step: str) -> str:
        """What the settings say already of board or camera, "" where they are silent."""
        settings = self.settings()
        is_there = is_told(_TOLD_BY[step], site_values(self.file), self.overrides)
        return "" if not is_there else settings.serial.port if step == "board" else settings.camera.address

    def is_whole(self) -> bool:
        """Whether a table can be started: board and camera are told, by whomever."""
        return all(self.told(step) for step in NEEDED)


def reopened_answers(place: SetUpPlace) -> SetUpAnswers:
    """The answers of a table that runs: what its settings say, at the last step, which leads to the others."""
    told = [step for step in NEEDED if place.told(step)]
    usual = [step for step in ("language", "markers", "tiles", "sets", "rules", "pins") if len(told) == len(NEEDED)]
    done = tuple(step for step in STEPS if step in (*told, *usual))
    return SetUpAnswers(step=STEPS[-1], done=done, tablets=place.settings().http.is_public, reopened=True)


def step_after(step: str) -> str:
    """The step that comes next; the last one stays."""
    return STEPS[min(STEPS.index(step) + 1, len(STEPS) - 1)]


def check_whole(answers: SetUpAnswers, *, must_have_pins: bool, has_pins: bool) -> None:
    """Refuse to finish while something is missing.

    Raises:
        UserError: which steps are to be answered.
    """
    missing = [step for step in NEEDED if step not in answers.done]
    if must_have_pins and not has_pins:
        missing.append("pins")
    if missing:
        steps = joined((_STEP_NAMES[step] for step in missing), " and ")
        raise UserError(sentence("the set-up is not whole: go back to {steps}", steps=steps))


def named_sets(wish: NameSets, table: TableSettings) -> dict[str, dict[str, str]]:
    """What names the two tile sets and says which taught set reads each.

    Raises:
        UserError: a taught set is not there. A set's own need not be: its first lesson makes it.
    """
    stored = taught_sets(table)
    for own, taught, before in (("a", wish.taught_a, table.taught_a), ("b", wish.taught_b, table.taught_b)):
        if taught not in (own, before, UNTAUGHT, *stored):
            there = ", ".join(dict.fromkeys((own, *stored, UNTAUGHT)))
            raise UserError(f"there is no taught set {taught!r}: choose one of {there}")
    names = {"set_a": wish.set_a.strip(), "set_b": wish.set_b.strip()}
    return {"table": {**names, "taught_a": wish.taught_a, "taught_b": wish.taught_b}}
