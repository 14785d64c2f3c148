"""What root does: for a wish of the daemon's (jantaku-update.service), or for a person at a terminal."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating import apt
from table_daemon.updating.fields import installed_fields
from table_daemon.updating.installing import Tell, install_version
from table_daemon.updating.offers import OfferedVersion, is_roots, kept_offer, newest_offer, offer_of
from table_daemon.updating.places import UpdatePlaces
from table_daemon.updating.told_files import tell_offer, tell_progress
from table_daemon.updating.wish_file import take_wish
from wire.update_words import UpdatePhase


def carry_out_wish(places: UpdatePlaces, now: Callable[[], str]) -> None:
    """Do what the daemon wishes, once; a failure is told in its place and raised.

    Raises:
        UpdateError: what was not done, and why.
    """
    version = ""
    try:
        wished = take_wish(places)
        if wished is None:
            return
        version = wished
        if version:
            install(places, version, now, lambda *_: None)
        else:
            look(places, now)
    except UpdateError as error:
        tell_progress(places, "failed", version, why=error.why, text=str(error))
        raise


def look(places: UpdatePlaces, now: Callable[[], str]) -> OfferedVersion | None:
    """Fetch apt's lists, and say what is offered.

    Raises:
        UpdateError: the lists could not be fetched and nothing newer is known.
    """
    with _alone(places):
        tell_progress(places, "looking")
        is_fresh = apt.refresh_lists(places)
        offer = _tell_what_is_offered(places, now)
        if offer is None and not is_fresh:
            raise UpdateError(
                "the lists of packages could not be fetched; look at the network, or bring a package: "
                "sudo jantaku update --add FILE.deb",
                UpdateWhy.NO_NETWORK,
            )
        tell_progress(places, "done")
        return offer


def install(places: UpdatePlaces, version: str, now: Callable[[], str], tell: Tell) -> None:
    """Bring this computer to a version; `tell` hears of each step, as the page does.

    Raises:
        UpdateError: why not.
    """

    def told(phase: UpdatePhase, percent: int) -> None:
        tell_progress(places, phase, version, percent)
        tell(phase, percent)

    with _alone(places):
        try:
            install_version(places, version, told)
            tell_progress(places, "done", version, 100)
        except UpdateError as error:
            tell_progress(places, "failed", version, why=error.why, text=str(error))
            raise
        finally:
            _tell_what_is_offered(places, now)


def bring(places: UpdatePlaces, package: Path, now: Callable[[], str]) -> OfferedVersion:
    """Put a package into root's folder in the place of those that lie there.

    Raises:
        UpdateError: it is none of ours, or not for this computer.
    """
    if offer_of(package, "") is None:
        problem = f"{package} is no package of Jantaku for this computer; give the file that `make deb` made"
        raise UpdateError(problem, UpdateWhy.NOT_OFFERED)
    with _alone(places):
        places.brought.mkdir(mode=0o755, exist_ok=True)
        # Copied under a name that is no package's yet: a copy that a full disk ends is never offered.
        draft, place = places.brought / ".brought", places.brought / package.name
        try:
            shutil.copyfile(package, draft)
        except OSError as error:
            draft.unlink(missing_ok=True)
            problem = f"{package} could not be copied to {places.brought} ({error.strerror}); free the disk"
            raise UpdateError(problem, UpdateWhy.NO_ROOM) from error
        draft.chmod(0o644)
        for older in places.brought.glob("*.deb"):
            older.unlink()
        draft.replace(place)
        if not is_roots(place) or (offer := offer_of(place, _installed(places))) is None:
            problem = f"others than root may change {places.brought}: sudo chmod 755 {places.brought}"
            raise UpdateError(problem, UpdateWhy.NOT_ROOTS)
        _tell_what_is_offered(places, now)
        return offer


def _tell_what_is_offered(places: UpdatePlaces, now: Callable[[], str]) -> OfferedVersion | None:
    offer, kept = newest_offer(places), kept_offer(places)
    tell_offer(places, offer, kept.version if kept else "", now())
    return offer


def _installed(places: UpdatePlaces) -> str:
    return installed_fields(places).get("Version", "")


@contextmanager
def _alone(places: UpdatePlaces) -> Iterator[None]:
    """Raises UpdateError: another update is at work."""
    places.told.mkdir(mode=0o755, parents=True, exist_ok=True)
    descriptor = os.open(places.told / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        places.at_work.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        places.at_work.touch()
        try:
            yield
        finally:
            places.at_work.unlink(missing_ok=True)
    except BlockingIOError as error:
        raise UpdateError("another update is at work; wait until it is done", UpdateWhy.BUSY) from error
    finally:
        os.close(descriptor)
