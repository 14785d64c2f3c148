"""The simulated camera as OpenCV and a browser meet it."""

import copy
import socket
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

import cv2
import numpy as np
import pytest

from hw_sim.felt.scene import Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance, Sensor
from hw_sim.picture.camera_server import CameraServer, CameraServerError, gap_s
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile

POSE = SimulatedCamera().resized(640, 360)


class Table:
    """Somebody else's scene."""

    def __init__(self):
        tile = Piece(1, SetName.A, parse_tile("1m"), 0.0, 150.0, pose=Pose.FACE_UP)
        self.scene = Scene(pieces={1: tile}, version=1)
        self.asked = threading.Event()

    def shown(self):
        self.asked.set()
        return self.scene

    def move(self):
        after = copy.deepcopy(self.scene)
        after.pieces[1].x_mm += 100
        after.touch()
        self.scene = after


@contextmanager
def camera_of(table, **options):
    camera = CameraServer(Renderer(Furniture(), POSE, Appearance(sensor=Sensor(noise=1.0))), table.shown, **options)
    camera.start()
    try:
        yield camera
    finally:
        camera.stop()


@contextmanager
def capture_of(camera):
    capture = cv2.VideoCapture(camera.address)
    try:
        assert capture.isOpened()
        yield capture
    finally:
        capture.release()


def read(capture):
    done, image = capture.read()
    assert done
    return image


def test_opencv_reads_the_table():
    with camera_of(Table(), fps=60, idle_fps=60) as camera, capture_of(camera) as capture:
        image = read(capture)
    assert image.shape == (360, 640, 3)
    assert camera.frames_served >= 1


def test_a_change_is_seen_after_few_pictures():
    table = Table()
    with camera_of(table, fps=30, idle_fps=2) as camera, capture_of(camera) as capture:
        before = read(capture)
        table.move()
        camera.wake()
        assert any(cv2.absdiff(read(capture), before).max() > 60 for _ in range(6))


def test_a_scene_that_rests_still_gets_fresh_noise():
    with camera_of(Table(), fps=60, idle_fps=60) as camera, capture_of(camera) as capture:
        pictures = [read(capture) for _ in range(4)]
    assert any(not np.array_equal(pictures[0], other) for other in pictures[1:])


def test_the_longer_a_scene_rests_the_rarer_its_pictures_come_down_to_the_idle_rate():
    gaps = [gap_s(rested_s, idle_s=0.25) for rested_s in (0.0, 0.1, 0.5, 1.25, 60.0)]
    assert gaps == [0.0, pytest.approx(0.02), pytest.approx(0.1), 0.25, 0.25]


def test_whoever_asks_is_told_which_version_each_picture_shows():
    table, shown, told = Table(), [], threading.Event()

    def note(version):
        shown.append(version)
        if version == table.scene.version > 1:
            told.set()

    with camera_of(table, fps=60, on_picture=note) as camera, camera.viewer():
        camera.next_picture(0)
        table.move()
        assert told.wait(10)
    assert shown == sorted(shown)
    assert shown[0] == 1


def test_a_snapshot_is_one_jpeg():
    with camera_of(Table(), fps=60) as camera:
        answer = urllib.request.urlopen(camera.address.replace("stream.mjpg", "snapshot.jpg"))
        data = np.frombuffer(answer.read(), np.uint8)
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert cv2.imdecode(data, cv2.IMREAD_COLOR).shape == (360, 640, 3)


def test_another_path_is_not_found():
    with camera_of(Table()) as camera, pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(camera.address.replace("stream.mjpg", "secret"))


def test_nothing_is_rendered_while_nobody_watches():
    table = Table()
    with camera_of(table, fps=200):
        assert not table.asked.wait(0.1)


def test_a_slow_viewer_gets_the_newest_picture():
    table = Table()
    with camera_of(table, fps=200, idle_fps=200) as camera, camera.viewer() as first:
        number = first
        for _ in range(10):
            picture = camera.next_picture(number)
            number = picture.number
        assert camera.next_picture(first).number >= number


def test_a_frozen_camera_keeps_the_connection_but_sends_nothing():
    with camera_of(Table(), fps=100, idle_fps=100) as camera:
        connection = socket.create_connection(("127.0.0.1", int(camera.address.split(":")[2].split("/")[0])), 5)
        with connection:
            camera.freeze()
            connection.sendall(b"GET /stream.mjpg HTTP/1.0\r\n\r\n")
            assert b"multipart/x-mixed-replace" in connection.recv(4096)
            connection.settimeout(0.2)
            with pytest.raises(TimeoutError):
                connection.recv(4096)
            camera.freeze(frozen=False)
            connection.settimeout(5)
            assert b"image/jpeg" in connection.recv(4096)


def test_switching_off_ends_the_stream():
    with camera_of(Table(), fps=60) as camera:
        with urllib.request.urlopen(camera.address, timeout=5) as stream:
            stream.read(1000)
            camera.stop()
            rest = stream.read()
        assert len(rest) < 5_000_000


def test_a_port_in_use_is_refused_with_a_reason():
    with camera_of(Table()) as camera:
        port = int(camera.address.split(":")[2].split("/")[0])
        second = CameraServer(Renderer(Furniture(), POSE), Table().shown, port=port)
        with pytest.raises(CameraServerError, match=f"port {port} .*choose another"):
            second.start()


def test_a_camera_that_is_off_has_no_address():
    camera = CameraServer(Renderer(Furniture(), POSE), Table().shown)
    with pytest.raises(CameraServerError, match="start it first"):
        _ = camera.address


def test_a_rate_of_zero_is_refused():
    with pytest.raises(CameraServerError, match="more than 0"):
        CameraServer(Renderer(Furniture(), POSE), Table().shown, fps=0)
