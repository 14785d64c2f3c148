"""`jantaku update`: what is new, installing it, and the way back; on a computer that has the package."""

from __future__ import annotations

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating.carrying_out import bring, carry_out_wish, install, look
from table_daemon.updating.fields import installed_fields
from table_daemon.updating.offers import OfferedVersion, kept_offer, newest_offer
from table_daemon.updating.places import PACKAGE, UpdatePlaces
from wire.update_words import UpdatePhase

_NO_PACKAGE = (
    "no package of Jantaku is installed here; where it runs from its source files, update in their folder:"
    " git pull, then make run installs what is new; then start the daemon anew"
)
_STEPS = {
    "fetching": "fetching the package",
    "waiting": "waiting for the end of a deal in play, 15 minutes at most",
    "installing": "installing; the table starts anew",
}


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "update",
        description="Says which version is installed, which one is offered and what is new in it; with sudo apt's lists"
        " are fetched first. Packages come from the sources of apt, or from root's folder (--add). The version"
        " before is kept: --back. A deal in play is waited for. The page offers the same under Table, Update.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--install", action="store_true", help="install the version that is offered (with sudo)")
    what.add_argument("--back", action="store_true", help="go back to the version before (with sudo)")
    what.add_argument("--add", type=Path, metavar="FILE", help="offer this package, which a person brought (with sudo)")
    what.add_argument("--carry-out", action="store_true", help=argparse.SUPPRESS)  # what jantaku-update.service calls
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, places: UpdatePlaces | None = None) -> int:
    """Do what the words say; `places` are this computer's.

    Raises:
        UpdateError: in one sentence why not.
    """
    places = places or UpdatePlaces()
    installed = installed_fields(places).get("Version", "")
    if not installed:
        raise UpdateError(_NO_PACKAGE, UpdateWhy.NO_PACKAGE)
    if args.carry_out:
        carry_out_wish(places, _now)
    elif args.add is not None:
        _need_root(places, f"--add {args.add}")
        offer = bring(places, args.add, _now)
        print(f"offered:   {offer.version}; install it on the page, or: sudo jantaku update --install")
    elif args.back:
        _need_root(places, "--back")
        _install(places, kept_offer(places), "no version before is kept here: nothing was updated yet")
    elif args.install:
        _need_root(places, "--install")
        _install(places, look(places, _now), f"nothing is newer than {installed}")
    else:
        _tell(places, installed)
    return 0


def _tell(places: UpdatePlaces, installed: str) -> None:
    offer = newest_offer(places)
    if _may_write(places):
        try:
            offer = look(places, _now)
        except UpdateError as error:
            print(f"note:      {error}")
    print(f"installed: {installed}")
    if places.passed_over.exists():
        print("           it does not start; the version before runs: journalctl -u jantaku says why")
    print(f"offered:   {offer.version if offer else 'nothing newer'}")
    for release in offer.changes if offer else ():
        print(f"\nnew in {release.version}:")
        print("\n".join(f"* {point}" for point in release.points))
    if offer:
        print("\ninstall it: sudo jantaku update --install")
    if kept := kept_offer(places):
        print(f"before:    {kept.version}; go back with: sudo jantaku update --back")


def _install(places: UpdatePlaces, offer: OfferedVersion | None, nothing: str) -> None:
    if offer is None:
        print(nothing)
        return
    last: list[UpdatePhase] = []

    def told(phase: UpdatePhase, _percent: int) -> None:
        if last[-1:] != [phase]:
            last.append(phase)
            print(f"{_STEPS.get(phase, phase)} ...", flush=True)

    install(places, offer.version, _now, told)
    print(f"version {offer.version} is installed and runs")


def _need_root(places: UpdatePlaces, words: str) -> None:
    if not _may_write(places):
        raise UpdateError(f"only root installs packages: sudo {PACKAGE} update {words}", UpdateWhy.APT)


def _may_write(places: UpdatePlaces) -> bool:
    return os.access(places.told.parent, os.W_OK)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
