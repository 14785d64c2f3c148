"""The events of a deal by the rows in which their tiles lie on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from mahjong_rules.events import Called, Discarded, FlowerLaid, IndicatorTurned, KongDeclared
from mahjong_rules.seats import SEATS
from table_daemon.game.history import History, Played
from wire.board_documents import BoardEventsDocument


@dataclass(frozen=True, slots=True)
class EventPlaces:
    """Numbers of the events of one deal in the order of the `board` document.

    By seat: discards, melds (one number for the claim and one for the kong that grew from it), flowers; indicators are
    nobody's.
    """

    rivers: tuple[tuple[int, ...], ...]
    melds: tuple[tuple[tuple[int, ...], ...], ...]
    flowers: tuple[tuple[int, ...], ...]
    indicators: tuple[int, ...]

    @classmethod
    def of(cls, history: History, deal: int) -> EventPlaces:
        """Those of a deal.

        Args:
            history: events, at least those of that deal.
            deal: its number.
        """
        rows = _Rows()
        before: Played | None = None
        for item in history:
            if item.deal == deal and not item.line.is_aside:
                rows.add(item, before)
            before = item
        return cls(
            tuple(map(tuple, rows.rivers)),
            tuple(tuple(map(tuple, melds)) for melds in rows.melds),
            tuple(map(tuple, rows.flowers)),
            tuple(rows.indicators),
        )

    def document(self) -> BoardEventsDocument:
        """As beside the `board` document."""
        return {
            "rivers": [list(row) for row in self.rivers],
            "melds": [[list(meld) for meld in melds] for melds in self.melds],
            "flowers": [list(row) for row in self.flowers],
            "indicators": list(self.indicators),
        }


@dataclass(slots=True)
class _Rows:
    """The numbers while they are gathered."""

    rivers: list[list[int]] = field(default_factory=lambda: [[] for _ in SEATS])
    melds: list[list[list[int]]] = field(default_factory=lambda: [[] for _ in SEATS])
    flowers: list[list[int]] = field(default_factory=lambda: [[] for _ in SEATS])
    indicators: list[int] = field(default_factory=list)

    def add(self, item: Played, before: Played | None) -> None:
        """One more event; `before` is the one before it."""
        match item.event:
            case Discarded(seat=seat):
                self.rivers[seat].append(item.seq)
            case FlowerLaid(seat=seat):
                self.flowers[seat].append(item.seq)
            case IndicatorTurned():
                self.indicators.append(item.seq)
            case Called(seat=seat):
                self.melds[seat].append([item.seq])
            case KongDeclared(seat=seat):
                grown = _grown_meld(item, before, seat)
                if grown is None:
                    self.melds[seat].append([item.seq])
                else:
                    self.melds[seat][grown].append(item.seq)
            case _:
                pass


def _grown_meld(item: Played, before: Played | None, seat: int) -> int | None:
    """Which meld this kong grew from; None for a concealed one."""
    now = item.game.deal
    then = before.game.deal if before is not None else None
    if now is None or then is None or len(now.melds[seat]) != len(then.melds[seat]):
        return None
    pairs = zip(then.melds[seat], now.melds[seat], strict=True)
    return next((index for index, (old, new) in enumerate(pairs) if old != new), None)
