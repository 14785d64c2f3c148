"""The players see the tablet's documents and press its buttons."""

import asyncio
import time
from datetime import UTC, datetime

import pytest
from fake_service import READY, FakeService
from sample_games import game_before_first_deal, game_in_play, game_with_result

from hw_sim.people.tablet_watcher import Glance, Tablet, TabletWatcher, decode_events
from table_daemon.access.gatekeeper import Gatekeeper, read_local_key
from table_daemon.access.passcode_file import PasscodeFile
from table_daemon.http.server import HttpServer
from table_daemon.http.settings import HttpSettings
from wire.commands.roles import Role
from wire.messages import Answer

FAULT = {"id": "f-1", "code": "dome_timeout", "text": "the dome is stuck", "action": "look"}


@pytest.fixture
async def served():
    service = FakeService()
    server = HttpServer(service, HttpSettings(port=0))
    await server.start()
    yield service, server
    await server.stop()


def test_a_server_sent_event_has_a_name_and_a_payload():
    assert decode_events(["event: state", 'data: {"data": {"phase": "play"}}']) == (
        "state",
        {"data": {"phase": "play"}},
    )
    assert decode_events(["retry: 1000"]) is None


def test_the_fines_to_judge_are_those_that_the_tablet_names():
    assert Tablet({"state": {"fines": [{"offender": 2}, {"offender": 0}]}}).to_judge == {0, 2}
    assert Tablet({"state": {}}).to_judge == frozenset()


def test_an_empty_tablet_shows_nothing():
    tablet = Tablet({})
    assert (tablet.phase, tablet.results, tablet.scores, tablet.fault) == ("", [], (), None)
    assert tablet.glance() == Glance()


async def test_a_glance_counts_discards_meld_tiles_and_indicators(served):
    service, server = served
    game = game_in_play()
    service.show(game)
    async with TabletWatcher(server.url) as watcher:
        assert await watcher.until(lambda tablet: tablet.phase == "play", 5)
        glance = watcher.tablet.glance()
    assert glance.discards == tuple(len(river) for river in game.deal.rivers)
    assert glance.meld_tiles == tuple(sum(len(meld.tiles) for meld in melds) for melds in game.deal.melds)
    assert glance.indicators == len(game.deal.riichi.indicators)


async def test_a_change_wakes_whoever_waits_and_tells_before_and_after(served):
    service, server = served
    service.show(game_before_first_deal())
    seen = []
    async with TabletWatcher(server.url) as watcher:
        await watcher.until(lambda tablet: bool(tablet.phase), 5)
        watcher.on_change(lambda before, after: seen.append((len(before.results), len(after.results))))
        waiting = asyncio.create_task(watcher.until(lambda tablet: bool(tablet.results), 5))
        service.show(game_with_result())
        assert await waiting
    assert (0, len(game_with_result().results)) in seen


async def test_waiting_ends_when_patience_does(served):
    async with TabletWatcher(served[1].url) as watcher:
        assert not await watcher.until(lambda _: False, 0.05)


async def test_a_fault_and_a_waiting_machine_need_consent(served):
    service, server = served
    async with TabletWatcher(server.url) as watcher:
        for machine, needs in ((READY, False), (READY | {"fault": FAULT}, True), (READY | {"state": "waiting"}, True)):
            service.show(None, machine=machine)
            assert await watcher.until(lambda tablet, wanted=machine: tablet.machine == wanted, 5)
            assert watcher.tablet.needs_consent is needs


async def test_a_button_sends_its_command_and_gives_the_refusal_back(served):
    service, server = served
    async with TabletWatcher(server.url) as watcher:
        assert await watcher.press("start_game", rules="ema") == ""
        service.answer = Answer(ok=False, seq=0, error_code="not_now", message="a game is being played")
        assert await watcher.press("next_deal") == "a game is being played"
    assert [(command.name, command.data) for command in service.commands] == [
        ("start_game", {"rules": "ema"}),
        ("next_deal", {}),
    ]


async def test_at_a_table_with_pins_the_players_use_its_own_key_and_others_are_told_what_is_missing(
    tmp_path,
):
    PasscodeFile(tmp_path).set_pin(Role.TABLE, "4711")
    desk = Gatekeeper(tmp_path, is_public=False, now=lambda: datetime.now(UTC), clock=time.monotonic)
    service = FakeService()
    server = HttpServer(service, HttpSettings(port=0), access=desk)
    await server.start()
    async with TabletWatcher(server.url, read_local_key(tmp_path)) as watcher, TabletWatcher(server.url) as other:
        assert await watcher.press("start_game", rules="ema") == ""
        assert await other.press("start_game", rules="ema") == "this needs the role table: log in with its PIN"
    assert [command.name for command in service.commands] == ["start_game"]
    await server.stop()


async def test_the_players_find_a_tablet_again_that_went_away(served):
    service, server = served
    service.show(game_before_first_deal())
    async with TabletWatcher(server.url) as watcher:
        await watcher.until(lambda tablet: bool(tablet.phase), 5)
        port = server.port
        await server.stop()
        assert "does not answer" in await watcher.press("next_deal")
        again = HttpServer(service, HttpSettings(port=port))
        await again.start()
        service.show(game_in_play())
        assert await watcher.until(lambda tablet: tablet.phase == "play", 10)
        await again.stop()
