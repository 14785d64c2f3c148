"""Presets for tests that look inside a rule system."""

from __future__ import annotations

from mahjong_rules.systems.riichi import RiichiOptions, RiichiRules
from table_daemon.rule_presets import load_rules


def riichi_options(name: str) -> RiichiOptions:
    """The options of a preset of the riichi family."""
    rules = load_rules(name)
    assert isinstance(rules, RiichiRules)
    return rules.options
