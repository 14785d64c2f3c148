from __future__ import annotations

import io
import json
import re
from datetime import UTC, datetime

import pytest

from table_daemon.access.gatekeeper import Gatekeeper
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.cli.main import main
from wire.commands.roles import Role


@pytest.fixture
def jantaku(tmp_path, capsys, monkeypatch):
    """Runs `jantaku access`; status and what it printed."""

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(["access", *arguments, "--set", f'table.state_dir="{tmp_path}"'])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_pin_is_set_and_the_other_made_and_said_once(jantaku, tmp_path):
    status, out, _ = jantaku("set-pin", "table", typed="4711\n")
    assert status == 0
    assert "The PIN of table is set." in out
    made = re.search(r"admin had none; its PIN is (\S+)", out)
    assert made
    pins = PasscodeFile(tmp_path / "access").pins()
    assert pins[Role.TABLE].matches("4711")
    assert pins[Role.ADMIN].matches(made[1])
    assert jantaku("set-pin", "admin", typed="correct horse\n")[1] == "The PIN of admin is set.\n"


def test_a_random_pin_is_printed(jantaku, tmp_path):
    _, out, _ = jantaku("set-pin", "table", "--random")
    made = re.search(r"The PIN of table is (\d{6})\n", out)
    assert made
    assert PasscodeFile(tmp_path / "access").pins()[Role.TABLE].matches(made[1])


def test_a_pin_that_is_none_changes_nothing(jantaku, tmp_path):
    status, _, err = jantaku("set-pin", "table", typed="12\n")
    assert (status, err) == (
        2,
        "jantaku: the PIN of table must have 4 to 64 printable characters, not 2; choose another\n",
    )
    assert PasscodeFile(tmp_path / "access").pins() == {}


async def test_who_is_logged_in_is_shown_without_what_opens_anything(jantaku, tmp_path):
    PasscodeFile(tmp_path / "access").set_pin(Role.TABLE, "4711")
    desk = Gatekeeper(tmp_path / "access", is_public=False, now=lambda: datetime.now(UTC), clock=lambda: 0.0)
    token, _ = await desk.login("4711", address="192.0.2.7", device="iPad")
    _, out, _ = jantaku("show")
    assert "logged in: iPad at 192.0.2.7 as table, until " in out
    _, out, _ = jantaku("show", "--json")
    assert [session["device"] for session in json.loads(out)["sessions"]] == ["iPad"]
    assert token not in out
    assert "scrypt" not in out
    PasscodeFile(tmp_path / "access").set_pin(Role.TABLE, "0815")
    assert "logged in" not in jantaku("show")[1]


@pytest.mark.parametrize(("host", "says"), [("127.0.0.1", "Nobody is asked"), ("0.0.0.0", "at its next start")])
def test_what_no_pin_means_is_said_for_both_kinds_of_table(jantaku, host, says):
    assert says in jantaku("show", "--set", f'http.host="{host}"')[1]
    jantaku("set-pin", "table", typed="4711")
    assert says not in jantaku("show", "--set", f'http.host="{host}"')[1]
    assert says in jantaku("remove-pins", "--set", f'http.host="{host}"')[1]
