"""What a preset of riichi chooses between: the words of its options and what each means."""

from __future__ import annotations

from enum import StrEnum


class KongDoraTiming(StrEnum):
    """When the indicator of a kong is turned."""

    AT_ONCE = "at_once"
    """Before the replacement tile is drawn."""
    AFTER_DISCARD = "after_discard"
    """With the discard that follows; not for a win on the replacement tile."""
    NEVER = "never"


class SwapCalling(StrEnum):
    """Which discards a chow or pung forbids in the same turn (kuikae)."""

    ALLOWED = "allowed"
    SAME_TILE = "same_tile"
    """The tile just claimed may not be discarded."""
    SAME_AND_OTHER_END = "same_and_other_end"
    """Neither may the tile that completes the other end of the chow."""


class RiichiKong(StrEnum):
    """Concealed kongs of a player in riichi, always of the tile just drawn."""

    FORBIDDEN = "forbidden"
    SAME_WAITS = "same_waits"
    """Allowed if the hand waits for the same tiles afterwards, which shows when it is opened."""
    SAME_WAITS_ALWAYS_PUNG = "same_waits_always_pung"
    """Besides, its tiles must be a pung in every reading of every hand that could have won."""
    ANY = "any"


class FifthKong(StrEnum):
    """One player has all four kongs, and somebody would make another."""

    FORBIDDEN = "forbidden"
    ENDS_DEAL = "ends_deal"
    """The deal is abortive, unless the tile of the kong is won."""


class DoubleYakuman(StrEnum):
    """Forms that may count as two yakuman."""

    FOUR_WINDS = "dai_suushii"
    THIRTEEN_WAITS = "kokushi_musou_juusanmen_matchi"
    FOUR_CONCEALED_PAIR_WAIT = "suu_ankou_tanki"
    PURE_NINE_GATES = "daburu_chuuren_poutou"


class Renho(StrEnum):
    """A win on a discard before the own first draw."""

    NONE = "none"
    FIVE_FAN_ALONE = "five_fan_alone"
    """Worth five fan and combined with nothing, unless the hand itself is worth more."""


class TieRule(StrEnum):
    """Players with equal final points."""

    SEAT_ORDER = "seat_order"
    """The one who sat nearer to the first East is ahead."""
    SHARE = "share"
    """They share rank and uma."""


class HonbaReceiver(StrEnum):
    """Who gets the counters when several players win on one discard."""

    FIRST = "first"
    EACH = "each"


class PaoHonbaPayer(StrEnum):
    """Who pays the counters when a liable player and a discarder share a payment."""

    LIABLE = "liable"
    DISCARDER = "discarder"


class ChomboPenalty(StrEnum):
    """What a chombo costs."""

    REVERSE_MANGAN = "reverse_mangan"
    """A self-drawn mangan paid to the others, at once."""
    AFTER_UMA = "after_uma"
    """`chombo_points` off the final score."""


class NotenRiichi(StrEnum):
    """A player in riichi whose hand does not wait, or is not shown, when the wall is empty."""

    CHOMBO = "chombo"
    """The deal is void and the player pays for a chombo."""
    NOTEN = "noten"
    """Pays as every other hand that does not wait."""
