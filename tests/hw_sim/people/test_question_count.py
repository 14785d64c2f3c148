"""Questions are counted by deal, by reason, and by the card of the page on which they stand."""

from itertools import pairwise

from hw_sim.people.question_count import DealQuestions, QuestionCount, question_cards
from hw_sim.people.tablet_watcher import Tablet

BOARD = {"events": {"flowers": [[], [7, 9], [8], []]}}


def tablet(*asked: tuple[str, int | None, int | None], results: int = 0) -> Tablet:
    questions = [
        {"id": name, "event": event, "seat": seat, "can_wait": False, "text": "provisional_tile"}
        for name, event, seat in asked
    ]
    game = {"results": [{}] * results}
    return Tablet({"board": BOARD, "questions": {"questions": questions}, "game": game})


FIRST, SECOND, OTHERS, RIVER = ("e-7", 7, 1), ("e-9", 9, 1), ("e-8", 8, 2), ("e-3", 3, 1)


def test_the_flowers_of_one_player_stand_on_one_card():
    cards = question_cards(tablet(FIRST, SECOND, OTHERS, RIVER, ("q-1", None, None)))
    assert cards == {"e-7": "flowers-1", "e-9": "flowers-1", "e-8": "flowers-2", "e-3": "e-3", "q-1": "q-1"}
    unknown = Tablet({"questions": tablet(FIRST, SECOND).documents["questions"]})
    assert question_cards(unknown) == {"e-7": "e-7", "e-9": "e-9"}


async def test_a_question_counts_once_and_one_that_joins_a_card_is_no_other_card():
    count = QuestionCount()
    looks = [tablet(), tablet(FIRST), tablet(FIRST, SECOND), tablet(SECOND), tablet(SECOND, RIVER), tablet()]
    for before, after in pairwise(looks):
        count.notice(before, after)
    count.notice(tablet(), tablet(results=1))
    assert count.take() == DealQuestions(3, {"provisional_tile": 3}, 2)
    assert (count.take().cards, count.seen) == (0, {"e-7", "e-9", "e-3"})
