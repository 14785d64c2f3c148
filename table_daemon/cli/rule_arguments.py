"""What the commands about rules share: which rules, which options, which tiles."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from mahjong_rules.hands import kind_counts, kind_index
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.tiles import Tile, TileError, TileStock, parse_tiles
from table_daemon.errors import UserError

DEFAULT_RULES = "tenhou"


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """``--rules`` and ``--set``."""
    parser.add_argument(
        "--rules",
        default=DEFAULT_RULES,
        metavar="NAME",
        help=f"rule preset, see `rules list` (default: {DEFAULT_RULES})",
    )
    add_set_argument(parser)


def add_set_argument(parser: argparse.ArgumentParser) -> None:
    """``--set``."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="change one option of the preset, see `rules show NAME`; may be repeated",
    )


def rules_of(args: argparse.Namespace) -> RuleSystem:
    """The rule system that ``--rules`` and ``--set`` name.

    Raises:
        UserError: no such preset or option, or no such value.
    """
    from table_daemon.rules.presets import PresetError, load_rules

    try:
        return load_rules(args.rules, settings_of(args))
    except PresetError as error:
        raise UserError(str(error)) from error


def kinds_under(name: str) -> frozenset[Tile]:
    """Every face that a set for the preset `name` has.

    Raises:
        UserError: no such preset.
    """
    from table_daemon.rules.presets import PresetError, load_rules

    try:
        return load_rules(name).traits.stock.kinds
    except PresetError as error:
        raise UserError(str(error)) from error


def settings_of(args: argparse.Namespace) -> list[tuple[str, str]]:
    """The options that ``--set`` changes, as (option, value) texts.

    Raises:
        UserError: one is not written as OPTION=VALUE.
    """
    return settings_in(args.set, "--set")


def check_valued(rules: RuleSystem, what: str) -> None:
    """Refuse what only an engine that values hands can tell.

    Raises:
        UserError: these rules leave it to people.
    """
    if rules.traits.score.by_people is not None:
        others = "'jantaku rules list' names rules that value hands"
        raise UserError(f"The rules {rules.name} know no {what}: people type the payments of a win; {others}.")


def settings_in(words: Iterable[str], argument: str) -> list[tuple[str, str]]:
    """The options that these words of an argument change, as (option, value) texts.

    Raises:
        UserError: one is not written as OPTION=VALUE.
    """
    settings = []
    for setting in words:
        option, equals, value = setting.partition("=")
        if not equals or not option.strip():
            raise UserError(f"{argument} takes OPTION=VALUE, not {setting!r}.")
        settings.append((option.strip(), value.strip()))
    return settings


def tiles_of(text: str, what: str) -> tuple[Tile, ...]:
    """The tiles a text names.

    Raises:
        UserError: it names none or something else.
    """
    try:
        return parse_tiles(text)
    except TileError as error:
        raise UserError(f"{what}: {error}.") from error


def check_stock(tiles: Iterable[Tile], stock: TileStock, where: str) -> None:
    """Refuse tiles that one set does not have.

    Raises:
        UserError: a fifth copy, a second red five or flower, a tile that the set lacks.
    """
    pieces = stock.pieces()
    held = list(tiles)
    for tile in sorted(set(held)):
        limit = pieces.count(tile)
        if limit == 0:
            raise UserError(f"{tile} is not in the set these rules are played with.")
        if held.count(tile) > limit:
            raise UserError(f"{where} hold {held.count(tile)} copies of {tile}; a set has {limit}.")
    for tile in sorted({tile.plain for tile in held if not tile.is_bonus}):
        copies = sum(other.plain == tile for other in held)
        if copies > 4:
            raise UserError(f"{where} hold {copies} copies of {tile}; a set has 4.")


def copies_left(kind: Tile, tiles: Iterable[Tile]) -> int:
    """How many of the four tiles of this kind, red ones included, are not among `tiles`."""
    return 4 - kind_counts(tiles)[kind_index(kind)]
