"""`jantaku hall`: the page for many tables of one broker."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from table_daemon.errors import UserError
from table_daemon.mqtt.settings import MqttError, MqttSettings

# Not the page's 8080: a hall may run on the computer of one of its tables.
_PORT = 8090
# Event streams never end by themselves: so long they may keep the program from ending. Chosen.
_STOP_TIMEOUT_S = 2.0


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "hall",
        description="Serves a page with a card for every table that the broker knows: players, scores, round, machine, "
        "faults, and how old all that is. It only reads: the broker's account `viewer` is enough (config/broker/acl). "
        "Ends with Ctrl-C.",
        epilog="Example: jantaku hall --broker hall.local --username viewer --password-file viewer.txt --host 0.0.0.0",
    )
    parser.add_argument("--broker", required=True, metavar="HOST[:PORT]", help="the broker (1883, or 8883 with --tls)")
    parser.add_argument("--username", default="", metavar="NAME", help="account at the broker")
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="file whose first line is its password")
    parser.add_argument("--tls", action="store_true", help="encrypt the connection to the broker")
    parser.add_argument("--ca-file", type=Path, metavar="FILE", help="certificates to trust instead of the system's")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="serve here; 0.0.0.0 lets screens in")
    parser.add_argument("--port", type=int, default=_PORT, metavar="PORT", help=f"TCP port (default {_PORT}; 0: any)")
    parser.add_argument(
        "--hostname", action="append", default=[], metavar="NAME", help="a name the page is reached by; may be repeated"
    )
    parser.set_defaults(run=_run)


def broker_address(text: str, *, tls: bool) -> tuple[str, int]:
    """Host and port of ``hall.local``, ``10.0.0.5:1884`` or ``[fe80::1]:1883``.

    Raises:
        UserError: this names no broker.
    """
    host, separator, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
    if not separator or (":" in host and not host.startswith("[")):
        host, port = text, "8883" if tls else "1883"
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise UserError(f"--broker {text}: expected HOST or HOST:PORT, for example hall.local:1883")
    return host, int(port)


def _run(args: argparse.Namespace) -> int:
    host, port = broker_address(args.broker, tls=args.tls)
    if not 0 <= args.port < 65536:
        raise UserError(f"--port {args.port}: expected a TCP port from 0 to 65535")
    settings = MqttSettings(
        broker="external",
        host=host,
        port=port,
        username=args.username,
        password_file=args.password_file,
        tls=args.tls,
        ca_file=args.ca_file,
    )
    try:
        return asyncio.run(_serve(args, settings))
    except MqttError as error:
        raise UserError(str(error).replace("mqtt.password_file", "--password-file")) from error


async def _serve(args: argparse.Namespace, settings: MqttSettings) -> int:
    from aiohttp import web

    from table_daemon.hall.server import Hall, HallSettings, make_app
    from table_daemon.mqtt.client import Address

    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    hall = Hall(settings, Address(settings.host, settings.port))
    own = HallSettings(args.host, args.port, frozenset(args.hostname))
    runner = web.AppRunner(make_app(hall, own), access_log=None, shutdown_timeout=_STOP_TIMEOUT_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, own.host, own.port).start()
        hall.start()
        shown = "127.0.0.1" if own.host in ("0.0.0.0", "::", "") else own.host  # noqa: S104 - compared, not bound
        print(f"page http://{shown}:{runner.addresses[0][1]}/?view=hall", flush=True)
        await ended.wait()
    except OSError as error:
        place = f"{own.host}:{own.port}"
        raise UserError(f"the hall cannot be served at {place} ({error.strerror}); choose another --port") from error
    finally:
        await hall.stop()
        await runner.cleanup()
    return 0
