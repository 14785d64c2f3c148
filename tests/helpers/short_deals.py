"""Deals of a few moves for tests of the daemon; the hands are those of `mjai_lines`."""

from mjai_lines import Line, discard, draw, one_deal

ROUND: list[Line] = [
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "F"),
    discard(1, "F"),
    draw(2, "C"),
    discard(2, "C"),
    draw(3, "P"),
    discard(3, "P"),
    draw(0, "W"),
    discard(0, "W"),
    draw(1, "N"),
    discard(1, "N"),
]
DISCARDS = one_deal(*ROUND)
"""Seat 0 begins; the rivers become 2s 3z, 6z 4z, 7z and 5z."""
INDICATOR, *MOVES = DISCARDS.moves
TURNS = tuple(zip(MOVES[::2], MOVES[1::2], strict=True))
"""Each a draw and the discard that follows."""

RIICHI = one_deal(draw(0, "2s"), {"type": "reach", "actor": 0}, *ROUND[1:])
"""Seat 0 declares riichi with the first discard."""

NINE_TERMINALS = one_deal(
    draw(0, "2s"),
    discard(0, "2s"),
    draw(1, "1m"),
    {"type": "ryukyoku", "reason": "yao9", "deltas": [0, 0, 0, 0], "tehais": [None, [], None, None]},
)
"""Seat 1 ends the deal in its first turn: honba 1, the dealer stays."""

SELF_DRAWN = one_deal(
    *ROUND[:8],
    draw(0, "5mr"),
    {"type": "hora", "actor": 0, "target": 0, "deltas": [48000, -16000, -16000, -16000]},
    deltas=(48000, -16000, -16000, -16000),
)
"""The dealer completes nine gates in the second turn."""

WON = one_deal(
    *ROUND[:4],
    draw(2, "5m"),
    discard(2, "5m"),
    {"type": "hora", "actor": 0, "target": 2, "deltas": [48000, 0, -48000, 0]},
    deltas=(48000, 0, -48000, 0),
)
"""Seat 0, whose hand waits for every character, wins on seat 2's discard; with a character in its river it may not."""
