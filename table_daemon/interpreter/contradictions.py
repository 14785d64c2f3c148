"""Later evidence against what was counted: a piece is read otherwise now, or what lies on the table fits no more.

Rules this file keeps: a `Contradiction` names the place on the table and the tile that lies (or lay) there; whether
the game is corrected is decided by whoever keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from mahjong_rules.melds import Meld
from mahjong_rules.state import Deal
from mahjong_rules.tiles import Tile
from mahjong_rules.turns import with_item
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.certainty import MIN_AMBIGUOUS_RATIO, MIN_SECOND_CHOICE, MIN_TO_CONTRADICT
from table_daemon.interpreter.decoding import readings_of
from table_daemon.interpreter.table_view import View
from vision.sightings import SettledTile, Zone

READ_OTHERWISE: Final = "read_otherwise"
"""Why a piece is another tile: it is read as that one now. A key of the audit list."""
NAMED_MELD: Final = "named_meld"
"""Why a meld is another one: a person named one of its tiles. A key of the audit list."""
FOURTH_TILE: Final = "fourth_tile"
"""Why a pung is a claimed kong: its fourth tile lies there. A key of the audit list."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The tile at `anchor` is another one; of a meld, the whole `meld` is.

    `reason` is a key of the audit list, `probability` what the evidence gives.
    """

    anchor: Anchor
    tile: Tile
    reason: str
    probability: float
    detail: dict[str, Any] = field(default_factory=dict)
    meld: Meld | None = None

    def evidence(self) -> dict[str, Any]:
        """As in the journal."""
        place = {"zone": self.anchor.zone.value, "seat": int(self.anchor.seat), "index": self.anchor.index}
        return {**place, "tile": str(self.tile), "probability": round(self.probability, 4), **self.detail}


@dataclass(frozen=True, slots=True)
class Contested:
    """The tile at `anchor` is counted, and `readings`, most likely first, say that it may well be another one."""

    anchor: Anchor
    readings: tuple[tuple[Tile, float], ...]


def tile_at(deal: Deal, anchor: Anchor) -> Tile | None:
    """What the game has there: an unclaimed discard, an indicator or a flower."""
    match anchor.zone:
        case Zone.RIVER:
            river = deal.rivers[anchor.seat]
            entry = river[anchor.index] if anchor.index < len(river) else None
            return None if entry is None or entry.claimed_by is not None else entry.tile
        case Zone.WALL:
            indicators = deal.riichi.indicators
            return indicators[anchor.index] if anchor.index < len(indicators) else None
        case Zone.URA:
            flowers = deal.laid_aside[anchor.seat]
            return flowers[anchor.index] if anchor.index < len(flowers) else None
        case _:
            return None


def read_again(view: View, bindings: Bindings) -> Iterator[Contradiction]:
    """Pieces that are surely read as another tile than was counted, and hardly as that one."""
    for piece, anchor in _bound(view, bindings):
        counted = tile_at(view.deal, anchor)
        readings = dict(readings_of(piece))
        best = max(readings, key=lambda tile: readings[tile], default=None)
        if counted is None or best is None or best == counted or piece.track in bindings.trusted:
            continue
        if readings[best] >= MIN_TO_CONTRADICT and readings.get(counted, 0.0) < MIN_SECOND_CHOICE:
            yield Contradiction(anchor, best, READ_OTHERWISE, readings[best])


def contested(view: View, bindings: Bindings) -> Iterator[Contested]:
    """Discards, indicators and flowers that may well be other tiles than were counted, as they are read now.

    Each was read well enough to count when it came, or somebody said so since.
    """
    for piece in view.observation.tiles:
        anchor = bindings.anchors.get(piece.track)
        if anchor is not None and _is_contested(piece, tile_at(view.deal, anchor)):
            yield Contested(anchor, readings_of(piece))


def _is_contested(piece: SettledTile, counted: Tile | None) -> bool:
    """Whether a piece may well be another tile than was counted."""
    chances = dict(readings_of(piece))
    others = (chance for tile, chance in chances.items() if tile != counted)
    return counted is not None and max(others, default=0.0) >= MIN_AMBIGUOUS_RATIO * chances.get(counted, 0.0)


def last_discard(deal: Deal) -> Anchor:
    """Where the last discard lies or lay."""
    return Anchor(Zone.RIVER, deal.seat, len(deal.rivers[deal.seat]) - 1)


def is_believed(bindings: Bindings, deal: Deal, piece: SettledTile) -> bool:
    """Whether what the taken discard shows now outweighs how it was read in the river, where it was the same piece.

    Two sure readings that contradict each other are put to a person, whose word is as sure as can be.
    """
    if piece.tile is None or piece.confidence < MIN_TO_CONTRADICT:
        return False
    before = dict(bindings.read_as.get(last_discard(deal), ()))
    was_sure = max(before.values(), default=1.0) >= MIN_TO_CONTRADICT
    return piece.confidence >= 1.0 or not was_sure or before.get(piece.tile, 0.0) >= MIN_SECOND_CHOICE


def as_if_discarded(view: View, tile: Tile) -> View:
    """The table if the last discard had been `tile`."""
    deal = view.deal
    river = deal.rivers[deal.seat]
    changed = (*river[:-1], replace(river[-1], tile=tile))
    deal = replace(deal, rivers=with_item(deal.rivers, deal.seat, changed))
    game = replace(view.game, deal=deal)
    return replace(view, game=game, deal=deal, hints=view.rules.hints(game))


def left_the_river(view: View, bindings: Bindings) -> bool:
    """True when the last discard no longer lies where it was counted."""
    anchor = last_discard(view.deal)
    return anchor.index >= 0 and not bindings.is_present(anchor, view.observation)


def _bound(view: View, bindings: Bindings) -> Iterator[tuple[SettledTile, Anchor]]:
    for piece in view.observation.tiles:
        anchor = bindings.anchors.get(piece.track)
        if anchor is not None and (piece.zone, piece.seat) not in view.observation.busy:
            yield piece, anchor
