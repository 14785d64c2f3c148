"""A sample of a proof's cases for every run; the others are marked `campaign` and run with `make campaign`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from table_daemon.rules.presets import preset_names

SAMPLE_PRESETS = ("ema", "jp_classic", "simple", "tchou", "tenhou")
"""Every rule system once, and of the riichi family one with red fives and aborted deals and one without."""


def sampled(sample: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Cases for `parametrize`: those of the sample in every run, the others in the campaign."""
    return [case if case in sample else _in_campaign(case) for case in cases]


def _in_campaign(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.campaign)


SAMPLED_PRESETS = sampled(SAMPLE_PRESETS, preset_names())
"""Every preset, those beyond the sample in the campaign."""
