"""What a way to play changes in how people lay their tiles (docs/table_manners.md)."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_rules.melds import MeldKind
from mahjong_rules.rule_system import Traits


@dataclass(frozen=True, slots=True)
class LayingManners:
    """The defaults are those of riichi.

    `claimed_kong_hides_two`: the outer tiles of a claimed kong lie face down like those of a concealed one.
    `draw_shows_hands`: hands are opened or laid face down when the wall has run out.
    """

    claimed_kong_hides_two: bool = False
    draw_shows_hands: bool = True

    @classmethod
    def of(cls, traits: Traits) -> LayingManners:
        """How people who play by these rules lay their tiles."""
        return cls(traits.claimed_kong_hides_two, traits.draw_shows_hands)

    def hides_two(self, kind: MeldKind) -> bool:
        """Whether the outer tiles of such a meld lie face down; then none lies sideways."""
        return kind is MeldKind.CONCEALED_KONG or (kind is MeldKind.MELDED_KONG and self.claimed_kong_hides_two)
