"""What changes on the tablet is told in sentences."""

from hw_sim.people.narrator import machine_line, machine_step, narrate
from hw_sim.people.tablet_watcher import Tablet

NAMES = ["Ana", "Bo", "Cy", "Di"]


def board(rivers=None, melds=None):
    return Tablet({"board": {"rivers": rivers or [[]] * 4, "melds": melds or [[]] * 4}, "state": {"names": NAMES}})


def state(**fields):
    return Tablet({"state": {"names": NAMES, "scores": [25000] * 4, **fields}})


def told(before, after):
    return list(narrate(before, after))


def test_a_discard_is_told_with_its_riichi():
    river = [{"tile": "3m", "riichi": False, "claimed_by": None}, {"tile": "7z", "riichi": True, "claimed_by": None}]
    assert told(board([river[:1], [], [], []]), board([river, [], [], []])) == ["Ana discards 7z and declares riichi"]


def test_a_new_deal_tells_no_discards_although_the_rivers_shrink():
    river = [{"tile": "3m", "riichi": False, "claimed_by": None}]
    assert told(board([river, [], [], []]), board()) == []


def test_a_meld_is_told_once_and_an_added_kong_anew():
    pung = {"kind": "pung", "tiles": ["5z"] * 3, "called_from": 1, "called_tile": "5z"}
    kong = pung | {"kind": "added_kong", "tiles": ["5z"] * 4}
    assert told(board(), board(melds=[[], [], [pung], []])) == ["Cy lays a pung: 5z 5z 5z"]
    assert told(board(melds=[[], [], [pung], []]), board(melds=[[], [], [kong], []])) == [
        "Cy lays an added kong: 5z 5z 5z 5z"
    ]


def test_a_flower_and_the_hands_to_open_are_told():
    before = Tablet({"board": {"flowers": [[], [], [], []]}, "state": {"names": NAMES, "to_show": []}})
    after = Tablet({"board": {"flowers": [[], ["f2"], [], []]}, "state": {"names": NAMES, "to_show": [0, 3]}})
    assert told(before, after) == ["Bo lays the flower f2", "the hands of Ana, Di are to be opened"]
    assert told(after, after) == []


def test_the_walls_the_indicator_and_the_end_of_a_game_are_told():
    machine = state(phase="machine", dora_indicators=[])
    play = state(phase="play", deal_label="E1", honba=1, dice=[3, 4], dora_indicators=[])
    assert told(machine, play) == [
        "E1, 1 counters: the walls are up, the dice show 3, 4; scores 25000 25000 25000 25000"
    ]
    turned = state(phase="play", deal_label="E1", honba=1, dice=[3, 4], dora_indicators=["2p"])
    assert told(play, turned) == ["the indicator 2p is turned"]
    assert told(turned, state(phase="over", dora_indicators=["2p"])) == [
        "The game is over: Ana 25000, Bo 25000, Cy 25000, Di 25000"
    ]


def test_a_result_names_the_winner_and_the_changes():
    result = {
        "deal_label": "S2",
        "outcome": "ron",
        "winners": [3],
        "deltas": [0, -8000, 0, 8000],
        "scores": [1, 2, 3, 4],
    }
    after = Tablet({"state": {"names": NAMES}, "game": {"results": [result]}})
    assert told(Tablet({"state": {"names": NAMES}}), after) == ["S2 ends: Di by ron, +0 -8000 +0 +8000; scores 1 2 3 4"]


def test_a_question_is_told_once():
    asked = Tablet({"questions": {"questions": [{"id": "q-1", "text": "Which tile is this?", "can_wait": False}]}})
    assert told(Tablet({}), asked) == ["The tablet asks: Which tile is this?"]
    assert told(asked, asked) == []


def test_the_machine_shows_a_bar_while_it_builds_and_nothing_during_play():
    building = {"state": "building", "text": "Set A is being built: 68 of 136.", "progress": 0.5}
    assert machine_line(state(phase="machine", machine=building)) == (
        "[##########..........] Set A is being built: 68 of 136."
    )
    assert machine_step(state(machine=building)) == ("building", 2)
    assert machine_line(state(phase="play", machine=building)) == ""
