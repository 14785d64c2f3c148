from __future__ import annotations

import json
import random
import stat

import pytest

from table_daemon.access.files import AccessFileError
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.passcodes import PasscodeError, StoredPasscode, checked_passcode, new_passcode
from wire.commands.roles import Role


def test_a_stored_pin_knows_its_pin_and_no_other():
    stored = StoredPasscode.of("4711", b"salt" * 4, "2026-11-21T10:00:00+00:00")
    assert stored.matches("4711")
    assert not any(stored.matches(wrong) for wrong in ("4712", "", "471", "47110", "４７１１"))
    assert StoredPasscode.from_json(stored.to_json()) == stored


def test_the_same_pin_twice_is_not_the_same_stored():
    one, two = (StoredPasscode.of("4711", salt, "") for salt in (b"a" * 16, b"b" * 16))
    assert one.digest != two.digest
    assert one.name != two.name


@pytest.mark.parametrize(
    ("role", "pin"), [(Role.TABLE, "123"), (Role.ADMIN, "12345"), (Role.TABLE, "1" * 65), (Role.TABLE, "12\n34")]
)
def test_a_pin_that_is_none_is_refused_with_what_is_expected(role, pin):
    with pytest.raises(PasscodeError, match=rf"the PIN of {role} must have \d to 64 printable characters"):
        checked_passcode(role, pin)


def test_made_pins_can_be_typed_and_are_accepted():
    below = random.Random(1).randrange
    table, admin = (new_passcode(role, below) for role in (Role.TABLE, Role.ADMIN))
    assert (len(table), table.isdecimal()) == (6, True)
    assert [len(group) for group in admin.split("-")] == [4, 4, 4]
    assert checked_passcode(Role.ADMIN, admin) == admin


def test_setting_one_pin_makes_the_other_and_says_it_once(tmp_path):
    file = PasscodeFile(tmp_path)
    made = file.set_pin(Role.TABLE, "4711")
    assert set(made) == {Role.ADMIN}
    assert file.pins()[Role.TABLE].matches("4711")
    assert file.pins()[Role.ADMIN].matches(made[Role.ADMIN])
    assert file.set_pin(Role.ADMIN, "correct horse") == {}
    assert file.make_missing() == {}


def test_no_pin_stands_in_the_file_and_nobody_else_may_read_it(tmp_path):
    file = PasscodeFile(tmp_path / "access")
    made = file.set_pin(Role.TABLE, "4711")
    text = file.path.read_text()
    assert "4711" not in text
    assert made[Role.ADMIN] not in text
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700
    assert [left.name for left in file.path.parent.iterdir()] == ["pins.json"]


def test_both_roles_never_have_the_same_pin(tmp_path):
    file = PasscodeFile(tmp_path)
    file.set_pin(Role.ADMIN, "123456")
    with pytest.raises(PasscodeError, match="choose another"):
        file.set_pin(Role.TABLE, "123456")


def test_a_change_made_by_another_program_is_seen(tmp_path):
    daemon, command = PasscodeFile(tmp_path), PasscodeFile(tmp_path)
    assert daemon.pins() == {}
    command.set_pin(Role.TABLE, "4711")
    before = daemon.pins()[Role.TABLE]
    command.set_pin(Role.TABLE, "4712")
    assert daemon.pins()[Role.TABLE] != before
    command.remove()
    assert daemon.pins() == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"table": {}}', json.dumps({"table": {"salt": "x"}, "admin": {}})])
def test_a_damaged_file_is_told_in_a_sentence(tmp_path, text):
    (tmp_path / "pins.json").write_text(text)
    with pytest.raises((AccessFileError, PasscodeError), match="anew"):
        PasscodeFile(tmp_path).pins()
