"""`jantaku machine`: single motions, faults and status of a table, through its daemon or at its bare motor board.

Rules this file keeps:
* Nothing moves without the word of a person who sees the table.
* An order that is broken off leaves the motors off.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from table_daemon.cli.machine_report import (
    Order,
    OrderedMachine,
    OrderRefusedError,
    Progress,
    exit_status,
    report_lines,
)
from table_daemon.errors import UserError
from wire.messages import Json

if TYPE_CHECKING:
    from table_daemon.settings import Settings

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

# How often progress is asked for: often enough for a line that seems to move. Chosen.
LOOK_S: Final = 0.25
# The machine did not do what was asked; 2 is a mistake on the command line.
_EXIT_REFUSED: Final = 1
# What shells report of a program that SIGTERM ended: 128 + 15.
_EXIT_TERMINATED: Final = 143
_EPILOG: Final = """\
Without --port the running daemon is asked, at --url or where --config says, with the same checks as the buttons of
its page: nothing is moved in a deal. With --port the board itself is commanded; that is refused while a daemon holds
the port. The board is kept alive during the order and its motors are off afterwards.

Ctrl-C stops the machine: through a daemon with its stop, which a person clears afterwards, at a bare board by
switching its motors off.

exit status: 0 done (status: no fault); 1 refused, or stopped before the end (status: a fault is latched, or the
board is away); 2 nobody to ask, no consent, or a mistake in the arguments; 130 and 143 ended by Ctrl-C and SIGTERM
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "machine",
        description="Commands the machine of a table for maintenance.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    common = _common_arguments()

    def add(name: str, help_text: str) -> argparse.ArgumentParser:
        action = actions.add_parser(
            name,
            parents=[common],
            help=help_text,
            epilog=_EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        action.set_defaults(run=run)
        return action

    add("status", "what it does, its fault, and at a bare board its sensors and tile counters")
    add("home", "consent to motion; dome down, lifts up")
    for name, help_text in (
        ("build", "stack four walls behind the lifts"),
        ("raise", "the built walls onto the table"),
    ):
        add(name, help_text).add_argument("--tiles", choices=["A", "B"], help="which set; the machine's choice if not")
    add("lower", "the empty lifts down")
    add("dome", "the dome up or down").add_argument("direction", choices=["up", "down"])
    add("self-test", "dice, dome and each lift alone, through their whole travel; the table must be empty")
    add("clear-fault", "a fault's cause is removed; this is consent to motion").add_argument("fault_id", metavar="ID")
    add("maintenance", "begin or end work on the machine: meanwhile it moves only by single orders").add_argument(
        "switch", choices=["on", "off"]
    )
    add(
        "exchange", "let both sets get the tiles of the game that was started: people put some in or take some out"
    ).add_argument(
        "count", type=int, choices=[108, 136, 144, 152], help="tiles that each set is to have, as `status` says"
    )
    add("stop", "motors off at once, latched; for a running daemon")


def run(args: argparse.Namespace) -> int:
    """Carry out `args.action`; returns the exit status.

    Raises:
        UserError: nobody is there to ask, or a person has not consented.
    """
    settings = _settings(args)
    order = _order(args)
    if args.action not in ("status", "stop") and order.data.get("on") is not True:
        _ask_consent(is_given=args.yes)
    try:
        work = _at_board(args, settings, order) if args.port else _at_daemon(args, settings, order)
        return asyncio.run(_ended_by_sigterm(work))
    except asyncio.CancelledError:
        return _EXIT_TERMINATED


async def _at_daemon(args: argparse.Namespace, settings: Settings, order: Order) -> int:
    from table_daemon.cli.machine_daemon import DaemonMachine, key_for

    url = args.url or _page_address(settings)
    async with DaemonMachine(url, key_for(url, settings)) as machine:
        if args.action == "status":
            return _show(args, await machine.report())
        return await _carry_out(args, machine, order)


async def _at_board(args: argparse.Namespace, settings: Settings, order: Order) -> int:
    from table_daemon.cli.machine_board import BareBoard, read_board

    if args.action == "status":
        return _show(args, await read_board(settings))
    if args.action == "stop":
        raise UserError("stop is for a running daemon: leave out --port; where no daemon runs the motors are off")
    if args.action == "exchange":
        raise UserError("exchange is for a running daemon, which knows what the game needs: leave out --port")
    if args.action == "maintenance":
        raise UserError("maintenance is for a running daemon: leave out --port; a bare board moves by orders only")
    async with BareBoard(settings) as machine:
        return await _carry_out(args, machine, order)


async def _carry_out(args: argparse.Namespace, machine: OrderedMachine, order: Order) -> int:
    """Let the order be done while saying how far it is; the exit status."""
    progress = None if args.json else Progress(sys.stderr, rewrites=sys.stderr.isatty())
    refusal = ""
    try:
        await follow(machine, order, progress)
    except OrderRefusedError as error:
        refusal = str(error)
    report = await machine.report()
    if args.json:
        print(json.dumps({"ok": not refusal, "action": order.action, "message": refusal, **report}, ensure_ascii=False))
    elif refusal:
        print(f"jantaku: {refusal}", file=sys.stderr)
    else:
        print(report["machine"]["text"])
    return _EXIT_REFUSED if refusal else 0


async def follow(machine: OrderedMachine, order: Order, progress: Progress | None) -> None:
    """Carry out an order, showing progress; being cancelled interrupts the machine.

    Raises:
        OrderRefusedError: the machine refuses, or was stopped on the way.
        UserError: it cannot be reached.
    """
    doing = asyncio.create_task(machine.carry_out(order), name=order.action)
    try:
        while not (await asyncio.wait([doing], timeout=LOOK_S))[0]:
            if progress is not None:
                with contextlib.suppress(UserError):  # a late report is no failure of the order
                    progress.show((await machine.report())["machine"])
        doing.result()
    except asyncio.CancelledError:
        await machine.interrupt()
        raise
    finally:
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        if progress is not None:
            progress.end()


def _show(args: argparse.Namespace, report: Json) -> int:
    status = exit_status(report)
    if args.json:
        print(json.dumps({"ok": status == 0, "action": "status", "message": "", **report}, ensure_ascii=False))
    else:
        print("\n".join(report_lines(report)))
    return status


async def _ended_by_sigterm(work: Coroutine[Any, Any, int]) -> int:
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work


def _order(args: argparse.Namespace) -> Order:
    match args.action:
        case "dome":
            return Order(f"dome_{args.direction}")
        case "maintenance":
            return Order("maintenance", {"on": args.switch == "on"})
        case "exchange":
            return Order("exchange_sets", {"tiles": args.count})
        case "clear-fault":
            return Order("clear_fault", {"fault_id": args.fault_id})
        case "build" | "raise" if args.tiles:
            return Order(args.action, {"set": args.tiles})
        case action:
            return Order(action.replace("-", "_"))


def _ask_consent(*, is_given: bool) -> None:
    if is_given:
        return
    if sys.stdin.isatty():
        print("Does nobody reach into the table? Type yes: ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() == "yes":
            return
    raise UserError("nothing was moved: look that nobody reaches into the table, then say so with --yes")


def _settings(args: argparse.Namespace) -> Settings:
    from table_daemon.settings import load_settings

    port = [f"serial.port={json.dumps(args.port)}"] if args.port else []
    return load_settings(args.config, [*args.set, *port])


def _page_address(settings: Settings) -> str:
    from table_daemon.http.page_address import page_place

    place = page_place(settings.http)
    if place is None:
        raise UserError("the configuration lets the page take any free port: give its address with --url")
    return f"http://{place[0]}:{place[1]}/"


def _common_arguments() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    way = common.add_mutually_exclusive_group()
    way.add_argument("--url", help="address of the running daemon's page, for example http://127.0.0.1:8080/")
    way.add_argument("--port", metavar="DEVICE", help="command a bare board: its path in /dev/serial/by-id")
    common.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML); defaults without it")
    common.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE", help="change one setting")
    common.add_argument("--yes", action="store_true", help="nobody reaches into the table: move without asking")
    common.add_argument("--json", action="store_true", help="print one JSON document instead of text and progress")
    return common
