"""`jantaku hall` as people run it: a program of its own, with the account of a viewer at the shipped broker."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys

import pytest
from aiohttp import ClientSession
from fake_service import FakeService
from mqtt_reader import publishing
from sample_games import game_in_play
from shipped_broker import CLIENTS_ARE_THERE, PASSWORD, Shipped

from table_daemon.mqtt.broker import ChildBroker, Iotcore


@contextlib.asynccontextmanager
async def hall(*arguments: str):
    """The program and the first line that it prints."""
    command = [sys.executable, "-m", "table_daemon.cli", "hall", *arguments]
    pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
    child = await asyncio.create_subprocess_exec(*command, **pipes)
    try:
        line = await asyncio.wait_for(child.stdout.readline(), 30)
        yield child, line.decode().strip()
    finally:
        if child.returncode is None:
            child.terminate()
            await child.wait()


async def known(page: str, condition) -> dict:
    """What the hall tells programs, once it fulfils the condition."""
    address = page.removeprefix("page ").replace("?view=hall", "api/hall")
    async with ClientSession() as session, asyncio.timeout(20):
        while True:
            async with session.get(address) as answer:
                told = await answer.json()
            if condition(told):
                return told


@pytest.mark.skipif(not CLIENTS_ARE_THERE, reason="Mosquitto and its clients are not installed")
async def test_a_viewers_account_is_enough_and_it_ends_when_it_is_told_to(tmp_path):
    secret, service, program = tmp_path / "secret", FakeService(), Shipped()
    secret.write_text(f"{PASSWORD}\n")
    service.show(game_in_play())
    with ChildBroker(0, program) as broker:
        account = {"username": "jantaku", "password_file": secret}
        viewer = ("--username", "viewer", "--password-file", str(secret), "--port", "0")
        async with (
            publishing(service, broker.port, table="t7", **account),
            hall("--broker", f"127.0.0.1:{broker.port}", *viewer) as (child, page),
        ):
            told = await known(page, lambda said: said["tables"] and said["tables"][0]["state"])
            assert told["tables"][0]["name"] == "t7"
            child.terminate()
            assert await child.wait() == 0
    program.cleanup()


async def test_it_serves_before_its_broker_is_there_and_says_what_it_waits_for():
    with ChildBroker(0, Iotcore()) as broker:
        port = broker.port
    async with hall("--broker", f"127.0.0.1:{port}", "--port", "0") as (child, page):
        told = await known(page, lambda said: "hall" in said)
        assert told == {"hall": {"connected": False, "broker": f"127.0.0.1:{port}"}, "tables": []}
        line = await asyncio.wait_for(child.stderr.readline(), 20)
        assert b"no connection to the broker" in line


async def test_a_port_that_is_taken_is_said_in_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with hall("--broker", "127.0.0.1:1", "--port", str(taken.getsockname()[1])) as (child, page):
            assert page == ""
            _, said = await child.communicate()
            assert child.returncode == 2
            assert b"choose another --port" in said
