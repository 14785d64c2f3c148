"""What a screen shows: pure functions from the state of a game to the documents of docs/mqtt.md.

Rules this file keeps: nothing is remembered and nothing is decided; concealed tiles appear only in a result or when
their owner has opened them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mahjong_rules.counted_hands import CountedFigures
from mahjong_rules.deal_result import DealHeader, Outcome
from mahjong_rules.reseating import are_seats_due, has_changed_since_deal
from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import SEATS, Seat, Wind
from mahjong_rules.state import Deal, Game, Stop, Turn
from mahjong_rules.tiles import dora_of, sort_key
from mahjong_rules.turns import next_to_draw
from mahjong_rules.wall import Break, SpecialPlace, StackPlace, TilePlace, open_wall
from tablet_page.counted_sticks import sticks_document
from tablet_page.results import (
    deal_label,
    fine_document,
    meld_document,
    names_of,
    river_tile_document,
)
from wire.board_documents import BoardDocument, BoardEventsDocument, PlaceDocument, WallDocument
from wire.documents import (
    CameraDocument,
    ClockDocument,
    DealHeaderPart,
    DealPart,
    DealPlayPart,
    FiguresDocument,
    GamePart,
    MachineDocument,
    Phase,
    QuestionDocument,
    QuestionsDocument,
    StateDocument,
    SystemDocument,
)

# The state is small enough to be sent whole every time (docs/adr/0006); a test holds the largest one to it.
MAX_STATE_BYTES = 4096


def phase_of(game: Game | None, *, clearing: bool) -> Phase:
    """Which screen fits: `clearing` while the machine swallows or raises tiles between two deals."""
    if game is None:
        return "idle"
    if game.is_over:
        return "over"
    if clearing or game.deal is None:
        return "machine"
    return "result" if game.deal.result is not None else "play"


def turn_of(deal: Deal) -> Seat | None:
    """Who acts next if nobody claims: a camera sees no draw, so after a discard it is the next player."""
    match deal.turn:
        case Turn.INDICATOR | Turn.SHOW | Turn.OVER:
            return None
        case Turn.DISCARD:
            return deal.seat
        case Turn.DRAW | Turn.CLAIM:
            return next_to_draw(deal)


def system_document(traits: Traits) -> SystemDocument:
    """What a screen needs to know of a way to play."""
    return {
        "has_riichi": traits.has_riichi,
        "has_indicators": traits.has_indicators,
        "has_prevalent_wind": traits.has_prevalent_wind,
        "has_flowers": traits.stock.bonus,
        "flower_copies": traits.stock.copies_of_flowers,
        "has_red_fives": traits.stock.red_fives,
        "seats": list(traits.seats.in_play),
        "left_out": names_of(traits.stock.left_out),
        "laid_aside": names_of(traits.stock.aside),
        "losers_show": traits.losers_show,
        "draw_shows_hands": traits.draw_shows_hands,
        "claimed_kong_hides_two": traits.claimed_kong_hides_two,
        "can_call_time": traits.time.can_be_called,
        "can_stop_void": traits.time.can_stop_void,
        "score_step": traits.score.step,
        "stick_points": traits.score.stick_points,
        "score_unit": traits.score.name,
        "penalties": [kind.value for kind in traits.penalties],
        "hand_aborts": [reason.value for reason in traits.hand_aborts],
        "point_penalties": traits.score.takes_penalties,
        "people_settle": traits.score.by_people is not None,
        "sums_to_zero": traits.score.by_people is None or traits.score.by_people.sums_to_zero,
        "max_winners": traits.max_winners,
        "exchanges_seats": bool(traits.seats.exchanges),
        "counted": _figures(traits.score.counted),
    }


def _figures(figures: CountedFigures | None) -> FiguresDocument | None:
    if figures is None:
        return None
    return {
        "fan": None if figures.fan is None else list(figures.fan),
        "fu": list(figures.fu),
        "points": None if figures.points is None else list(figures.points),
        "fu_until": figures.fu_until,
        "yakuman": figures.yakuman,
        "losers": figures.losers,
    }


NO_CLOCK: Final[ClockDocument] = {"game_since": None, "game_until": None, "deal_since": None, "deal_until": None}
"""Where no journal tells the times."""


def state_document(  # noqa: PLR0913 - every part of one document, by name
    game: Game | None,
    traits: Traits,
    *,
    machine: MachineDocument,
    camera: CameraDocument,
    rules: str,
    clearing: bool = False,
    next_deal_in_s: int | None = None,
    hold: bool = False,
    undo_to: int | None = None,
    may_begin_deal: bool = False,
    clock: ClockDocument = NO_CLOCK,
) -> StateDocument:
    """The public snapshot, under `MAX_STATE_BYTES` as JSON.

    Args:
        game: the game, None before the first.
        traits: of the rules of the game, or of `rules` before the first.
        machine: what the motor side reports, shown as it is.
        camera: whether pictures come.
        rules: the preset that the next game would use; a running game shows its own.
        clearing: the machine swallows or raises tiles between two deals.
        next_deal_in_s: seconds until the next deal begins by itself, None if it does not.
        hold: a person has asked that no deal begins by itself.
        may_begin_deal: the next deal waits for a person's word and for nothing else.
        clock: since when game and deal last.
        undo_to: the newest journal entry that stays when the newest event is taken back, None if none can be.
    """
    return {
        **_game_part(game, traits),
        **_deal_part(game, traits),
        "phase": phase_of(game, clearing=clearing),
        "machine": machine,
        "camera": camera,
        "next_deal_in_s": next_deal_in_s,
        "hold": hold,
        "rules": game.rules if game else rules,
        "system": system_document(traits),
        "undo_to": undo_to,
        "may_begin_deal": may_begin_deal,
        "clock": clock,
    }


def _game_part(game: Game | None, traits: Traits) -> GamePart:
    """What holds from deal to deal."""
    if game is None:
        return {
            "names": ["", "", "", ""],
            "scores": [0, 0, 0, 0],
            "sticks": None,
            "next_dealer": SEATS[0],
            "riichi_sticks": 0,
            "stake": 0,
            "dice_added": 0,
            "deals_left": None,
            "is_void": False,
            "is_early": False,
            "seats_due": False,
        }
    return {
        "names": list(game.names),
        "scores": list(game.scores),
        "sticks": sticks_document(game, traits),
        "next_dealer": game.header.dealer,
        "riichi_sticks": game.riichi_sticks,
        "stake": game.stake,
        "dice_added": game.dice_added,
        "deals_left": game.deals_left,
        "is_void": game.is_void,
        "is_early": game.stop is Stop.EARLY,
        "seats_due": are_seats_due(game, traits.seats.every),
    }


def _deal_part(game: Game | None, traits: Traits) -> DealPart:
    """The deal on the table; between two deals, who deals the next one and in which round."""
    deal = game.deal if game else None
    header = deal.header if deal else game.header if game else _first_header(traits)
    if game is not None and has_changed_since_deal(game):
        header = game.header
    return {
        **_header_part(header, traits, game.first_dealer if game else header.dealer),
        **(_play_part(deal, traits) if deal else _no_play()),
    }


def _first_header(traits: Traits) -> DealHeader:
    """Before the first game: the first of those who play deals."""
    seats = traits.seats.in_play
    return DealHeader(1, Wind.EAST, seats[0], honba=0, round_number=0, seats=seats)


def _header_part(header: DealHeader, traits: Traits, first_dealer: Seat) -> DealHeaderPart:
    return {
        "dealer": header.dealer,
        "winds": [header.wind_of(seat).letter if seat in header.seats else "" for seat in SEATS],
        "round_wind": header.prevalent_wind.letter,
        "round_number": header.round_number,
        "deal_label": deal_label(traits, header, first_dealer),
        "honba": header.honba,
    }


def _no_play() -> DealPlayPart:
    """Before the first deal."""
    return {
        "riichi": [False] * 4,
        "dead_hands": [False] * 4,
        "turn": None,
        "abort_due": None,
        "winners": [],
        "to_show": [],
        "fines": [],
        "dora_indicators": [],
        "dora": [],
        "live_tiles": None,
        "dice": [],
    }


def _play_part(deal: Deal, traits: Traits) -> DealPlayPart:
    riichi, classical = deal.riichi, deal.classical
    is_void = deal.result is not None and deal.result.outcome is Outcome.VOID
    return {
        # The sticks of a void deal are back with those who laid them.
        "riichi": [is_accepted and not is_void for is_accepted in riichi.accepted],
        "dead_hands": list(deal.dead_hands),
        "turn": turn_of(deal),
        "abort_due": _abort_due(deal),
        "winners": [int(win.seat) for win in classical.declared] if deal.turn is Turn.SHOW else [],
        "to_show": list(classical.to_show),
        "fines": [fine_document(fine) for fine in classical.fines if fine.exempt is None],
        "dora_indicators": names_of(riichi.indicators),
        "dora": names_of(dora_of(indicator, traits.stock.left_out) for indicator in riichi.indicators),
        "live_tiles": deal.live_tiles,
        "dice": list(deal.dice),
    }


def _abort_due(deal: Deal) -> str | None:
    """What ends the deal unless the last discard is won."""
    abort = deal.riichi.abort_pending
    return None if deal.result is not None or abort is None else abort.value


def board_document(game: Game | None, traits: Traits, events: BoardEventsDocument | None = None) -> BoardDocument:
    """What lies on the table by seat, and where the walls open; empty before the first deal.

    Args:
        game: the game, None before the first.
        traits: of its rules.
        events: numbers of the events that laid the tiles, where a journal gives them.
    """
    deal = game.deal if game else None
    events = events or {
        "rivers": [[], [], [], []],
        "melds": [[], [], [], []],
        "flowers": [[], [], [], []],
        "indicators": [],
    }
    if game is None or deal is None:
        return {
            "rivers": [[], [], [], []],
            "melds": [[], [], [], []],
            "flowers": [[], [], [], []],
            "opened": [None, None, None, None],
            "wall": None,
            "events": events,
        }
    return {
        "rivers": [[river_tile_document(tile) for tile in river] for river in deal.rivers],
        "melds": [[meld_document(meld) for meld in melds] for melds in deal.melds],
        "flowers": [names_of(flowers) for flowers in deal.laid_aside],
        "opened": _opened(deal),
        "wall": _wall(deal, traits, game.dice_added) if deal.result is None else None,
        "events": events,
    }


def questions_document(questions: Iterable[QuestionDocument]) -> QuestionsDocument:
    """What waits for a person."""
    return {"questions": list(questions)}


def _opened(deal: Deal) -> list[list[str] | None]:
    """Hands opened since the win, sorted, with the winning tile; nothing once the result shows them."""
    if deal.turn is not Turn.SHOW:
        return [None, None, None, None]
    won = {win.seat: (*win.concealed, win.winning_tile) for win in deal.classical.declared}
    hands = [won.get(seat, deal.classical.shown[seat]) for seat in SEATS]
    return [None if hand is None else names_of(sorted(hand, key=sort_key)) for hand in hands]


def _wall(deal: Deal, traits: Traits, added: int) -> WallDocument | None:
    """Where the walls opened; None where nobody recorded the dice."""
    if len(deal.dice) != 2 * traits.wall.throws:
        return None
    throws = tuple(first + second for first, second in zip(deal.dice[::2], deal.dice[1::2], strict=True))
    opened = open_wall(traits.wall, deal.header.dealer, throws, added)
    return {
        "opener": opened.opener,
        "lengths": list(traits.wall.lengths),
        "marks": [
            {"mark": name.value, "places": [_place(opened, place) for place in places]}
            for name, places in opened.special_places()
            if name is not SpecialPlace.URA_INDICATOR
        ],
    }


def _place(opened: Break, place: StackPlace | TilePlace) -> PlaceDocument:
    """Where it lies once the walls are open: a tile of the lifted stack lies loose on another."""
    if isinstance(place, TilePlace):
        now = opened.standing(place)
        level = "loose" if now.tiles_below > 1 else place.level.value
        return {"seat": now.stack.seat, "number": now.stack.number, "level": level}
    return {"seat": place.seat, "number": place.number, "level": None}
