"""Keepers of games for tests that need no table."""

from __future__ import annotations

from datetime import UTC, datetime

from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.journal import Journal
from table_daemon.rules.presets import load_rules

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def keeper_on(journal: Journal) -> GameKeeper:
    """Of this journal, at an hour that does not change."""
    return GameKeeper(journal, load_rules, lambda: NOW)
