from __future__ import annotations

from table_daemon.token_bucket import TokenBucket


def test_a_burst_passes_at_once_and_then_so_many_a_second():
    bucket = TokenBucket(per_s=8.0, burst=3)
    assert [bucket.takes(5.0) for _ in range(5)] == [True, True, True, False, False]
    assert [bucket.takes(5.0 + 0.125 * number) for number in (1, 2, 3)] == [True, True, True]
    assert not bucket.takes(5.375)


def test_a_pause_gives_back_the_burst_and_no_more():
    bucket = TokenBucket(per_s=10.0, burst=3)
    assert sum(bucket.takes(0.0) for _ in range(9)) == 3
    assert sum(bucket.takes(1000.0) for _ in range(9)) == 3


def test_a_clock_that_goes_back_gives_nothing():
    bucket = TokenBucket(per_s=10.0, burst=1)
    assert bucket.takes(100.0)
    assert not bucket.takes(50.0)
