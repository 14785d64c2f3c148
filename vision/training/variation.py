"""What training does to crops: small errors of detection, loose frames, other light, cameras, inks and hands."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch.nn import functional

from mahjong_rules.tiles import parse_tile
from vision.reading.classification import CROP_HEIGHT_PX, CROP_WIDTH_PX, FACES_KNOWN, REJECT
from vision.training.scenes import CANVAS_SHAPE

_MIN_CONTRAST = 0.08
"""The same as `reading.classification._MIN_CONTRAST`, here on tensors."""
_SPOILT = 0.1
"""Share of the tiles that are moved or turned so far that they are none any more."""
_LOOSE = 0.4
"""Share of the tiles that are framed as loosely as a person draws a box."""
_BEND_PX = 1.7
"""How far at most a stroke is led astray, as another hand would."""
_BENDS = (5, 4)
"""Rows and columns of the places that are led astray; what lies between follows smoothly."""
_OVEREXPOSED = 0.12
"""Share of the crops with too much light, chosen."""
_MOST_STOPS = 2.6
"""By how many stops at most a crop is exposed too long. Chosen by a look at 96 crops, not measured."""
_MOST_VEIL = 1.2
"""The most light that a reflection adds, where white is 1; chosen: a mirrored lamp leaves nothing of a face."""
_COLOUR_TELLS = tuple(FACES_KNOWN.index(parse_tile(kind)) for kind in ("5m", "5p", "5s", "0m", "0p", "0s"))
"""Faces that differ from another by their colour alone."""


def shaken(
    canvases: torch.Tensor,
    kinds: torch.Tensor,
    generator: torch.Generator,
    strength: float = 1.0,
    alike: int = 0,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops with every error of detection and framing, half of them upside down, some spoilt.

    Args:
        canvases: n x 3 x h x w, 0-1.
        kinds: n; -1 for no whole tile.
        generator: chance.
        strength: of the small errors; 0 gives clean crops, none spoilt.
        alike: the first so many crops and as many after them are pairs: both the same way up, neither spoilt.

    Returns:
        Crops (n x 3 x 56 x 40) and the output (0 .. REJECT) that is right for each.
    """
    count = len(canvases)

    def spread(size: float) -> torch.Tensor:
        return (torch.rand(count, generator=generator) * 2 - 1) * size * strength

    def share(size: float) -> torch.Tensor:
        return torch.rand(count, generator=generator) < size

    is_upside_down = share(0.5)
    is_upside_down[alike : 2 * alike] = is_upside_down[:alike]
    is_spoilt = share(_SPOILT * min(strength, 1.0)) & (kinds >= 0) & (torch.arange(count) >= 2 * alike)
    looser = torch.where(share(_LOOSE) & ~is_spoilt, 1.0, 0.0)
    turn, across, down = spread(0.09), spread(2.6), spread(2.6)
    turn = turn + spread(0.16) * looser
    across, down = across + spread(1.6) * looser, down + spread(1.6) * looser
    way = torch.rand(count, generator=generator) * 2 * torch.pi
    far = 11 + torch.rand(count, generator=generator) * 3
    is_turned = is_spoilt & share(0.4)
    is_shifted = is_spoilt & ~is_turned
    across = torch.where(is_shifted, torch.cos(way) * far, across)
    down = torch.where(is_shifted, torch.sin(way) * far, down)
    askew = (0.62 + 0.95 * torch.rand(count, generator=generator)) * torch.where(share(0.5), 1.0, -1.0)
    turn = torch.where(is_turned, askew, turn) + torch.pi * is_upside_down
    wide = 1 + spread(0.06) + (spread(0.15) + 0.05) * looser
    high = 1 + spread(0.05) + (spread(0.15) + 0.05) * looser
    lean = torch.stack([spread(0.06) + spread(0.10) * looser, spread(0.06) + spread(0.10) * looser])
    grid = _grid(turn, (across, down), (wide, high), lean) + _bends(count, generator) * strength
    crops = functional.grid_sample(canvases, grid, mode="bilinear", padding_mode="border", align_corners=False)
    right = torch.where((kinds < 0) | is_spoilt, REJECT, 2 * kinds + is_upside_down.long())
    return crops, right


def _grid(
    turn: torch.Tensor,
    shift: tuple[torch.Tensor, torch.Tensor],
    size: tuple[torch.Tensor, torch.Tensor],
    lean: torch.Tensor,
) -> torch.Tensor:
    """Where in the canvas each pixel of each crop is taken from (n x 56 x 40 x 2, -1 .. 1); `lean` is perspective."""
    rows = (torch.arange(CROP_HEIGHT_PX) - (CROP_HEIGHT_PX - 1) / 2)[None, :, None]
    columns = (torch.arange(CROP_WIDTH_PX) - (CROP_WIDTH_PX - 1) / 2)[None, None, :]
    each = [part[:, None, None] for part in (turn, *shift, *size, *lean)]
    angle, across, down, wide, high, lean_across, lean_down = each
    depth = 1 + lean_across * columns * 2 / CROP_WIDTH_PX + lean_down * rows * 2 / CROP_HEIGHT_PX
    u, v = columns * wide / depth, rows * high / depth
    x = torch.cos(angle) * u - torch.sin(angle) * v + across
    y = torch.sin(angle) * u + torch.cos(angle) * v + down
    return torch.stack([x * 2 / CANVAS_SHAPE[1], y * 2 / CANVAS_SHAPE[0]], dim=-1)


