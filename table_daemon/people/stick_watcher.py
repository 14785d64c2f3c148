"""The riichi sticks of one table: what its eyes count beside what its game knows; see `sticks`."""

from __future__ import annotations

import logging

from mahjong_rules.state import Deal
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.table_reading import Situation
from table_daemon.people.sticks import StickCheck
from vision.eyes_status import EyesStatus
from wire.stick_documents import SticksDocument

_LOG = logging.getLogger(__name__)


class StickWatcher:
    """Tells people where sticks and game differ.

    Args:
        keeper: the game, with its rules.
        patience_s: how long a difference must last; 0: nothing is ever told.

    Attributes:
        document: what the eyes saw last, and what people should look at.
    """

    def __init__(self, keeper: GameKeeper, patience_s: float) -> None:
        self._keeper = keeper
        self._check = StickCheck(patience_s)
        self.document: SticksDocument = {"seen": [], "notices": []}

    def tick(self, eyes: EyesStatus, situation: Situation) -> None:
        """Compare what the eyes see now with the game."""
        deal = None if eyes.problem else self._deal_in_play(situation)
        before = self.document["notices"]
        told = self._check.compare(deal, eyes.sticks, situation.called_riichi, situation.now_s)
        for notice in told["notices"]:
            if notice not in before:
                _LOG.info("a stick is %s before seat %d: %s are seen", notice["notice"], notice["seat"], told["seen"])
        self.document = told

    def _deal_in_play(self, situation: Situation) -> Deal | None:
        """The deal whose sticks count; None where nobody has riichi sticks, and while the table is no deal's."""
        game = situation.game
        if game is None or game.is_over or not self._keeper.traits.has_riichi:
            return None
        is_disturbed = situation.is_cleared or situation.is_teaching or situation.is_waiting
        return None if is_disturbed or situation.called_wins else game.deal
