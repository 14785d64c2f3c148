"""`jantaku waits`: the tiles that complete a hand."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mahjong_rules.hands import STANDARD_SHAPE, waits
from mahjong_rules.melds import MAX_MELDS, Meld, MeldError, MeldKind, concealed_count
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS
from mahjong_rules.tiles import ALL_KINDS, Tile, tiles_text
from table_daemon.cli.languages import add_language_argument
from table_daemon.cli.rule_arguments import (
    add_rules_arguments,
    check_stock,
    check_valued,
    copies_left,
    rules_of,
    tiles_of,
)
from table_daemon.errors import UserError
from tablet_page.rule_names import tile_name

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

SIZES = tuple(concealed_count(range(melds)) for melds in range(MAX_MELDS + 1))
"""Concealed tiles of a hand that may wait, with 0 to 4 sets beside them."""
PART_SIZES = (11, 8, 5, 2)
"""Concealed tiles that are to become sets alone, where the pair stands complete beside them (Tchou 1924 ch.VIII)."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "waits",
        description="Names every kind that completes a hand, and how many tiles of it are left. Tiles: 1m..9m"
        " characters, 1p..9p dots, 1s..9s bamboo, 0m 0p 0s red fives, 1z..4z East South West North, 5z 6z 7z white"
        " green red; numbers may stand before one letter: 123m. A hand of 10, 7, 4 or 1 tiles is part of a hand whose"
        " other sets are complete; one of 11, 8, 5 or 2 has its pair complete too.",
    )
    parser.add_argument(
        "hand", nargs="?", metavar="HAND", help='13 tiles, less 3 for each meld, for example "1112345678999m"'
    )
    parser.add_argument(
        "--melds",
        nargs="+",
        default=[],
        metavar="MELD",
        help='sets on the table, for example "234p 777z 5555s", a concealed kong in brackets: "(5555s)"',
    )
    add_rules_arguments(parser)
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the waits of `args.hand`; returns the exit code."""
    rules = rules_of(args)
    check_valued(rules, "waits")
    given, words = _hand_and_melds(args)
    hand = tiles_of(given, "The hand")
    melds = tuple(map(_meld, words))
    everything = (*hand, *(tile for meld in melds for tile in meld.tiles))
    check_stock(everything, rules.traits.stock, "Hand and melds")
    _check_size(hand, melds)
    found = [(kind, copies_left(kind, everything)) for kind in _waits(rules, hand, melds)]
    if args.json:
        print(json.dumps(_document(rules, hand, melds, found), ensure_ascii=False))
    else:
        _print(found, args.lang)
    return 0


def _hand_and_melds(args: argparse.Namespace) -> tuple[str, list[str]]:
    """The hand and the words of the melds; the option takes every word after it, so a hand at the end is its last."""
    groups: list[str] = args.melds
    if args.hand is not None:
        hand = args.hand
    elif len(groups) > 1:
        *groups, hand = groups
    else:
        raise UserError("Give a HAND, for example 1112345678999m, before or after the melds.")
    return hand, [word for group in groups for word in group.split()]


def _meld(word: str) -> Meld:
    if word.startswith("(") and word.endswith(")"):
        return _concealed_kong(word)
    tiles = tiles_of(word, f"The meld {word}")
    is_chow = len({tile.plain for tile in tiles}) > 1
    kind = MeldKind.CHOW if is_chow else MeldKind.MELDED_KONG if len(tiles) == 4 else MeldKind.PUNG
    try:
        return Meld(kind, tiles, SEATS[0], tiles[0] if tiles else None)
    except MeldError as error:
        raise UserError(f"The meld {word}: {error}; give a run of three, three or four of a kind.") from error


def _concealed_kong(word: str) -> Meld:
    """Written as in the description that `jantaku score` reads."""
    try:
        return Meld(MeldKind.CONCEALED_KONG, tiles_of(word[1:-1], f"The meld {word}"))
    except MeldError as error:
        raise UserError(f"The meld {word}: {error}; brackets hold four of a kind.") from error


def _check_size(hand: Sequence[Tile], melds: Sequence[Meld]) -> None:
    bonus = [tile for tile in hand if tile.is_bonus]
    if bonus:
        raise UserError(f"{tiles_text(bonus)} lies open beside the hand and waits for nothing; leave it out.")
    if len(melds) > 4:
        raise UserError(f"A hand has four sets and a pair, so four melds at most, not {len(melds)}.")
    most = concealed_count(melds)
    if len(hand) in (*SIZES, *PART_SIZES) and len(hand) <= most:
        return
    raise UserError(
        f"A hand that waits has 13 tiles, or 10, 7, 4 or 1 beside complete sets, or 11, 8, 5 or 2 beside sets and the"
        f" pair, and at most {most} beside {len(melds)} melds, not {len(hand)}."
    )


def _waits(rules: RuleSystem, hand: Sequence[Tile], melds: Sequence[Meld]) -> tuple[Tile, ...]:
    """The waits; sets that nobody named are taken as pungs of kinds that are not in the hand and cannot matter.

    Beside a complete pair only sets are to be made, which no rules see otherwise.
    """
    if len(hand) in PART_SIZES:
        return waits(hand, melds, shapes=STANDARD_SHAPE, partial=True)
    held = {tile.plain for tile in (*hand, *(tile for meld in melds for tile in meld.tiles))}
    strangers = [kind for kind in reversed(ALL_KINDS) if kind not in held]
    unnamed = (concealed_count(melds) - len(hand)) // 3
    return rules.waits(
        hand, (*melds, *(Meld(MeldKind.PUNG, (kind,) * 3, SEATS[0], kind) for kind in strangers[:unnamed]))
    )


def _document(
    rules: RuleSystem, hand: Sequence[Tile], melds: Sequence[Meld], found: Sequence[tuple[Tile, int]]
) -> dict[str, Any]:
    return {
        "rules": rules.name,
        "hand": [str(tile) for tile in hand],
        "melds": [[str(tile) for tile in meld.tiles] for meld in melds],
        "waits": [{"tile": str(kind), "left": left} for kind, left in found],
        "tiles_left": sum(left for _, left in found),
    }


def _print(found: Sequence[tuple[Tile, int]], language: str) -> None:
    if not found:
        print("This hand waits for no tile.")
        return
    kinds = "1 kind" if len(found) == 1 else f"{len(found)} kinds"
    print(f"Waits for {kinds}, {sum(left for _, left in found)} tiles left:")
    for kind, left in found:
        print(f"  {kind}  {left} left  {tile_name(kind, language)}")
