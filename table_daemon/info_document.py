"""What `info` says: what this table is and can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from mahjong_rules.events import GameStarted
from table_daemon.announcing.announcer import SCHEMA_VERSION
from table_daemon.game.history import History
from wire.commands.codec import COMMAND_NAMES
from wire.table_data import Capability, InfoData

CAPABILITIES: Final[tuple[Capability, ...]] = get_args(Capability)


def info_document(table: str, version: str, presets: Sequence[str], default: str, history: History) -> InfoData:
    """The document.

    Args:
        table: its name.
        version: of the daemon.
        presets: that a game can be started with.
        default: the preset of a game that is started without naming one.
        history: of the game in play; its first event says by which rules it is played.
    """
    started = history[0].event if history else None
    known = started if isinstance(started, GameStarted) else None
    return {
        "table": table,
        "version": version,
        "schema_version": SCHEMA_VERSION,
        "rules": list(presets),
        "rule_system": {
            "preset": default if known is None else known.rules,
            "settings": {} if known is None else dict(known.settings),
        },
        "commands": sorted(COMMAND_NAMES),
        "capabilities": list(CAPABILITIES),
    }
