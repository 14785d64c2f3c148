"""From an empty state folder to a running table over HTTP: nobody writes a file and nobody has a shell."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from first_start_bench import SIZE_PX, board_is, choose_camera, first_start, prove_board, simulated_table
from gate import gate_to

from table_daemon.settings import load_settings

pytestmark = pytest.mark.slow
PLACES = {"surface_mm": 740, "marker_mm": 30}


@pytest.fixture
def another_device() -> Iterator[str]:
    """A serial port at which nobody of ours answers."""
    near, far = pty.openpty()
    yield os.ttyname(far)
    os.close(near)
    os.close(far)


async def test_an_empty_state_folder_becomes_a_running_table(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await started.wish("language", language="fr")
        await prove_board(started, table)
        await choose_camera(started, table)
        await started.until(lambda document: all(marker["corners"] for marker in document["markers"]["markers"]))
        solved = await started.wish("markers", **PLACES)
        assert solved["markers"]["problem"] == ""
        assert solved["markers"]["report"]["residual_mm"] < 0.6
        await started.wish("tiles", height_mm=28, width_mm=20.5, thickness_mm=16.5)
        named = {"set_a": "green backs", "set_b": "", "taught_a": "a", "taught_b": "none"}
        assert (await started.wish("sets", **named))["step"] == "machine"
        await started.wish("rules", rules="tenhou")
        done = await started.wish("pins", tablets=False, table="", admin="")
        assert done["step"] == "finish"
        await started.wish("finish")
        await started.until_a_table()
        settings = load_settings(started.config)
        assert settings.serial.port == str(table.serial_port)
        assert settings.camera.address == table.camera_address
        assert (settings.camera.width, settings.camera.height) == SIZE_PX
        assert settings.play.rules == "tenhou"
        assert settings.table.model_dump(include=named.keys()) == named
        assert (tmp_path / "state" / "camera.json").exists()


async def test_a_port_without_our_board_says_so_and_the_right_one_is_tried_next(
    tmp_path: Path, another_device: str
) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await started.wish("go", step="board")
        for port, trouble in ((str(tmp_path / "none"), "missing"), (os.devnull, "no_port"), (another_device, "silent")):
            await started.wish("board", port=port)
            seen = await started.until(board_is("trouble"))
            assert (seen["board"]["port"], seen["board"]["trouble"]) == (port, trouble)
        refused = await started.wish("finish")
        assert "go back to the motor board and the camera" in refused["error"]["message"]
        await prove_board(started, table)
        assert "board" in [step["name"] for step in (await started.document())["steps"] if step["done"]]


async def test_dark_pictures_a_hidden_marker_and_a_pulled_plug_are_said_and_picked_up_again(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        camera = urlsplit(table.camera_address)
        assert camera.port is not None
        async with gate_to(camera.port) as plug:
            address = f"http://127.0.0.1:{plug.port}{camera.path}"
            await started.wish("go", step="camera")
            await started.wish("camera", address=address)
            await started.until(
                lambda seen: seen["camera"]["state"] == "pictures" and seen["camera"]["light"] == "good"
            )
            table._camera.defects.light = 0.02
            dark = await started.until(lambda seen: seen["camera"]["light"] == "dark")
            assert [words["key"] for words in dark["camera"]["problem_words"]] == ["dark"]
            table._camera.defects.light = 1.0
            await started.until(lambda seen: seen["camera"]["state"] == "pictures")
            plug.cut()
            gone = await started.until(lambda seen: seen["camera"]["state"] == "trouble")
            assert gone["camera"]["problem_words"][0]["key"] in ("stopped", "not_opened")
            plug.mend()
            await started.until(lambda seen: seen["camera"]["state"] == "pictures")
            await started.wish("go", step="markers")
            table._camera.defects.moved = (450.0, 0.0, 0.0)
            await started.until(lambda seen: sum(not each["corners"] for each in markers_of(seen)) == 2)
            told = await started.wish("markers", **PLACES)
            assert [words["key"] for words in told["markers"]["problem_words"]] == ["places_need_markers"]
            table._camera.defects.moved = (0.0, 0.0, 0.0)
            await started.until(lambda seen: all(each["corners"] for each in markers_of(seen)))
            assert (await started.wish("markers", **PLACES))["markers"]["report"] is not None


def markers_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    return list(document["markers"]["markers"])


async def test_each_set_is_read_by_a_taught_set_that_is_there_or_by_none(tmp_path: Path) -> None:
    taught = tmp_path / "state" / "tile_sets"
    taught.mkdir(parents=True)
    for name in ("b.npz", "parlour.npz", "b.before.npz", "b.played.npz"):
        (taught / name).write_bytes(b"")
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        seen = (await started.wish("go", step="sets"))["sets"]
        assert seen["stored"] == ["b", "parlour"]
        assert [one["choices"] for one in seen["sets"]] == [["a", "b", "parlour", "none"], ["b", "parlour", "none"]]
        assert [one["taught"] for one in seen["sets"]] == ["a", "b"]
        wish = {"set_a": "  green backs ", "set_b": "", "taught_a": "parlour", "taught_b": "b"}
        missing = await started.wish("sets", **{**wish, "taught_b": "a"})
        assert missing["error"]["message"] == "there is no taught set 'a': choose one of b, parlour, none"
        turned = await started.wish("sets", **{**wish, "set_b": "blue\u202ebacks"})
        assert "table.set_b" in turned["error"]["message"]
        long = await started.wish("sets", **{**wish, "set_b": 41 * "x"})
        assert "table.set_b" in long["error"]["message"]
        assert (await started.document())["step"] == "sets"
        assert (await started.wish("sets", **wish))["step"] == "machine"
        again = (await started.wish("go", step="sets"))["sets"]["sets"]
        assert [(one["name"], one["taught"]) for one in again] == [("green backs", "parlour"), ("", "b")]


async def test_a_daemon_that_ends_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table:
        async with first_start(tmp_path, table) as started:
            await started.wish("language", language="ja")
            await prove_board(started, table)
            await choose_camera(started, table)
        async with first_start(tmp_path, table) as again:
            seen = await again.until(lambda seen: seen["camera"]["state"] == "pictures")
            assert (seen["step"], seen["language"]) == ("markers", "ja")
            assert {step["name"] for step in seen["steps"] if step["done"]} == {"language", "board", "camera"}


async def test_a_table_that_does_not_start_leads_back_to_the_page_with_the_reason(tmp_path: Path) -> None:
    async with simulated_table(tmp_path) as table, first_start(tmp_path, table) as started:
        await started.wish("go", step="board")
        await prove_board(started, table)
        await choose_camera(started, table)
        await started.wish("go", step="finish")
        table._link.unplug()
        await started.wish("finish")
        seen = await started.until_back()
        assert "does not exist: plug in the motor board" in seen["failure"]
        table._link.plug_in()
        await started.wish("finish")
        await started.until_a_table()


async def test_a_page_that_the_network_reaches_is_the_first_comers_until_there_are_pins(tmp_path: Path) -> None:
    async with (
        simulated_table(tmp_path) as table,
        first_start(tmp_path, table, **{"http.host": "0.0.0.0"}) as started,
        started.another_browser() as other,
    ):
        assert (await started.document())["error"]["code"] == "set_up_taken"
        assert (await started.come())["ok"]
        code = (await started.document())["code"]
        assert (await other.document())["error"]["code"] == "set_up_taken"
        assert not (await other.come(code="wrong"))["ok"]
        assert (await other.come(code=code.upper()))["ok"]
        await other.wish("go", step="pins")
        same = await other.wish("pins", tablets=True, table="123456", admin="123456")
        assert "both PINs are the same" in same["error"]["message"]
        await other.wish("pins", tablets=True, table="4711", admin="geheim-1")
        assert (await other.document())["step"] == "finish", "who chose the PINs is logged in"
        assert (await started.document())["error"]["code"] == "login_needed", "from now on PINs decide"
