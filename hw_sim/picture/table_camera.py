"""The camera above the simulated table: what it sees is rendered, spoiled by its defects and served as a stream."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hw_sim.felt.scene import Scene
from hw_sim.picture.camera_defects import CameraDefects
from hw_sim.picture.camera_server import CameraServer
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.scenery import Scenery
from hw_sim.picture.shown_versions import ShownVersions


class TableCamera:
    """Takes pictures from when it is started until it is stopped.

    Args:
        scenery: the table, the room and the camera's place.
        scene: the newest finished copy of what is to be seen; called on the camera's thread.
        fps: pictures a second.
        seed: of the noise.

    Attributes:
        defects: what is wrong with its pictures; faults change it.
    """

    def __init__(self, scenery: Scenery, scene: Callable[[], Scene], *, fps: float, seed: int) -> None:
        renderer = Renderer(scenery.furniture, scenery.pose, scenery.look, seed)
        self.defects = CameraDefects(scenery.pose)
        self._shown = ShownVersions()
        self._server = CameraServer(renderer, scene, fps=fps, defects=self.defects, on_picture=self._shown.note)

    async def start(self) -> None:
        """Serve pictures from now on."""
        await asyncio.to_thread(self._server.start)

    def stop(self) -> None:
        """Serve no more."""
        self._server.stop()

    @property
    def address(self) -> str:
        """What OpenCV opens."""
        return self._server.address

    async def wait_until_shown(self, version: int) -> None:
        """Wait until a picture of this version of the scene, or of a later one, was shown."""
        await self._shown.wait_for(version)
