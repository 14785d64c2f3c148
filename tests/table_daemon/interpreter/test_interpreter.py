"""What people lay on the felt becomes exactly what happened: by an eye that never errs, and by one that does."""

from dataclasses import replace

import pytest
from compact_record import record_file
from felt_evening import FeltEvening
from mjai_lines import HANDS, discard, draw, one_deal

from hw_sim.people.record_script import ScriptedDeal, read_record
from mahjong_rules.deal_result import Outcome
from mahjong_rules.events import Discarded, WinsDeclared
from mahjong_rules.tiles import Tile, parse_tile
from table_daemon.rules.presets import load_rules
from vision.sightings import Face, Observation, SettledTile, Zone

RECORD = record_file("whole_game")
TENHOU = load_rules("tenhou")


class Evening(FeltEvening):
    """An evening by the rules of the record."""

    def __init__(self) -> None:
        super().__init__(TENHOU)

    def play_all_but_the_end(self, deal: ScriptedDeal) -> None:
        """Everything up to the deal's last move."""
        self.begin(deal)
        for move in deal.moves[:-1]:
            self.perform(move)
            self.look(self.seen())


def misread(observation: Observation, track: int, *readings: tuple[str, float]) -> Observation:
    """The same table with one piece read as `readings`, most likely first."""
    candidates = tuple((parse_tile(name), probability) for name, probability in readings)

    def blurred(piece: SettledTile) -> SettledTile:
        if piece.track != track:
            return piece
        return replace(piece, tile=candidates[0][0], candidates=candidates, confidence=candidates[0][1])

    return replace(observation, tiles=tuple(blurred(piece) for piece in observation.tiles))


def newest_discard(observation: Observation, seat: int) -> SettledTile:
    river = [piece for piece in observation.tiles if piece.zone is Zone.RIVER and piece.seat == seat]
    return max(river, key=lambda piece: piece.track)


def test_a_whole_record_laid_on_the_felt_is_settled_to_the_point() -> None:
    script, evening = read_record(RECORD), Evening()
    for deal in script.deals:
        evening.play(deal)
        result = evening.game.results[-1]
        assert result.deltas == deal.deltas
    assert evening.game.is_over
    assert not evening.questions


def test_a_restart_after_every_single_move_changes_nothing() -> None:
    script, evening = read_record(RECORD), Evening()
    for deal in script.deals[:2]:
        evening.play(deal, restart_each_move=True)
        assert evening.game.results[-1].deltas == deal.deltas


def test_nothing_is_concluded_from_a_table_that_does_not_change() -> None:
    deal, evening = read_record(RECORD).deals[0], Evening()
    evening.begin(deal)
    for move in deal.moves[:9]:
        evening.perform(move)
        evening.look(evening.seen())
    known = len(evening.events)
    for _ in range(5):
        evening.look(evening.seen())
    assert len(evening.events) == known


def first_discard_of(deal: ScriptedDeal, evening: Evening) -> tuple[Observation, SettledTile, Discarded]:
    evening.begin(deal)
    for move in deal.moves:
        evening.perform(move)
        if isinstance(move, Discarded):
            observation = evening.seen()
            return observation, newest_discard(observation, move.seat), move
        evening.look(evening.seen())
    raise AssertionError("the deal has no discard")


def test_an_impossible_reading_gives_way_to_the_next_likely_one() -> None:
    deal, evening = read_record(RECORD).deals[0], Evening()
    observation, piece, move = first_discard_of(deal, evening)
    evening.look(misread(observation, piece.track, ("f1", 0.8), (str(move.tile), 0.19)))
    assert [event for event in evening.events if isinstance(event, Discarded)] == [move_without_hand(move)]


def move_without_hand(move: Discarded) -> Discarded:
    return Discarded(move.seat, move.tile, move.riichi)


def test_an_uncertain_tile_counts_as_the_likeliest_once_the_doubt_has_lasted() -> None:
    deal, evening = read_record(RECORD).deals[0], Evening()
    observation, piece, move = first_discard_of(deal, evening)
    other = "1m" if str(move.tile) != "1m" else "2m"
    found = evening.interpreter.read(
        evening.game, misread(observation, piece.track, (other, 0.4), (str(move.tile), 0.35)), evening.now
    )
    assert not any(isinstance(event, Discarded) for event in found.events)
    found = evening.interpreter.read(evening.game, None, evening.now + 5.0)
    (place,) = found.doubts
    discarded = found.events[place]
    assert isinstance(discarded, Discarded)
    assert (discarded.seat, str(discarded.tile)) == (move.seat, other)
    assert found.doubts[place] == ((parse_tile(other), 0.4), (move.tile, 0.35))


