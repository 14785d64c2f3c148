"""The three networks. Plain 3x3 convolutions: every version of `cv2.dnn` runs them, and runs them fast."""

from __future__ import annotations

import torch
from torch import nn

from vision.reading.classification import OUTPUTS
from vision.reading.detection import CHANNELS, FACES
from vision.reading.fine_print import FLOWERS_AND_BIRD


def _block(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class DetectorNetwork(nn.Module):
    """Top view (n x 3 x 16 h x 16 w) -> centre heat, offset and angle (n x CHANNELS x 4 h x 4 w).

    Steps down to strides 8 and 16 and back widen what a cell sees to some 120 mm: a tile and all its neighbours.
    """

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.near = nn.Sequential(_block(3, 16, 2), _block(16, width, 2), _block(width, width))
        self.wide = nn.Sequential(_block(width, 2 * width, 2), _block(2 * width, 2 * width))
        self.far = nn.Sequential(_block(2 * width, 3 * width, 2), _block(3 * width, 3 * width))
        self.up_to_wide = nn.ConvTranspose2d(3 * width, 2 * width, 2, 2)
        self.joined = _block(2 * width, 2 * width)
        self.up_to_near = nn.ConvTranspose2d(2 * width, width, 2, 2)
        self.head = nn.Sequential(_block(width, width), nn.Conv2d(width, CHANNELS, 1))
        # Begin with "nothing anywhere": one cell in a hundred is a centre.
        nn.init.constant_(self.head[-1].bias[: len(FACES)], -4.6)

    def raw(self, views: torch.Tensor) -> torch.Tensor:
        """With the heat as logits, for training."""
        near = self.near(views)
        wide = self.wide(near)
        joined = self.joined(wide + self.up_to_wide(self.far(wide)))
        return self.head(near + self.up_to_near(joined))

    def forward(self, views: torch.Tensor) -> torch.Tensor:
        """With the heat as certainties 0-1."""
        raw = self.raw(views)
        return torch.cat([torch.sigmoid(raw[:, : len(FACES)]), raw[:, len(FACES) :]], 1)


class ClassifierNetwork(nn.Module):
    """Crops (n x 3 x 56 x 40) -> calibrated logits (n x OUTPUTS) and the features they are made of (n x 96).

    The first layer halves the crop at once: that costs a third of what a layer of full size does and reads as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 24, 2, size=5),
            _block(24, 32),
            nn.MaxPool2d(2),
            _block(32, 64),
            _block(64, 64),
            nn.MaxPool2d(2),
            _block(64, 112),
            _block(112, 112),
            nn.Conv2d(112, 64, 1),
        )
        # The last map is 7 x 5: a convolution of that size is a dense layer that every engine knows.
        self.dense = nn.Sequential(nn.Conv2d(64, 96, (7, 5), bias=False), nn.BatchNorm2d(96), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.2)
        self.last = nn.Conv2d(96, OUTPUTS, 1)
        self.register_buffer("temperature", torch.ones(1))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits whose softmax is the chance of each answer, and the features."""
        features = self.dense(self.features(crops))
        return self.last(self.drop(features)).flatten(1) / self.temperature, features.flatten(1)


class FinePrintNetwork(nn.Module):
    """Crops of flowers and birds (n x 3 x 56 x 40), either way up -> calibrated logits of `FLOWERS_AND_BIRD` (n x 9).

    A flower's number is six pixels high: the first layer keeps all of them, unlike the classifier's. It may stand
    anywhere: what is seen at each place adds up, and no place is learnt for itself.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 12),
            _block(12, 24, 2),
            _block(24, 32),
            nn.MaxPool2d(2),
            _block(32, 64),
            _block(64, 64),
            _block(64, 96),
        )
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(2 * 96, len(FLOWERS_AND_BIRD))
        self.register_buffer("temperature", torch.ones(1))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Logits whose softmax is the chance of each of `FLOWERS_AND_BIRD`."""
        features = self.features(crops)
        pooled = torch.cat([features.mean(dim=(2, 3)), features.amax(dim=(2, 3))], 1)
        return self.last(self.drop(pooled)) / self.temperature
