"""Session numbers are drawn by chance: one day the same comes twice in a row."""

from board_bench import BoardBench

from firmware_bridge.goals import Home, MoveDome


def test_a_session_with_the_number_of_the_one_before_hears_nothing_of_that_one() -> None:
    bench = BoardBench(speed=10.0)
    bench.ready()
    bench.reach(MoveDome(up=True))
    bench.reach(Home())
    bench.events.clear()
    bench.hello(nonce=7)
    bench.run(1.0)
    assert bench.events == []


def test_an_event_between_two_hellos_of_one_greeting_is_not_lost() -> None:
    bench = BoardBench(speed=10.0)
    bench.ready()
    bench.hello(nonce=8)
    seen = bench.event_seen
    bench.board.firmware.machine.stop()
    bench.hello(nonce=8)
    bench.event_seen = seen  # the host took the first answer
    bench.events.clear()
    bench.run(1.0)
    assert len(bench.events) == 1
