"""Riichi: the rule system of seeds 003 and 004 and of every preset of that family."""

from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.rules import RiichiRules

__all__ = ["RiichiOptions", "RiichiRules"]
