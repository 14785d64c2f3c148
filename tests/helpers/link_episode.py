"""Random talk over a damaged line: sessions, commands, leases, stops, faults, one seed each."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from live_link import LiveLink

from board_firmware import protocol as p

_TALK = ((p.HOME, b""), (p.BUILD, b"\x01\x88"), (p.RAISE, b"\x01"), (p.DOME, b"\x00"), (p.DOME, b"\x01"), (p.DICE, b""))


@dataclass
class LinkTally:
    """What happened in all episodes."""

    damaged: Counter[str] = field(default_factory=Counter)
    intact: int = 0
    commands: int = 0
    executed: int = 0
    resent: int = 0
    sessions: int = 0
    events: int = 0
    violations: list[str] = field(default_factory=list)


def link_episode(seed: int | str, tally: LinkTally, commands: int = 60) -> None:
    """One board, `commands` commands through one line that hits a tenth to a half of all packets."""
    rng = Random(seed)
    link = LiveLink(rng)
    for line in (link.to_board, link.to_host):
        line.probability = rng.uniform(0.1, 0.5)
    submitted = 0
    while submitted < commands:
        if not link.up:
            _greet(link, rng)
            tally.sessions += link.up
            continue
        _say_something(link, rng)
        submitted += 1
        _until_answered(link, len(link.answered) + 1)
    _count(link, tally, submitted)
    tally.violations += [f"seed {seed}, {violation}" for violation in link.violations]


def _greet(link: LiveLink, rng: Random) -> None:
    link.open(rng.randrange(0x10000))
    while link.host.state == "greeting":
        link.step()


def _say_something(link: LiveLink, rng: Random) -> None:
    fault = link.board.firmware.machine.fault
    choice = rng.random()
    if fault is not None and choice < 0.6:
        link.submit(p.CLEAR, fault.fault_id.to_bytes(2, "little"))
    elif choice < 0.3:
        link.submit(p.ARM, link.config.hash().to_bytes(4, "little"))
    elif choice < 0.7:
        link.submit(*rng.choice(_TALK))
    else:
        link.submit(p.DISARM if choice > 0.97 else p.STATUS)
    if choice > 0.99:
        link.stop()


def _until_answered(link: LiveLink, answers: int) -> None:
    while link.up and len(link.answered) < answers:
        link.step()


def _count(link: LiveLink, tally: LinkTally, submitted: int) -> None:
    for line in (link.to_board, link.to_host):
        tally.damaged += line.damaged
        tally.intact += line.intact
    tally.commands += submitted
    tally.executed += len(link.watch.executed)
    tally.resent += link.host.figures.resent
    tally.events += link.happened
