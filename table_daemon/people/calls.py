"""What players call out by a button: "I win", riichi, and "please look at the page".

Rules this file keeps:
* Pure: no I/O; time is an argument.
* A call settles nothing: it says what a player is about to do; the tiles on the table and the rules decide.
* The same call of the same player stands once; it goes by itself when what it announced has happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mahjong_rules.rule_system import Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.told import sentence
from wire.table_data import CallKind

ATTENTION_S: Final = 120.0
"""So long everybody is asked to look, unless somebody has said that it is settled. Chosen, not measured."""
LOUD_S: Final = 10.0
"""So long light and buzzer say so: to be heard across a room, not to annoy. Chosen, not measured."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call that stands; `deal` is the number of the deal in which it was made, 0 before the first."""

    id: str
    kind: CallKind
    seat: Seat
    deal: int
    made_at_s: float


class Calls:
    """The calls that stand, oldest first."""

    def __init__(self) -> None:
        self._made = 0
        self._standing: dict[str, Call] = {}

    @property
    def standing(self) -> tuple[Call, ...]:
        """All of them."""
        return tuple(self._standing.values())

    def seats(self, kind: CallKind) -> frozenset[Seat]:
        """Who has called this."""
        return frozenset(call.seat for call in self._standing.values() if call.kind is kind)

    @property
    def wins(self) -> frozenset[Seat]:
        """Who has called a win."""
        return self.seats(CallKind.WIN)

    @property
    def riichi(self) -> frozenset[Seat]:
        """Who has called riichi."""
        return self.seats(CallKind.RIICHI)

    def is_loud(self, now_s: float) -> bool:
        """Whether light and buzzer are to call everybody."""
        return any(
            call.kind is CallKind.ATTENTION and now_s - call.made_at_s < LOUD_S for call in self._standing.values()
        )

    def make(self, kind: CallKind, seat: Seat, deal: int, now_s: float) -> Call | None:
        """A player calls; None when that call stands already."""
        if seat in self.seats(kind):
            return None
        self._made += 1
        call = Call(f"call-{self._made}", kind, seat, deal, now_s)
        self._standing[call.id] = call
        return call

    def dismiss(self, call_id: str) -> Call | None:
        """Somebody says that it is settled, or was a mistake; None when there is no such call."""
        return self._standing.pop(call_id, None)

    def forget_settled(self, game: Game | None, now_s: float) -> None:
        """Forget what has happened or has lasted long enough."""
        deal = None if game is None else game.deal
        self._standing = {call.id: call for call in self._standing.values() if not _is_settled(call, deal, now_s)}


def objection(kind: CallKind, seat: Seat, game: Game | None, traits: Traits) -> str:
    """Why this cannot be called now, in one sentence; "" when it can."""
    if seat not in traits.seats.in_play:
        return sentence("nobody plays at this seat")
    if kind is CallKind.ATTENTION:
        return ""
    deal = None if game is None else game.deal
    if deal is None or deal.result is not None:
        return sentence("no deal is being played: this button counts from the first draw to the result")
    if deal.dead_hands[seat]:
        return sentence("this hand is dead after a penalty: it plays on and cannot win")
    if kind is CallKind.RIICHI:
        return _riichi_objection(seat, deal, traits)
    return ""


def _riichi_objection(seat: Seat, deal: Deal, traits: Traits) -> str:
    if not traits.has_riichi:
        return sentence("there is no riichi under these rules")
    if deal.riichi.accepted[seat] or deal.riichi.pending == seat:
        return sentence("this player is in riichi already")
    if any(meld.is_open for meld in deal.melds[seat]):
        return sentence("riichi needs a closed hand, and this one has an open meld")
    if deal.turn is Turn.CLAIM and deal.seat == seat:
        return sentence("the discard lies already: turn it sideways, or take it back on the page and declare first")
    return ""


def _is_settled(call: Call, deal: Deal | None, now_s: float) -> bool:
    if call.kind is CallKind.ATTENTION:
        return now_s - call.made_at_s >= ATTENTION_S
    if deal is None or deal.header.number != call.deal or deal.result is not None:
        return True
    if call.kind is CallKind.WIN:
        return any(win.seat == call.seat for win in deal.classical.declared)
    return deal.riichi.accepted[call.seat] or deal.riichi.pending == call.seat