def test_a_discard_that_was_claimed_before_anybody_saw_it_is_still_known() -> None:
    deal, evening = read_record(RECORD).deals[0], Evening()
    seen_claims = 0
    for deal in read_record(RECORD).deals:
        evening.begin(deal)
        for move, following in zip(deal.moves, [*deal.moves[1:], None], strict=True):
            evening.perform(move)
            if type(following).__name__ == "Called":
                seen_claims += 1
                continue
            evening.look(evening.seen())
        evening.be_quiet()
        assert evening.game.results[-1].deltas == deal.deltas
    assert seen_claims > 3


def test_nine_terminals_end_the_deal() -> None:
    nine = one_deal(
        draw(0, "2s"),
        discard(0, "2s"),
        draw(1, "1m"),
        {"type": "ryukyoku", "reason": "yao9", "deltas": [0, 0, 0, 0], "tehais": [None, [], None, None]},
    )
    assert len(HANDS[1]) == 13
    evening = Evening()
    evening.play(nine)
    assert evening.game.results[-1].outcome is Outcome.ABORTIVE_DRAW


def test_an_open_hand_counts_only_when_the_table_is_quiet() -> None:
    deal = next(deal for deal in read_record(RECORD).deals if isinstance(deal.moves[-1], WinsDeclared))
    evening = Evening()
    evening.begin(deal)
    for move in deal.moves:
        evening.perform(move)
        evening.look(evening.seen())
    assert evening.game.deal is not None
    assert evening.game.deal.result is None
    evening.be_quiet()
    assert evening.game.deal.result is not None


@pytest.mark.parametrize("unsure", range(0, 13, 4))
def test_a_doubtful_tile_of_a_winning_hand_is_settled_by_what_makes_it_win(unsure: int) -> None:
    deal = next(deal for deal in read_record(RECORD).deals if isinstance(deal.moves[-1], WinsDeclared))
    evening = Evening()
    evening.begin(deal)
    for move in deal.moves:
        evening.perform(move)
        observation = evening.seen()
        if isinstance(move, WinsDeclared):
            hand = [p for p in observation.tiles if p.zone is Zone.HAND and p.face is Face.UP]
            piece = hand[unsure % len(hand)]
            assert piece.tile is not None
            wrong = Tile(piece.tile.suit, piece.tile.number % 7 + 1)
            observation = misread(observation, piece.track, (str(wrong), 0.6), (str(piece.tile), 0.3))
        evening.look(observation)
    evening.be_quiet()
    assert evening.game.results[-1].deltas == deal.deltas


@pytest.mark.parametrize("fault", ["no gap", "one is covered"])
def test_an_open_hand_that_shows_a_tile_too_few_or_no_gap_is_asked_until_it_lies_well(fault: str) -> None:
    deal = next(deal for deal in read_record(RECORD).deals if isinstance(deal.moves[-1], WinsDeclared))
    evening = Evening()
    evening.play_all_but_the_end(deal)
    evening.perform(deal.moves[-1])
    observation = evening.seen()
    hand = sorted(
        (piece for piece in observation.tiles if piece.zone is Zone.HAND and piece.face is Face.UP),
        key=lambda piece: piece.u_mm,
    )
    if fault == "no gap":
        changed = {hand[-1].track: replace(hand[-1], u_mm=hand[-2].u_mm + 20.5)}
    else:
        changed = {hand[3].track: None}
    seen = (changed.get(piece.track, piece) for piece in observation.tiles)
    evening.look(replace(observation, tiles=tuple(piece for piece in seen if piece is not None)))
    evening.be_quiet()
    assert [question.reason for question in evening.questions] == ["uncertain_hand"]
    evening.look(observation)
    evening.be_quiet()
    assert evening.game.results[-1].deltas == deal.deltas
    assert evening.questions == ()
