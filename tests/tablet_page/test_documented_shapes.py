from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_type_hints

import pytest

from tablet_page.view import MAX_STATE_BYTES
from wire import audit_documents, board_documents, documents, result_documents

PAGE = Path(__file__).parents[2] / "docs" / "mqtt.md"
EXAMPLES = [
    json.loads(text)
    for text in re.findall(
        r"```json\n(\{\"(?:phase|rivers|number)\".*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
]
STATE, BOARD, RESULT = EXAMPLES
CORRECTIONS = PAGE.with_name("corrections.md").read_text(encoding="utf-8")
EVENTS, CORRECTION = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", CORRECTIONS, re.DOTALL)]


@pytest.mark.parametrize(
    ("example", "shape"),
    [
        (STATE, documents.StateDocument),
        (STATE["system"], documents.SystemDocument),
        (STATE["fines"][0], documents.FineDocument),
        (BOARD, board_documents.BoardDocument),
        (BOARD["wall"], board_documents.WallDocument),
        (BOARD["wall"]["marks"][0], board_documents.MarkDocument),
        (BOARD["wall"]["marks"][0]["places"][0], board_documents.PlaceDocument),
        (BOARD["events"], board_documents.BoardEventsDocument),
        (CORRECTION, audit_documents.CorrectionDocument),
        (CORRECTION["before"], audit_documents.CorrectionSideDocument),
        (CORRECTION["after"]["events"][0], audit_documents.NumberedEventDocument),
        (RESULT, result_documents.ResultDocument),
        (RESULT["wins"][0], result_documents.WinDocument),
        (RESULT["losers"][0], result_documents.HandDocument),
        (RESULT["wins"][0]["lines"][0], result_documents.LineDocument),
        (RESULT["payments"][0], result_documents.PaymentDocument),
    ],
)
def test_the_examples_of_the_manual_have_exactly_the_documents_fields(example, shape):
    assert set(example) == set(get_type_hints(shape))


def test_the_manuals_snapshot_is_as_small_as_it_says() -> None:
    assert len(json.dumps(STATE).encode()) < MAX_STATE_BYTES
