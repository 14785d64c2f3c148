"""Reader of new melds that the rules refuse because too many tiles of their face were counted before."""

from __future__ import annotations

from dataclasses import replace

from mahjong_rules.seats import Seat
from table_daemon.interpreter.added_kongs import new_pieces
from table_daemon.interpreter.bindings import Anchor, Bindings
from table_daemon.interpreter.fourth_tiles import added_tiles
from table_daemon.interpreter.joint_reading import Surplus, surplus
from table_daemon.interpreter.meld_shapes import groups_of, new_meld
from table_daemon.interpreter.table_view import Answers, View
from vision.sightings import Zone


def read_crowded_meld(view: View, bindings: Bindings, answers: Answers, seat: Seat) -> Surplus | None:
    """Too many tiles of one face, if a meld that nothing explains yet in the corner of `seat` is what it shows."""
    if (Zone.MELDS, seat) in view.observation.busy:
        return None
    for one in added_tiles(view, bindings, seat):
        found = surplus(view, bindings, answers, [one.piece])
        if found is not None and found.face.plain == one.pung.tiles[0].plain:
            return _misread_elsewhere(found, one.place)
    for group in groups_of(new_pieces(view, bindings, seat)):
        if new_meld(seat, group) is not None:
            # The claimed tile was counted as a discard.
            found = surplus(view, bindings, answers, [piece for piece in group if not piece.is_sideways])
            if found is not None:
                return found
    return None


def _misread_elsewhere(found: Surplus, pung: Anchor) -> Surplus:
    """The same, if one of the others was misread: a tile beside a pung is one of its kind, and so is the pung.

    How surely those two are read still says whether anything else explains it.
    """
    copies = (replace(copy, anchor=pung, names=()) if copy.anchor in (None, pung) else copy for copy in found.copies)
    return replace(found, copies=tuple(copies))
