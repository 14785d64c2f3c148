"""QR codes of addresses: as a drawing for a page, as text for a terminal. OpenCV encodes them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

_QUIET_MODULES: Final = 4
"""White around a QR code (ISO/IEC 18004, section 6.3.8); the encoder leaves less."""
_HALVES: Final = {(True, True): " ", (True, False): "\u2584", (False, True): "\u2580", (False, False): "\u2588"}
"""Two modules above each other in one place of a terminal with light letters on a dark ground; dark is True."""


def qr_svg(text: str) -> str:
    """One path, black on white whatever the page's colours are.

    Args:
        text: what it says; an address has at most some hundred characters.
    """
    is_dark = _modules(text)
    side = len(is_dark)
    path = "".join(f"M{column} {row}h1v1h-1z" for row, column in zip(*np.nonzero(is_dark), strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{path}"/></svg>'
    )


def qr_text(text: str) -> str:
    """Lines of half blocks: a terminal's place is twice as high as wide."""
    is_dark = _modules(text)
    if len(is_dark) % 2:
        is_dark = np.vstack([is_dark, np.zeros((1, is_dark.shape[1]), np.bool_)])
    pairs = zip(is_dark[::2], is_dark[1::2], strict=True)
    return "\n".join("".join(_HALVES[bool(up), bool(down)] for up, down in zip(*rows, strict=True)) for rows in pairs)


def _modules(text: str) -> npt.NDArray[np.bool_]:
    """Which modules are dark, with the quiet zone around."""
    is_dark = cv2.QRCodeEncoder.create().encode(text) == 0
    rows, columns = np.nonzero(is_dark)
    cut = is_dark[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.pad(cut, _QUIET_MODULES)
