"""The riichi sticks of one table: what its eyes count beside what its game knows; see `sticks`."""

from __future__ import annotations

import asyncio
import logging

from mahjong_rules.state import Deal
from table_daemon.interpreter.table_reading import Watched
from table_daemon.people.sticks import StickCheck
from vision.eyes import EyesStatus
from wire.stick_documents import SticksDocument
from wire.table_data import CallKind

_LOG = logging.getLogger(__name__)


class StickWatcher:
    """Tells people where sticks and game differ.

    Args:
        table: at which is played.
    """

    def __init__(self, table: Watched) -> None:
        self._table = table
        self._check = StickCheck(table.settings.play.sticks_s)
        self._told: SticksDocument = {"seen": [], "notices": []}

    def document(self, eyes: EyesStatus) -> SticksDocument:
        """What the eyes see now, and what people should look at."""
        deal = None if eyes.problem else self._deal_in_play()
        called = self._table.callers.calls.seats(CallKind.RIICHI)
        told = self._check.look(deal, eyes.sticks, called, asyncio.get_running_loop().time())
        for notice in told["notices"]:
            if notice not in self._told["notices"]:
                _LOG.info("a stick is %s before seat %d: %s are seen", notice["notice"], notice["seat"], told["seen"])
        self._told = told
        return told

    def _deal_in_play(self) -> Deal | None:
        """The deal whose sticks count; None where nobody has riichi sticks, and while the table is no deal's."""
        table = self._table
        game = table.keeper.game
        if game is None or game.is_over or not table.keeper.rules.traits.has_riichi:
            return None
        is_disturbed = table.between.is_cleared or table.eyes_desk.is_teaching or table.corrections.is_waiting
        is_claimed = bool(table.callers.calls.seats(CallKind.WIN))
        return None if is_disturbed or is_claimed else game.deal
