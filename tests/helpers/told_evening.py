"""A clumsy evening at the daemon's table: the camera's events in its loop, people's corrections from outside.

The evening runs in a thread of its own and waits for every answer, as people do; the table lives in its event loop.
"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from clumsy_evening import ClumsyEvening

from mahjong_rules.events import Event
from table_daemon.game.keeper import GameKeeper
from wire.messages import Json

PATIENCE_S = 30


class Across:
    """A keeper whose game changes in its own event loop only; everything else is read where it is asked.

    Args:
        keeper: of the table.
        announce: tells everybody what was written, as the table does after its camera saw something.
        loop: of both.
    """

    def __init__(self, keeper: GameKeeper, announce: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        self._keeper, self._announce, self._loop = keeper, announce, loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._keeper, name)

    def start(self, *arguments: Any) -> Any:
        return self._there(self._keeper.start, *arguments)

    def commit(self, *arguments: Any) -> Any:
        return self._there(self._keeper.commit, *arguments)

    def _there(self, work: Callable[..., Any], *arguments: Any) -> Any:
        async def done() -> Any:
            answer = work(*arguments)
            self._announce()
            return answer

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(PATIENCE_S)


class ToldEvening(ClumsyEvening):
    """`people` carries a command out as a person would and gives what the table answered.

    Args:
        keeper: of the table where it happens.
        events: what really happened.
        seed: chance of mistakes.
        wanted: corrections.
        people: name and data of a command.
    """

    def __init__(
        self, keeper: Across, events: Sequence[Event], seed: int, wanted: int, people: Callable[[str, Json], Json]
    ) -> None:
        self.prepare(keeper, events, seed, wanted)  # type: ignore[arg-type] # a keeper across threads
        self._people = people

    def carry_out(self, name: str, data: Json) -> Json:
        return self._people(name, data)


class HttpPeople:
    """Programs that send what people want to the page's address."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.sent = 0

    def __call__(self, name: str, data: Json) -> Json:
        self.sent += 1
        body = json.dumps({"id": f"c-{self.sent}", "data": data}).encode()
        request = urllib.request.Request(f"{self._url}api/cmd/{name}", body, {"Content-Type": "application/json"})
        with told_refusal(), urllib.request.urlopen(request, timeout=PATIENCE_S) as response:
            answer = json.load(response)
        assert answer["ok"], answer
        return dict(answer.get("data") or {})


@contextmanager
def told_refusal() -> Iterator[None]:
    """What the table says against it, in the test's own words."""
    try:
        yield
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from error
