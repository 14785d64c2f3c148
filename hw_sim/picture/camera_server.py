"""The simulated camera: an MJPEG stream on loopback, as a network camera gives it.

Rules this file keeps:
* One thread renders, only the newest picture is kept; a slow viewer misses pictures, it never gets old ones.
* Nobody watches: nothing is rendered.
* The scene belongs to somebody else: `get_scene` is called in the camera's thread, at most `fps` times a second, and
  must return a scene that nobody changes any more; equal `version` means that nothing moved.
"""

from __future__ import annotations

import contextlib
import logging
import math
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import cv2

from hw_sim.felt.scene import Scene
from hw_sim.picture.camera_defects import CameraDefects
from hw_sim.picture.renderer import Renderer

_log = logging.getLogger(__name__)
_BOUNDARY: Final = "jantaku-frame"
# Chosen small: a viewer who does not read stops the sender soon, instead of filling a buffer with old pictures.
_SEND_BUFFER_BYTES: Final = 64 * 1024
# Chosen: a thread that does not end within this time hangs.
_PATIENCE_S: Final = 10.0
_SHARE_OF_REST: Final = 0.2
"""After a change pictures come at the full rate, then ever more rarely: so much of the rest until now lies between."""


class CameraServerError(ValueError):
    """A camera that cannot be started as asked."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One encoded picture; numbers grow by one."""

    number: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Gaps:
    """Seconds from one picture to the next of a moving scene, and at most of a resting one."""

    moving_s: float
    resting_s: float


