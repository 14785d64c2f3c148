from __future__ import annotations

from stick_pictures import Picture, plain_table, stick_of

from hw_sim.felt.scene import Arm
from mahjong_rules.seats import Seat
from vision.reading.incremental import IncrementalReader
from vision.reading.reader import TableReader
from vision.reading.stick_watch import UNSEEN, SticksSeen, StickWatch
from vision.settings import ReadingSettings
from vision.sightings import Frame


def watch_of(picture: Picture) -> StickWatch:
    return StickWatch(picture.view, picture.geometry, looks=3)


def show(watch: StickWatch, picture: Picture, times: int = 12, moving_mm=None) -> None:
    look = picture.look(moving_mm)
    for _ in range(times):
        watch.update(picture.image, look)


def test_a_count_needs_several_looks_that_agree():
    picture = plain_table(stick_of(Seat(2)))
    watch = watch_of(picture)
    show(watch, picture, times=2)
    assert watch.seen == UNSEEN
    show(watch, picture, times=10)
    assert watch.seen.counts == (0, 0, 1, 0)


def test_a_stick_that_is_laid_is_counted_after_the_hand_has_gone():
    before, after = plain_table(), plain_table(stick_of(Seat(0)))
    watch = watch_of(before)
    show(watch, before)
    show(watch, after, moving_mm=(-60, -100, 60, -60))
    assert watch.seen.counts == (0, 0, 0, 0), "nothing is concluded while something moves there"
    assert 0 in watch.seen.unsettled
    show(watch, after)
    assert watch.seen == SticksSeen((1, 0, 0, 0), frozenset())
    show(watch, before, times=1, moving_mm=(-60, -100, 60, -60))
    show(watch, before)
    assert watch.seen.counts == (0, 0, 0, 0)


def test_what_an_arm_hides_stays_as_it_was_known():
    stick = stick_of(Seat(0))
    bare, covered = plain_table(stick), plain_table(stick, Arm(Seat(0), 0.0, -70.0))
    reader = IncrementalReader(TableReader(bare.geometry), bare.view, ReadingSettings())
    watch = watch_of(bare)
    for number in range(45):
        image = (covered if number >= 15 else bare).image
        watch.update(image, reader.read(Frame(image, number, number / 5)))
    assert watch.seen.counts == (1, 0, 0, 0)


def test_a_resting_table_is_not_looked_at_again():
    picture = plain_table()
    watch = watch_of(picture)
    show(watch, picture)
    unlike = plain_table(stick_of(Seat(1)))
    watch.update(unlike.image, picture.look())
    assert watch.seen.counts == (0, 0, 0, 0)
