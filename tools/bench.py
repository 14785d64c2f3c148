"""`make bench`: how fast the table reads, tells and scores, each beside what bounds it, measured in the same run.

* reading: 1080p pictures of the simulated table read on one core, whole and where one tile changed, with the peak of
  memory, beside a detector of YOLO's class run by the same engine on the same pictures;
* telling: from a tile that lies still to the MQTT event, to the page's event stream and to the painted page in a real
  browser, beside the camera's own frame interval; what the page weighs beside its limit;
* values: hand values and waits a second of every rule system, beside the libraries `mahjong` and `jansou`;
* replay: deals a second through the rules engine, beside the `jansou` library on the same records;
* link: round trips with the motor board over a pty at 115200 paced bytes, beside the bytes' own time and pymodbus RTU;
* wire: 50 tablets on one daemon and 100 tables on one Mosquitto with a hall, beside plain MQTT between two clients;
* long: memory, documents and answers after 100 deals beside those at the first, and a start with 1,000 games in the
  journal beside one with ten;
* careers: a person's career over ten thousand games, beside half a second and SQLite's own pass over the rows.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from jansou.io.mjai import parse_mjai
from jansou.io.replay import replay_paifu

from table_daemon.rules.presets import load_rules
from table_daemon.rules.replay import replay_file


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, nargs="*", default=[], help="mjai records for the replay figure")
    parser.add_argument("--only", choices=["reading", "telling", "values", "replay", "link", "wire", "long", "careers"])
    arguments = parser.parse_args()
    if arguments.only in (None, "reading"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_reading import bench_reading

        bench_reading()
    if arguments.only in (None, "values"):
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
        from bench_values import bench_values

        bench_values()
    if arguments.only in (None, "link"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_link import bench_link

        bench_link()
    if arguments.only in (None, "wire"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_wire import bench_wire

        bench_wire()
    if arguments.only in (None, "long"):
        sys.path.insert(0, str(Path(__file__).parents[1]))
        from tools.soak.bench import bench_long

        bench_long()
    if arguments.only in (None, "careers"):
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
        from bench_careers import bench_careers

        bench_careers()
    if arguments.only in (None, "replay"):
        bench_replay(arguments.records or [_own_record()])
    if arguments.only in (None, "telling"):
        sys.path.insert(0, str(Path(__file__).parent))
        from bench_telling import bench_telling

        bench_telling()


def bench_replay(records: Iterable[Path]) -> None:
    """Deals a second, ours and the peer's, on the same files."""
    paths = list(records)
    options = load_rules("tenhou")
    started = time.process_time()
    deals = sum(len(replay_file(path, options).game.results) for path in paths)
    ours_s = time.process_time() - started
    started = time.process_time()
    for path in paths:
        deque(replay_paifu(parse_mjai(path)), maxlen=0)
    peer_s = time.process_time() - started
    print(f"replay: {deals / ours_s:.0f} deals/s; jansou {deals / peer_s:.0f} deals/s; ratio {peer_s / ours_s:.2f}")


def _own_record() -> Path:
    """A real game in the tests' compact form, spelled out as mjai."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))
    from compact_record import record_lines

    path = Path(tempfile.mkdtemp()) / "whole_game.mjai.jsonl"
    path.write_text("\n".join(record_lines("whole_game")) + "\n", encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
