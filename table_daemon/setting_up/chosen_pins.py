"""The PINs that somebody chose in the set-up, kept as those of any table are."""

from __future__ import annotations

from pathlib import Path

from mahjong_rules.told import sentence
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.passcodes import PasscodeError, checked_passcode
from wire.commands.roles import Role
from wire.set_up_documents import ChoosePins


def has_pins(folder: Path) -> bool:
    """Whether the table of this state folder has PINs."""
    return bool(_of(folder).pins())


def keep_pins(folder: Path, wish: ChoosePins) -> None:
    """Both PINs in place of those from before.

    Raises:
        PasscodeError: one of them is none, or both are the same.
    """
    table, admin = checked_passcode(Role.TABLE, wish.table), checked_passcode(Role.ADMIN, wish.admin)
    if table == admin:
        raise PasscodeError(sentence("both PINs are the same, so the table could not tell you apart: change one"))
    pins = _of(folder)
    pins.remove()
    pins.set_pin(Role.ADMIN, admin)
    pins.set_pin(Role.TABLE, table)


def _of(folder: Path) -> PasscodeFile:
    return PasscodeFile(folder / "access")
