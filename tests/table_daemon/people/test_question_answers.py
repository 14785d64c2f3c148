"""What a tile's name cannot settle is not answered by one."""

from __future__ import annotations

import pytest
from table_bench import bench_at, in_virtual_time

from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.errors import BadDataError
from table_daemon.interpreter import Question
from table_daemon.people.question_answers import check_answer
from vision.sightings import Zone

TILE = parse_tile("9p")


def asked(reason: str) -> Question:
    return Question("q-1", reason, Seat(1), Zone.RIVER, 7, ((TILE, 0.9),))


@pytest.mark.parametrize(("reason", "missed"), [("uncounted_tile", "the discard"), ("unknown_kong", "the kong")])
def test_a_tile_is_refused_where_something_before_it_was_missed(reason, missed):
    with pytest.raises(BadDataError, match=f"put in {missed}"):
        check_answer(asked(reason), TILE)
    check_answer(asked(reason), None)


@pytest.mark.parametrize("reason", ["noten_riichi", "riichi_kong"])
def test_whether_a_riichi_was_a_chombo_is_not_answered_by_a_tile(reason):
    with pytest.raises(BadDataError, match="lay the hand open"):
        check_answer(asked(reason), TILE)
    check_answer(asked(reason), None)


def test_other_questions_take_a_tile():
    check_answer(asked("uncertain_tile"), TILE)


@in_virtual_time
async def test_an_uncounted_tile_stays_asked_until_it_is_none_or_the_missed_discard_is_put_in(tmp_path):
    async with bench_at(tmp_path) as bench:
        await bench.begin_with_discards(2)
        first = bench.felt.river(0)[0]
        bench.felt.lay_copy(first.track, track=904, u_mm=first.u_mm + 60, tile=TILE, candidates=((TILE, 0.99),))
        bench.show()
        await bench.wait(3)
        (question,) = bench.questions
        assert question["text"] == "uncounted_tile"
        entries = len(bench.entries())
        answer = await bench.send("answer", question=question["id"], value="9p")
        assert (answer.error_code, "answer none if" in answer.message) == ("bad_data", True)
        assert len(bench.entries()) == entries
        await bench.wait(1)
        assert [item["id"] for item in bench.questions] == [question["id"]]
        assert (await bench.send("answer", question=question["id"], value="none")).ok
        await bench.wait(1)
        assert bench.questions == []
