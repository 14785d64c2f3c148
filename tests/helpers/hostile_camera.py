"""An address on loopback that answers whoever connects as a hostile camera does, for as long as the block lasts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import repeat
from typing import Self

Answer = Callable[[str], Iterator[bytes]]
"""The server's own address -> what is sent, piece by piece; the connection is closed after the last."""
_MULTIPART = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def endless_headers(_address: str) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n"
    yield from repeat(b"X-Filler: " + b"x" * 4000 + b"\r\n")


def endless_part_headers(_address: str) -> Iterator[bytes]:
    yield _MULTIPART + b"--frame\r\n"
    yield from repeat(b"X-Filler: " + b"x" * 4000 + b"\r\n")


def redirects_to_itself(address: str) -> Iterator[bytes]:
    yield f"HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n".encode()


def truncated_frames(_address: str) -> Iterator[bytes]:
    yield _MULTIPART
    yield from repeat(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 60000\r\n\r\n\xff\xd8\xff\r\n")


def a_length_that_cannot_be(_address: str) -> Iterator[bytes]:
    yield _MULTIPART
    yield b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 9223372036854775807\r\n\r\n\xff\xd8"


def nothing_but_a_greeting(_address: str) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n\r\n"


class HostileCamera:
    """Serves `answer` to everybody; with None it takes connections and never says a word."""

    def __init__(self, answer: Answer | None) -> None:
        self._answer = answer
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self.connections = 0

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for thread in self._threads:
            thread.join(5)

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(0.2)
        with connection, suppress(OSError):
            if self._answer is None:
                self._ended.wait()
                return
            connection.recv(4096)
            for piece in self._answer(self.address):
                if self._ended.is_set():
                    return
                connection.sendall(piece)
