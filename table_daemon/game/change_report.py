"""What a correction changes, in the words of docs/mqtt.md: the same for its preview, its event and the audit list."""

from __future__ import annotations

from collections.abc import Sequence

from mahjong_rules.deal_result import DealResult
from mahjong_rules.state import Game
from table_daemon.game.history import History, Played
from tablet_page.results import chombo_document
from wire.audit_documents import CorrectionSideDocument, NumberedEventDocument, ShortOutcomeDocument


def changes(before: History, after: History) -> tuple[CorrectionSideDocument, CorrectionSideDocument]:
    """The two sides of a change: events that differ, scores, and results of deals that differ.

    Draws that nobody saw are left out: they follow from the rest.
    """
    old = {played.seq: played for played in before}
    new = {played.seq: played for played in after}
    gone = [played for played in before if _differs(played, new.get(played.seq))]
    come = [played for played in after if _differs(played, old.get(played.seq))]
    first, second = before[-1].game, after[-1].game
    differing = _differing_results(first.results, second.results)
    return (
        _side(gone, first, [result for result in first.results if result.header.number in differing]),
        _side(come, second, [result for result in second.results if result.header.number in differing]),
    )


def event_document(played: Played) -> NumberedEventDocument:
    """One event with its number; `aside` when it waits for a person and does not count."""
    return {"seq": played.seq, "event": played.line.payload, "aside": played.line.is_aside}


def _differs(played: Played, other: Played | None) -> bool:
    if played.is_hidden_draw:
        return False
    if other is None:
        return True
    return (played.line.payload, played.line.is_aside) != (other.line.payload, other.line.is_aside)


def _differing_results(first: Sequence[DealResult], second: Sequence[DealResult]) -> set[int]:
    kept = {result.header.number for result, other in zip(first, second, strict=False) if result == other}
    return {result.header.number for result in (*first, *second)} - kept


def _side(events: Sequence[Played], game: Game, results: Sequence[DealResult]) -> CorrectionSideDocument:
    return {
        "events": [event_document(played) for played in events],
        "scores": list(game.scores),
        "riichi_sticks": game.riichi_sticks,
        "honba": game.header.honba,
        "results": [_outcome(result) for result in results],
    }


def _outcome(result: DealResult) -> ShortOutcomeDocument:
    """With the chombos, if any: people are asked about each before the correction counts (A-20)."""
    outcome: ShortOutcomeDocument = {
        "number": result.header.number,
        "outcome": result.outcome.value,
        "deltas": list(result.deltas),
    }
    if result.chombos:
        outcome["chombos"] = [chombo_document(chombo) for chombo in result.chombos]
    return outcome
