from __future__ import annotations

from mahjong_rules.systems.cantonese.zungjung_patterns import INCIDENTS, SERIES


def test_there_are_forty_four_patterns() -> None:
    others = 3  # 3.1, 10.1 and 10.2 are no row of a series
    found = [pattern for series in (*SERIES, *INCIDENTS) for pattern in series]
    assert len(found) + others == 44
    assert len({pattern.clause for pattern in found}) == len(found)
    for series in SERIES:
        assert [pattern.points for pattern in series] == sorted((p.points for p in series), reverse=True)
