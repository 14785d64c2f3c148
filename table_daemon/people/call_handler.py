"""Takes calls of players, writes them down, tells everybody; see `calls` for what a call is."""

from __future__ import annotations

import logging
from collections.abc import Callable

from mahjong_rules.seats import Seat
from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.game.keeper import GameKeeper
from table_daemon.people.calls import Call, Calls, objection
from wire.messages import Json
from wire.table_data import CallKind

_LOG = logging.getLogger(__name__)
KEY = "call"
"""Key of the journal's notes about calls."""


class CallError(UserError):
    """This cannot be called now; the text says why."""


class CallHandler:
    """The calls of one table.

    Args:
        keeper: the game, and the journal in which calls are noted.
        clock: seconds that pass, for how long a call stands.
    """

    def __init__(self, keeper: GameKeeper, clock: Callable[[], float]) -> None:
        self._keeper = keeper
        self._clock = clock
        self.calls = Calls()

    def call(self, kind: CallKind, seat: Seat, cause: str) -> None:
        """A player calls; the same call again changes nothing.

        Raises:
            CallError: the rules or the moment leave no room for it.
        """
        refusal = objection(kind, seat, self._keeper.game, self._keeper.traits)
        if refusal:
            raise CallError(refusal)
        call = self.calls.make(kind, seat, self._keeper.deal_number, self._clock())
        if call is not None:
            _LOG.info("seat %d calls: %s (%s)", seat, kind.value, cause)
            self._keeper.note({KEY: kind.value, "seat": seat}, cause)
            self._keeper.tell("call", call_document(call), cause)

    def dismiss(self, call_id: str, cause: str) -> None:
        """Somebody says that a call is settled, or was a mistake.

        Raises:
            CallError: there is no such call any more.
        """
        call = self.calls.dismiss(call_id)
        if call is None:
            raise CallError(sentence("this call stands no longer: nothing is left to dismiss"))
        self._keeper.note({KEY: "dismissed", "kind": call.kind.value, "seat": call.seat}, cause)

    def tick(self, now_s: float) -> None:
        """As time passes: what has happened, or has lasted long enough, is no call any more."""
        self.calls.forget_settled(self._keeper.game, now_s)

    def document(self) -> Json:
        """What stands, for screens."""
        return {"calls": [call_document(call) for call in self.calls.standing]}


def call_document(call: Call) -> Json:
    """One call as a document."""
    return {"id": call.id, "kind": call.kind.value, "seat": call.seat}
