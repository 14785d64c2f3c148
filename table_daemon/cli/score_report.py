"""A valued deal as text in the user's language and as a JSON document.

Rules this file keeps: the lines of a hand add up to its total, the payments to the deltas; no figure is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mahjong_rules.deal_result import Chombo, HandValue, ScoreLine
from mahjong_rules.finished_deal import FinishedDeal, ScoredDeal
from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.seats import SEATS, Seat, seat_wind
from table_daemon.cli.columns import left, right
from tablet_page.rule_names import line_name, text


@dataclass(frozen=True, slots=True)
class Report:
    """What `jantaku score` prints."""

    rules: RuleSystem
    deal: FinishedDeal
    scored: ScoredDeal
    language: str

    def document(self) -> dict[str, Any]:
        """One JSON document: hands by seat (null: does not count), payments, deltas by seat."""
        return {
            "rules": self.rules.name,
            "unit": self.rules.traits.score.name,
            "hands": [
                None if value is None else self._hand_document(seat, value)
                for seat, value in zip(SEATS, self.scored.values, strict=True)
            ],
            "payments": [
                {
                    "from": payment.payer,
                    "to": payment.receiver,
                    "points": payment.points,
                    "reason": payment.reason,
                    "name": self._text(f"reason.{payment.reason}"),
                }
                for payment in self.scored.payments
            ],
            "deltas": list(self.scored.deltas),
            "chombos": [
                {"seat": chombo.seat, "reason": chombo.reason, "name": self._chombo(chombo)}
                for chombo in self.scored.chombos
            ],
        }

    def lines(self) -> Iterator[str]:
        """The text, line by line."""
        for seat, value in zip(SEATS, self.scored.values, strict=True):
            if value is not None:
                yield from self._hand_lines(seat, value)
                yield ""
        if not self.deal.winners:
            yield self._text(self._outcome())
            yield from (f"  {self._chombo(chombo)}" for chombo in self.scored.chombos)
            yield ""
        if self.scored.payments:
            yield self._text("payment.title")
        for payment in self.scored.payments:
            way = f"{self._who(payment.payer)} → {self._who(payment.receiver)}"
            yield f"  {left(way, 24)} {self._amount(payment.points):>9}  {self._text(f'reason.{payment.reason}')}"
        yield self._text("payment.scores")
        for seat in self._seats:
            yield f"  {left(self._who(seat), 24)} {self._amount(self.scored.deltas[seat], sign='+'):>9}"

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self.rules.traits.seats.in_play

    def _wind(self, seat: Seat) -> str:
        return seat_wind(seat, self.deal.dealer, self._seats).letter

    def _outcome(self) -> str:
        """The text for how a deal ended that nobody won."""
        if self.scored.chombos:
            return "outcome.chombo"
        if self.deal.penalty is not None:
            return "reason.false_win"
        return "outcome.nagashi_mangan" if self.deal.riichi.nagashi else "outcome.exhaustive_draw"

    def _hand_document(self, seat: Seat, value: HandValue) -> dict[str, Any]:
        return {
            "seat": seat,
            "wind": self._wind(seat),
            "wins": seat in self.deal.winners,
            "fan": value.fan,
            "fu": value.fu,
            "limit": value.limit,
            "base_points": value.base_points,
            "lines": self._line_documents("rule", value.lines),
            "fu_lines": self._line_documents("fu", value.fu_lines),
        }

    def _line_documents(self, family: str, lines: Iterable[ScoreLine]) -> list[dict[str, Any]]:
        return [
            {
                "rule": line.rule,
                "name": line_name(line, self.language, family),
                "clause": line.clause,
                "fan": line.fan,
                "fu": line.fu,
                "points": line.points,
                "tiles": [str(tile) for tile in line.tiles],
            }
            for line in lines
        ]

    def _hand_lines(self, seat: Seat, value: HandValue) -> Iterator[str]:
        yield self._headline(seat)
        for family, lines in (("rule", value.lines), ("fu", value.fu_lines)):
            for line in lines:
                name = line_name(line, self.language, family)
                yield f"  {left(name, 56)} {right(self._worth(line), 10)}  {line.clause}".rstrip()
        yield f"  = {self._total(value)}"

    def _headline(self, seat: Seat) -> str:
        """Who this hand belongs to, and that it won."""
        name = self._who(seat)
        if seat not in self.deal.winners:
            return name
        if self.deal.discarder is None:
            return self._text("result.tsumo", winner=name)
        return self._text("result.ron", winner=name, loser=self._who(self.deal.discarder))

    def _chombo(self, chombo: Chombo) -> str:
        return self._text(f"chombo.{chombo.reason}", name=self._who(chombo.seat))

    def _worth(self, line: ScoreLine) -> str:
        """What a line is worth: points, fan or fu; a line that only names something is worth nothing."""
        parts = (
            f"{line.points}" if line.points else "",
            self._fan(line.fan) if line.fan else "",
            self._fu(line.fu) if line.fu else "",
        )
        return " + ".join(part for part in parts if part) or "0"

    def _total(self, value: HandValue) -> str:
        name = self._text(f"limit.{value.limit}") if value.limit else ""
        limit = f", {name}" if name else ""
        if self.rules.traits.has_riichi:
            return f"{self._fan(value.fan)} {self._fu(value.fu)}{limit}"
        points = self._text("result.points", points=value.base_points)
        if value.limit == "maximum":  # worth the limit by its form: nothing is doubled
            return f"{name} = {points}"
        if value.fu == 0 and value.base_points:  # a table of payments turns fan into points
            return f"{self._fan(value.fan)}{limit} = {points}"
        return f"{value.fu} × 2^{value.fan}{limit} = {points}" if value.fan or value.limit else points

    def _fan(self, count: int) -> str:
        """In the page's word: han where riichi is played, fan elsewhere."""
        return self._text("result.han" if self.rules.traits.has_riichi else "classical.result.han", count=count)

    def _fu(self, count: int) -> str:
        return self._text("result.fu", count=count)

    def _text(self, key: str, **values: object) -> str:
        return text(key, self.language, **values)

    def _who(self, seat: Seat | None) -> str:
        if seat is None:
            return self._text("payment.table")
        return f"{self._text(f'wind.{self._wind(seat)}')} ({seat})"

    def _amount(self, points: int, sign: str = "") -> str:
        """Points, or money with two decimals."""
        return f"{points / 100:{sign}.2f}" if self.rules.traits.score.name == "centimes" else f"{points:{sign}}"
