from __future__ import annotations

import gzip

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from table_daemon.http.static import PageFiles

SCRIPT = "// " + "the same words " * 200


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("<!doctype html>" + " " * 500)
    (tmp_path / "static" / "js" / "main.js").write_text(SCRIPT)
    (tmp_path / "static" / "js" / "service_worker.js").write_text("// worker")
    (tmp_path / "static" / "icon.png").write_bytes(bytes(range(256)))
    (tmp_path / "secret.txt").write_text("secret")
    return tmp_path / "static"


@pytest.fixture
async def client(folder):
    files = PageFiles(folder)
    app = web.Application()
    app.router.add_get("/", files.page)
    app.router.add_get("/static/{name:.+}", files.file)
    app.router.add_get("/service_worker.js", files.worker)
    app.router.add_get("/api/shell", files.shell)
    async with TestClient(TestServer(app), auto_decompress=False) as opened:
        yield opened


async def test_texts_travel_compressed_where_the_browser_can(client):
    packed = await client.get("/static/js/main.js", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    body = await packed.read()
    assert len(body) < len(SCRIPT) / 5
    assert gzip.decompress(body).decode() == SCRIPT
    plain = await client.get("/static/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert await plain.text() == SCRIPT
    assert plain.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/html"), ("/static/js/main.js", "text/javascript"), ("/static/icon.png", "image/png"),
     ("/service_worker.js", "text/javascript")],
)  # fmt: skip
async def test_every_file_says_what_it_is(client, path, kind):
    assert (await client.get(path)).content_type == kind


async def test_what_the_browser_has_already_is_not_sent_again_until_it_changes(client, folder):
    first = await client.get("/static/js/main.js")
    known = {"If-None-Match": first.headers["ETag"]}
    again = await client.get("/static/js/main.js", headers=known)
    assert (again.status, await again.read()) == (304, b"")
    (folder / "js" / "main.js").write_text("// new")
    changed = await client.get("/static/js/main.js", headers=known | {"Accept-Encoding": "identity"})
    assert (changed.status, await changed.text()) == (200, "// new")


async def test_a_file_that_was_taken_away_or_never_was_is_not_found(client, folder):
    (folder / "icon.png").unlink()
    for name in ("icon.png", "js", "js/", "nothing.js", "../secret.txt", "%2e%2e/secret.txt", "js/../../secret.txt"):
        assert (await client.get(f"/static/{name}")).status == 404


async def test_a_link_out_of_the_folder_made_while_it_is_served_leads_nowhere(client, folder):
    (folder / "later.txt").symlink_to(folder.parent / "secret.txt")
    assert (await client.get("/static/later.txt")).status == 404


async def test_the_shell_lists_what_the_page_is_made_of(client):
    assert (await (await client.get("/api/shell")).json())["files"] == ["/", "/static/icon.png", "/static/js/main.js"]
