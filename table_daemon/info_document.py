"""What `info` says: what this table is and can do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from mahjong_rules.events import GameStarted
from table_daemon.announcing.announcer import SCHEMA_VERSION
from table_daemon.game.history import History
from wire.commands.registry import COMMANDS
from wire.table_data import Capability, InfoData

CAPABILITIES: Final[tuple[Capability, ...]] = get_args(Capability)


@dataclass(frozen=True, slots=True)
class About:
    """What does not change while the daemon runs.

    Attributes:
        table: its name.
        version: of the daemon.
        presets: that a game can be started with.
        usual_rules: the preset of a game that is started without naming one.
        usual_options: the house's own options of it.
        page: where it is opened from elsewhere, "" where its port is chosen at each start.
        notice: what the table's settings let the page say of it; "" for nothing.
    """

    table: str
    version: str
    presets: Sequence[str]
    usual_rules: str
    usual_options: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""
    page: str = ""


def info_document(about: About, history: History) -> InfoData:
    """The document; the first event of `history` says by which rules the game in play is played."""
    started = history[0].event if history else None
    known = started if isinstance(started, GameStarted) else None
    return {
        "table": about.table,
        "version": about.version,
        "schema_version": SCHEMA_VERSION,
        "rules": list(about.presets),
        "rule_system": {
            "preset": about.usual_rules if known is None else known.rules,
            "settings": dict(about.usual_options) if known is None else dict(known.settings),
        },
        "commands": sorted(COMMANDS),
        "capabilities": list(CAPABILITIES),
        "page": about.page,
        "notice": about.notice,
    }
