"""A talk in a terminal, line by line: no screen is drawn, so that it goes through a pipe and a screen reader too."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

from table_daemon.errors import UserError
from tablet_page.rule_names import text

LATER = "-"
"""What leaves a step for later."""


class TalkEndedError(UserError):
    """Nobody answers any more."""


class Talk:
    """Asks and tells.

    Args:
        read: waits for a line, "" when there will be none.
        write: shows a text.
        language: of the page's catalogues.
        is_person: whether somebody sits there, and no file.
    """

    def __init__(
        self, read: Callable[[], str], write: Callable[[str], object], language: str, *, is_person: bool
    ) -> None:
        self._read = read
        self._write = write
        self._waiting: asyncio.Future[str] | None = None
        self.language = language
        self.is_person = is_person

    def t(self, key: str, **values: object) -> str:
        """The catalogue's text for `set_up.KEY`, or for a whole key with a dot."""
        return text(key if "." in key else f"set_up.{key}", self.language, **values)

    def say(self, line: str = "") -> None:
        """A line."""
        self._write(f"{line}\n")

    async def line(self) -> str:
        """The next line that somebody types; one that was waited for in vain before is not lost.

        Raises:
            TalkEndedError: there is none.
        """
        if self._waiting is None:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            # A thread of its own: one of the loop's would keep the program from ending at Ctrl-C.
            threading.Thread(target=self._fetch, args=(loop, self._waiting), daemon=True).start()
        line = await asyncio.shield(self._waiting)
        self._waiting = None
        if not line:
            raise TalkEndedError(self.t("terminal_ended"))
        return line.strip()

    async def ask(self, question: str, default: str = "") -> str:
        """An answer; an empty line is the default. Without one `LATER` stands for it."""
        self._write(f"{question} [{default or LATER}]: ")
        return await self.line() or default or LATER

    async def agrees(self, question: str, *, default: bool = False) -> bool:
        """Whether somebody says yes, in any of the page's languages."""
        yes = self.t("terminal_yes")
        answer = await self.ask(f"{question} ({yes}/{self.t('terminal_no')})", yes if default else "")
        return answer.lower() in (yes, "y", "yes", "o", "oui")

    async def choose(self, question: str, found: Sequence[tuple[str, str]], default: str) -> str:
        """One of these (value, words), by its number or as it is written; anything else is taken as a value."""
        for number, (value, words) in enumerate(found, 1):
            self.say(f"  {number}  {value}" + (f"  {words}" if words else ""))
        answer = await self.ask(question, default)
        return found[int(answer) - 1][0] if answer.isdecimal() and 0 < int(answer) <= len(found) else answer

    def _fetch(self, loop: asyncio.AbstractEventLoop, waiting: asyncio.Future[str]) -> None:
        line = self._read()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, waiting, line)


def _answer(waiting: asyncio.Future[str], line: str) -> None:
    if not waiting.done():
        waiting.set_result(line)