def _bends(count: int, generator: torch.Generator) -> torch.Tensor:
    """Smooth shifts for a grid (n x 56 x 40 x 2): some crops keep straight, the most bent move by `_BEND_PX`."""
    far = _BEND_PX * torch.rand(count, 1, 1, 1, generator=generator)
    coarse = (torch.rand(count, 2, *_BENDS, generator=generator) * 2 - 1) * far
    size = (CROP_HEIGHT_PX, CROP_WIDTH_PX)
    smooth = functional.interpolate(coarse, size=size, mode="bicubic", align_corners=False).permute(0, 2, 3, 1)
    return smooth * torch.tensor([2 / CANVAS_SHAPE[1], 2 / CANVAS_SHAPE[0]])


def altered(crops: torch.Tensor, right: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Crops (n x 3 x 56 x 40, 0-1) in another ink and light and through another camera; `right` as of `shaken`."""
    inked = _other_strokes(_other_ink(crops, right, generator), generator)
    lit = _other_light(_covered(inked, generator), generator)
    seen = _coarser(_overexposed(lit, generator), generator)
    noise = torch.randn(seen.shape, generator=generator) * 0.05
    seen = seen + noise * torch.rand(len(seen), 1, 1, 1, generator=generator) ** 2
    return _compressed(seen.clamp(0, 1), generator)


def _other_ink(crops: torch.Tensor, right: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Colours exchanged or taken out where they tell nothing; what is white or black stays so."""
    count = len(crops)
    is_free = torch.ones(count, dtype=torch.bool)
    for kind in _COLOUR_TELLS:
        is_free &= right // 2 != kind
    choice = torch.rand(count, generator=generator)
    grey = crops.mean(dim=1, keepdim=True).expand_as(crops)
    order = torch.stack([torch.randperm(3, generator=generator) for _ in range(count)])
    swapped = crops.gather(1, order[:, :, None, None].expand_as(crops))
    strength = 0.4 + 1.1 * torch.rand(count, 1, 1, 1, generator=generator)
    toned = (grey + (crops - grey) * strength).clamp(0, 1)
    result = torch.where((is_free & (choice < 0.12))[:, None, None, None], swapped, toned)
    return torch.where((is_free & (choice > 0.94))[:, None, None, None], grey, result)


def _other_strokes(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Some written with a broader brush, some with a finer pen."""
    choice = torch.rand(len(crops), generator=generator)
    share = 0.7 * torch.rand(len(crops), 1, 1, 1, generator=generator)
    result = crops.clone()
    # Only those that are chosen are worked on: this is the dearest part of a batch.
    broader, finer = torch.nonzero(choice < 0.18)[:, 0], torch.nonzero(choice > 0.82)[:, 0]
    result[broader] = torch.lerp(crops[broader], -_brightest(-crops[broader]), share[broader])
    result[finer] = torch.lerp(crops[finer], _brightest(crops[finer]), share[finer])
    return result


def _brightest(crops: torch.Tensor) -> torch.Tensor:
    """The most of each pixel and its eight neighbours."""
    return functional.max_pool2d(crops, 3, stride=1, padding=1)


def _covered(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Some with a strip of another colour over one edge."""
    count = len(crops)
    rows = torch.linspace(0, 1, CROP_HEIGHT_PX)[None, :, None].expand(count, -1, CROP_WIDTH_PX)
    columns = torch.linspace(0, 1, CROP_WIDTH_PX)[None, None, :].expand(count, CROP_HEIGHT_PX, -1)
    side = torch.randint(0, 4, (count, 1, 1), generator=generator)
    depth = torch.where(side == 0, rows, torch.where(side == 1, 1 - rows, torch.where(side == 2, columns, 1 - columns)))
    along = torch.where(side < 2, columns, rows)
    edge = 0.03 + 0.13 * torch.rand(count, 1, 1, generator=generator)
    slope = (torch.rand(count, 1, 1, generator=generator) - 0.5) * 0.2
    is_covered = (depth < edge + slope * (along - 0.5)) & (torch.rand(count, 1, 1, generator=generator) < 0.15)
    colour = torch.rand(count, 3, 1, 1, generator=generator)
    return torch.where(is_covered[:, None], colour, crops)


def _other_light(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Gamma, brightness, cast, gradient, the edge of a shadow, a spot of glare."""
    count = len(crops)

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(count, *shape, generator=generator)

    light = crops.clamp(1e-3, 1) ** (0.6 + 1.0 * chance(1, 1, 1))
    light = light * (0.5 + 0.7 * chance(1, 1, 1)) * (0.82 + 0.36 * chance(3, 1, 1))
    x = torch.linspace(-0.5, 0.5, CROP_WIDTH_PX)[None, None, None, :]
    y = torch.linspace(-0.5, 0.5, CROP_HEIGHT_PX)[None, None, :, None]
    light = light * (1 + x * (chance(1, 1, 1) - 0.5) * 0.8 + y * (chance(1, 1, 1) - 0.5) * 0.8)
    way = chance(1, 1, 1) * 2 * torch.pi
    inside = torch.sigmoid(
        (torch.cos(way) * x + torch.sin(way) * y + chance(1, 1, 1) - 0.5) * (8 + 60 * chance(1, 1, 1))
    )
    shadow = (0.35 + 0.5 * chance(1, 1, 1)) * (0.9 + 0.2 * chance(3, 1, 1))
    light = torch.where(chance(1, 1, 1) < 0.25, light * (1 - inside * (1 - shadow)), light)
    across, down, turn = chance(1, 1, 1) - 0.5, chance(1, 1, 1) - 0.5, chance(1, 1, 1) * torch.pi
    u = torch.cos(turn) * (x - across) + torch.sin(turn) * (y - down)
    v = torch.cos(turn) * (y - down) - torch.sin(turn) * (x - across)
    blob = torch.exp(-((u / (0.06 + 0.3 * chance(1, 1, 1))) ** 2) - (v / (0.06 + 0.3 * chance(1, 1, 1))) ** 2)
    glare = blob * (0.2 + 0.75 * chance(1, 1, 1)) * (chance(1, 1, 1) < 0.25)
    return (light + (1.05 - light) * glare).clamp(0, 1.2)


def _overexposed(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Some as a camera sees white tiles that it exposes by dark cloth, or in which a lamp is reflected.

    Light is multiplied and added where it is linear, then pressed together and cut off as cameras do. Where nothing is
    left of the ink the answer stays what it was: what cannot be told is to be said with little confidence.
    """
    count = len(crops)

    def chance(*shape: int) -> torch.Tensor:
        return torch.rand(count, *shape, generator=generator)

    gain = 2 ** (_MOST_STOPS * chance(1, 1, 1))
    x = torch.linspace(-1, 1, CROP_WIDTH_PX)[None, None, None, :]
    y = torch.linspace(-1, 1, CROP_HEIGHT_PX)[None, None, :, None]
    slope = x * (chance(1, 1, 1) - 0.5) + y * (chance(1, 1, 1) - 0.5)
    veil = _MOST_VEIL * chance(1, 1, 1) ** 2 * (1 + 1.5 * slope).clamp(min=0)
    light = crops.clamp(1e-3, 1.2) ** 2.2 * gain + veil * (chance(1, 1, 1) < 0.5)
    pressed = torch.where(light < 0.6, light, 0.6 + 0.4 * (1 - torch.exp(-(light - 0.6) / 0.4)))
    return torch.where(chance(1, 1, 1) < _OVEREXPOSED, pressed.clamp(0, 1) ** (1 / 2.2), crops)


def _coarser(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Four parts of the batch in four resolutions, one of them smeared along a line."""
    parts = list(crops.chunk(4))
    for number in range(1, len(parts)):
        factor = float(0.42 + 0.58 * torch.rand(1, generator=generator))
        small = functional.interpolate(parts[number], scale_factor=factor, mode="bilinear", antialias=True)
        parts[number] = functional.interpolate(small, size=(CROP_HEIGHT_PX, CROP_WIDTH_PX), mode="bicubic")
    parts[0] = _smeared(parts[0], generator)
    return torch.cat(parts)


def _smeared(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Crops as a camera or a tile that moves a little lets them be seen."""
    length = float(torch.rand(1, generator=generator)) * 2.5
    way = float(torch.rand(1, generator=generator)) * np.pi
    step = torch.tensor([np.cos(way) * length / CROP_WIDTH_PX, np.sin(way) * length / CROP_HEIGHT_PX]).float()
    steady = torch.eye(2, 3).expand(len(crops), 2, 3)
    grid = functional.affine_grid(steady, list(crops.shape), align_corners=False)
    pictures = [
        functional.grid_sample(crops, grid + step * place, mode="bilinear", padding_mode="border", align_corners=False)
        for place in (-1.0, -0.5, 0.0, 0.5, 1.0)
    ]
    return torch.stack(pictures).mean(0)


def _compressed(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A sixth of the crops after JPEG."""
    chosen = torch.nonzero(torch.rand(len(crops), generator=generator) < 0.17)[:, 0]
    qualities = torch.randint(20, 80, (len(chosen),), generator=generator)
    for number, quality in zip(chosen.tolist(), qualities.tolist(), strict=True):
        picture = (crops[number].permute(1, 2, 0) * 255).to(torch.uint8).numpy()
        coded = cv2.imencode(".jpg", np.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        back = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.float32) / 255
        crops[number] = torch.from_numpy(back).permute(2, 0, 1)
    return crops


def normal(crops: torch.Tensor) -> torch.Tensor:
    """As `vision.reading.classification.to_batch` does for the product."""
    mean = crops.mean(dim=(1, 2, 3), keepdim=True)
    contrast = crops.std(dim=(1, 2, 3), keepdim=True, correction=0).clamp(min=_MIN_CONTRAST)
    return (crops - mean) / contrast
