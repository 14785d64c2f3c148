"""Contact sheets of the page's screens."""

from __future__ import annotations

import numpy as np

from tools.screens import LOOKS, contact_sheet


def picture(width: int, height: int, grey: int):
    return np.full((height, width, 3), grey, np.uint8)


def test_a_contact_sheet_shows_every_picture_in_its_own_shape():
    sheet = contact_sheet([picture(1280, 800, 10), picture(800, 1280, 20), picture(390, 844, 30)])
    shown = {grey: np.argwhere(sheet[:, :, 0] == grey) for grey in (10, 20, 30)}
    sizes = {grey: tuple(np.ptp(found, axis=0) + 1) for grey, found in shown.items()}
    assert sizes == {10: (400, 640), 20: (512, 320), 30: (693, 320)}


def test_each_size_is_looked_at_in_both_lights_and_each_language_in_two_sizes():
    sizes = {(look.width, look.height) for look in LOOKS}
    assert {(look.width, look.height, look.scheme) for look in LOOKS} == {
        (*size, scheme) for size in sizes for scheme in ("light", "dark")
    }
    for language in {look.language for look in LOOKS}:
        assert len({look.width for look in LOOKS if look.language == language}) > 1
