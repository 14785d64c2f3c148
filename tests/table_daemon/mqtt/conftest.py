"""A running broker of each kind, and a table with a game in play that publishes there."""

from __future__ import annotations

import pytest
from fake_service import FakeService
from mqtt_reader import PROGRAMS
from sample_games import game_in_play

from table_daemon.mqtt.broker import ChildBroker


@pytest.fixture(params=PROGRAMS)
def broker(request):
    with ChildBroker(0, request.param()) as running:
        yield running


@pytest.fixture
def service():
    fake = FakeService()
    fake.show(game_in_play())
    return fake
