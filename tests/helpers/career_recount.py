"""What careers are, counted a second time: from the events and results of replayed games, without the index."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mahjong_rules.events import Called, DealStarted, Discarded, SeatsRedrawn
from table_daemon.game.archive import ArchivedGame, replayed
from table_daemon.library import careers
from table_daemon.library.careers import Period

if TYPE_CHECKING:
    from table_daemon.library.library import Shelf

NOT_THE_HAND: Final = ("honba", "riichi_sticks", "stake")
Counted = Mapping[str, Mapping[str, int]]


def every_game(shelf: Shelf) -> Iterator[ArchivedGame]:
    """All games of a shelf's journal, replayed through the rules one by one."""
    return (replayed(shelf.journal, span.record) for span in shelf.journal.spans())


def add(total: defaultdict[str, defaultdict[str, int]], counted: Counted) -> None:
    """What was counted of some more games."""
    for name, own in counted.items():
        for key, figure in own.items():
            total[name][key] = max(total[name][key], figure) if key == "best" else total[name][key] + figure


def nothing_counted() -> defaultdict[str, defaultdict[str, int]]:
    """Figures by name, by key."""
    return defaultdict(lambda: defaultdict(int))


def recount(games: Iterable[ArchivedGame], rules: str | None = None, since: str = "", until: str = "9") -> Counted:
    """Figures by name, counted from events and from results as they were settled, by who sat there then."""
    counted = nothing_counted()
    for archived in games:
        final = archived.game
        if not final.is_over or final.is_void or not since <= archived.record.started_at < until:
            continue
        if rules is not None and final.rules != rules:
            continue
        for line in final.standings:
            own = counted[final.names[line.seat]]
            own["games"] += 1
            own[f"place {line.rank}"] += 1
            own["score"] += line.score
        declared: set[int] = set()
        called: set[int] = set()
        names: tuple[str, ...] = ()
        done = 0
        for step in archived.steps:
            event, game = step.event, step.after
            if isinstance(event, DealStarted):
                declared, called, names = set(), set(), game.names
            if isinstance(event, SeatsRedrawn):
                continue
            if isinstance(event, Discarded) and event.riichi:
                declared.add(event.seat)
            if isinstance(event, Called):
                called.add(event.seat)
            if len(game.results) == done:
                continue
            done = len(game.results)
            result = game.results[-1]
            if result.outcome.value == "void":
                continue
            for seat in result.header.seats:
                own = counted[names[seat]]
                own["deals"] += 1
                own["riichi"] += seat in declared
                own["calls"] += seat in called
            shots = set()
            for win in result.wins:
                hand = sum(p.points for p in result.payments if p.receiver == win.seat and p.reason not in NOT_THE_HAND)
                own = counted[names[win.seat]]
                own["wins"] += 1
                own["won"] += hand
                own["best"] = max(own["best"], hand)
                if win.discarder is None:
                    own["tsumo"] += 1
                else:
                    shots.add(win.discarder)
            for seat in shots:
                winners = {win.seat for win in result.wins}
                counted[names[seat]]["deal_ins"] += 1
                counted[names[seat]]["paid"] += sum(
                    p.points
                    for p in result.payments
                    if p.payer == seat and p.receiver in winners and p.reason not in NOT_THE_HAND
                )
    return counted


def check_careers(connection: sqlite3.Connection, counted: Counted, period: Period) -> None:
    """Everybody's figures are those that were counted."""
    assert {name for name, _ in careers.table_of_people(connection, period)} == set(counted)
    for name, own in counted.items():
        figures = careers.figures_of(connection, name, period)
        assert figures["places"] == [own[f"place {place}"] for place in (1, 2, 3, 4)]
        for key in ("games", "score", "deals", "wins", "tsumo", "won", "deal_ins", "paid", "riichi", "calls"):
            assert figures[key] == own[key], (name, key)
        best = careers.best_hand(connection, name, period)
        assert (0 if best is None else best["points"]) == own["best"]
