"""What somebody at the page changed, told from what the players tap themselves."""

from __future__ import annotations

from typing import Any

from hw_sim.people.page_changes import ANSWERED, changes_in
from hw_sim.people.tablet_and_felt import BEFORE_ITS_PLAYER, IN_THE_RIVER


def correction(seq: int, **changed: object) -> dict[str, Any]:
    made: dict[str, Any] = {"seq": seq, "kind": "tile", "deal": 2, "by": "person", "why": ""}
    return made | {"cancels": None, "undone_by": None} | changed


def listed(deal: int, *events: tuple[int, str], aside: bool = False) -> dict[str, Any]:
    return {"deal": deal, "events": [{"seq": seq, "event": {"type": name}, "aside": aside} for seq, name in events]}


def test_what_people_changed_is_named_in_the_order_of_the_journal() -> None:
    deals = [listed(1, (3, "discarded"), (7, "deal_voided")), listed(2, (12, "scores_set"), (30, "game_ended"))]
    assert changes_in([correction(21)], deals) == (
        "deal 1: annulled, entry 7",
        "deal 2: scores set by hand, entry 12",
        "deal 2: corrected (tile), entry 21",
        "deal 2: the game ended, entry 30",
    )


def test_what_the_camera_or_the_players_put_right_is_no_change() -> None:
    own = [
        correction(4, by="camera"),
        correction(5, why=ANSWERED),
        correction(6, why=IN_THE_RIVER),
        correction(7, why=BEFORE_ITS_PLAYER),
    ]
    assert changes_in(own, [listed(1, (3, "discarded"))]) == ()


def test_what_was_taken_back_is_no_change() -> None:
    undone = [correction(5, kind="undo", cancels=4), correction(4, undone_by=5)]
    assert changes_in(undone, [listed(1, (3, "deal_voided"), aside=True)]) == ()
