"""Cases of a proof that go beyond its sample: `make test` leaves them out, `make campaign` runs them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from table_daemon.rules.presets import preset_names

SAMPLE_PRESETS = ("ema", "hongkong", "jp_classic", "manual", "mcr", "simple", "tchou", "tenhou", "zungjung")
"""Every rule system once, and of the riichi family one with red fives and aborted deals and one without."""


def more(*values: Any) -> Any:
    """A case that takes no way through the code which a case of the sample does not take."""
    return pytest.param(*values, marks=pytest.mark.campaign)


def sampled(sample: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """All cases of `parametrize`: those of the sample in every run, the others in the campaign."""
    return [case if case in sample else more(*(case if isinstance(case, tuple) else (case,))) for case in cases]


SAMPLED_PRESETS = sampled(SAMPLE_PRESETS, preset_names())
"""Every preset, those beyond the sample in the campaign."""
