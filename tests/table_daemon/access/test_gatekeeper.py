from __future__ import annotations

import asyncio
import json
import logging
import shutil
import stat
from datetime import UTC, datetime, timedelta

import pytest
from known_pins import PINS

from table_daemon.access.gatekeeper import (
    Gatekeeper,
    TooManyTriesError,
    WrongPasscodeError,
    local_key_path,
    read_local_key,
)
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.access.sessions import LASTS, MAX_SESSIONS, Now, SessionBook, device_name
from table_daemon.access.tries import LOCK_S, LOCKED_AT
from wire.commands.roles import Role

TABLET, OTHER = "192.0.2.7", "192.0.2.8"


class Clocks:
    def __init__(self) -> None:
        self.wall = datetime(2026, 11, 21, 10, tzinfo=UTC)
        self.s = 0.0

    def now(self) -> datetime:
        return self.wall

    def clock(self) -> float:
        return self.s

    def pass_by(self, time: timedelta) -> None:
        """So much time passes, for both clocks."""
        self.wall += time
        self.s += time.total_seconds()


@pytest.fixture
def clocks():
    return Clocks()


@pytest.fixture
def open_desk(tmp_path, clocks):
    """Opens the desk of one table, as each start of its daemon does."""

    def opened(*, is_public: bool = True) -> Gatekeeper:
        return Gatekeeper(tmp_path, is_public=is_public, now=clocks.now, clock=clocks.clock)

    return opened


@pytest.fixture
def desk(tmp_path, open_desk, pin_file):
    shutil.copy(pin_file, tmp_path)
    return open_desk()


async def enter(desk: Gatekeeper, role: Role = Role.TABLE, address: str = TABLET, device: str = "Tablet") -> str:
    token, visitor = await desk.login(PINS[role], address=address, device=device)
    assert visitor.role is role
    return token


async def fail(desk: Gatekeeper, times: int, clocks: Clocks) -> None:
    """So many wrong PINs, waiting as told."""
    for _ in range(times):
        try:
            await desk.login("0000", address=TABLET, device="")
        except WrongPasscodeError:
            continue
        except TooManyTriesError as error:
            clocks.s += error.retry_after_s
            with pytest.raises(WrongPasscodeError):
                await desk.login("0000", address=TABLET, device="")


async def test_a_pin_opens_its_role_and_names_the_device(desk):
    token = await enter(desk)
    visitor = desk.visitor(TABLET, token=token)
    assert (visitor.role, visitor.device, visitor.origin) == (Role.TABLE, "Tablet", "http 192.0.2.7 (table, Tablet)")
    assert desk.visitor(TABLET).origin == "http 192.0.2.7 (viewer)"


async def test_a_wrong_pin_and_a_made_up_token_open_nothing(desk, caplog):
    with pytest.raises(WrongPasscodeError):
        await desk.login("4712", address=TABLET, device="")
    assert desk.visitor(TABLET, token="made up").role is Role.VIEWER
    assert desk.visitor(TABLET, key="made up").role is Role.VIEWER
    assert "wrong PIN from 192.0.2.7" in caplog.text
    assert "4712" not in caplog.text


async def test_ten_wrong_pins_lock_the_address_even_for_the_right_one_and_no_other(desk, clocks, caplog):
    await fail(desk, LOCKED_AT, clocks)
    with pytest.raises(TooManyTriesError) as refused:
        await enter(desk)
    assert refused.value.retry_after_s == LOCK_S
    assert "PINs from 192.0.2.7 are not looked at for 300 s" in caplog.text
    await enter(desk, address=OTHER)
    clocks.s += LOCK_S
    await enter(desk)


async def test_a_locked_address_keeps_the_session_it_has(desk, clocks):
    token = await enter(desk)
    await fail(desk, LOCKED_AT, clocks)
    assert desk.visitor(TABLET, token=token).role is Role.TABLE


