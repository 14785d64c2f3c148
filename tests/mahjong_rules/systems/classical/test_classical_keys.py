from __future__ import annotations

from types import ModuleType

import pytest

from mahjong_rules.systems.classical import jp_values, tchou_values
from mahjong_rules.systems.classical.danger import DangerCase
from mahjong_rules.systems.classical.keys import ALL_DANGER_KEYS, ALL_RULE_KEYS, FAN_KEYS, MAXIMUM_KEYS, POINT_KEYS
from mahjong_rules.systems.classical.score_rules import Rule


def rules_of(module: ModuleType) -> list[Rule]:
    """Every rule at the top of the module, alone or in a table."""
    found = vars(module).values()
    tables = [value for value in found if isinstance(value, tuple)]
    return [rule for rule in (*found, *(rule for table in tables for rule in table)) if isinstance(rule, Rule)]


@pytest.mark.parametrize("module", [tchou_values, jp_values], ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_every_rule_of_the_tables_has_a_published_key(module: ModuleType) -> None:
    found = rules_of(module)
    assert found
    assert {rule.key for rule in found} <= ALL_RULE_KEYS


def test_every_danger_has_a_published_key() -> None:
    assert set(DangerCase) == ALL_DANGER_KEYS


def test_a_key_names_one_kind_of_line() -> None:
    assert not FAN_KEYS & MAXIMUM_KEYS
    assert not POINT_KEYS & MAXIMUM_KEYS
