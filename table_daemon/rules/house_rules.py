"""House rules that a table keeps under a name: a preset with the options that differ, in one file beside the journal.

Rules this file keeps:
* What is kept has been loaded once: nobody finds out at the table that an option does not fit.
* A game's own rules stand in the journal: changing or forgetting house rules changes no game that was played.
* At every moment the file is whole; one that is damaged is never written over.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from table_daemon.rules.option_values import value_text
from table_daemon.rules.presets import PresetError, load_preset
from table_daemon.spelling import sameness
from vision.whole_files import write_whole

MAX_HOUSE_RULES: Final = 50
"""Chosen: more than any table plays by; the row of buttons stays one that people can look through."""
_FORMAT: Final = 1
"""Of the file."""


class KeptRules(BaseModel):
    """House rules as they are kept."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    id: int
    name: str
    rules: str
    settings: dict[str, str]

    @property
    def problem(self) -> str:
        """Why no game can begin by them, as after an update of Jantaku, with its words; "" as long as one can."""
        try:
            load_preset(self.rules, tuple(self.settings.items()))
        except PresetError as error:
            return said_by(error)
        return ""


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    format: int = _FORMAT
    last_id: int = 0
    house_rules: list[KeptRules] = []


class HouseRulesFile:
    """Reads and writes house rules; one call at a time.

    Args:
        path: of the file; made when the first house rules are kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[KeptRules]:
        """Every one, in the order in which they were made.

        Raises:
            UserError: the file is damaged, of a later version, or cannot be read.
        """
        return self._read().house_rules

    def add(self, name: str, rules: str, settings: Mapping[str, str]) -> KeptRules:
        """Keep a preset with options that differ.

        Raises:
            UserError: the name is taken, there are too many, or the disk refuses.
            PresetError: there is no such preset or option, or a value does not fit.
        """
        kept = self._read()
        if len(kept.house_rules) >= MAX_HOUSE_RULES:
            raise UserError(
                sentence(
                    "a table keeps {most} house rules at most; delete some that nobody plays by", most=MAX_HOUSE_RULES
                )
            )
        _refuse_taken(kept, name, None)
        made = KeptRules(id=kept.last_id + 1, name=name, rules=rules, settings=_differing(rules, settings))
        kept.last_id = made.id
        kept.house_rules.append(made)
        self._write(kept)
        return made

    def change(self, number: int, name: str | None, settings: Mapping[str, str] | None) -> KeptRules:
        """Another name, or other options. Raises as `add`, and UserError where there are none of this id."""
        kept = self._read()
        place, old = _found(kept, number)
        if name is not None:
            _refuse_taken(kept, name, number)
        made = KeptRules(
            id=number,
            name=old.name if name is None else name,
            rules=old.rules,
            settings=old.settings if settings is None else _differing(old.rules, settings),
        )
        kept.house_rules[place] = made
        self._write(kept)
        return made

    def remove(self, number: int) -> None:
        """Forget them. Raises UserError where there are none of this id, or the disk refuses."""
        kept = self._read()
        del kept.house_rules[_found(kept, number)[0]]
        self._write(kept)

    def _read(self) -> _File:
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return _File()
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                sentence(
                    "{path} cannot be read ({why}); put a copy from a backup in its place",
                    path=self._path,
                    why=str(error),
                )
            ) from error
        try:
            kept = _File.model_validate_json(text)
        except ValidationError as error:
            raise UserError(
                sentence(
                    "{path} is damaged or of a later version; put a copy from a backup in its place, or move it away",
                    path=self._path,
                )
            ) from error
        if kept.format > _FORMAT:
            raise UserError(
                sentence(
                    "{path} has format {format}, this version reads {known}; update Jantaku",
                    path=self._path,
                    format=kept.format,
                    known=_FORMAT,
                )
            )
        return kept

    def _write(self, kept: _File) -> None:
        try:
            write_whole(self._path, f"{kept.model_dump_json(indent=1)}\n".encode())
        except OSError as error:
            raise UserError(
                sentence(
                    "{path} cannot be written ({why}); free the disk and try again",
                    path=self._path,
                    why=error.strerror,
                )
            ) from error


def _differing(rules: str, settings: Mapping[str, str]) -> dict[str, str]:
    """The options by their plain names that differ from the preset, in its own order and spelling of values.

    Raises:
        PresetError: there is no such preset or option, or a value does not fit, by itself or with the others.
    """
    own, wished = load_preset(rules), load_preset(rules, tuple(settings.items()))
    pairs = {
        field.name: (
            value_text(getattr(getattr(own.options, field.section), field.name)),
            value_text(getattr(getattr(wished.options, field.section), field.name)),
        )
        for field in own.fields
    }
    return {name: value for name, (usual, value) in pairs.items() if value != usual}


def _refuse_taken(kept: _File, name: str, own: int | None) -> None:
    taken = next((other for other in kept.house_rules if sameness(other.name) == sameness(name)), None)
    if taken is not None and taken.id != own:
        raise UserError(
            sentence(
                "there are house rules called {name} already; choose another name, or change those", name=taken.name
            )
        )


def _found(kept: _File, number: int) -> tuple[int, KeptRules]:
    for place, rules in enumerate(kept.house_rules):
        if rules.id == number:
            return place, rules
    raise UserError(sentence("these house rules are not there any more; look at the list again"))
