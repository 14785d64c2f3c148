"""Learning from one example: each episode is one tile set, of which each kind is shown once and must be known again.

The features are what a set is learnt on (`vision.reading.adaptation`): a crop is taken for what it looks like. So two
crops of one face of one set must have features that point the same way, and those of its other faces another way,
whatever the faces are called. A bird that was shown once is then that bird.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.nn import functional

_SHARPNESS = 14.0
"""By how much a cosine is multiplied before the softmax: of 40 kinds, one that is nearer by 0.3 gets nearly all.

Chosen, not measured; the product's own comparison of features is as sharp.
"""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Where in a batch the pairs are: `shown[n]` and `asked[n]` are two crops of one face of one set."""

    shown: torch.Tensor
    asked: torch.Tensor


def likeness_loss(features: torch.Tensor, pairs: Pairs) -> torch.Tensor:
    """Cross entropy of finding each asked crop's face among those shown, and the other way round."""
    shown = functional.normalize(features[pairs.shown], dim=1)
    asked = functional.normalize(features[pairs.asked], dim=1)
    likeness = _SHARPNESS * asked @ shown.T
    right = torch.arange(len(likeness))
    return (functional.cross_entropy(likeness, right) + functional.cross_entropy(likeness.T, right)) / 2