async def test_many_wrong_pins_at_the_same_moment_are_counted_one_by_one(desk):
    guesses = [desk.login("0000", address=TABLET, device="") for _ in range(30)]
    answers = await asyncio.gather(*guesses, return_exceptions=True)
    assert sum(isinstance(answer, WrongPasscodeError) for answer in answers) == 5
    assert sum(isinstance(answer, TooManyTriesError) for answer in answers) == 25


async def test_a_session_outlives_a_restart_of_the_daemon(desk, open_desk):
    token = await enter(desk)
    assert open_desk().visitor(TABLET, token=token).role is Role.TABLE


@pytest.mark.parametrize("role", [Role.TABLE, Role.ADMIN])
async def test_a_session_ends_when_its_time_is_up(desk, clocks, role):
    token = await enter(desk, role)
    clocks.pass_by(LASTS[role] - timedelta(seconds=1))
    assert desk.visitor(TABLET, token=token).role is role
    clocks.pass_by(timedelta(seconds=1))
    assert desk.visitor(TABLET, token=token).role is Role.VIEWER


async def test_the_time_while_the_daemon_is_off_counts_for_a_session(desk, clocks, open_desk):
    admin = await enter(desk, Role.ADMIN)
    clocks.wall += LASTS[Role.ADMIN]
    assert open_desk().visitor(TABLET, token=admin).role is Role.VIEWER


async def test_logging_out_ends_the_session_for_good(desk, open_desk):
    token = await enter(desk)
    await desk.logout(token)
    assert desk.visitor(TABLET, token=token).role is Role.VIEWER
    assert open_desk().visitor(TABLET, token=token).role is Role.VIEWER


async def test_a_changed_pin_ends_its_sessions_and_no_other_roles(desk, tmp_path):
    table, admin = await enter(desk), await enter(desk, Role.ADMIN)
    PasscodeFile(tmp_path).set_pin(Role.TABLE, "0815")
    assert desk.visitor(TABLET, token=table).role is Role.VIEWER
    assert desk.visitor(TABLET, token=admin).role is Role.ADMIN


@pytest.mark.parametrize("years", [-40, -20, 15])
async def test_a_wall_clock_that_jumps_by_years_neither_ends_nor_prolongs_a_session(desk, clocks, years):
    admin = await enter(desk, Role.ADMIN)
    clocks.wall += years * timedelta(days=365)
    assert desk.visitor(TABLET, token=admin).role is Role.ADMIN
    tablet = await enter(desk)
    clocks.pass_by(LASTS[Role.ADMIN] - timedelta(seconds=1))
    assert desk.visitor(TABLET, token=admin).role is Role.ADMIN
    clocks.pass_by(timedelta(seconds=1))
    assert desk.visitor(TABLET, token=admin).role is Role.VIEWER
    assert desk.visitor(TABLET, token=tablet).role is Role.TABLE


@pytest.mark.parametrize("years", [-40, -20, 15])
async def test_a_login_after_a_jump_of_the_clock_leaves_the_others_logged_in(desk, clocks, years, open_desk):
    tablet = await enter(desk)
    clocks.wall += years * timedelta(days=365)
    await enter(desk, address=OTHER)
    clocks.wall -= years * timedelta(days=365)
    assert open_desk().visitor(TABLET, token=tablet).role is Role.TABLE


async def test_a_session_of_a_clock_that_was_years_ahead_does_not_last_for_years(desk, clocks, open_desk):
    clocks.wall += timedelta(days=15 * 365)
    admin = await enter(desk, Role.ADMIN)
    clocks.wall -= timedelta(days=15 * 365)
    assert desk.visitor(TABLET, token=admin).role is Role.ADMIN
    assert open_desk().visitor(TABLET, token=admin).role is Role.VIEWER


async def test_a_start_before_the_clock_is_set_keeps_the_logins_for_when_it_is(desk, clocks, open_desk):
    tablet = await enter(desk)
    clocks.wall -= timedelta(days=40 * 365)
    started = open_desk()
    assert started.visitor(TABLET, token=tablet).role is Role.VIEWER
    clocks.wall += timedelta(days=40 * 365)
    assert started.visitor(TABLET, token=tablet).role is Role.TABLE


