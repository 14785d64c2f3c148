"""Riichi: the rule system of WRC 2015 and the Doman guide and of every preset of that family."""

from mahjong_rules.systems.riichi.options import RiichiOptions
from mahjong_rules.systems.riichi.riichi_rules import RiichiRules

__all__ = ["RiichiOptions", "RiichiRules"]
