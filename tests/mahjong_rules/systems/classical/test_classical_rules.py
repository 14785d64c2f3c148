"""The classical systems as everything else sees them: presets behind the interface of all rule systems."""

from __future__ import annotations

import pytest

from mahjong_rules.events import PenaltyKind
from mahjong_rules.tiles import parse_tiles
from table_daemon.rules.presets import load_rules


@pytest.mark.clause("La Règle l.107", "A-9")
def test_traits_tell_what_lies_on_the_table() -> None:
    tchou, simple, jp_classic = (load_rules(name).traits for name in ("tchou", "simple", "jp_classic"))
    assert (tchou.losers_show, simple.losers_show, jp_classic.losers_show) == (True, True, False)
    assert (tchou.claimed_kong_hides_two, simple.claimed_kong_hides_two) == (False, True)
    assert (tchou.has_prevalent_wind, simple.has_prevalent_wind, jp_classic.has_prevalent_wind) == (False, False, True)
    assert tchou.penalties == (PenaltyKind.FALSE_WIN, PenaltyKind.DEAD_HAND, PenaltyKind.STAKE_FORGOTTEN)
    assert simple.penalties == (PenaltyKind.FALSE_WIN, PenaltyKind.DEAD_HAND)
    assert not load_rules("simple", (("scheme", "winner_only"),)).traits.losers_show


@pytest.mark.clause("Tchou 1924 §31", "R-14")
def test_thirteen_orphans_wait_for_what_the_system_takes() -> None:
    hand = parse_tiles("19m19p19s1234567z")
    assert len(load_rules("tchou").waits(hand)) == 34
    assert len(load_rules("tchou", (("thirteen", "pair"),)).waits(hand)) == 13
    assert len(load_rules("jp_classic").waits(hand)) == 13
    assert load_rules("simple").waits(hand) == ()
