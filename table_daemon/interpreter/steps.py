"""A step: events that explain pieces on the table, and the game after them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Drawn, Event
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import next_to_draw
from table_daemon.interpreter.bindings import Anchor
from vision.sightings import Observation, SettledTile

Apply = Callable[[Game, Event], Game]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A piece whose most likely explanation the rules refuse, or that is too uncertain to take."""

    piece: SettledTile
    reason: str
    detail: str = ""


@dataclass(slots=True)
class Answers:
    """What people said in this deal: tiles by piece, pieces that are not part of the game or whose event was undone."""

    tiles: dict[int, Tile] = field(default_factory=dict)
    ignored: set[int] = field(default_factory=set)
    taken_back: set[int] = field(default_factory=set)
    told_noten: set[Seat] = field(default_factory=set)

    def applied(self, observation: Observation) -> Observation:
        """The table as people say it is."""
        kept = (piece for piece in observation.tiles if piece.track not in self.ignored)
        return replace(observation, tiles=tuple(self._named(piece) for piece in kept))

    def _named(self, piece: SettledTile) -> SettledTile:
        tile = self.tiles.get(piece.track)
        if tile is None:
            return piece
        return replace(piece, tile=tile, candidates=((tile, 1.0),), confidence=1.0)


@dataclass(frozen=True, slots=True)
class Step:
    """`bindings`: which pieces the events explain."""

    events: tuple[Event, ...]
    game: Game
    bindings: tuple[tuple[Anchor, tuple[SettledTile, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a reader looks at: the game, its current deal, the table, and how events are applied."""

    game: Game
    deal: Deal
    observation: Observation
    apply: Apply


def advance(game: Game, events: Sequence[Event], apply: Apply) -> Game | str:
    """The game after `events`, or the engine's sentence for the first it refuses."""
    for event in events:
        try:
            game = apply(game, event)
        except IllegalEvent as refusal:
            return str(refusal)
    return game


def next_to_act(deal: Deal) -> Seat | None:
    """Who draws or discards next if nobody claims."""
    return deal.seat if deal.turn is Turn.DISCARD else next_to_draw(deal)


def drawing(deal: Deal, seat: Seat) -> tuple[Event, ...]:
    """The draw that nobody can see, needed before `seat` discards or declares; none after a claim."""
    if deal.turn is Turn.DISCARD and deal.seat == seat:
        return ()
    return (Drawn(seat),)
