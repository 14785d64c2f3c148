"""`jantaku https`: a certificate for the table's page, and how to have devices trust it."""

from __future__ import annotations

import argparse
import json
import re
import socket
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from table_daemon.access.certificates import as_address
from table_daemon.access.tls_folder import TlsFolder, TlsReport
from table_daemon.errors import UserError
from table_daemon.http.home_addresses import home_addresses
from table_daemon.settings import Settings, load_settings

_HOST_NAME: Final = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)
_TRUST: Final = """\
Each device has to trust the table's authority once. Get {address} on it (that page is not encrypted:
compare the fingerprint below), then
  iPhone, iPad  Settings, Profile Downloaded, Install; then General, About, Certificate Trust Settings: switch it on
  Android       Settings, Security, More security settings, Install a certificate, CA certificate: choose the file
  Windows       open the file, Install Certificate, Local Machine, "Trusted Root Certification Authorities"
  macOS         open the file, keychain System; open the entry there, Trust, "Always Trust"
  Linux         sudo cp jantaku-ca.crt /usr/local/share/ca-certificates/ && sudo update-ca-certificates
                Chromium: Settings, Privacy and security, Security, Manage certificates, Authorities, Import
  Firefox       (everywhere) Settings, Privacy & Security, View Certificates, Authorities, Import
It can vouch for this table and for home networks only, never for a site in the internet."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "https",
        description="Makes an authority and a certificate for this table's page and prints how to trust it. The daemon"
        " then also serves HTTPS at http.https_port (restart it once) and renews the certificate by itself. Without"
        " --name the certificate is good for this computer's names and addresses and those of http.hostnames.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's settings (TOML)")
    parser.add_argument("--set", action="append", default=[], metavar="SECTION.KEY=VALUE", help="change one setting")
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="another host name or address; may be repeated"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", action="store_true", help="change nothing: say what there is and how to trust it")
    what.add_argument(
        "--renew", action="store_true", help="a new certificate for the same names; devices notice nothing"
    )
    what.add_argument(
        "--new-authority", action="store_true", help="begin anew; every device has to trust the new authority"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    settings, now = load_settings(args.config, args.set), datetime.now(UTC)
    folder = TlsFolder(settings.table.tls_folder)
    was_made = folder.is_made
    if args.renew:
        folder.renew(now)
    elif not args.show:
        names = _names(settings, args.name)
        folder.make(names[0], names, now, anew=args.new_authority)
    report = folder.report(now)
    if args.json:
        print(json.dumps(_document(report, settings)))
        return 0
    _tell(report, settings)
    if not (was_made or args.show):
        print("Restart the daemon once: it serves HTTPS from its next start on.")
    return 0


def _names(settings: Settings, more: Iterable[str]) -> list[str]:
    """Every name and address that the page may be reached by, the most telling first, each once."""
    host = _valid(socket.gethostname().split(".")[0].lower() or "jantaku")
    found = [f"{host}.local", host, "localhost", *map(_valid, settings.http.hostnames), *map(_valid, more)]
    return list(dict.fromkeys([*found, *home_addresses(), "127.0.0.1", "::1"]))


def _valid(name: str) -> str:
    name = name.strip().lower().rstrip(".")
    address = as_address(name)
    if address is not None:
        return str(address)
    if not _HOST_NAME.fullmatch(name):
        raise UserError(f"{name!r} is no host name and no address: expected for example table.local or 192.168.1.20")
    return name


def _document(report: TlsReport, settings: Settings) -> dict[str, object]:
    return {
        "names": list(report.names),
        "until": report.until.isoformat(),
        "authority_until": report.authority_until.isoformat(),
        "fingerprint": report.fingerprint,
        "is_due": report.is_due,
        "https_port": settings.http.https_port,
    }


def _tell(report: TlsReport, settings: Settings) -> None:
    name, port = report.names[0], settings.http.https_port
    print(f"page         https://{name}:{port}/")
    print(f"good for     {', '.join(report.names)}")
    print(f"until        {report.until.date()}{' (due: --renew, or start the daemon)' if report.is_due else ''}")
    print(f"authority    until {report.authority_until.date()}")
    print(f"fingerprint  {report.fingerprint}")
    print()
    print(_TRUST.format(address=f"http://{name}:{settings.http.port}/ca.crt"))
    if not settings.http.is_public:
        print(f"Only this computer reaches the page now (http.host = {settings.http.host!r}); 0.0.0.0 lets tablets in.")
