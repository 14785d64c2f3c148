"""What was said in the set-up so far, kept in the state folder: every step can be left and taken up again."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mahjong_rules.told import said_by, sentence
from table_daemon.errors import UserError
from vision.whole_files import write_whole
from wire.set_up_documents import STEPS
from wire.words import WordsDocument, words_document

_log = logging.getLogger(__name__)
FILE_NAME: Final = "set_up.json"


class SetUpAnswers(BaseModel):
    """The file's content.

    `settings` are values for the table's settings file, by section and key; `port` and `address` are board and camera
    that were tried last, `tested` the parts of the machine that passed. `finished`: they are written, and the table has
    not served yet; `failure` says why not, `failure_words` the same for screens in other languages. `reopened`: a table
    that was set up before is set up again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: int = Field(default=1, ge=1, le=1)
    step: str = STEPS[0]
    language: str = ""
    done: tuple[str, ...] = ()
    port: str = ""
    address: str = ""
    tablets: bool = False
    tested: tuple[tuple[str, int | None], ...] = ()
    finished: bool = False
    reopened: bool = False
    failure: str = ""
    failure_words: tuple[WordsDocument, ...] = ()
    settings: dict[str, dict[str, Any]] = Field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """What was said before; a file that cannot be read costs the answers, not the set-up."""
        path = folder / FILE_NAME
        try:
            return cls.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return cls()
        except (OSError, ValidationError) as error:
            _log.warning("the set-up begins anew, %s cannot be read: %s", path, error)
            return cls()

    def save(self, folder: Path) -> None:
        """Keep it.

        Raises:
            UserError: the disk refuses.
        """
        try:
            write_whole(folder / FILE_NAME, f"{self.model_dump_json(indent=1)}\n".encode())
        except OSError as error:
            raise UserError(
                sentence(
                    "{path} cannot be written ({why}): free the disk, or set table.state_dir",
                    path=folder / FILE_NAME,
                    why=error.strerror,
                )
            ) from error

    def told(self, step: str, settings: dict[str, dict[str, Any]] | None = None, **more: Any) -> Self:
        """With the answer to a step."""
        merged = {section: dict(values) for section, values in self.settings.items()}
        for section, values in (settings or {}).items():
            merged.setdefault(section, {}).update(values)
        done = (*(name for name in self.done if name != step), step)
        return self.model_copy(update={"settings": merged, "done": done, **more})

    def failed(self, error: UserError) -> Self:
        """With why the table did not start. The words are kept beside: what is read again is a plain sentence."""
        why = said_by(error)
        return self.model_copy(update={"failure": str(why), "failure_words": tuple(words_document(why))})

    def without(self, step: str) -> Self:
        """With the step to be answered again."""
        return self.model_copy(update={"done": tuple(name for name in self.done if name != step)})


def forget_answers(folder: Path) -> None:
    """The set-up is over."""
    (folder / FILE_NAME).unlink(missing_ok=True)
