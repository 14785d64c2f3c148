from __future__ import annotations

import random

from table_daemon.journal.chain import FIRST_LINK, LINK_BYTES, link_of, seal_of

ROW = (7, "g-1", 2, "event", '{"type":"discarded","tile":"1m"}', "2026-11-21T10:00:00.000Z", "camera")


def test_every_changed_field_gives_another_link():
    link = link_of(FIRST_LINK, ROW)
    assert len(link) == LINK_BYTES
    changed = [(8, *ROW[1:]), *((*ROW[:place], f"{ROW[place]}x", *ROW[place + 1 :]) for place in range(1, 7))]
    assert len({link, *(link_of(FIRST_LINK, row) for row in changed)}) == 8


def test_what_moves_from_one_field_into_the_next_gives_another_link():
    assert link_of(FIRST_LINK, (*ROW[:5], "ab", "c")) != link_of(FIRST_LINK, (*ROW[:5], "a", "bc"))


def test_a_link_covers_the_entries_before():
    other = link_of(FIRST_LINK, (*ROW[:6], "page"))
    assert link_of(other, ROW) != link_of(link_of(FIRST_LINK, ROW), ROW)


def test_links_are_the_same_for_ever():
    """Written down: files of today are read by versions to come."""
    assert (
        link_of(FIRST_LINK, (1, "g", 0, "event", '{"n":"雀\ud800"}', "", "")).hex()
        == "fdbe819616d528c06c1ae1d5ecbf55fb"
    )
    assert seal_of((1, "g", "a", None, 0)).hex() == "9941438c0f442e912b84c8daa3fa0e3a"


def test_one_flipped_bit_in_a_text_is_found():
    chance = random.Random(4)
    text = ROW[4]
    for _ in range(200):
        place = chance.randrange(len(text))
        flipped = text[:place] + chr(ord(text[place]) ^ 1 << chance.randrange(8)) + text[place + 1 :]
        assert link_of(FIRST_LINK, (*ROW[:4], flipped, *ROW[5:])) != link_of(FIRST_LINK, ROW)
