"""`jantaku access`: the PINs of a table, and who is logged in."""

from __future__ import annotations

import argparse
import getpass
import json
import secrets
import sys
from pathlib import Path

from table_daemon.access.files import read_json
from table_daemon.access.passcode_file import PIN_ROLES, PasscodeFile
from table_daemon.access.passcodes import new_passcode
from table_daemon.errors import UserError
from table_daemon.settings import Settings, load_settings
from wire.commands.roles import Role

_ROLE_TEXTS = {
    Role.TABLE: "plays: starts games, declares, answers, corrects, lets the machine move",
    Role.ADMIN: "sets up: camera pictures, calibration, maintenance, single motions",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "access",
        description="Viewers need no PIN: they see the table and may stop the machine. The PIN of the role `table`"
        f" {_ROLE_TEXTS[Role.TABLE]}. The PIN of `admin` also {_ROLE_TEXTS[Role.ADMIN]}. A table that only its own"
        " computer reaches (http.host on loopback) asks for a PIN only when one is set. A running daemon follows every"
        " change at once.",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="which PINs are set, and who is logged in")
    show.add_argument("--json", action="store_true", help="print one JSON document")
    show.set_defaults(run=_show)
    setting = actions.add_parser(
        "set-pin",
        help="set or change a PIN; everybody who used the old one has to log in again",
        description="Asks for the new PIN, or reads its first line from standard input where that is no terminal.",
    )
    setting.add_argument("role", choices=[role.value for role in PIN_ROLES])
    setting.add_argument("--random", action="store_true", help="make one and print it")
    setting.set_defaults(run=_set_pin)
    remove = actions.add_parser(
        "remove-pins", help="remove both PINs: a table for this computer alone then asks nobody, one for the network"
        " makes new ones at the daemon's next start"
    )  # fmt: skip
    remove.set_defaults(run=_remove)
    for action in (show, setting, remove):
        action.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML)")
        action.add_argument(
            "--set", action="append", default=[], metavar="SECTION.KEY=VALUE", help="change one setting"
        )


def _settings(args: argparse.Namespace) -> Settings:
    return load_settings(args.config, args.set)


def _show(args: argparse.Namespace) -> int:
    settings = _settings(args)
    folder = settings.table.access_folder
    pins = PasscodeFile(folder).pins()
    sessions = read_json(folder / "sessions.json") or []
    current = [
        {key: session[key] for key in ("role", "device", "address", "since", "until")}
        for session in sessions
        if (pin := pins.get(Role(session["role"]))) and pin.name == session["pin"]
    ]
    if args.json:
        set_at = {role.value: pins[role].set_at for role in PIN_ROLES if role in pins}
        print(json.dumps({"public": settings.http.is_public, "pins": set_at, "sessions": current}, ensure_ascii=False))
        return 0
    for role in PIN_ROLES:
        known = f"set {pins[role].set_at}" if role in pins else "not set"
        print(f"{role.value:6} {known:33} {_ROLE_TEXTS[role]}")
    if not pins:
        print(_without_pins(settings))
    for session in current:
        name = session["device"] or "a browser"
        print(f"logged in: {name} at {session['address']} as {session['role']}, until {session['until']}")
    return 0


def _without_pins(settings: Settings) -> str:
    if settings.http.is_public:
        return "The daemon makes both at its next start and says them on its log: the page is open to the network."
    return "Nobody is asked for a PIN: only this computer reaches the page."


def _set_pin(args: argparse.Namespace) -> int:
    role = Role(args.role)
    pin = new_passcode(role, secrets.randbelow) if args.random else _typed(role)
    file = PasscodeFile(_settings(args).table.access_folder)
    made = file.set_pin(role, pin)
    print(f"The PIN of {role} is {pin}" if args.random else f"The PIN of {role} is set.")
    for other, other_pin in made.items():
        print(f"{other} had none; its PIN is {other_pin}")
    return 0


def _remove(args: argparse.Namespace) -> int:
    settings = _settings(args)
    PasscodeFile(settings.table.access_folder).remove()
    print("Both PINs are removed.", _without_pins(settings))
    return 0


def _typed(role: Role) -> str:
    """What a person types twice, or the first line of a pipe."""
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    pin = getpass.getpass(f"New PIN of {role}: ")
    if getpass.getpass("Once more: ") != pin:
        raise UserError("the two PINs differ: nothing was changed, try again")
    return pin
