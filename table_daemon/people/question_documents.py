"""Questions as everybody is told them: about events that count or wait, and about pieces. Pure."""

from __future__ import annotations

from collections.abc import Collection

from mahjong_rules.events import Discarded, FlowerLaid, actor_of
from mahjong_rules.seats import Seat
from table_daemon.game.doubts import Candidates, candidate_documents
from table_daemon.game.history import Played, is_hidden_draw
from table_daemon.game.intake import Intake
from table_daemon.game.keeper import GameKeeper
from table_daemon.interpreter.blank_dragons import WHITE
from table_daemon.interpreter.certainty import MIN_SECOND_CHOICE, MIN_TO_CONTRADICT
from table_daemon.interpreter.event_anchors import anchor_of
from table_daemon.interpreter.questions import HOLDING_REASONS, Question, QuestionReason
from wire.documents import QuestionDocument
from wire.words import words_document


def event_questions(keeper: GameKeeper, intake: Intake, stuck: Collection[Seat] = ()) -> list[QuestionDocument]:
    """Events that wait for a person: doubtful ones of the deal in play, and all that were set aside.

    Once the deal has ended a flower without a name can still be named: it teaches the set.
    `stuck`: who has opened a hand that cannot win as it is read. It may lack the faan of a flower without a name.
    """
    doubts = {seq: tiles for seq, tiles in keeper.open_doubts().items() if not _is_new_blank(keeper, intake, seq)}
    found = [_event_question(keeper, intake, seq, _reason(intake, seq), tiles, stuck) for seq, tiles in doubts.items()]
    game = keeper.game
    if game is None or game.deal is None or game.deal.result is not None:
        found = [question for question in found if question["can_wait"]]
    aside = [item.seq for item in keeper.history if item.line.is_aside and not is_hidden_draw(item.event)]
    return [*found, *(_event_question(keeper, intake, seq, QuestionReason.SET_ASIDE, ()) for seq in aside)]


def piece_question(question: Question) -> QuestionDocument:
    """A doubted piece with its candidates."""
    return {
        "id": question.id,
        "text": question.reason.value,
        "seat": question.seat,
        "zone": question.zone.value,
        "place": None if question.place is None else {"number": question.place[0], "of": question.place[1]},
        "candidates": candidate_documents(question.candidates),
        "detail": question.detail,
        "detail_words": words_document(question.detail),
        "event": None,
        "holds_result": question.reason in HOLDING_REASONS,
        "can_wait": False,
        "picture": False,
    }


def _is_new_blank(keeper: GameKeeper, intake: Intake, seq: int) -> bool:
    """Whether a face without print was discarded and nothing has happened since: a claim may tell its name yet.

    Such a face is asked about last. An end that waits for its name does not wait for that.
    """
    last = keeper.history[-1]
    is_newest = last.seq == seq and isinstance(last.event, Discarded)
    return is_newest and keeper.tile_of(seq) == WHITE and seq not in intake.holding


def _is_told(candidates: Candidates) -> bool:
    """Whether the camera has an idea."""
    return any(chance >= MIN_SECOND_CHOICE for _, chance in candidates)


def _reason(intake: Intake, seq: int) -> QuestionReason:
    return QuestionReason.MISSING_TILE if seq in intake.missing else QuestionReason.PROVISIONAL_TILE


def _may_lack_name(item: Played, candidates: Candidates) -> bool:
    """Whether the game goes on well without this tile's name: a flower that counts, whichever it is.

    Not one that is surely read as another tile: that may be one of the hand which fell over, and is asked at once.
    """
    event = item.event
    is_other = any(not tile.is_bonus and chance >= MIN_TO_CONTRADICT for tile, chance in candidates)
    return isinstance(event, FlowerLaid) and event.tile.is_bonus and not item.line.is_aside and not is_other


def _event_question(
    keeper: GameKeeper,
    intake: Intake,
    seq: int,
    reason: QuestionReason,
    candidates: Candidates,
    stuck: Collection[Seat] = (),
) -> QuestionDocument:
    item, anchor = keeper.played(seq), anchor_of(keeper.event_places, seq)
    seat = actor_of(item.event) if item is not None else None
    is_nameless = item is not None and _may_lack_name(item, candidates)
    is_held = seq in intake.holding or (is_nameless and seat in stuck)
    return {
        "id": f"e-{seq}",
        "text": reason.value,
        "seat": seat,
        "zone": anchor.zone.value if anchor is not None else "river",
        "place": None,
        # Where everything is alike no tile is offered before the others.
        "candidates": candidate_documents(candidates) if _is_told(candidates) else [],
        "detail": "",
        "detail_words": [],
        "event": seq,
        "holds_result": is_held,
        "can_wait": is_nameless and not is_held,
        "picture": False,
    }
