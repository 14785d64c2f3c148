"""One update, step by step: fetch, keep the version that runs, wait for the end of a deal, install, look what runs.

Rules this file keeps: only versions that root's own sources offer, or the one that was kept; what fails leaves the
version that ran.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating import apt
from table_daemon.updating.fields import installed_fields
from table_daemon.updating.offers import OfferedVersion, kept_offer, newest_offer
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.programs import succeeds
from table_daemon.updating.repacking import keep_running_version
from wire.update_words import UpdatePhase

_LONGEST_S: Final = "900"
"""As an upgrade by hand waits (docs/adr/0042)."""
Tell = Callable[[UpdatePhase, int], None]
"""A step, and how much of it is done in percent."""


def offered(places: UpdatePlaces, version: str) -> OfferedVersion:
    """The version as root offers it.

    Raises:
        UpdateError: nobody does.
    """
    for offer in (newest_offer(places), kept_offer(places)):
        if offer is not None and offer.version == version:
            return offer
    raise UpdateError(
        f"version {version} is not offered: no source of apt has it as the newest, and it is not the one that was kept",
        UpdateWhy.NOT_OFFERED,
    )


def install_version(places: UpdatePlaces, version: str, tell: Tell) -> None:
    """Bring this computer to a version.

    Raises:
        UpdateError: why not; the version that ran runs on.
    """
    tell("fetching", 0)
    apt.finish_what_was_begun(places)
    offer = offered(places, version)
    apt.fetch(places, offer.target, lambda percent: tell("fetching", percent))
    if not offer.target.startswith(str(places.before)):
        keep_running_version(places)
    tell("waiting", 0)
    _wait_until_deal_ends(places)
    tell("installing", 0)
    apt.install(places, offer.target, lambda percent: tell("installing", percent))
    if places.passed_over.exists():
        raise UpdateError(
            f"version {version} does not start here; the version before runs on. Why: journalctl -u jantaku",
            UpdateWhy.DID_NOT_START,
        )
    if (came := installed_fields(places).get("Version", "")) != version:
        raise UpdateError(f"apt left version {came or 'none'} in place instead of {version}", UpdateWhy.APT)


def _wait_until_deal_ends(places: UpdatePlaces) -> None:
    if places.waiter.exists() and not succeeds(str(places.waiter), "--longest", _LONGEST_S):
        raise UpdateError("a deal is still in play; repeat the update when it has ended", UpdateWhy.IN_PLAY)
