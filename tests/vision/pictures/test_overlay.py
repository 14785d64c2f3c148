from __future__ import annotations

from dataclasses import replace

from mahjong_rules.tiles import parse_tile
from vision.pictures.overlay import hand_of, overlay
from vision.sightings import Face


def test_the_overlay_of_play_names_nothing_where_a_hand_stands(scene, sample):
    standing = next(s for s in scene.sightings if hand_of(s, scene.zones) is not None and s.face is Face.STANDING)
    fallen = replace(standing, face=Face.UP, tile=parse_tile("7z"), confidence=0.99)
    others = [sighting for sighting in scene.sightings if sighting is not standing]

    def drawn(*sightings, in_play):
        return overlay(sample.image, sightings, sample.view, scene.geometry, in_play=in_play)

    nameless = replace(fallen, tile=None)
    named, secret = (drawn(*others, fallen, in_play=in_play) for in_play in (False, True))
    assert (named != drawn(*others, nameless, in_play=False)).any()
    assert (secret == drawn(*others, nameless, in_play=True)).all()


def test_a_hand_that_lies_open_is_named(scene, sample):
    standing = [s for s in scene.sightings if hand_of(s, scene.zones) is not None and s.face is Face.STANDING]
    opened = tuple(replace(sighting, face=Face.UP, tile=parse_tile("7z"), confidence=0.99) for sighting in standing)
    shown, named = (
        overlay(sample.image, opened, sample.view, scene.geometry, in_play=in_play) for in_play in (True, False)
    )
    assert (shown == named).all()
