"""Games in every phase, built as values: what the page tests and the screenshots show."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.deal_result import (
    DealHeader,
    DealResult,
    HandValue,
    OpenedHand,
    Outcome,
    Payment,
    ScoreLine,
    WinResult,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Deal, Game, RiichiState, RiverTile, Standing, Turn
from mahjong_rules.tiles import parse_tile, parse_tiles

NAMES = ("Aiko", "Benoît", "Chen", "Dorothea")


def river(text: str, *, riichi_at: int | None = None, claimed: dict[int, int] | None = None) -> tuple[RiverTile, ...]:
    return tuple(
        RiverTile(
            tile, riichi=index == riichi_at, claimed_by=Seat(claimed[index]) if claimed and index in claimed else None
        )
        for index, tile in enumerate(parse_tiles(text))
    )


def meld(kind: MeldKind, text: str, source: int | None = None, called: str | None = None) -> Meld:
    return Meld(
        kind,
        parse_tiles(text),
        called_from=None if source is None else Seat(source),
        called_tile=parse_tile(called) if called else None,
    )


HEADER = DealHeader(6, Wind.SOUTH, SEATS[1], honba=1, round_number=1)


def deal_in_play() -> Deal:
    """South 2, one honba: one player in riichi, three kinds of melds, a kan dora, claimed tiles."""
    return Deal(
        header=HEADER,
        dice=(3, 4),
        rivers=(
            river("1z 9p 2s 7z 4m 8s 0p 3z", claimed={5: 1}),
            river("9m 1p 1s 4z 2z 6p 5m 3p 9s"),
            river("3z 1m 9s 2p 6s 7m 4s 2m", riichi_at=5),
            river("1p 2z 8m 9p 6z 5s 3m", claimed={4: 0}),
        ),
        melds=(
            (meld(MeldKind.PUNG, "666z", 3, "6z"),),
            (meld(MeldKind.CHOW, "678s", 0, "8s"), meld(MeldKind.ADDED_KONG, "1111z", 3, "1z")),
            (),
            (meld(MeldKind.CONCEALED_KONG, "7777p"),),
        ),
        riichi=RiichiState(indicators=parse_tiles("3m 7z"), accepted=(False, False, True, False)),
        turn=Turn.CLAIM,
        seat=SEATS[0],
        live_tiles=31,
    )


def ron_result() -> DealResult:
    win = WinResult(
        seat=SEATS[2],
        discarder=SEATS[0],
        hand=parse_tiles("345m 34067p 34566s"),
        melds=(),
        winning_tile=parse_tile("8p"),
        value=HandValue(
            fan=6,
            fu=30,
            lines=(
                ScoreLine("riichi", "EMA 4.2.1", fan=1),
                ScoreLine("pinfu", "EMA 4.2.3", fan=1),
                ScoreLine("tanyao", "EMA 4.2.4", fan=1),
                ScoreLine("sanshoku_doujun", "EMA 4.2.9", fan=2),
                ScoreLine("aka_dora", "Tenhou", fan=1),
            ),
            fu_lines=(ScoreLine("base", "EMA 4.3", fu=30),),
            limit="haneman",
            base_points=3000,
        ),
    )
    return DealResult(
        header=HEADER,
        outcome=Outcome.RON,
        abort_reason=None,
        wins=(win,),
        tenpai=(False, False, True, False),
        payments=(
            Payment(SEATS[0], SEATS[2], 12000, "ron"),
            Payment(SEATS[0], SEATS[2], 300, "honba"),
            Payment(None, SEATS[2], 1000, "riichi_sticks"),
        ),
        deltas=(-12300, 0, 13300, 0),
        scores=(14200, 31400, 37900, 16500),
        indicators=parse_tiles("3m 7z"),
        ura_indicators=parse_tiles("9s 1p"),
    )


def earlier_results() -> tuple[DealResult, ...]:
    """Five deals whose deltas lead from 25,000 each to the scores of `game_in_play`."""
    deltas = (
        (7700, -7700, 0, 0),
        (-1000, 3000, -1000, -1000),
        (1500, 1500, -1500, -1500),
        (-3900, 11600, -3900, -3800),
        (-2800, -2000, 7000, -2200),
    )
    scores = [25000] * 4
    results = []
    for index, change in enumerate(deltas):
        scores = [score + delta for score, delta in zip(scores, change, strict=True)]
        results.append(
            replace(
                ron_result(),
                header=DealHeader(index + 1, Wind(index // 4), SEATS[index % 4], honba=0, round_number=index // 4),
                outcome=Outcome.EXHAUSTIVE_DRAW if index == 2 else Outcome.RON,
                wins=() if index == 2 else ron_result().wins,
                deltas=change,
                scores=tuple(scores),
            )
        )
    return tuple(results)


def game_in_play() -> Game:
    """Scores as they stand with one stick on the table."""
    return Game(
        start_points=25000,
        rules="tenhou",
        names=NAMES,
        first_dealer=SEATS[0],
        scores=(26500, 31400, 24600, 16500),
        riichi_sticks=1,
        header=HEADER,
        deal=deal_in_play(),
        results=earlier_results(),
        standings=(),
    )


def game_before_first_deal() -> Game:
    return replace(
        game_in_play(),
        scores=(25000,) * 4,
        riichi_sticks=0,
        deal=None,
        results=(),
        header=replace(HEADER, dealer=SEATS[0], honba=0),
    )


def game_with_result() -> Game:
    result = ron_result()
    playing = game_in_play()
    deal = replace(deal_in_play(), turn=Turn.OVER, result=result)
    return replace(playing, scores=result.scores, riichi_sticks=0, deal=deal, results=(*playing.results, result))


def game_with_exhaustive_draw() -> Game:
    playing = game_in_play()
    result = replace(
        ron_result(),
        outcome=Outcome.EXHAUSTIVE_DRAW,
        wins=(),
        tenpai=(True, False, True, False),
        opened=(
            OpenedHand(SEATS[0], parse_tiles("345m22p56678p"), deal_in_play().melds[0], parse_tiles("47p")),
            OpenedHand(SEATS[2], parse_tiles("234678m33p45678s"), (), parse_tiles("369s")),
        ),
        payments=(Payment(SEATS[1], SEATS[0], 1500, "noten"), Payment(SEATS[3], SEATS[2], 1500, "noten")),
        deltas=(1500, -1500, 1500, -1500),
        scores=(28000, 29900, 26100, 15000),
    )
    deal = replace(deal_in_play(), turn=Turn.OVER, result=result, live_tiles=0)
    return replace(playing, scores=result.scores, deal=deal, results=(*playing.results, result))


def game_over() -> Game:
    standings = (
        Standing(SEATS[2], 37900, 47900, 1, uma=20000, oka=15000),
        Standing(SEATS[1], 31400, 11400, 2, uma=10000, oka=-5000),
        Standing(SEATS[3], 16500, -23500, 3, uma=-10000, oka=-5000),
        Standing(SEATS[0], 14200, -35800, 4, uma=-20000, oka=-5000),
    )
    return replace(game_with_result(), standings=standings)
