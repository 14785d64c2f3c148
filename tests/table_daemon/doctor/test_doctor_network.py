"""What the page and the broker need of the network."""

from __future__ import annotations

import pytest
from doctor_bench import assert_finding, judge

from table_daemon.doctor.network import check_broker, check_page
from table_daemon.doctor.probe import Level

OK, WARNING, FAILURE = Level.OK, Level.WARNING, Level.FAILURE


@pytest.mark.parametrize(
    ("check", "computer", "level", "text", "remedy"),
    [
        (check_page, {}, OK, "port 8080 of 127.0.0.1 is free", ""),
        (check_page, {"taken": {8080: "Address already in use"}}, FAILURE, "(Address already in use)", "http.port"),
        (check_page, {"daemons": frozenset({("127.0.0.1", 8080)})}, OK, "runs at http://127.0.0.1:8080/", ""),
        (check_broker, {}, OK, "embedded, port 1883 is free", ""),
        (check_broker, {"import_problems": {"iotcore": "no wheel"}}, FAILURE, "(no wheel)", "mqtt.broker"),
        (check_broker, {"taken": {1883: "Address already in use"}}, FAILURE, "port 1883", "mqtt.port"),
        (
            check_broker,
            {"taken": {1883: "Address already in use"}, "daemons": frozenset({("127.0.0.1", 8080)})},
            OK,
            "brought by the daemon",
            "",
        ),
    ],
)
def test_what_the_computer_shows_is_judged(check, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer), level, text, remedy)


@pytest.mark.parametrize(
    ("check", "overrides", "computer", "level", "text", "remedy"),
    [
        (check_page, ["http.port=0"], {}, OK, "any free port", ""),
        (check_page, ["http.host=0.0.0.0"], {"daemons": frozenset({("127.0.0.1", 8080)})}, OK, "the daemon runs", ""),
        (check_broker, ["mqtt.broker=none"], {"taken": {1883: "x"}}, OK, "not used", ""),
        (check_broker, ["mqtt.broker=mosquitto"], {}, FAILURE, "not installed", "apt install mosquitto"),
        (check_broker, ["mqtt.broker=mosquitto"], {"programs": frozenset({"mosquitto"})}, OK, "mosquitto, port", ""),
        (check_broker, ["mqtt.broker=external", "mqtt.host=hall"], {}, OK, "hall:1883 accepts", ""),
        (check_broker, ["mqtt.broker=external"], {"unreachable": "timed out"}, FAILURE, "(timed out)", "mqtt.host"),
        (check_broker, ["mqtt.broker=external", "mqtt.password_file=/p"], {}, FAILURE, "/p cannot be read", "line"),
    ],
)
def test_the_settings_decide_what_is_needed(check, overrides, computer, level, text, remedy) -> None:
    assert_finding(judge(check, computer, *overrides), level, text, remedy)
