"""`jantaku replay`: game records through the rules engine, without table and camera."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mahjong_rules.deal_result import DealResult
from mahjong_rules.records import RecordError
from mahjong_rules.state import Game
from table_daemon.rules.presets import PresetError, load_rules
from table_daemon.rules.replay import Replay, replay_file

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

EXIT_SAME, EXIT_DIFFERENT, EXIT_BAD_INPUT = 0, 1, 2


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "replay",
        description="Replays mjai records: hand values, payments, tenpai, honba, sticks, dealer and the end of the game"
        " are the engine's own. Exit code 0: all figures equal; 1: the first difference is printed; 2: bad input.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="mjai record, one JSON object a line")
    parser.add_argument("--rules", default="tenhou", help="rule preset (default: tenhou)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay `args.files` under the preset `args.rules`; returns the exit code."""
    try:
        rules = load_rules(args.rules)
        began_at = time.perf_counter()
        replays = [replay_file(path, rules) for path in args.files]
        elapsed_s = time.perf_counter() - began_at
    except (PresetError, RecordError) as error:
        print(error, file=sys.stderr)
        return EXIT_BAD_INPUT
    if args.json:
        print(json.dumps(_document(replays, args.rules, elapsed_s), ensure_ascii=False))
    else:
        for replay in replays:
            _print_replay(replay)
        _print_summary(replays, elapsed_s)
    return EXIT_DIFFERENT if any(replay.difference for replay in replays) else EXIT_SAME


def deal_label(result: DealResult, game: Game) -> str:
    """For example "E1" or, with counters, "S4-2"."""
    header = result.header
    label = f"{header.prevalent_wind.letter}{header.number_in_round(game.first_dealer)}"
    return f"{label}-{header.honba}" if header.honba else label


def _results(replay: Replay) -> tuple[DealResult, ...]:
    return replay.game.results if replay.game is not None else ()


def _document(replays: list[Replay], rules: str, elapsed_s: float) -> dict[str, Any]:
    deals = sum(len(_results(replay)) for replay in replays)
    return {
        "rules": rules,
        "games": [_game_document(replay) for replay in replays],
        "deals": deals,
        "differences": sum(replay.difference is not None for replay in replays),
        "deals_per_second": round(deals / elapsed_s, 1),
    }


def _game_document(replay: Replay) -> dict[str, Any]:
    game, difference = replay.game, replay.difference
    return {
        "file": str(replay.path),
        "deals": [_deal_document(result, game) for result in game.results] if game is not None else [],
        "scores": list(game.scores) if game is not None else None,
        "standings": [
            {"seat": item.seat, "rank": item.rank, "points": item.points, "score": item.score}
            for item in (game.standings if game is not None else ())
        ],
        "difference": None
        if difference is None
        else {
            "line": difference.line,
            "what": difference.what,
            "recorded": difference.recorded,
            "reached": difference.reached,
        },
    }


def _deal_document(result: DealResult, game: Game) -> dict[str, Any]:
    return {
        "label": deal_label(result, game),
        "outcome": result.outcome.value,
        "abort_reason": result.abort_reason.value if result.abort_reason else None,
        "wins": [
            {
                "seat": win.seat,
                "discarder": win.discarder,
                "fan": win.value.fan,
                "fu": win.value.fu,
                "limit": win.value.limit,
                "rules": {line.rule: line.fan for line in win.value.lines},
            }
            for win in result.wins
        ],
        "tenpai": list(result.tenpai),
        "deltas": list(result.deltas),
        "scores": list(result.scores),
    }


def _print_replay(replay: Replay) -> None:
    print(replay.path)
    game = replay.game
    if game is not None:
        for result in game.results:
            outcome = (result.abort_reason or result.outcome).value
            deltas = " ".join(f"{delta:+7d}" for delta in result.deltas)
            scores = " ".join(f"{score:7d}" for score in result.scores)
            print(f"  {deal_label(result, game):6} {outcome:16} {deltas}  -> {scores}")
        if game.is_over:
            print(f"  final scores {' '.join(map(str, game.scores))}")
            print(
                "  with uma     "
                + ", ".join(f"{item.rank}. {game.names[item.seat]} {item.score:+d}" for item in game.standings)
            )
    print(f"  DIFFERENT at {replay.difference}" if replay.difference else "  equals the record")


def _print_summary(replays: list[Replay], elapsed_s: float) -> None:
    deals = sum(len(_results(replay)) for replay in replays)
    same = sum(replay.difference is None for replay in replays)
    print(f"{same} of {len(replays)} records equal, {deals} deals, {deals / elapsed_s:.0f} deals a second")
