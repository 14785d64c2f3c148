"""What tests of the daemon share."""

import pytest
from known_pins import set_pins

from table_daemon.access.passcode_file import PasscodeFile


@pytest.fixture(scope="session")
def pin_file(tmp_path_factory):
    """With the PINs of `known_pins`, to be copied; made once: scrypt is slow on purpose."""
    file = PasscodeFile(tmp_path_factory.mktemp("access"))
    set_pins(file)
    return file.path
