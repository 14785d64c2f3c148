from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest


class PictureServer:
    """A motion-JPEG camera on loopback that can hang, hang up, come back and spoil its pictures."""

    def __init__(self) -> None:
        self.flowing = threading.Event()
        self.flowing.set()
        self.hanging_up = threading.Event()
        self.spoiling = threading.Event()
        self.instead = b""
        """A JPEG that is sent instead of its pictures."""
        self.ended = threading.Event()
        self.connections = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.connections += 1
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                outer.stream(self.wfile)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def stream(self, out) -> None:
        image = np.full((480, 640, 3), 90, np.uint8)
        number = 0
        while not self.ended.wait(0.02) and not self.hanging_up.is_set():
            if not self.flowing.is_set():
                continue
            number += 1
            cv2.circle(image, (number % 600, 200), 20, (0, 200, 0), -1)
            jpeg = cv2.imencode(".jpg", image)[1].tobytes()
            if self.spoiling.is_set():
                jpeg = jpeg[:2] + bytes(len(jpeg) - 2)
            jpeg = self.instead or jpeg
            try:
                out.write(
                    b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg) + jpeg + b"\r\n"
                )
            except OSError:
                return

    def end(self) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def picture_server() -> Iterator[PictureServer]:
    server = PictureServer()
    yield server
    server.end()
