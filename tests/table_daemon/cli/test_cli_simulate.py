"""`jantaku simulate`: its arguments, its sentences for bad input, its last line."""

import argparse
import json
import math
import socket

import pytest
from compact_record import record_file

from hw_sim.people.evening_plan import Evening, PlayedDeal
from table_daemon.cli.daemon_child import DaemonChild, DaemonDiedError
from table_daemon.cli.main import main
from table_daemon.cli.simulate import add_parser, what_follows
from table_daemon.cli.simulation_report import figures, finish, learnt_in_play

RECORD = record_file("whole_game")


def parsed(*arguments):
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    return parser.parse_args(["simulate", *arguments])


def evening(deltas, expected, gave_up=""):
    deal = PlayedDeal("E1", deltas, expected, (1, 2, 3, 4), (1, 2, 3, 4))
    return Evening([deal], scores=(1, 2, 3, 4), expected_scores=(1, 2, 3, 4), questions={"q-1"}, gave_up=gave_up)


def test_without_arguments_bots_play_at_a_pleasant_speed():
    args = parsed()
    assert (args.record, args.rules, args.speed, args.headless) == (None, "ema", 3.0, False)


def test_speed_is_a_number_or_max():
    assert parsed("--speed", "max").speed == math.inf
    assert parsed("--speed", "2.5").speed == 2.5


@pytest.mark.parametrize(
    "arguments", [("--speed", "warp"), ("--speed", "0"), ("--speed", "nan"), ("--deals", "0"), ("--size", "1x1")]
)
def test_a_value_that_makes_no_sense_is_refused(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        parsed(*arguments)
    assert ended.value.code == 2
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--record", "no-such-file.jsonl"), "cannot be read"),
        (("--record", str(RECORD), "--rules", "ema"), "choose the rules it was played by"),
        (("--rules", "nonsense"), "no rule preset"),
        (("--then", "nonsense"), "no rule preset"),
        (("--then", "tchou,flowers=yes"), "no option 'flowers'"),
        (("--then", "tchou,bonus_tiles"), "--then takes OPTION=VALUE, not 'bonus_tiles'"),
        (("--set", "nonsense=1"), "nonsense"),
        (("--set", "start_points"), "OPTION=VALUE"),
        (("--set", "start_points=many"), "start_points"),
        (("--tiles", "no-such-style"), "no tile style and no file 'no-such-style'"),
        (("--tiles", __file__), "is no picture that can be read"),
        (("--broker", "ftp://somewhere"), "expected embedded, mosquitto, none or mqtt://HOST:PORT"),
        (("--state-dir", "/proc/none"), "choose another folder"),
    ],
)
def test_bad_input_ends_with_one_sentence_and_status_2(arguments, sentence, capsys):
    assert main(["simulate", "--headless", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_truncated_record_ends_with_one_sentence_and_status_2(tmp_path, capsys):
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join(RECORD.read_text().splitlines()[:40]))
    assert main(["simulate", "--record", str(cut), "--rules", "tenhou"]) == 2
    assert "use a complete record" in capsys.readouterr().err


def test_a_port_that_is_taken_ends_with_one_sentence_and_status_2(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["simulate", "--headless", "--port", str(port)]) == 2
    assert f"port {port} is taken" in capsys.readouterr().err


def test_the_last_line_is_one_json_object_with_what_came_and_what_was_expected(capsys):
    assert finish(evening((100, -100, 0, 0), (100, -100, 0, 0)), {"world": 7, "tiles": "parlour"}, as_json=True) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last == {
        "scores": [1, 2, 3, 4],
        "expected_scores": [1, 2, 3, 4],
        "deals": [
            {"deltas": [100, -100, 0, 0], "expected_deltas": [100, -100, 0, 0], "asked": 0, "questions": {}, "cards": 0}
        ],
        "questions": 1,
        "answers": {"right": 0, "wrong": 0, "left_alone": 0, "unasked": 0},
        "corrections": 0,
        "faults": 0,
        "waiting": 0,
        "lasting_mistakes": 0,
        "gave_up": "",
        "page_changes": [],
        "world": 7,
        "tiles": "parlour",
    }


def test_what_the_table_learnt_by_playing_is_counted():
    lessons = [
        {"kind": "1m", "fate": "used"},
        {"kind": "1m", "fate": "used"},
        {"kind": "5p", "fate": "contradicted"},
    ]
    sets = [
        {"set": "A", "played": {"lessons": lessons, "strange": ""}},
        {"set": "B", "played": {"lessons": [], "strange": "A"}},
    ]
    assert learnt_in_play({"sets": sets}) == {"used": 2, "dropped": 1, "kinds": 1, "strange": ["B"]}
    assert learnt_in_play(None) == {"used": 0, "dropped": 0, "kinds": 0, "strange": []}


@pytest.mark.parametrize(
    "played",
    [
        evening((200, -200, 0, 0), (100, -100, 0, 0)),
        evening((100, -100, 0, 0), (100, -100, 0, 0), gave_up="the dome did not rise"),
        Evening(),
    ],
)
def test_a_difference_or_an_unfinished_evening_ends_with_status_1(played, capsys):
    assert finish(played, {}, as_json=False) == 1
    assert "NOT the expected figures" in capsys.readouterr().out


def test_figures_that_differ_since_people_changed_the_game_are_no_failure(capsys):
    played = evening((0, 0, 0, 0), (100, -100, 0, 0), gave_up="the tablet lets seat 0 deal, not as in E2")
    played.page_changes = ("deal 1: annulled, entry 57",)
    assert finish(played, {}, as_json=False) == 0
    said = capsys.readouterr().out
    assert "people changed the game on the page (deal 1: annulled, entry 57)" in said
    assert "NOT" not in said


def test_an_evening_without_expected_figures_says_null():
    assert figures(Evening())["expected_scores"] is None


async def test_a_daemon_that_cannot_start_is_reported_with_its_status(tmp_path, capfd):
    config = tmp_path / "broken.toml"
    config.write_text("[serial]\nport = 'nowhere'\nspeling = 1\n")
    with pytest.raises(DaemonDiedError, match="status 2"):
        async with DaemonChild(config, {"mqtt.broker": "none"}):
            pass
    assert "speling" in capfd.readouterr().err


@pytest.mark.parametrize("phase", ["play", "result", "machine"])
def test_a_game_that_was_cut_off_is_told_with_the_way_on(phase):
    assert "End the game" in what_follows("http://table", phase)


@pytest.mark.parametrize("phase", ["", "idle", "over"])
def test_after_a_whole_game_the_next_is_begun_on_the_page(phase):
    assert what_follows("http://table", phase) == (
        "The page stays at http://table until Ctrl-C. The players play what you begin there."
    )
