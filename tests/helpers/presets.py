"""Presets for tests that look inside a rule system."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mahjong_rules.seats import SEATS
from mahjong_rules.systems.riichi import RiichiOptions, RiichiRules
from table_daemon.rules.option_values import option_fields
from table_daemon.rules.presets import load_preset, load_rules, preset_names

RIICHI_PRESETS = tuple(
    name
    for name in preset_names()
    if load_preset(name).system == "riichi" and load_rules(name).traits.seats.in_play == SEATS
)
"""Of the riichi family, for four players."""
VALUED_PRESETS = tuple(name for name in preset_names() if load_rules(name).traits.score.by_people is None)
"""Whose engine values the hands."""


def riichi_options(name: str, **changes: Any) -> RiichiOptions:
    """The options of a preset of the riichi family, some of them changed."""
    rules = load_rules(name)
    assert isinstance(rules, RiichiRules)
    sections: dict[str, Any] = {}
    of = {item.name: item.section for item in option_fields(RiichiOptions)}
    for option, value in changes.items():
        section = of[option]
        sections[section] = replace(sections.get(section, getattr(rules.options, section)), **{option: value})
    return replace(rules.options, **sections)