class CameraServer:
    """Serves what `renderer` makes of `get_scene()` at `http://127.0.0.1:port/stream.mjpg`.

    A scene that moves, or moved a moment ago, comes at `fps`; the longer it rests the rarer it comes, at least
    `idle_fps` times a second, always with fresh noise. The first picture of a change comes within 1/`fps` s, at once
    after `wake`. `GET /snapshot.jpg` gives one picture.

    Args:
        renderer: used by the camera's thread alone between `start` and `stop`.
        get_scene: see the rules above.
        port: 0 for any free one.
        fps: pictures per second of a moving scene.
        idle_fps: pictures per second of a resting scene.
        defects: what is wrong with the camera.
        on_picture: called in the camera's thread with the version of the scene in every picture that is served.

    Raises:
        CameraServerError: a rate is not positive.
    """

    def __init__(  # noqa: PLR0913 - what a camera on the market can be set to
        self,
        renderer: Renderer,
        get_scene: Callable[[], Scene],
        *,
        port: int = 0,
        fps: float = 30,
        idle_fps: float = 4,
        defects: CameraDefects | None = None,
        on_picture: Callable[[int], None] = lambda _: None,
    ) -> None:
        if fps <= 0 or idle_fps <= 0:
            raise CameraServerError(f"a camera takes more than 0 pictures a second, not fps={fps}, idle_fps={idle_fps}")
        self._renderer = renderer
        self._get_scene = get_scene
        self._on_picture = on_picture
        self._defects = defects or CameraDefects(renderer.pose)
        self._port = port
        self._gaps = Gaps(1 / fps, 1 / min(fps, idle_fps))
        self._changed = threading.Condition()
        self._picture = Picture(0, b"")
        self._viewers = 0
        self._woken = False
        self._frozen = False
        self._closed = False
        self._server: _Server | None = None
        self._threads: list[threading.Thread] = []
        self.frames_served = 0
        """Pictures sent so far, all viewers together."""

    def start(self) -> None:
        """Listen from now on.

        Raises:
            CameraServerError: the port is taken.
        """
        try:
            self._server = _Server(self, self._port)
        except OSError as problem:
            raise CameraServerError(
                f"the simulated camera cannot serve on port {self._port} ({problem.strerror}); choose another port"
            ) from None
        self._threads = [
            threading.Thread(target=self._server.serve_forever, args=(0.05,), name="camera-http", daemon=True),
            threading.Thread(target=self._produce, name="camera", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End every connection and the threads. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
        for thread in self._threads:
            thread.join(timeout=_PATIENCE_S)

    @property
    def address(self) -> str:
        """What `cv2.VideoCapture` opens.

        Raises:
            CameraServerError: the camera is not started.
        """
        if self._server is None:
            raise CameraServerError("the simulated camera has no address while it is off; start it first")
        return f"http://127.0.0.1:{self._server.server_address[1]}/stream.mjpg"

    def wake(self) -> None:
        """Say that the scene changed, so that it is shown at once. From any thread."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def freeze(self, *, frozen: bool = True) -> None:
        """A fault: connections stay open but no picture comes; `freeze(frozen=False)` ends it."""
        with self._changed:
            self._frozen = frozen
            self._changed.notify_all()

    @contextlib.contextmanager
    def viewer(self) -> Iterator[int]:
        """Pictures are made while at least one viewer is inside; gives the newest picture's number."""
        with self._changed:
            self._viewers += 1
            self._woken = True
            newest = self._picture.number
            self._changed.notify_all()
        try:
            yield newest
        finally:
            with self._changed:
                self._viewers -= 1

    def next_picture(self, after: int) -> Picture | None:
        """Wait for a picture newer than number `after`; None when the camera is switched off."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._picture.number > after and not self._frozen))
            return None if self._closed else self._picture

    def count_served(self) -> None:
        """One more picture reached a viewer's connection."""
        with self._changed:
            self.frames_served += 1

    def _produce(self) -> None:
        """The camera's thread; when it fails the viewers' connections end."""
        try:
            while self._wait_for_viewer():
                self._take_pictures()
        finally:
            with self._changed:
                self._closed = True
                self._changed.notify_all()

    def _wait_for_viewer(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._viewers)
            return not self._closed

    def _take_pictures(self) -> None:
        """Pictures at the full rate while the scene moves, ever rarer ones while it rests, until nobody watches."""
        shown: int | None = None
        taken_at = changed_at = -math.inf
        while True:
            begun_at = time.monotonic()
            scene = self._get_scene()
            if scene.version != shown:
                changed_at = begun_at
            rested_s = 0.0 if self._defects.is_restless else begun_at - changed_at
            if begun_at - taken_at >= max(gap_s(rested_s, self._gaps.resting_s), self._defects.min_gap_s):
                self._publish(scene, begun_at)
                shown, taken_at = scene.version, begun_at
            with self._changed:
                rest_s = self._gaps.moving_s - (time.monotonic() - begun_at)
                self._changed.wait_for(lambda: self._closed or self._woken, timeout=max(0.0, rest_s))
                self._woken = False
                if self._closed or not self._viewers:
                    return

    def _publish(self, scene: Scene, now_s: float) -> None:
        image = self._defects.altered(self._renderer.render(scene))
        quality = [cv2.IMWRITE_JPEG_QUALITY, self._renderer.look.sensor.jpeg_quality]
        _, data = cv2.imencode(".jpg", image, quality)
        arrived = self._defects.arrived(data.tobytes(), now_s)
        with self._changed:
            before = self._picture
            if self._defects.is_frozen and before.number:
                arrived = [before.jpeg]
            if arrived:
                self._picture = Picture(before.number + 1, arrived[-1])
                self._changed.notify_all()
        self._on_picture(scene.version)


def gap_s(rested_s: float, idle_s: float) -> float:
    """The least time between two pictures of a scene that has rested so long, `idle_s` at most."""
    return min(rested_s * _SHARE_OF_REST, idle_s)


class _Server(ThreadingHTTPServer):
    """One thread a viewer."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, camera: CameraServer, port: int) -> None:
        self.camera = camera
        super().__init__(("127.0.0.1", port), _Handler)


class _Handler(BaseHTTPRequestHandler):
    """One viewer's connection."""

    server: _Server
    protocol_version = "HTTP/1.0"
    timeout = _PATIENCE_S
    """A viewer that takes nothing for so long is dropped."""

    def setup(self) -> None:
        """Keep little in flight: what is sent must be new."""
        self.request.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().setup()

    def do_GET(self) -> None:
        """The stream, one picture, or nothing known."""
        serve = {"/stream.mjpg": self._stream, "/snapshot.jpg": self._snapshot}.get(self.path.partition("?")[0])
        if serve is None:
            self.send_error(HTTPStatus.NOT_FOUND, "the camera has /stream.mjpg and /snapshot.jpg")
            return
        with contextlib.suppress(ConnectionError, TimeoutError):
            serve()

    def _stream(self) -> None:
        self._head(f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
        with self.server.camera.viewer() as newest:
            sent = newest
            while (picture := self.server.camera.next_picture(sent)) is not None:
                head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture.jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + picture.jpeg + b"\r\n")
                self.server.camera.count_served()
                sent = picture.number

    def _snapshot(self) -> None:
        with self.server.camera.viewer() as newest:
            picture = self.server.camera.next_picture(newest)
        if picture is not None:
            self._head("image/jpeg", len(picture.jpeg))
            self.wfile.write(picture.jpeg)
            self.server.camera.count_served()

    def _head(self, content_type: str, length: int | None = None) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", content_type)
        self.send_header("Cache-Control", "no-store")
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Requests are no news."""
        _log.debug(format, *args)
