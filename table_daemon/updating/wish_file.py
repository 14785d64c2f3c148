"""The one file that goes from the daemon to root: a version, or nothing, which asks to look.

Rules this file keeps: root follows no link, reads a few bytes of a plain file, and takes nothing but a version.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from typing import Final

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.places import UpdatePlaces
from wire.update_words import DEBIAN_VERSION

_VERSION: Final = re.compile(DEBIAN_VERSION, re.ASCII)
_MOST_BYTES: Final = 80
"""Longer than any version that `DEBIAN_VERSION` allows, and a line's end."""


def is_version(text: str) -> bool:
    """Whether it is a version and nothing else."""
    return _VERSION.fullmatch(text) is not None


def write_wish(places: UpdatePlaces, version: str) -> None:
    """Ask root for a version, or to look ("").

    Raises:
        UpdateError: it cannot be written.
    """
    draft = places.wish.with_name(places.wish.name + ".part")
    try:
        draft.write_text(f"{version}\n", encoding="ascii")
        draft.replace(places.wish)
    except OSError as error:
        raise UpdateError(
            f"the wish for an update cannot be written ({error.strerror}); free the disk", UpdateWhy.NO_ROOM
        ) from error


def take_wish(places: UpdatePlaces) -> str | None:
    """What is wished, which is taken away before anything is done: nothing is tried twice by itself.

    Returns:
        A version, "" to look, None where nothing is wished.

    Raises:
        UpdateError: what lies there is no wish.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(places.wish, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        with suppress(OSError):
            places.wish.unlink()
        raise _no_wish("a link, or nothing that can be read") from error
    try:
        is_plain = stat.S_ISREG(os.fstat(descriptor).st_mode)
        data = os.read(descriptor, _MOST_BYTES + 1) if is_plain else b""
    finally:
        os.close(descriptor)
        with suppress(OSError):
            places.wish.unlink()
    if not is_plain or len(data) > _MOST_BYTES:
        raise _no_wish("no plain file of one line")
    text = data.decode("ascii", "replace").removesuffix("\n")
    if text and not is_version(text):
        raise _no_wish(repr(text))
    return text


def _no_wish(came: str) -> UpdateError:
    return UpdateError(f"a wish for an update is a version like 0.2.0 and nothing else, not {came}", UpdateWhy.BAD_WISH)
