"""Two faces that look different and have one name: people are asked which of them it is, once for each.

Rules this file keeps:
* Pure; it only reads looks. The book keeps what is to be asked, a person's word settles it (`Proof.NAMED`).
* Nobody is asked about a face that somebody or the game has vouched for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from mahjong_rules.tiles import Tile
from vision.tile_sets.lesson_book import TileWitness

OTHER_LOOK: Final = 0.88
"""Cosine of two crops' features below which they show different faces.

Between the crops of one face (0.945 and more in 199 of 200 cases) and the nearest other face (0.855 and less in as
many), measured on 33 sets (vision/model/CLASSIFIER.md); what lies between is asked by nobody."""
_SEEN_OFTEN: Final = 2
"""Crops of the face that is asked about: one alone may be a reflection. Chosen."""


def odd_ones(tiles: Sequence[Tile], likeness: npt.NDArray[np.float32]) -> list[int]:
    """Where crops of one deal look unlike the first one with their name: at most one of each name.

    Args:
        tiles: the name of each crop.
        likeness: of each to each, -1 to 1.
    """
    firsts: dict[Tile, int] = {}
    odd: dict[Tile, int] = {}
    for at, tile in enumerate(tiles):
        if likeness[at, firsts.setdefault(tile, at)] < OTHER_LOOK:
            odd.setdefault(tile, at)
    return list(odd.values())


def two_faces(
    witnesses: Sequence[TileWitness], likeness: npt.NDArray[np.float32], vouched: Mapping[int, bool]
) -> tuple[tuple[int, int], ...]:
    """Which pairs of faces share a name: the face to ask about, and the one that it is to be told from.

    Args:
        witnesses: of a set.
        likeness: of each to each, -1 to 1.
        vouched: by the number of a witness that stands for its name, whether somebody or the game says so; one that
            is missing is believed to be something else.

    Returns:
        Numbers of witnesses, the newest of each face.
    """
    rows: dict[Tile, list[int]] = {}
    for at, one in enumerate(witnesses):
        if one.number in vouched:
            rows.setdefault(one.tile, []).append(at)
    found: list[tuple[int, int]] = []
    for of_name in rows.values():
        faces = sorted(_faces(of_name, likeness), key=lambda face: _rank(face, witnesses, vouched), reverse=True)
        unknown = [face for face in faces[1:] if len(face) >= _SEEN_OFTEN and not _rank(face, witnesses, vouched)[0]]
        found += [(witnesses[face[-1]].number, witnesses[faces[0][-1]].number) for face in unknown]
    return tuple(found)


def _faces(rows: Sequence[int], likeness: npt.NDArray[np.float32]) -> list[list[int]]:
    """Crops that look the same together: each is alike to another one of its group."""
    groups: list[list[int]] = []
    for row in rows:
        near = [group for group in groups if max(likeness[row, other] for other in group) >= OTHER_LOOK]
        groups = [group for group in groups if group not in near]
        groups.append(sorted([row, *(other for group in near for other in group)]))
    return groups


def _rank(face: Sequence[int], witnesses: Sequence[TileWitness], vouched: Mapping[int, bool]) -> tuple[bool, int]:
    """Of the faces with one name the one that is vouched for and was seen most is most likely what the name says."""
    return any(vouched[witnesses[at].number] for at in face), len(face)
