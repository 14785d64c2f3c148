"""The state document stays below 4 KiB, whatever happens at once."""

import json

import pytest
from fake_service import CAMERA, READY, FakeService
from sample_games import game_in_play
from wire_judge import objections

from firmware_bridge.messages import FaultCode
from mahjong_rules.seats import SEATS
from table_daemon.machine.status_texts import board_fault
from table_daemon.rules.presets import load_rules, preset_names
from tablet_page.view import state_document
from wire.commands.fields import MAX_NAME_LENGTH
from wire.documents import FineDocument

LIMIT = 4096
LONG = "あ" * MAX_NAME_LENGTH


@pytest.mark.parametrize("rules", preset_names())
def test_a_state_with_everything_at_once_is_below_four_kibibytes(rules):
    traits = load_rules(rules).traits
    fault = board_fault(0xFFFF, 0xFFFF, FaultCode.STALLED, 16, "asked by http 2001:0db8:85a3:0000:0000:8a2e:0370:7334")
    machine = {**READY, "fault": {"id": fault.id, "code": fault.code, "text": fault.text, "action": fault.action}}
    machine |= {"text": "x" * 160, "obstacle": "tiles", "missing": 144, "progress": 0.3333}
    camera = {**CAMERA, "problem": "y" * 240, "notice": "z" * 240}
    document = state_document(game_in_play(), traits, machine=machine, camera=camera, rules=rules)
    fine: FineDocument = {
        "offender": 0,
        "winner": 3,
        "case": "danger_one_suit",
        "tile": "3m",
        "is_full": True,
        "exempt": None,
    }
    document |= {
        "names": [LONG] * 4, "scores": [-1_000_000] * 4, "fines": [fine] * 3, "dice": [6] * 4, "to_show": [0, 1, 2],
        "winners": [0, 1, 2], "dora_indicators": ["0m"] * 5, "dora": ["0m"] * 5, "stake": 1_000_000,
    }  # fmt: skip
    fake = FakeService()
    fake.show(game_in_play())
    envelope = next(item.payload for item in fake.retained() if item.topic == "state")
    said = {**envelope, "data": document, "game": "g" * 40}
    assert objections("state", said) == []
    assert len(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()) < LIMIT
    assert len(SEATS) == len(document["names"])
