"""A game as tenhou/6 JSON, the form that public log viewers and analysers of riichi read.

The input is mjai messages whose hands and draws are known, and the results that the rules engine reached.

Rules this file keeps:
* A tile is a number: 11-19 characters, 21-29 dots, 31-39 bamboo, 41-47 E S W N white green red, 51-53 red fives.
* The form holds what each player takes and gives in two lists; who acts when is left to the reader. A claim stands
  among the takes, its letter before the claimed tile, whose place tells whom it came from.
* What nobody could see cannot be written: such a game is refused, never filled up.
* There are always four of everything: where three play, the last has no tiles, no name and 0 points (a program that
  writes the same, Equim-chan/tensoul, and so do the numbers of rounds and the places of claims).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from mahjong_rules.deal_result import DealResult, Outcome, WinResult
from mahjong_rules.mjai_players import KITA_NAMES
from mahjong_rules.mjai_tiles import UNKNOWN, tile_of_mjai
from mahjong_rules.seats import SEATS, Seat
from mahjong_rules.tiles import Suit, Tile

Json = dict[str, Any]
_Item = TypeVar("_Item")
Names = Callable[[str], str]
"""The key of a rule or a limit (`rule.riichi`, `limit.mangan`) -> its name in Japanese, as the form wants it."""

# The numbers of tiles are those of tenhou/6: the suit as tens, honours from 41, a red five as 51 to 53.
_TENS: Final = {Suit.CHARACTERS: 10, Suit.DOTS: 20, Suit.BAMBOO: 30}
_HONOURS: Final = 40  # tenhou/6: 41 is East, 47 the red dragon
_RED: Final = {Suit.CHARACTERS: 51, Suit.DOTS: 52, Suit.BAMBOO: 53}
_TSUMOGIRI: Final = 60  # tenhou/6: stands for the tile just drawn, discarded at once
_NO_DISCARD: Final = 0  # tenhou/6: holds the place of a discard after a claimed kong
_KITA: Final = "f44"  # tenhou/6: a north laid aside, among the gives
_OF_THREE: Final = "三"  # tenhou/6: the name of the rules says that three play
_LETTERS: Final = {"chi": "c", "pon": "p", "daiminkan": "m"}
_WINDS: Final = "ESWN"
_DRAWS: Final = {
    "nine_terminals": "九種九牌",
    "four_winds": "四風連打",
    "four_riichi": "四家立直",
    "four_kongs": "四開槓",
    "triple_ron": "三家和了",
}


class Tenhou6Error(ValueError):
    """A game that this form cannot hold; the text is one sentence that says why."""


@dataclass(slots=True)
class _Hand:
    """One player's part of a deal."""

    start: list[int]
    takes: list[int | str] = field(default_factory=list)
    gives: list[int | str] = field(default_factory=list)
    pungs: dict[Tile, str] = field(default_factory=dict)
    """The take of every pung, by its kind: a kong added to it keeps its places."""


@dataclass(slots=True)
class _Deal:
    """A deal while its messages are read."""

    opening: Json
    hands: list[_Hand]
    indicators: list[int]
    is_riichi_next: bool = False
    wins: list[Json] = field(default_factory=list)
    deltas: list[int] = field(default_factory=list)


def tenhou6(
    messages: Iterable[Mapping[str, Any]], results: Sequence[DealResult], names: Sequence[str], title: str, say: Names
) -> Json:
    """The whole game.

    Args:
        messages: mjai, from `start_game` on.
        results: of the deals, in order.
        names: of the players by seat.
        title: shown above the log.
        say: names of rules.

    Raises:
        Tenhou6Error: a hand or a draw is not known, or a deal has no result.
    """
    seats = results[0].header.seats if results else SEATS
    deals = _deals(messages, len(seats))
    log = [_entry(deal, result, say) for deal, result in zip(deals, results, strict=False)]
    if not log:
        raise Tenhou6Error("The game has no finished deal of riichi; tenhou/6 holds nothing else.")
    rules = title if len(seats) == len(SEATS) else f"{_OF_THREE} {title}"
    name = _four([names[seat] for seat in seats], "")
    return {"title": [title, ""], "name": name, "rule": {"disp": rules, "aka": 1}, "log": log}


def _deals(messages: Iterable[Mapping[str, Any]], players: int) -> list[_Deal]:
    """The finished deals."""
    deals: list[_Deal] = []
    deal: _Deal | None = None
    for message in messages:
        if message["type"] == "start_kyoku":
            deal = _begun(message, players)
        elif deal is not None and message["type"] == "end_kyoku":
            deals.append(deal)
            deal = None
        elif deal is not None:
            _read(deal, message)
    return deals


def _begun(message: Mapping[str, Any], players: int) -> _Deal:
    place = f"{message['bakaze']}{message['kyoku']}"
    hands = [_Hand([_code(name, place) for name in hand]) for hand in message["tehais"][:players]]
    hands += [_Hand([]) for _ in range(len(SEATS) - players)]
    return _Deal(dict(message), hands, [_code(message["dora_marker"], place)])


def _read(deal: _Deal, message: Mapping[str, Any]) -> None:
    match message["type"]:
        case "tsumo":
            deal.hands[message["actor"]].takes.append(_code(message["pai"], "a draw"))
        case "reach":
            deal.is_riichi_next = True
        case "dahai":
            deal.hands[message["actor"]].gives.append(_discard(deal, message))
        case "chi" | "pon" | "daiminkan":
            _claim(deal, message)
        case "ankan" | "kakan" | "kita" | "nukidora":
            deal.hands[message["actor"]].gives.append(_replaced(deal.hands[message["actor"]], message))
        case "dora":
            deal.indicators.append(_code(message["dora_marker"], "an indicator"))
        case "hora":
            deal.wins.append(dict(message))
        case "ryukyoku":
            deal.deltas = list(message["deltas"])


