"""Where a simulation's page and broker are."""

import os
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


@pytest.fixture
def usual_ports(monkeypatch):
    """Ports of this test alone: their names are seen by every process of the computer."""
    page, broker = 100_000 + os.getpid(), 200_000_000 + os.getpid()
    where = "table_daemon.cli.simulation_addresses"
    held = {}
    monkeypatch.setattr(f"{where}._is_free", lambda port: True)
    monkeypatch.setattr(f"{where}._RESERVED", held)
    monkeypatch.setattr(f"{where}.PREFERRED_PORT", page)
    monkeypatch.setattr(f"{where}.PREFERRED_BROKER_PORT", broker)
    yield page, broker
    for name in held.values():
        name.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps such names")
def test_the_usual_ports_are_those_of_the_simulation_that_looked_first(usual_ports):
    """Of two that start together neither has bound a port yet when the other one looks."""
    with socket.socket(socket.AF_UNIX) as page, socket.socket(socket.AF_UNIX) as broker:
        for name, port in zip((page, broker), usual_ports, strict=True):
            name.bind(f"\0jantaku simulate {port}")
        assert (page_port(None), broker_settings("embedded")["mqtt.port"]) == (0, 0)
    assert (page_port(None), broker_settings("embedded")["mqtt.port"]) == usual_ports
    assert page_port(None) == usual_ports[0], "it is this one's own"
