"""An eye that is behind still sees the hand that ended the last deal when the next walls stand."""

from stacked_deck import stacked_deck
from table_bench import bench_at, in_virtual_time

from hw_sim.people.laying_manners import LayingManners
from mahjong_rules.events import AbortClaimed, AbortReason, Discarded, Drawn
from mahjong_rules.seats import Seat
from mahjong_rules.tiles import parse_tile
from table_daemon.rules.presets import load_rules

EAST = Seat(0)


@in_virtual_time
async def test_a_hand_that_annulled_the_last_deal_does_not_annul_the_next(tmp_path):
    rules = load_rules("tchou")
    nine = stacked_deck(rules.traits, {0: "19m19p19s1234z258m"}, draws="5p")
    async with bench_at(tmp_path) as bench:
        await bench.begin_deck(nine, rules)
        await bench.perform(Drawn(EAST), AbortClaimed(EAST, (), AbortReason.NINE_ISOLATED))
        await bench.wait(3)
        assert bench.state["phase"] == "result"
        late = bench.felt.seen()
        await bench.felt.lay_out_deck(nine, rules.traits.stock, LayingManners.of(rules.traits))
        bench.machine.dice = nine.dice
        assert (await bench.send("next_deal")).ok
        bench.arrivals.put(late)
        await bench.wait(3)
        assert bench.state["phase"] == "play"
        bench.show()
        await bench.perform(Drawn(EAST), Discarded(EAST, parse_tile("5p")))
        assert bench.rivers == [["5p"], [], [], []]
