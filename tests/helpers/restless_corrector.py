"""A program that corrects a game without rest until it is killed: ``python restless_corrector.py JOURNAL SEED``.

Each line it prints is a correction that it was told is on disk: its number and the rivers after it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from keepers import keeper_on

from mahjong_rules.events import DealStarted, Discarded, Event, GameStarted, IndicatorTurned
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, seat_after
from mahjong_rules.tiles import ALL_KINDS, parse_tile
from table_daemon.game.correction_edits import insertion_edits, removal_edits, tile_edits
from table_daemon.game.history import ConflictError, with_needed_draws
from table_daemon.game.keeper import CorrectionRequest, GameKeeper
from table_daemon.journal.journal import Journal

DISCARDS = 12


def open_keeper(journal: Journal) -> GameKeeper:
    """The game in the journal, begun where there is none."""
    keeper = keeper_on(journal)
    if not keeper.restore():
        keeper.start(GameStarted("tenhou", ("A", "B", "C", "D")), "page")
    if keeper.deal_number == 0:
        keeper.commit(DealStarted((3, 4)), "machine")
    if len(keeper.history) == 2:
        keeper.commit(IndicatorTurned(parse_tile("9s")), "camera")
    while len(seqs_of_discards(keeper)) < DISCARDS:
        discard_next(keeper)
    return keeper


def discard_next(keeper: GameKeeper) -> None:
    """The next player draws and discards."""
    count = len(seqs_of_discards(keeper))
    event = Discarded(seat_after(SEATS[0], count), ALL_KINDS[count])
    for step in (*needed(keeper.rules, keeper, event), event):
        keeper.commit(step, "camera")


def needed(rules: RuleSystem, keeper: GameKeeper, event: Event) -> tuple[Event, ...]:
    """Draws before this event."""
    assert keeper.game is not None
    found = with_needed_draws(rules, keeper.game, event)
    assert not isinstance(found, str), found
    return found[0]


def seqs_of_discards(keeper: GameKeeper) -> list[int]:
    """Numbers of the discards that stand."""
    return [item.seq for item in keeper.history if isinstance(item.event, Discarded) and not item.line.is_aside]


def rivers(keeper: GameKeeper) -> str:
    """All that lies in the rivers, as one word."""
    assert keeper.game is not None
    assert keeper.game.deal is not None
    return "/".join("".join(str(entry.tile) for entry in river) for river in keeper.game.deal.rivers)


def request(keeper: GameKeeper, chance: random.Random) -> CorrectionRequest:
    """Any correction: another tile, a discard out and in, or an earlier correction taken back."""
    standing = [item.seq for item in keeper.corrections if item.undone_by is None]
    seqs = seqs_of_discards(keeper)
    what = chance.choice(("tile", "remove", "undo", "replace"))
    if what == "undo" and standing:
        return CorrectionRequest("undo", cancels=standing[-1])
    if what == "remove":
        return CorrectionRequest("remove", tuple(removal_edits(keeper.history, seqs[-1:])))
    if what == "replace":
        last = keeper.history[-1]
        edits = insertion_edits(keeper.history, keeper.history[-2].seq, [last.event])
        return CorrectionRequest("replace", (*edits, *removal_edits(keeper.history, [last.seq])))
    return CorrectionRequest(
        "tile", tuple(tile_edits(keeper.history, chance.choice(seqs), "", chance.choice(ALL_KINDS)))
    )


def say(line: str) -> None:
    """For whoever waits for it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Correct until killed."""
    keeper, chance = open_keeper(Journal.open(Path(sys.argv[1]))), random.Random(int(sys.argv[2]))
    say("open")
    while True:
        try:
            made = keeper.correct(request(keeper, chance), "page")
        except ConflictError:
            continue
        if len(seqs_of_discards(keeper)) < DISCARDS - 4:
            discard_next(keeper)
        say(f"{keeper.seq} {made.seq} {rivers(keeper)}")


if __name__ == "__main__":
    main()
