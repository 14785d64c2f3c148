"""The scenery: everything a simulated camera sees that nobody at the table decides, by chance from one number.

The set's faces, the room, its lamps and felt, the camera's place and lens, the tiles' size, what the table's middle
has. `jantaku simulate --world NUMBER` plays in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from hw_sim.felt.scene import Furniture
from hw_sim.picture.appearance import Appearance, random_look
from hw_sim.picture.centre import random_centre
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.random_scene import random_furniture, random_pose
from hw_sim.picture.textures import held_out_style_names, style_names
from mahjong_rules.tiles import TileStock


@dataclass(frozen=True, slots=True)
class Scenery:
    """One table in one room under one camera."""

    furniture: Furniture
    pose: SimulatedCamera
    look: Appearance

    @property
    def measures(self) -> dict[str, float]:
        """What the owner writes into the machine file, by the key of its section `geometry`: mm, to a tenth."""
        furniture = self.furniture
        return {
            "surface_mm": furniture.surface_mm,
            "marker_mm": furniture.marker_mm,
            "marker_at_mm": furniture.marker_at_mm,
            "tile_width_mm": round(furniture.tile_width_mm, 1),
            "tile_height_mm": round(furniture.tile_height_mm, 1),
            "tile_thickness_mm": round(furniture.tile_thickness_mm, 1),
            "console_mm": furniture.console_mm,
        }


def clean_room(stock: TileStock, size_px: tuple[int, int], style: str | None = None) -> Scenery:
    """The one in which nothing is left to chance: a clean parlour, the camera straight above.

    Args:
        stock: the tiles of each set; its walls decide how long the lifts are.
        size_px: width and height of the camera's pictures.
        style: the tiles' faces, None for the parlour's own.
    """
    look = Appearance() if style is None else Appearance(style=style)
    return Scenery(Furniture.for_stock(stock), SimulatedCamera().resized(*size_px), look)


def random_scenery(seed: int, stock: TileStock, size_px: tuple[int, int], style: str | None = None) -> Scenery:
    """The scenery of this number; every second one has a set that no training has seen.

    Args:
        seed: another number, another scenery.
        stock: the tiles of each set; its walls decide how long the lifts are.
        size_px: width and height of the camera's pictures.
        style: the tiles' faces instead of those that the number would choose.
    """
    rng = Random(f"world {seed}")
    chosen = rng.choice(rng.choice((style_names(), held_out_style_names())))
    furniture = replace(random_furniture(rng), wall_lengths=Furniture.for_stock(stock).wall_lengths)
    look = replace(random_look(rng, style or chosen), centre=random_centre(rng))
    return Scenery(furniture, random_pose(rng, *size_px), look)
