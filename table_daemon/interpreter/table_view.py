"""What a reader looks at: the game, the table, what the rules say about it, and what people have said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from mahjong_rules.errors import IllegalEvent
from mahjong_rules.events import Drawn, Event
from mahjong_rules.melds import concealed_count
from mahjong_rules.rule_system import Hints, RuleSystem, Traits
from mahjong_rules.seats import Seat
from mahjong_rules.state import Deal, Game, Turn
from mahjong_rules.tile_count import open_tiles
from mahjong_rules.tiles import Tile, TileStock
from mahjong_rules.told import said_by
from mahjong_rules.wall import Break
from table_daemon.interpreter.bindings import Anchor
from table_daemon.interpreter.certainty import MIN_TO_COUNT, NOT_CLEAR
from table_daemon.interpreter.decoding import among_kinds
from table_daemon.interpreter.long_rivers import as_laid
from vision.sightings import Face, Observation, SettledTile

MOST_NAMES: Final = 5
"""So many names of a piece are written down: as many as the classifier hands on; one that may be anything has more."""
MAX_DRAWS: Final = 3
"""More tiles in a row nobody takes without laying something open between them."""


@dataclass(slots=True)
class Answers:
    """What people said in this deal: tiles by piece, pieces that are not part of the game or whose event was undone."""

    tiles: dict[int, Tile] = field(default_factory=dict)
    confirmed: set[int] = field(default_factory=set)
    """Pieces that were asked about again and got the same name."""
    ignored: set[int] = field(default_factory=set)
    taken_back: set[int] = field(default_factory=set)
    aside: set[int] = field(default_factory=set)
    """Pieces of events that were set aside: people are asked about the events."""
    left_out: dict[int, dict[Tile, bool]] = field(default_factory=dict)
    """Faces that a piece is not, because all of them lie elsewhere, and whether that is clear; no person's word."""
    laid_on: set[int] = field(default_factory=set)
    """Pieces of pungs on which the fourth tile lies, and fourth tiles that lie beside pungs."""
    told_noten: set[Seat] = field(default_factory=set)
    owned_chombo: set[Seat] = field(default_factory=set)
    """Who was in riichi and made a chombo of it, by the answer to the question about it."""
    called_win: frozenset[Seat] = frozenset()
    called_riichi: frozenset[Seat] = frozenset()

    def let_in(self, deal: Deal, stock: TileStock) -> None:
        """Pieces may be the faces again of which there are not enough elsewhere any more."""
        lying, whole = tuple(open_tiles(deal)), stock.pieces()
        kept = {
            track: {face: is_clear for face, is_clear in faces.items() if lying.count(face) >= whole.count(face)}
            for track, faces in self.left_out.items()
        }
        self.left_out = {track: faces for track, faces in kept.items() if faces}

    def applied(self, observation: Observation, kinds: frozenset[Tile]) -> Observation:
        """The table as people say it is, with faces of a set that has these `kinds`."""
        kept = (piece for piece in as_laid(observation).tiles if piece.track not in self.ignored | self.aside)
        return replace(observation, tiles=tuple(self._named(piece, kinds) for piece in kept))

    def read(self, piece: SettledTile, kinds: frozenset[Tile]) -> tuple[Tile | None, float]:
        """What the camera, which knows no person's word, takes a piece for, and how surely."""
        seen = among_kinds(piece, kinds)
        return seen.tile, seen.confidence

    def _named(self, piece: SettledTile, kinds: frozenset[Tile]) -> SettledTile:
        tile = self.tiles.get(piece.track)
        if tile is None:
            others = self.left_out.get(piece.track, {})
            seen = among_kinds(piece, kinds - others.keys())
            is_clear = all(others.values())
            return seen if is_clear else replace(seen, confidence=min(seen.confidence, NOT_CLEAR))
        return replace(piece, face=Face.UP, tile=tile, candidates=((tile, 1.0),), confidence=1.0)


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """A piece as the camera saw it last, for whoever learns from how a deal was played.

    Attributes:
        piece: as it is read, with no person's word.
        anchor: which tile of the game it is; None where it is none, or one of an open hand.
        said: what a person answered about it in this deal.
    """

    piece: SettledTile
    anchor: Anchor | None
    said: Tile | None


@dataclass(frozen=True, slots=True)
class View:
    """What a reader looks at: the game, its current deal, the table, and what the rules say about it."""

    game: Game
    deal: Deal
    observation: Observation
    rules: RuleSystem
    traits: Traits
    hints: Hints
    wall_break: Break | None
    """Where the wall was opened; None where nobody knows."""
    tile_width_mm: float
    ripe: frozenset[int] = frozenset()
    """Pieces doubted for so long that the game goes on with the likeliest tile."""

    def after(self, events: Sequence[Event]) -> Game | str:
        """The game after `events`, or the engine's sentence for the first it refuses."""
        game = self.game
        for event in events:
            try:
                game = self.rules.apply(game, event)
            except IllegalEvent as refusal:
                return said_by(refusal)
        return game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where people play, in turn order."""
        return self.deal.header.seats

    @property
    def is_offered(self) -> bool:
        """Whether others may still claim or win the last tile."""
        return self.deal.turn is Turn.CLAIM

    @property
    def next_to_act(self) -> Seat | None:
        """Who draws or discards next if nobody claims."""
        return self.hints.draws if self.hints.discards is None else self.hints.discards

    def drawing(self, seat: Seat) -> tuple[Event, ...]:
        """The draws that nobody can see: as many as bring `seat` to its full hand; none out of its turn."""
        game, hints = self.game, self.hints
        events: tuple[Event, ...] = ()
        while hints.draws == seat and len(events) < MAX_DRAWS:
            events = (*events, Drawn(seat))
            try:
                game = self.rules.apply(game, events[-1])
            except IllegalEvent:
                break  # the caller's own event is refused with the reason
            hints = self.rules.hints(game)
        return events


def hand_size(view: View, seat: Seat) -> int:
    """Concealed tiles of `seat` outside the own turn."""
    return concealed_count(view.deal.melds[seat], view.traits.hand_tiles)


def is_asked(piece: SettledTile, answers: Answers) -> bool:
    """True when nothing counts before a person has said what the piece is: its event was taken back."""
    return piece.track not in answers.tiles and piece.track in answers.taken_back


def doubt_about(piece: SettledTile) -> tuple[tuple[Tile, float], ...]:
    """The candidates of a piece that is taken although it was read uncertainly; () for one that was read well."""
    return piece.candidates[:MOST_NAMES] if piece.confidence < MIN_TO_COUNT else ()


def doubt_with_guess(piece: SettledTile, tile: Tile, kinds: int) -> tuple[tuple[Tile, float], ...]:
    """How a piece is read, most likely first, with the tile that it counts as: one of so many where nothing says so."""
    readings = piece.candidates[:MOST_NAMES]
    if any(other == tile for other, _ in readings):
        return readings
    rest = max(1.0 - sum(chance for _, chance in readings), 0.0)
    return tuple(sorted((*readings, (tile, rest / kinds)), key=lambda pair: -pair[1]))


def is_doubtful(piece: SettledTile, answers: Answers) -> bool:
    """True when only a person can say what the piece is: read too uncertainly, or taken back before."""
    return piece.track not in answers.tiles and (piece.confidence < MIN_TO_COUNT or piece.track in answers.taken_back)
