"""From tiles on the board to the numbers of their events: claims, kongs that grew, indicators, and back."""

from pathlib import Path

import pytest
from keepers import keeper_on

from mahjong_rules.events import Called, DealStarted, Discarded, Event, GameStarted, IndicatorTurned, KongDeclared
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import parse_tile, parse_tiles
from table_daemon.game.correction_edits import call_edits, tile_edits
from table_daemon.game.event_places import EventPlaces
from table_daemon.game.history import ConflictError, with_needed_draws
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.event_anchors import anchor_of, seq_at
from table_daemon.journal.journal import Journal
from vision.sightings import Zone

EAST, SOUTH, WEST, NORTH = SEATS
SEVEN = parse_tile("7p")
PUNG = Meld(MeldKind.PUNG, (SEVEN,) * 3, EAST, SEVEN)
STORY: tuple[Event, ...] = (
    DealStarted((3, 4)),
    IndicatorTurned(parse_tile("9s")),
    Discarded(EAST, SEVEN),
    Called(SOUTH, PUNG),
    Discarded(SOUTH, parse_tile("1z")),
    Discarded(WEST, parse_tile("2z")),
    Discarded(NORTH, parse_tile("3z")),
    Discarded(EAST, parse_tile("4z")),
    KongDeclared(SOUTH, Meld(MeldKind.ADDED_KONG, (SEVEN,) * 4, EAST, SEVEN)),
    Discarded(SOUTH, parse_tile("5z")),
    IndicatorTurned(parse_tile("8s")),
)


@pytest.fixture
def keeper(tmp_path: Path):
    journal = Journal.open(tmp_path / "journal.sqlite3")
    keeper = keeper_on(journal)
    keeper.start(GameStarted("tenhou", ("A", "B", "C", "D")), "page")
    for event in STORY:
        assert keeper.game is not None
        found = with_needed_draws(keeper.rules, keeper.game, event)
        assert not isinstance(found, str), found
        for step in (*found[0], event):
            keeper.commit(step, "camera")
    yield keeper
    journal.close()


def seq_of(keeper: GameKeeper, event: Event) -> int:
    return next(item.seq for item in keeper.history if item.event == event)


def test_every_tile_on_the_board_has_the_number_of_its_event(keeper):
    places = EventPlaces.of(keeper.deal_history, 1).document()
    assert places["rivers"][EAST] == [seq_of(keeper, STORY[2]), seq_of(keeper, STORY[7])]
    assert places["melds"][SOUTH] == [[seq_of(keeper, STORY[3]), seq_of(keeper, STORY[8])]]
    assert places["indicators"] == [seq_of(keeper, STORY[1]), seq_of(keeper, STORY[10])]
    assert places["flowers"] == [[], [], [], []]


def test_a_place_on_the_table_leads_to_its_event_and_back(keeper):
    anchor = Anchor(Zone.RIVER, SOUTH, 1)
    seq = seq_at(keeper.event_places, anchor)
    assert seq == seq_of(keeper, STORY[9])
    assert anchor_of(keeper.event_places, seq) == anchor
    assert seq_at(keeper.event_places, Anchor(Zone.RIVER, SOUTH, 7)) is None
    assert seq_at(keeper.event_places, Anchor(Zone.MELDS, SOUTH, 0)) is None
    assert anchor_of(keeper.event_places, seq_of(keeper, STORY[3])) is None


def test_a_corrected_call_takes_its_discard_and_its_kong_along(keeper):
    eight = parse_tile("8p")
    pung = Meld(MeldKind.PUNG, (eight,) * 3, EAST, eight)
    claim = seq_of(keeper, STORY[3])
    with pytest.raises(ConflictError, match="no pung of 7p"):
        keeper.correct(CorrectionRequest("call", tuple(call_edits(keeper.history, claim, SOUTH, pung))), "page")
    kong = Meld(MeldKind.ADDED_KONG, (eight,) * 4, EAST, eight)
    edits = [
        *call_edits(keeper.history, claim, SOUTH, pung),
        *call_edits(keeper.history, seq_of(keeper, STORY[8]), SOUTH, kong),
    ]
    keeper.correct(CorrectionRequest("call", tuple(edits)), "page")
    assert keeper.game.deal.melds[SOUTH] == (kong,)
    assert keeper.game.deal.rivers[EAST][0].tile == eight


def test_a_red_five_where_the_set_has_none_is_refused_with_the_reason(tmp_path):
    journal = Journal.open(tmp_path / "journal.sqlite3")
    keeper = keeper_on(journal)
    keeper.start(GameStarted("ema", ("A", "B", "C", "D")), "page")
    five = parse_tile("5m")
    pung = Meld(MeldKind.PUNG, (five,) * 3, EAST, five)
    for event in (DealStarted((3, 4)), IndicatorTurned(parse_tile("9s")), Discarded(EAST, five), Called(SOUTH, pung)):
        found = with_needed_draws(keeper.rules, keeper.game, event)
        for step in (*found[0], event):
            keeper.commit(step, "camera")
    claim = keeper.history[-1].seq
    with pytest.raises(ConflictError, match="no red five"):
        keeper.correct(
            CorrectionRequest("tile", tuple(tile_edits(keeper.history, claim, "meld.tiles.0", parse_tile("0m")))),
            "page",
        )
    assert keeper.game.deal.melds[SOUTH][0].tiles == parse_tiles("555m")
    journal.close()
