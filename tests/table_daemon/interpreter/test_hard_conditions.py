"""What a hard evening does to the eyes, and that the interpreter makes the right events of it or asks."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from campaign_cases import more, sampled
from compact_record import record_file
from felt_evening import FeltEvening
from unsteady_eye import as_if_pushed

from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.events import Called, Drawn
from mahjong_rules.melds import MeldKind
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules
from vision.geometry.zones import ZoneMap
from vision.settings import GeometrySettings
from vision.sightings import Face, Observation, SettledTile, Zone

TENHOU = load_rules("tenhou")
WHITE = parse_tile("5z")
DEALS = read_record(record_file("whole_game")).deals
so_many_deals = pytest.mark.parametrize("most", [4, more(len(DEALS))])
"""Chosen: four deals show every kind of event; the whole record runs in the campaign."""


def played(deals: tuple[ScriptedDeal, ...], seen_as: Callable[[Observation], Observation]) -> FeltEvening:
    """These deals with an eye that sees the table like this; every result is compared."""
    evening = FeltEvening(TENHOU)
    for deal in deals:
        evening.begin(deal)
        for move in deal.moves:
            evening.perform(move)
            evening.look(seen_as(evening.seen()))
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
    return evening


def with_backs(observation: Observation, share: int) -> Observation:
    """Every `share`th white dragon outside the rivers looks like a back."""
    return replace(
        observation,
        tiles=tuple(
            replace(piece, face=Face.DOWN, tile=None, candidates=(), confidence=0.6)
            if piece.tile == WHITE and piece.zone is not Zone.RIVER and piece.track % share == 0
            else piece
            for piece in observation.tiles
        ),
    )


@so_many_deals
@pytest.mark.parametrize("share", sampled([2], [1, 2]))
def test_blank_white_dragons_that_look_like_backs_are_known_by_where_they_lie(share, most):
    evening = played(DEALS[:most], lambda observation: with_backs(observation, share))
    laid = [event for event in evening.events if isinstance(event, Called) and WHITE in event.meld.tiles]
    shown = [tile for event in evening.events for win in getattr(event, "wins", ()) for tile in win.concealed]
    assert laid or WHITE in shown


@so_many_deals
@pytest.mark.parametrize("seed", sampled([1], [1, 2, 3]))
def test_several_events_between_two_looks_are_told_in_the_only_legal_order(seed, most):
    rng, evening = random.Random(seed), FeltEvening(TENHOU)
    for deal in DEALS[:most]:
        evening.begin(deal)
        for move in deal.moves:
            evening.perform(move)
            if not isinstance(move, Drawn) and rng.random() < 0.5:
                evening.look(evening.seen())
        evening.look(evening.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas


@so_many_deals
def test_an_eye_that_forgets_every_piece_now_and_then_changes_nothing(most):
    rng, evening = random.Random(5), FeltEvening(TENHOU)
    for deal in DEALS[:most]:
        evening.begin(deal)
        for move in deal.moves:
            evening.perform(move)
            if rng.random() < 0.15:
                evening.eye.forget()
            evening.look(evening.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
        assert evening.questions == ()


@pytest.mark.parametrize("seed", sampled([1], [1, 2]))
@so_many_deals
def test_pictures_that_come_late_tell_the_same_later(seed, most):
    rng, evening = random.Random(seed), FeltEvening(TENHOU)
    for deal in DEALS[:most]:
        evening.begin(deal)
        coming: list[Observation] = []
        for move in deal.moves:
            evening.perform(move)
            coming.append(evening.seen())
            while len(coming) > rng.choice((0, 1, 2, 4)):
                evening.look(coming.pop(0))
        for observation in coming:
            evening.look(observation)
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
        assert evening.questions == ()


class RowsOfSeven:
    """Sees rivers in rows of seven, and the third row as long as it gets."""

    def __init__(self, evening: FeltEvening) -> None:
        self._evening = evening
        self._slots: dict[int, int] = {}
        self.longest = 0

    def seen(self) -> Observation:
        observation, zones = self._evening.seen(), ZoneMap(GeometrySettings())
        slots: dict[tuple[int, float, float], int] = {}
        for place in self._evening.world.places:
            for lying, piece in enumerate(place.river):
                slot = self._slots.setdefault(piece.number, lying)
                at = zones.place(piece.x_mm, piece.y_mm)
                slots[at.seat, round(at.u_mm, 3), round(at.v_mm, 3)] = slot
        return replace(observation, tiles=tuple(self._moved(piece, slots) for piece in observation.tiles))

    def _moved(self, piece: SettledTile, slots: dict[tuple[int, float, float], int]) -> SettledTile:
        slot = slots.get((piece.seat, round(piece.u_mm, 3), round(piece.v_mm, 3)))
        if piece.zone is not Zone.RIVER or slot is None:
            return piece
        row = min(slot // 7, 2)
        self.longest = max(self.longest, slot - 7 * row + 1)
        return replace(piece, u_mm=-52.0 + 20.9 * (slot - 7 * row), v_mm=-88.0 - 30.0 * row)


@so_many_deals
def test_rivers_in_rows_of_more_than_six_are_read_in_their_order(most):
    evening, longest = FeltEvening(TENHOU), 0
    for deal in DEALS[:most]:
        evening.begin(deal)
        eye = RowsOfSeven(evening)
        for place, move in enumerate(deal.moves):
            evening.perform(move)
            if place == len(deal.moves) // 2:
                evening.restart()
            evening.look(eye.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
        assert evening.questions == ()
        longest = max(longest, eye.longest)
    assert longest >= 7


@so_many_deals
def test_the_sticks_that_lie_on_the_table_are_counted(most):
    evening, seen = FeltEvening(TENHOU), 0
    for deal in DEALS[:most]:
        evening.begin(deal)
        before = evening.game.riichi_sticks
        for move in deal.moves[:-1]:
            evening.perform(move)
            evening.look(evening.seen())
        lying = len(evening.world.scene.sticks)
        riichi_tile_is_open = evening.deal.riichi.pending is not None
        assert evening.game.riichi_sticks - before == lying - riichi_tile_is_open
        seen = max(seen, lying)
        evening.perform(deal.moves[-1])
        evening.look(evening.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
        assert evening.game.scores == deal.scores
    assert seen >= 1


@pytest.mark.parametrize("seed", sampled([1], [1, 2, 3]))
@so_many_deals
def test_a_camera_that_was_pushed_and_not_found_out_yet_counts_nothing(seed, most):
    rng, evening = random.Random(seed), FeltEvening(TENHOU)
    for deal in DEALS[:most]:
        evening.begin(deal)
        for move in deal.moves:
            evening.perform(move)
            evening.look(evening.seen())
            if rng.random() < 0.1:
                evening.look(as_if_pushed(evening.seen(), rng))
                evening.look(evening.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
        assert evening.questions == ()


def first_claim() -> tuple[ScriptedDeal, int]:
    """A deal with a claimed meld, and the place of that claim among its moves."""
    for deal in DEALS:
        for place, move in enumerate(deal.moves):
            if isinstance(move, Called) and move.meld.kind in (MeldKind.PUNG, MeldKind.CHOW):
                return deal, place
    raise AssertionError("the record has no claim")


def test_a_meld_that_nobody_can_make_out_is_asked_and_what_follows_waits_for_the_answer():
    deal, place = first_claim()
    evening = FeltEvening(TENHOU)
    evening.begin(deal)
    claim = deal.moves[place]
    hidden: set[int] = set()

    def seen() -> Observation:
        observation = evening.seen()
        corner = [piece for piece in observation.tiles if piece.zone is Zone.MELDS and piece.seat == claim.seat]
        hidden.update(piece.track for piece in corner if not piece.is_sideways)
        wrong = ((parse_tile("1z"), 0.9),)
        return replace(
            observation,
            tiles=tuple(
                replace(piece, tile=wrong[0][0], candidates=wrong, confidence=0.9 - 0.001 * piece.track)
                if piece.track in hidden
                else piece
                for piece in observation.tiles
            ),
        )

    for move in deal.moves[: place + 3]:
        evening.perform(move)
        evening.look(seen())
    known = len(evening.events)
    evening.be_quiet()
    assert len(evening.events) == known
    assert [question.reason for question in evening.questions] == ["impossible_tile"]
    truth = {piece.track: piece.tile for piece in evening.seen().tiles}
    for _ in range(len(hidden)):
        for question in evening.questions:
            evening.interpreter.answer(question, truth[question.track])
        evening.look(None)
        evening.be_quiet()
    assert evening.questions == ()
    assert claim in evening.events
