"""What a command that the table refuses must look like: a sentence for a person, and nothing changed."""

from __future__ import annotations

from typing import Any

from table_bench import Bench

from wire.messages import Answer


def is_sentence(answer: Answer) -> bool:
    """Refused, with words for a person and none of Python's."""
    words = answer.message.split()
    return not answer.ok and len(words) >= 4 and "Error" not in answer.message and "Traceback" not in answer.message


async def refused(bench: Bench, code: str, name: str, **data: Any) -> Answer:
    """The answer to a command that must change nothing."""
    game, entries = bench.parts.keeper.game, len(bench.entries()) if bench.journal.games() else 0
    answer = await bench.send(name, **data)
    assert is_sentence(answer), answer
    assert answer.error_code == code, answer
    assert bench.parts.keeper.game is game
    assert (len(bench.entries()) if bench.journal.games() else 0) == entries
    return answer
