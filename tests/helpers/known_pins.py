"""A table whose two PINs are set, for tests of access."""

from table_daemon.access.passcode_file import PasscodeFile
from wire.commands.roles import Role

PINS = {Role.TABLE: "4711", Role.ADMIN: "correct horse"}


def set_pins(file: PasscodeFile) -> None:
    """Both of them."""
    for role, pin in PINS.items():
        file.set_pin(role, pin)
