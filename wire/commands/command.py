"""A command as the daemon's rooms hand it to each other: typed, with who asks and what was expected."""

from __future__ import annotations

from dataclasses import dataclass

from wire.commands.registry import AnyCommand


@dataclass(frozen=True, slots=True)
class Command:
    """A wish of a person or program."""

    data: AnyCommand
    id: str = ""
    """A repeated one gets the first answer again; "" for none."""
    expect_seq: int | None = None
    """Refuse it when the game is at another entry."""
    expect_deal: int | None = None
    """Refuse it when the game is at another deal."""
    origin: str = ""
    """Who asks, for the audit list: "http 192.0.2.7", "mqtt hall"."""

    @property
    def name(self) -> str:
        """As in its topic and address."""
        return self.data.command