async def test_what_is_kept_of_sessions_opens_no_door(desk, tmp_path):
    token = await enter(desk)
    file = tmp_path / "sessions.json"
    assert token not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert desk.visitor(TABLET, token=json.loads(file.read_text())[0]["key"]).role is Role.VIEWER


async def test_a_damaged_session_file_costs_logins_and_not_the_start(desk, open_desk, tmp_path, caplog):
    await enter(desk)
    (tmp_path / "sessions.json").write_text('[{"key": 3}]')
    assert open_desk().visitor(TABLET).role is Role.VIEWER
    assert "everybody has to log in again" in caplog.text


def test_a_table_that_only_its_own_computer_reaches_asks_nobody_until_a_pin_is_set(open_desk, tmp_path):
    desk = open_desk(is_public=False)
    visitor = desk.visitor("127.0.0.1")
    assert (visitor.role, visitor.is_asked, visitor.origin) == (Role.ADMIN, False, "http 127.0.0.1")
    PasscodeFile(tmp_path).set_pin(Role.TABLE, "4711")
    assert desk.visitor("127.0.0.1").role is Role.VIEWER


async def test_a_table_that_the_network_reaches_makes_its_pins_once(open_desk):
    first = open_desk()
    assert set(first.made_pins) == {Role.TABLE, Role.ADMIN}
    assert first.visitor(TABLET).role is Role.VIEWER
    _, visitor = await first.login(first.made_pins[Role.ADMIN], address=TABLET, device="")
    assert visitor.role is Role.ADMIN
    assert open_desk().made_pins == {}


def test_a_table_that_the_network_reaches_stays_closed_when_its_pins_are_removed(desk, tmp_path):
    PasscodeFile(tmp_path).remove()
    assert desk.visitor(TABLET).role is Role.VIEWER


async def test_pins_damaged_under_a_running_daemon_close_the_table(open_desk, tmp_path, caplog):
    desk = open_desk(is_public=False)
    (tmp_path / "pins.json").write_text("{")
    with caplog.at_level(logging.ERROR):
        assert desk.visitor("127.0.0.1").role is Role.VIEWER
    assert "remove it and set the PINs anew" in caplog.text
    with pytest.raises(WrongPasscodeError):
        await desk.login("", address="127.0.0.1", device="")


def test_programs_of_the_daemons_user_need_no_pin(desk, tmp_path, open_desk):
    key = read_local_key(tmp_path)
    assert desk.visitor("127.0.0.1", key=key).origin == "http 127.0.0.1 (admin, command line)"
    assert stat.S_IMODE(local_key_path(tmp_path).stat().st_mode) == 0o600
    assert open_desk().visitor("127.0.0.1", key=key).role is Role.ADMIN


def test_a_page_for_the_network_without_a_folder_for_its_pins_is_a_mistake_of_ours(clocks):
    with pytest.raises(ValueError, match="folder"):
        Gatekeeper(None, is_public=True, now=clocks.now, clock=clocks.clock)


def test_the_oldest_of_too_many_sessions_ends(clocks):
    book, now = SessionBook(), Now(clocks.wall, clocks.s)
    for number in range(MAX_SESSIONS + 1):
        book.open(f"token {number}", Role.TABLE, "pin", "", TABLET, now)
    pins = {Role.TABLE: "pin"}
    assert book.find("token 0", pins, now) is None
    assert book.find("token 1", pins, now) is not None
    assert len(book.sessions) == MAX_SESSIONS


@pytest.mark.parametrize(
    ("said", "kept"),
    [("  iPad\n of  Aiko ", "iPad of Aiko"), ("x" * 99, "x" * 40), ("tab)\x1b[2J (admin", "tab [2J admin"), ("", "")],
)
def test_a_devices_name_cannot_forge_a_line_of_the_log(said, kept):
    assert device_name(said) == kept
