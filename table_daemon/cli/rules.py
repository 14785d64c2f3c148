"""`jantaku rules`: which rules there are, and what each of their options says and comes from."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from table_daemon.cli.languages import add_language_argument
from table_daemon.cli.rule_arguments import add_set_argument, settings_of
from table_daemon.errors import UserError
from table_daemon.rules.presets import (
    DescribedOption,
    Preset,
    PresetError,
    PresetHead,
    describe_preset,
    load_preset,
    preset_heads,
)
from tablet_page.rule_names import text

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "rules",
    )
    actions = parser.add_subparsers(title="actions", dest="action", required=True)
    listing = actions.add_parser("list", help="name every preset", description="Names every rule preset.")
    show = actions.add_parser(
        "show",
        help="every option of a preset",
        description="Prints every option of a preset: its value, what it means, which values it takes, and the source"
        " that the value comes from.",
    )
    show.add_argument("name", metavar="NAME", help="the preset, see `rules list`")
    add_set_argument(show)
    compare = actions.add_parser(
        "compare",
        help="what differs between two presets",
        description="Prints every option in which two presets differ. Two presets of different rule systems have only"
        " the options in common that both systems know.",
    )
    compare.add_argument("first", metavar="A", help="a preset, see `rules list`")
    compare.add_argument("second", metavar="B", help="the other preset")
    for action, carry_out in ((listing, run_list), (show, run_show), (compare, run_compare)):
        add_language_argument(action)
        action.add_argument("--json", action="store_true", help="print one JSON document instead of text")
        action.set_defaults(run=carry_out)


def run_list(args: argparse.Namespace) -> int:
    """Print the presets; returns the exit code."""
    presets = preset_heads()
    if args.json:
        print(json.dumps([_head(preset, args.lang) for preset in presets], ensure_ascii=False))
        return 0
    for preset in presets:
        print(f"{preset.name:12} {preset.system:12} {text(f'preset.{preset.name}', args.lang)}")
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Print the options of `args.name`; returns the exit code."""
    settings = settings_of(args)
    try:
        preset, options = load_preset(args.name, settings), describe_preset(args.name, settings)
    except PresetError as error:
        raise UserError(str(error)) from error
    if args.json:
        document = _head(preset, args.lang) | {"options": [asdict(option) for option in options]}
        print(json.dumps(document, ensure_ascii=False))
    else:
        print("\n".join(_lines(preset, options, args.lang)))
    return 0


def run_compare(args: argparse.Namespace) -> int:
    """Print in what two presets differ; returns the exit code."""
    try:
        one, other = (_options(name) for name in (args.first, args.second))
        systems = [load_preset(name, ()).system for name in (args.first, args.second)]
    except PresetError as error:
        raise UserError(str(error)) from error
    differing = [option for name, option in one.items() if name in other and other[name].value != option.value]
    if args.json:
        document = {
            "first": args.first,
            "second": args.second,
            "differing": [
                {
                    "option": option.option,
                    "meaning": option.meaning,
                    "values": [option.value, other[option.option].value],
                }
                for option in differing
            ],
            "only_first": [name for name in one if name not in other],
            "only_second": [name for name in other if name not in one],
        }
        print(json.dumps(document, ensure_ascii=False))
        return 0
    print("\n".join(_compared(differing, other, (args.first, args.second))))
    only = {
        name: len(mine.keys() - its.keys()) for name, mine, its in ((args.first, one, other), (args.second, other, one))
    }
    if systems[0] != systems[1]:
        print(f"\nThey are of two rule systems, {' and '.join(systems)}: {_only_text(only)}.")
    return 0


def _options(name: str) -> Mapping[str, DescribedOption]:
    """Of a preset, by name; without the names of its sources, which always differ and change no game."""
    return {option.option: option for option in describe_preset(name) if option.section != "clauses"}


def _compared(
    differing: Iterable[DescribedOption], other: Mapping[str, DescribedOption], names: tuple[str, str]
) -> Iterator[str]:
    """The differences by section, a value below each preset's name."""
    width = max(map(len, names))
    is_any = False
    for section, members in groupby(differing, key=lambda option: option.section):
        yield f"\n[{section}]" if is_any else f"[{section}]"
        for option in members:
            yield f"{option.option}: {option.meaning}"
            yield f"    {names[0]:{width}}  {option.value}"
            yield f"    {names[1]:{width}}  {other[option.option].value}"
        is_any = True
    if not is_any:
        yield f"{names[0]} and {names[1]} agree in every option that both have."


def _only_text(only: Mapping[str, int]) -> str:
    return ", ".join(f"{count} options only {name} has" for name, count in only.items())


def _head(preset: Preset | PresetHead, language: str) -> dict[str, object]:
    return {
        "name": preset.name,
        "title": text(f"preset.{preset.name}", language),
        "system": preset.system,
        "note": preset.note,
    }


def _lines(preset: Preset, options: Iterable[DescribedOption], language: str) -> Iterator[str]:
    yield f"{preset.name}: {text(f'preset.{preset.name}', language)}, rule system {preset.system}"
    if preset.note:
        yield preset.note
    for section, members in groupby(options, key=lambda option: option.section):
        yield f"\n[{section}]"
        for option in members:
            yield f"{option.option} = {option.value}"
            yield f"    {option.meaning}"
            yield f"    takes {option.allowed}; source: {option.source}"
