"""What an owner does with a running table: keeps and restores it, updates it and its board, sets it up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from table_daemon.backup_service import BackupService
from table_daemon.firmware_service import FirmwareService
from table_daemon.http.backups import add_backup_routes
from table_daemon.http.firmware import add_firmware_routes
from table_daemon.http.set_up_route import add_set_up_route
from table_daemon.http.updates import add_update_routes
from table_daemon.service import TableService
from table_daemon.update_service import UpdateService


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What a daemon has for it; None where there is none.

    Attributes:
        backups: makes and takes in whole tables in one file.
        updates: other versions of this program.
        firmware: that of the motor board.
        set_up: ends the table for its set-up.
    """

    backups: BackupService | None = None
    updates: UpdateService | None = None
    firmware: FirmwareService | None = None
    set_up: Callable[[], None] | None = None


def add_upkeep_routes(app: web.Application, upkeep: Upkeep, service: TableService) -> None:
    """Add all of its addresses."""
    add_backup_routes(app, upkeep.backups, service)
    add_update_routes(app, upkeep.updates)
    add_firmware_routes(app, upkeep.firmware, service)
    add_set_up_route(app, service, upkeep.set_up)
