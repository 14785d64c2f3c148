"""Where a simulation's page and broker are."""

import socket
import sys

import pytest

from table_daemon.cli.simulation_addresses import broker_line, broker_settings, page_port
from table_daemon.errors import UserError


@pytest.fixture
def taken_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_a_port_that_another_program_has_is_refused_by_its_number(taken_port):
    with pytest.raises(UserError, match=str(taken_port)):
        page_port(taken_port)


def test_a_broker_with_an_address_is_an_external_one_at_the_usual_port():
    assert broker_settings("mqtt://club.example") == {
        "mqtt.broker": "external",
        "mqtt.host": "club.example",
        "mqtt.port": 1883,
    }


@pytest.mark.parametrize("words", ["ftp://somewhere", "mqtt://", "mosquito"])
def test_words_that_name_no_broker_are_refused(words):
    with pytest.raises(UserError, match="expected embedded, mosquitto, none or mqtt://HOST:PORT"):
        broker_settings(words)


def test_the_line_of_the_broker_says_how_to_listen_there():
    assert "mosquitto_sub -h 127.0.0.1 -p 1999" in broker_line("mqtt://127.0.0.1:1999")
    assert broker_line("") == "none"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps such names")
def test_the_usual_ports_are_those_of_the_simulation_that_looked_first(monkeypatch):
    """Of two that start together neither has bound a port yet when the other one looks."""
    monkeypatch.setattr("table_daemon.cli.simulation_addresses._is_free", lambda port: True)
    monkeypatch.setattr("table_daemon.cli.simulation_addresses.PREFERRED_PORT", 58100)
    monkeypatch.setattr("table_daemon.cli.simulation_addresses.PREFERRED_BROKER_PORT", 58183)
    with socket.socket(socket.AF_UNIX) as page, socket.socket(socket.AF_UNIX) as broker:
        page.bind("\0jantaku simulate 58100")
        broker.bind("\0jantaku simulate 58183")
        assert (page_port(None), broker_settings("embedded")["mqtt.port"]) == (0, 0)
    assert (page_port(None), broker_settings("embedded")["mqtt.port"]) == (58100, 58183)
    assert page_port(None) == 58100, "it is this one's own"
