"""Fixtures as one file, so that a table that is started again need not learn what belongs to it anew."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from vision.reading.fixtures import LOOK_SHAPE, Fixture
from vision.whole_files import write_whole

_VERSION: Final = 1
"""Of the file's format; another one is learnt anew."""


class FixtureFileError(ValueError):
    """The file cannot be read or written; the text is one sentence for a person."""


def save_fixtures(fixtures: Sequence[Fixture], path: Path) -> None:
    """Write the file, whole or not at all; folders are made.

    Raises:
        FixtureFileError: the disk refuses.
    """
    looks = np.array([fixture.look for fixture in fixtures], np.uint8).reshape(-1, *LOOK_SHAPE)
    places = np.array([(fixture.x_mm, fixture.y_mm) for fixture in fixtures], np.float64).reshape(-1, 2)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, version=np.array(_VERSION), places_mm=places, looks=looks)
    try:
        write_whole(path, buffer.getvalue())
    except OSError as error:
        raise FixtureFileError(
            f"what belongs to the table cannot be written to {path}: {error.strerror}; mend that"
        ) from error


def load_fixtures(path: Path) -> tuple[Fixture, ...]:
    """Read a file that `save_fixtures` wrote, oldest first; none where there is no file.

    Raises:
        FixtureFileError: it cannot be read, or is something else.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise FixtureFileError(f"{path} cannot be read: {error.strerror}; mend that or move it away") from error
    try:
        return _unpacked(data)
    except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise FixtureFileError(f"{path} is damaged: what belongs to the table is learnt anew") from error


def _unpacked(data: bytes) -> tuple[Fixture, ...]:
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        version, places, looks = int(file["version"]), file["places_mm"], file["looks"]
    if version != _VERSION:
        raise ValueError(f"version {version}")
    if places.shape != (len(looks), 2) or looks.shape[1:] != LOOK_SHAPE or not np.isfinite(places).all():
        raise ValueError("the places and their looks do not belong together")
    return tuple(
        Fixture(float(x_mm), float(y_mm), np.asarray(look, np.uint8))
        for (x_mm, y_mm), look in zip(places, looks, strict=True)
    )
