from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from presets import RIICHI_PRESETS

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import (
    AbortClaimed,
    AbortReason,
    Called,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    ExhaustiveDraw,
    FineJudged,
    FlowerLaid,
    GameStarted,
    HandShown,
    IndicatorTurned,
    KongDeclared,
    PenaltyDeclared,
    PenaltyKind,
    PointsPenalized,
    ResultTyped,
    SeatsRedrawn,
    StakeLaid,
    TimeCalled,
    ToldHand,
    Win,
    WinsCounted,
    WinsDeclared,
)
from mahjong_rules.melds import Meld, MeldKind
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.state import Game
from mahjong_rules.systems.riichi.play import STICK_POINTS
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import BONUS_TILES, Tile, tile_set
from table_daemon.rules.presets import load_rules

PIECES = (*tile_set(red_fives=True), *BONUS_TILES)


def any_meld(chance: random.Random, game: Game) -> Meld | None:
    kind = chance.choice(list(MeldKind))
    deal = game.deal
    river = deal.rivers[deal.seat] if deal is not None else ()
    tile = river[-1].tile if river and chance.random() < 0.9 else chance.choice(PIECES)
    source = deal.seat if deal is not None else SEATS[0]
    steps = (0, 1, 2) if kind is MeldKind.CHOW else (0,) * (4 if kind.is_kong else 3)
    try:
        tiles = (tile, *(Tile(tile.suit, tile.number + step) for step in steps[1:]))
        is_own = kind is MeldKind.CONCEALED_KONG
        return Meld(kind, tiles, None if is_own else source, None if is_own else tile)
    except ValueError:
        return None


def any_event(chance: random.Random, game: Game) -> Event | None:
    """Something people may do or a camera may think they did; mostly the play, seldom an ending."""
    seat = game.deal.seat if game.deal is not None and chance.random() < 0.5 else chance.choice(SEATS)
    hand = tuple(chance.sample(PIECES, chance.choice((1, 4, 13, 14))))
    tile = chance.choice(PIECES)
    roll = chance.random()
    if roll < 0.35:
        return Drawn(seat, chance.choice((None, tile)))
    if roll < 0.7:
        return Discarded(seat, tile, riichi=chance.random() < 0.1, tsumogiri=chance.choice((None, True, False)))
    if roll < 0.85:
        meld = any_meld(chance, game)
        kinds = (Called, KongDeclared)
        return chance.choice(kinds)(seat, meld) if meld is not None else None
    if roll < 0.87:
        return other_event(chance, seat, hand, tile)
    rare = chance.choice(range(7))
    return (
        IndicatorTurned(tile),
        DealStarted(),
        WinsDeclared((Win(seat, hand, tile),), chance.choice((None, *SEATS))),
        WinsDeclared((Win(SEATS[0], hand, tile), Win(SEATS[1], hand, tile)), SEATS[2]),
        ExhaustiveDraw((hand, None, None, None)),
        AbortClaimed(seat, hand, chance.choice(list(AbortReason))),
        PenaltyDeclared(seat) if chance.random() < 0.05 else DealStarted(),
    )[rare]


def other_event(chance: random.Random, seat: Seat, hand: tuple[Tile, ...], tile: Tile) -> Event:
    """What other systems know, what people say, and what ends a game before its time."""
    return chance.choice(
        (
            FlowerLaid(seat, tile),
            HandShown(seat, hand),
            FineJudged(seat, exempt=True),
            ResultTyped((seat,), None, (0, 0, 0, 0)),
            WinsCounted((ToldHand(seat, chance.randint(0, 14), chance.choice((0, 20, 30))),), None),
            StakeLaid(seat, 100, 3),
            PointsPenalized(seat, chance.choice((0, 1000)), "late"),
            SeatsRedrawn((SEATS[1], SEATS[0], SEATS[3], SEATS[2]), seat),
            TimeCalled(void=chance.random() < 0.02),
            PenaltyDeclared(seat, chance.choice([kind for kind in PenaltyKind if kind is not PenaltyKind.CHOMBO])),
        )
    )


@given(st.integers(0, 2**32), st.sampled_from(RIICHI_PRESETS))
@settings(max_examples=100)
def test_whatever_is_said_the_engine_answers_with_a_possible_table_or_a_reason(seed: int, rules: str) -> None:
    chance, system = random.Random(seed), load_rules(rules)
    game = system.new_game(GameStarted(rules, ("A", "B", "C", "D")))
    total = sum(game.scores)
    accepted, reasons = 0, set[str]()
    for _ in range(400):
        event = any_event(chance, game)
        if event is None:
            continue
        try:
            game = system.apply(game, event)
        except IllegalEvent as refusal:
            reasons.add(str(refusal))
            continue
        accepted += 1
        assert sum(game.scores) + game.riichi_sticks * STICK_POINTS == total
        if game.deal is None:  # time called before the first deal, or the game made void
            continue
        copies = Counter(tile.plain for tile in open_tiles(game.deal))
        assert max(copies.values(), default=0) <= 4
        assert game.deal.live_tiles >= 0
    assert accepted > 3 or game.is_void
    assert reasons
    assert "" not in reasons
