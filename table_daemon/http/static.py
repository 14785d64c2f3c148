"""The page's own files: found by name among those that there are, compressed once, sent again only when changed.

Rules this file keeps: a request names a file, it never is a path; what is not in the folder at the start does not
exist.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

from table_daemon.access.files import stamp

_COMPRESSED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}
_PAGE: Final = "index.html"
_WORKER: Final = "js/service_worker.js"


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file as it is sent; `packed` is None where compressing gains nothing."""

    stamp: tuple[int, int, int]
    raw: bytes
    packed: bytes | None
    etag: str


class PageFiles:
    """The files of one folder.

    Args:
        folder: everything in it may be read by everybody.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._kept: dict[str, _Kept] = {}

    async def page(self, request: web.Request) -> web.StreamResponse:
        """`GET /`."""
        return self._send(request, _PAGE)

    async def worker(self, request: web.Request) -> web.StreamResponse:
        """`GET /service_worker.js`: at the root, because a service worker looks after what lies below it only."""
        return self._send(request, _WORKER)

    async def shell(self, _request: web.Request) -> web.StreamResponse:
        """`GET /api/shell`: the addresses that the service worker keeps for a start without the table."""
        files = sorted(f"/static/{name}" for name in self._paths if name not in (_PAGE, _WORKER))
        return web.json_response({"files": ["/", *files]})

    async def file(self, request: web.Request) -> web.StreamResponse:
        """`GET /static/{name}`."""
        return self._send(request, request.match_info["name"])

    def _send(self, request: web.Request, name: str) -> web.StreamResponse:
        path = self._paths.get(name)
        if path is None:
            raise web.HTTPNotFound(text="the page has no such file")
        kept = self._newest(name, path)
        headers = {"ETag": kept.etag, "Vary": "Accept-Encoding"}
        if kept.etag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        body = kept.raw
        if kept.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = kept.packed, "gzip"
        headers["Content-Type"] = _content_type(path)
        return web.Response(body=body, headers=headers)

    def _newest(self, name: str, path: Path) -> _Kept:
        present = stamp(path)
        if present is None:
            raise web.HTTPNotFound(text="the page has no such file")
        kept = self._kept.get(name)
        if kept is None or kept.stamp != present:
            kept = self._kept[name] = _read(path, present)
        return kept


def _read(path: Path, present: tuple[int, int, int]) -> _Kept:
    raw = path.read_bytes()
    packed = gzip.compress(raw, mtime=0) if path.suffix in _COMPRESSED else None
    is_smaller = packed is not None and len(packed) < len(raw)
    return _Kept(present, raw, packed if is_smaller else None, f'"{hashlib.sha256(raw).hexdigest()[:20]}"')


def _content_type(path: Path) -> str:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if path.suffix in _COMPRESSED else kind