def _discard(deal: _Deal, message: Mapping[str, Any]) -> int | str:
    drawn = deal.hands[message["actor"]].takes
    code = _code(message["pai"], "a discard")
    if message["tsumogiri"] and drawn and drawn[-1] == code:
        code = _TSUMOGIRI
    is_riichi, deal.is_riichi_next = deal.is_riichi_next, False
    return f"r{code}" if is_riichi else code


def _claim(deal: _Deal, message: Mapping[str, Any]) -> None:
    actor, target = message["actor"], message["target"]
    hand = deal.hands[actor]
    own = [_code(name, "a claim") for name in message["consumed"]]
    called = f"{_LETTERS[message['type']]}{_code(message['pai'], 'a claim')}"
    # Claimed from the left: first; from across: second; from the right: last.
    place = {1: 0, 2: 1, 3: len(own)}[(actor - target) % len(SEATS)]
    take = _text(own[:place]) + called + _text(own[place:])
    hand.takes.append(take)
    if message["type"] == "pon":
        hand.pungs[tile_of_mjai(message["pai"]).plain] = take
    elif message["type"] == "daiminkan":
        hand.gives.append(_NO_DISCARD)


def _replaced(hand: _Hand, message: Mapping[str, Any]) -> str:
    """What another tile is drawn for; a tile added to a pung stands before the claimed one."""
    if message["type"] in KITA_NAMES:
        return _KITA
    if message["type"] == "ankan":
        codes = [_code(name, "a kong") for name in message["consumed"]]
        return _text(codes[:-1]) + "a" + str(codes[-1])
    name = message["pai"]
    return hand.pungs[tile_of_mjai(name).plain].replace("p", f"k{_code(name, 'a kong')}")


def _entry(deal: _Deal, result: DealResult, say: Names) -> list[Any]:
    opening = deal.opening
    number = _WINDS.index(opening["bakaze"]) * len(SEATS) + opening["oya"]
    entry: list[Any] = [
        [number, opening["honba"], opening["kyotaku"]],
        _four(opening["scores"], 0),
        deal.indicators,
        [_code_of(tile) for tile in result.ura_indicators],
    ]
    for hand in deal.hands:
        entry += [hand.start, hand.takes, hand.gives]
    return [*entry, _ending(deal, result, say)]


def _ending(deal: _Deal, result: DealResult, say: Names) -> list[Any]:
    if not result.wins:
        return [_draw_name(result), _four([result.deltas[seat] for seat in result.header.seats], 0)]
    ending: list[Any] = ["和了"]
    for win, message in zip(result.wins, deal.wins, strict=True):
        ending += [_four(message["deltas"], 0), _win(win, result, say)]
    return ending


def _draw_name(result: DealResult) -> str:
    if result.abort_reason is not None:
        return _DRAWS.get(result.abort_reason.value, "流局")
    if result.outcome is Outcome.NAGASHI_MANGAN:
        return "流し満貫"
    tenpai = {result.tenpai[seat] for seat in result.header.seats}
    if result.outcome is Outcome.EXHAUSTIVE_DRAW and len(tenpai) == 1:
        return "全員聴牌" if tenpai == {True} else "全員不聴"
    return "流局"


def _win(win: WinResult, result: DealResult, say: Names) -> list[Any]:
    liable = next((item.payer for item in result.payments if item.reason == "pao" and item.receiver == win.seat), None)
    giver = win.seat if win.discarder is None else win.discarder
    lines = [f"{say(f'rule.{line.rule}')}({_worth(line.fan, win)})" for line in win.value.lines]
    named: list[Seat] = [win.seat, giver, win.seat if liable is None else liable]
    return [*map(result.header.seats.index, named), _points(win, result, say), *lines]


def _worth(fan: int, win: WinResult) -> str:
    return "役満" if win.value.limit.endswith("yakuman") and not win.value.limit.startswith("kazoe") else f"{fan}飜"


def _points(win: WinResult, result: DealResult, say: Names) -> str:
    value = win.value
    head = say(f"limit.{value.limit}") if value.limit else f"{value.fu}符{value.fan}飜"
    if win.discarder is not None:
        return f"{head}{_rounded(value.base_points * (6 if win.seat == result.header.dealer else 4))}点"
    if win.seat == result.header.dealer:
        return f"{head}{_rounded(value.base_points * 2)}点∀"
    return f"{head}{_rounded(value.base_points)}-{_rounded(value.base_points * 2)}点"


def _four(values: Sequence[_Item], nothing: _Item) -> list[_Item]:
    return [*values, *[nothing] * (len(SEATS) - len(values))]


def _rounded(points: int) -> int:
    return -(-points // 100) * 100


def _code(name: str, where: str) -> int:
    if name == UNKNOWN:
        raise Tenhou6Error(
            f"The hands of this game are not known ({where}: '?'): a camera sees no draws, and tenhou/6 has no word for"
            " that; export mjai instead."
        )
    return _code_of(tile_of_mjai(name))


def _code_of(tile: Tile) -> int:
    if tile.is_honour:
        return _HONOURS + tile.number
    return _RED[tile.suit] if tile.red else _TENS[tile.suit] + tile.number


def _text(codes: Iterable[int]) -> str:
    return "".join(map(str, codes))
