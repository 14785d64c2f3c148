"""What things are made of, as Blender's node trees."""

from __future__ import annotations

from typing import Any

import bpy

from tools.photoreal.judged_scene import Colour, TileLook

Material = Any
_YELLOW: Colour = (0.78, 0.62, 0.32)
_WORN_GRAIN = 900.0
"""Scratches and rubbed spots a metre: some to a millimetre."""


def plain(name: str, colour: Colour, roughness: float = 0.5, *, glow: float = 0.0) -> Material:
    """One colour; `glow` in W / m2 for a display."""
    material, shader = _begun(name)
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    if glow:
        shader.inputs["Emission Color"].default_value = (*colour, 1)
        shader.inputs["Emission Strength"].default_value = glow
    return material


def felt(colour: Colour, grain: float) -> Material:
    """Cloth: its fibres are a fine noise in colour and height."""
    material, shader = _begun("felt")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    noise = _noise(nodes, 1400.0, detail=8.0)
    ramp = nodes.new("ShaderNodeMixRGB")
    ramp.inputs[1].default_value = (*(part * (1 - 0.6 * grain) for part in colour), 1)
    ramp.inputs[2].default_value = (*(min(part * (1 + 0.6 * grain), 1) for part in colour), 1)
    links.new(noise.outputs["Fac"], ramp.inputs[0])
    links.new(ramp.outputs[0], shader.inputs["Base Color"])
    _bumped(material, shader, noise.outputs["Fac"], 0.3, 0.0004)
    shader.inputs["Roughness"].default_value = 0.95
    return material


def body(look: TileLook) -> Material:
    """Resin, a little translucent, yellowed in clouds."""
    material, shader = _begun("body")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    cloud = _noise(nodes, 30.0, detail=2.0)
    share = nodes.new("ShaderNodeMath")
    share.operation = "MULTIPLY"
    share.inputs[1].default_value = look.yellowing
    links.new(cloud.outputs["Fac"], share.inputs[0])
    mix = nodes.new("ShaderNodeMixRGB")
    mix.inputs[1].default_value = (*look.body, 1)
    mix.inputs[2].default_value = (*_YELLOW, 1)
    links.new(share.outputs[0], mix.inputs[0])
    links.new(mix.outputs[0], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = look.roughness
    shader.inputs["Coat Weight"].default_value = 0.3
    shader.inputs["Coat Roughness"].default_value = look.roughness * 0.6
    return material


def face(name: str, picture: Any, look: TileLook) -> Material:
    """The body with a face's ink on it: rubbed off in places, cut in where the set is engraved."""
    material = body(look)
    material.name = name
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    art = nodes.new("ShaderNodeTexImage")
    art.image, art.interpolation, art.extension = picture, "Cubic", "EXTEND"
    kept = _kept_ink(nodes, links, art.outputs["Alpha"], look.wear)
    under = shader.inputs["Base Color"].links[0].from_socket
    mix = nodes.new("ShaderNodeMixRGB")
    links.new(kept, mix.inputs[0])
    links.new(under, mix.inputs[1])
    links.new(art.outputs["Color"], mix.inputs[2])
    links.new(mix.outputs[0], shader.inputs["Base Color"])
    if look.engraving:
        _bumped(material, shader, art.outputs["Alpha"], -look.engraving, 0.0006)
    return material


def _kept_ink(nodes: Any, links: Any, alpha: Any, wear: float) -> Any:
    """Where ink is left: everywhere but in the valleys of a noise."""
    if not wear:
        return alpha
    noise = _noise(nodes, _WORN_GRAIN, detail=3.0)
    kept = nodes.new("ShaderNodeMath")
    kept.operation = "GREATER_THAN"
    # The noise lies around a half and hardly ever beyond a quarter of it.
    kept.inputs[1].default_value = 0.3 + 0.25 * wear
    links.new(noise.outputs["Fac"], kept.inputs[0])
    both = nodes.new("ShaderNodeMath")
    both.operation = "MULTIPLY"
    links.new(kept.outputs[0], both.inputs[0])
    links.new(alpha, both.inputs[1])
    return both.outputs[0]


def _begun(name: str) -> tuple[Material, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]


def _noise(nodes: Any, scale: float, detail: float) -> Any:
    place = nodes.new("ShaderNodeNewGeometry")
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    nodes.id_data.links.new(place.outputs["Position"], noise.inputs["Vector"])
    return noise


def _bumped(material: Material, shader: Any, height: Any, strength: float, distance: float) -> None:
    bump = material.node_tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = abs(strength)
    bump.inputs["Distance"].default_value = distance
    bump.invert = strength < 0
    material.node_tree.links.new(height, bump.inputs["Height"])
    material.node_tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
