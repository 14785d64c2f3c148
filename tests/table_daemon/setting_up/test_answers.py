"""What was said in the set-up is kept between two starts, and so is why a table did not start."""

from __future__ import annotations

from pathlib import Path

from mahjong_rules.told import sentence
from table_daemon.errors import UserError
from table_daemon.setting_up.answers import SetUpAnswers
from wire.words import words_document


def test_why_the_table_did_not_start_is_still_said_in_words_after_the_next_start(tmp_path: Path) -> None:
    why = sentence("the serial port {path} is in use: stop the other program that holds it", path="/dev/ttyACM0")
    SetUpAnswers(finished=True).failed(UserError(why)).save(tmp_path)
    read = SetUpAnswers.load(tmp_path)
    assert read.failure == str(why)
    assert list(read.failure_words) == words_document(why)


def test_a_failure_that_knows_no_words_is_said_as_it_is(tmp_path: Path) -> None:
    SetUpAnswers().failed(UserError("the network is no network")).save(tmp_path)
    (words,) = SetUpAnswers.load(tmp_path).failure_words
    assert words == {"key": "as_it_is", "values": {"text": "the network is no network"}}
