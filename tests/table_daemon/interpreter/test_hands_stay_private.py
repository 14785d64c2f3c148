"""Nothing that the camera could see of a standing hand ever reaches a document, an event, the journal or a question."""

from dataclasses import replace
from typing import Any

import pytest
from short_deals import DISCARDS, INDICATOR, TURNS
from table_bench import Felt, bench_at, in_virtual_time

from mahjong_rules.tiles import parse_tile
from vision.sightings import Face, Observation, SettledTile, Zone

VOLATILE = ("at", "ts", "time", "captured_at", "game_id", "game", "id", "uptime_s", "tiles_seen", "clock")


class IndiscreetFelt(Felt):
    """Its eye reads standing tiles; `fallen` tiles at the left of each hand lie on their backs, open for all.

    Without `reads` the same tiles lie there and nothing of their faces is seen.
    """

    def __init__(self, *, reads: bool, confidence: float = 0.99) -> None:
        super().__init__()
        self._reads, self._confidence = reads, confidence
        self.fallen = 0

    def seen(self) -> Observation:
        observation = super().seen()
        hands = [piece for piece in observation.tiles if piece.zone is Zone.HAND]
        first = {p.track for seat in range(4) for p in [q for q in hands if q.seat == seat][: self.fallen]}
        return replace(
            observation, tiles=tuple(self._exposed(piece, piece.track in first) for piece in observation.tiles)
        )

    def _exposed(self, piece: SettledTile, is_fallen: bool) -> SettledTile:
        if piece.zone is not Zone.HAND:
            return piece
        face = Face.UP if is_fallen else piece.face
        secret = parse_tile("9s") if self._reads else None
        readings = ((secret, self._confidence),) if secret is not None else ()
        return replace(piece, face=face, tile=secret, candidates=readings, confidence=self._confidence)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(part) for key, part in value.items() if key not in VOLATILE}
    return [without_times(part) for part in value] if isinstance(value, list | tuple) else value


async def told(folder, felt: IndiscreetFelt, fallen: int) -> tuple[list[Any], set[int], list[Any]]:
    """Everything announced in some turns, the pieces whose pictures were wanted, and the journal."""
    async with bench_at(folder, felt=felt) as bench:
        await bench.begin(DISCARDS)
        await bench.perform(INDICATOR)
        felt.fallen = fallen
        await bench.perform(*(move for turn in TURNS[:4] for move in turn))
        await bench.wait(8.0)
        said = [(e.topic, without_times(e.payload)) for e in bench.said if not e.topic.startswith("diag/")]
        noted = [(entry.kind, without_times(entry.payload)) for entry in bench.entries()]
        hands = {piece.track for piece in felt.seen().tiles if piece.zone is Zone.HAND}
        return said, bench.eyes.wanted & hands, noted


@pytest.mark.parametrize("fallen", [0, 2])
@pytest.mark.parametrize("confidence", [0.99, 0.4])
@in_virtual_time
async def test_an_eye_that_reads_the_hands_tells_nothing_more_than_one_that_does_not(tmp_path, fallen, confidence):
    open_eye = await told(tmp_path / "reads", IndiscreetFelt(reads=True, confidence=confidence), fallen)
    discreet = await told(tmp_path / "reads_not", IndiscreetFelt(reads=False, confidence=confidence), fallen)
    assert [topic for topic, _ in open_eye[0]].count("event/discarded") == 4
    assert open_eye[0] == discreet[0]
    assert open_eye[1] == discreet[1] == set()
    assert open_eye[2] == discreet[2]
