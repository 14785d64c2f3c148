from __future__ import annotations

import pytest
from rule_vectors import concealed_kong, exposed

from mahjong_rules.systems.classical.danger import DangerCase, danger_of
from mahjong_rules.tiles import parse_tile

ONE_SUIT = (exposed("1m", "2m", "3m"), exposed("5m", "5m", "5m"), exposed("7m", "8m", "9m"))
DRAGONS = (exposed("5z", "5z", "5z"), exposed("7z", "7z", "7z", "7z"))
WINDS = (exposed("1z", "1z", "1z"), exposed("2z", "2z", "2z"), exposed("3z", "3z", "3z"))


@pytest.mark.parametrize(
    ("melds", "tile", "case"),
    [
        (ONE_SUIT, "4m", DangerCase.ONE_SUIT),
        (ONE_SUIT, "4p", None),
        (ONE_SUIT, "1z", None),
        (DRAGONS, "6z", DangerCase.DRAGONS),
        (DRAGONS, "1z", None),
        (WINDS, "4z", DangerCase.WINDS),
        (WINDS, "5z", None),
        (ONE_SUIT[:2], "4m", None),
        ((*ONE_SUIT, exposed("1z", "1z", "1z")), "4m", None),
        ((*ONE_SUIT[:2], concealed_kong("9m")), "4m", None),
        ((*ONE_SUIT, concealed_kong("9p")), "4m", None),
    ],
)
@pytest.mark.clause("Tchou 1924 l.621", "Tchou 1924 l.623", "Tchou 1924 l.625", "Tchou 1924 l.627", "Tchou 1924 l.629")
def test_what_is_dangerous_follows_from_what_lies_open(melds: tuple[object, ...], tile: str, case: DangerCase) -> None:
    danger = danger_of(melds, parse_tile(tile))  # type: ignore[arg-type]  # melds
    assert (danger.case if danger else None) is case
