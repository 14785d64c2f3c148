"""Careers and tables of people, each figure by one query over the index of games.

Rules this file keeps: only games that are over count; points are added up only where all games have the same unit.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from wire.people_documents import BestHand, CareerGame, Figures, Rival, RulesPlayed

_SUMS: Final = (
    "COUNT(*), SUM(place = 1), SUM(place = 2), SUM(place = 3), SUM(place = 4), SUM(score), SUM(seats.deals),"
    " SUM(wins), SUM(tsumo), SUM(won), SUM(deal_ins), SUM(paid), SUM(riichi), SUM(calls)"
)
_COUNTS: Final = (
    " FROM seats JOIN games ON games.number = seats.game WHERE outcome = 'over'"
    " AND (:rules IS NULL OR rules = :rules) AND (:since IS NULL OR started_at >= :since)"
    " AND (:until IS NULL OR started_at < :until)"
)
_OWN: Final = " AND name = :name"
_HAND: Final = "(SELECT hand FROM best_hands WHERE game = seats.game AND seat = seats.seat)"
_CURVE: Final = 240
"""Games of a curve: twice as many as a tablet's card has room for lines. Chosen."""
_NEWEST: Final = 10
"""Games listed below a career. Chosen: a screen of them; all are in the list of games."""
_RIVALS: Final = 20
"""People listed head to head, those met most often. Chosen."""


@dataclass(frozen=True, slots=True)
class Period:
    """Which games count: by rules, begun at `since` or later and before `until` (ISO 8601, UTC); None: all."""

    rules: str | None = None
    since: str | None = None
    until: str | None = None

    def values(self, name: str = "") -> dict[str, str | None]:
        """As parameters of a query about `name`."""
        return {"rules": self.rules, "since": self.since, "until": self.until, "name": name}


def figures_of(connection: sqlite3.Connection, name: str, period: Period) -> Figures:
    """What somebody did."""
    return _figures(connection.execute(f"SELECT {_SUMS}{_COUNTS}{_OWN}", period.values(name)).fetchone())


def table_of_people(connection: sqlite3.Connection, period: Period) -> list[tuple[str, Figures]]:
    """Everybody with what they did, the highest sum of scores first."""
    query = f"SELECT name, {_SUMS}{_COUNTS} GROUP BY name ORDER BY SUM(score) DESC, name"
    return [(name, _figures(row)) for name, *row in connection.execute(query, period.values())]


def rules_played(connection: sqlite3.Connection, name: str | None, period: Period) -> list[RulesPlayed]:
    """The rules by which somebody, or anybody, played in the period; those of most games first."""
    query = (
        f"SELECT rules, unit, COUNT(DISTINCT seats.game) AS played{_COUNTS}"
        " AND (:name IS NULL OR name = :name) GROUP BY rules ORDER BY played DESC, rules"
    )
    values = {**period.values(), "rules": None, "name": name}
    return [{"rules": rules, "unit": unit, "games": games} for rules, unit, games in connection.execute(query, values)]


def unit_of(played: list[RulesPlayed], rules: str | None) -> str:
    """The unit of all these games' points, "" where there are several."""
    units = {item["unit"] for item in played if rules is None or item["rules"] == rules}
    return units.pop() if len(units) == 1 else ""


def games_by_name(connection: sqlite3.Connection) -> dict[str, tuple[int, str]]:
    """How many games everybody has played to the end, and when the newest began."""
    query = f"SELECT name, COUNT(*), MAX(started_at){_COUNTS} GROUP BY name"
    return {name: (games, last) for name, games, last in connection.execute(query, Period().values())}


def best_hand(connection: sqlite3.Connection, name: str, period: Period) -> BestHand | None:
    """The hand worth most."""
    query = (
        f"SELECT best, {_HAND}, id, best_deal, rules, started_at{_COUNTS}{_OWN}"
        " AND best > 0 ORDER BY best DESC, number LIMIT 1"
    )
    row = connection.execute(query, period.values(name)).fetchone()
    if row is None:
        return None
    points, hand, game, deal, rules, at = row
    return {"points": points, "hand": json.loads(hand), "game": game, "deal": deal, "rules": rules, "at": at}


def rivals_of(connection: sqlite3.Connection, name: str, period: Period) -> list[Rival]:
    """Whom somebody played against, those met most often first."""
    query = (
        "SELECT other.name, COUNT(*) AS met, SUM(seats.place < other.place), SUM(seats.score - other.score)"
        + _COUNTS.replace(
            "JOIN games", "JOIN seats AS other ON other.game = seats.game AND other.name != seats.name JOIN games"
        )
        + " AND seats.name = :name GROUP BY other.name ORDER BY met DESC, other.name LIMIT :most"
    )
    rows = connection.execute(query, {**period.values(name), "most": _RIVALS})
    return [
        {"name": other, "games": met, "ahead": ahead, "difference": difference}
        for other, met, ahead, difference in rows
    ]


def games_together(connection: sqlite3.Connection, one: str, other: str) -> int:
    """In how many games, finished or not, both played."""
    query = "SELECT COUNT(*) FROM seats AS a JOIN seats AS b ON a.game = b.game WHERE a.name = ? AND b.name = ?"
    return int(connection.execute(query, (one, other)).fetchone()[0])


def games_of(connection: sqlite3.Connection, name: str, period: Period) -> tuple[list[CareerGame], list[CareerGame]]:
    """The curve of somebody's scores, thinned where it is long, and the newest games, the newest first."""
    query = f"SELECT id, started_at, place, score, SUM(score) OVER (ORDER BY number){_COUNTS}{_OWN} ORDER BY number"
    rows = connection.execute(query, period.values(name)).fetchall()
    step = max(1, -(-len(rows) // _CURVE))
    kept = [row for place, row in enumerate(rows) if (len(rows) - 1 - place) % step == 0]
    return [_game(row) for row in kept], [_game(row) for row in rows[: -_NEWEST - 1 : -1]]


def _game(row: tuple[Any, ...]) -> CareerGame:
    name, at, place, score, total = row
    return {"id": name, "at": at, "place": place, "score": score, "total": total}


def _figures(row: Any) -> Figures:
    games, one, two, three, four, score, deals, *rest = (value or 0 for value in row)
    wins, tsumo, won, deal_ins, paid, riichi, calls = rest
    return {
        "games": games,
        "places": [one, two, three, four],
        "score": score,
        "deals": deals,
        "wins": wins,
        "tsumo": tsumo,
        "won": won,
        "deal_ins": deal_ins,
        "paid": paid,
        "riichi": riichi,
        "calls": calls,
    }
