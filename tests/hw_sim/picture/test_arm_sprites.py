"""An arm over the table."""

from hw_sim.felt.scene import Arm, Furniture, Piece, Pose, Scene
from hw_sim.picture.appearance import Appearance
from hw_sim.picture.projection import SimulatedCamera
from hw_sim.picture.renderer import Renderer
from hw_sim.picture.truth import piece_truths
from mahjong_rules.seats import Seat
from mahjong_rules.set_names import SetName
from mahjong_rules.tiles import parse_tile


def piece(number, name, x_mm, y_mm, *, pose=Pose.FACE_UP, z_mm=0.0, rotation_deg=0.0):
    return Piece(number, SetName.A, parse_tile(name), x_mm, y_mm, z_mm, rotation_deg, pose)


def scene_of(*pieces):
    return Scene(pieces={one.number: one for one in pieces}, version=1)


def test_an_arm_covers_what_lies_below_its_hand():
    scene = scene_of(piece(1, "1m", 30, -180))
    renderer = Renderer(Furniture(), SimulatedCamera(), Appearance())
    renderer.clean(scene)
    assert piece_truths(renderer, scene)[0].visible_fraction > 0.9
    scene.arms = [Arm(Seat(0), 30, -100)]
    renderer.clean(scene)
    assert piece_truths(renderer, scene)[0].visible_fraction < 0.1
