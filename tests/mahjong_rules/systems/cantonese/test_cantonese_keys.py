from __future__ import annotations

import re
from pathlib import Path

import mahjong_rules.systems.cantonese as package
from mahjong_rules.systems.cantonese import keys
from mahjong_rules.systems.cantonese.liability import FedCase

FOLDER = Path(package.__file__).parent


def test_every_key_is_used_and_every_line_has_one() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*_*.py")}
    named = set(re.findall(r'(?:Rule|ScoreLine|_pattern|_limit_hand)\(\s*"(\w+)"', "\n".join(texts.values())))
    assert named == keys.ALL_RULE_KEYS


def test_what_was_fed_is_a_reason_of_payment() -> None:
    assert {case.value for case in FedCase} < keys.ALL_PAYMENT_REASONS
    assert keys.FLOWER_FAAN_KEYS < keys.FAAN_KEYS
