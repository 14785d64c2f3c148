"""A finished game as one HTML file that needs nothing else: standing, curve, every deal with its hands and payments.

Rules this file keeps: pure; no script and nothing from outside; everything that somebody typed is escaped.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from tablet_page.wordings import Say, wording_of
from wire.documents import SystemDocument
from wire.result_documents import GameDocument, LineDocument, ResultDocument, WinDocument

_TILES: Final = Path(__file__).parent / "static" / "tiles"
_COLOURS: Final = ("#0b6a45", "#a8241b", "#2456a6", "#7b4a9e")
_WIDTH, _HEIGHT, _EDGE = 640, 220, 16
"""Of the curve, in the units of its drawing; chosen to fit a sheet of paper."""
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2521; --soft: #58615b; --ground: #f3f0e7; --card: #fdfcf8; --rule: #d9d4c5;
  --gain: #0b6a45; --loss: #a8241b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ece6; --soft: #a3aea6; --ground: #101614; --card: #1a2220;
  --rule: #323d38; --gain: #7fdcb3; --loss: #ff9d91; } }
body { font: 16px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; color: var(--ink);
  background: var(--ground); max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 14px; padding: 1rem 1.2rem;
  margin: 1rem 0; break-inside: avoid; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 0 0 .4rem; }
h3 { font-size: 1rem; margin: .8rem 0 .2rem; }
p { margin: .2rem 0; } .soft { color: var(--soft); } .gain { color: var(--gain); } .loss { color: var(--loss); }
table { border-collapse: collapse; width: 100%; } th { text-align: start; font-weight: 500; } td { text-align: end; }
td, th { padding: .15rem .3rem; } .hand { display: flex; flex-wrap: wrap; gap: 1px; margin: .4rem 0; }
.tile { width: 30px; height: 41px; background-size: 100%; border-radius: 3px; box-shadow: 0 1px 2px rgb(0 0 0 / .3); }
.gap { margin-left: 8px; } svg { width: 100%; height: auto; } polyline { fill: none; stroke-width: 2.5; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .5em; }
"""


def game_page(
    game: GameDocument,
    results: Sequence[tuple[Sequence[str], ResultDocument]],
    system: SystemDocument,
    *,
    rules: str,
    date: str,
    language: str,
) -> str:
    """The file.

    Args:
        game: the document of the whole game.
        results: of every deal, with the names of those who sat at the seats then.
        system: what the way to play looks like.
        rules: the preset.
        date: when it was begun, as it is to be shown.
        language: of the texts.

    Raises:
        ValueError: there are no texts in this language.
    """
    say = wording_of(system, language)
    title = f"{say(f'preset.{rules}')} · {date}"
    parts = [
        _standing(game, system, say),
        _curve(game, system, say),
        *(_deal(names, result, system, say) for names, result in results),
    ]
    used = sorted({tile for _, result in results for tile in _tiles_of(result)})
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{_STYLE}{''.join(map(_face, used))}</style></head>\n"
        f'<body><h1>{escape(say(f"preset.{rules}"))}</h1><p class="soft">{escape(date)}</p>\n'
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _standing(game: GameDocument, system: SystemDocument, say: Say) -> str:
    last = game["results"][-1]["scores"] if game["results"] else game["start_scores"]
    rows = [(line["rank"], line["seat"], line["points"], line["score"]) for line in game["standings"]]
    if not rows:
        order = sorted(system["seats"], key=lambda seat: -last[seat])
        rows = [(place, seat, last[seat], last[seat]) for place, seat in enumerate(order, 1)]
    body = "".join(
        f'<tr><td style="text-align:start">{rank}</td><th scope="row">{_dot(seat)}{escape(game["names"][seat])}</th>'
        f"<td>{points:,}</td><td><strong>{score:+,}</strong></td></tr>"
        for rank, seat, points, score in rows
    )
    heads = "".join(f"<th>{escape(say(f'standings.{key}'))}</th>" for key in ("rank", "player"))
    heads += "".join(f"<td>{escape(say(f'standings.{key}'))}</td>" for key in ("points", "score"))
    return f"<section><h2>{escape(say('standings.title'))}</h2><table><tr>{heads}</tr>{body}</table></section>"


def _curve(game: GameDocument, system: SystemDocument, say: Say) -> str:
    columns = [game["start_scores"], *(result["scores"] for result in game["results"])]
    every = [scores[seat] for scores in columns for seat in system["seats"]]
    low, high = min(every), max(every)
    across = (_WIDTH - 2 * _EDGE) / max(len(columns) - 1, 1)
    up = (_HEIGHT - 2 * _EDGE) / max(high - low, 1)
    lines = "".join(
        f'<polyline stroke="{_COLOURS[seat]}" points="'
        + " ".join(
            f"{_EDGE + place * across:.1f},{_EDGE + (high - scores[seat]) * up:.1f}"
            for place, scores in enumerate(columns)
        )
        + '"/>'
        for seat in system["seats"]
    )
    return (
        f'<section><h2>{escape(say("chart.title"))}</h2><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(say("chart.title"))}">{lines}</svg></section>'
    )


def _deal(names: Sequence[str], result: ResultDocument, system: SystemDocument, say: Say) -> str:
    honba = f" · {say('counter.honba', count=result['honba'])}" if result["honba"] else ""
    hands = "".join(_win(names, win, say) for win in result["wins"])
    sums = "".join(
        f'<tr><th scope="row">{escape(names[seat])}</th>{_change(result["deltas"][seat])}'
        f"<td>{result['scores'][seat]:,}</td></tr>"
        for seat in system["seats"]
    )
    return (
        f"<section><h2>{escape(_label(result['deal_label'], say) + honba)}</h2>"
        f"<p><strong>{escape(_headline(names, result, say))}</strong></p>{hands}<table>{sums}</table></section>"
    )


def _label(label: str, say: Say) -> str:
    if "-" in label:
        tour, hand = label.split("-")
        return say("deal.tour", tour=tour, hand=hand)
    return say("deal.name", wind=say(f"wind.{label[0]}"), number=say(f"deal.number.{label[1:]}"))


def _headline(names: Sequence[str], result: ResultDocument, say: Say) -> str:
    if result["wins"]:
        winners = " · ".join(names[win["seat"]] for win in result["wins"])
        discarder = result["wins"][0]["discarder"]
        if discarder is None:
            return say("result.tsumo", winner=winners)
        return say("result.ron", winner=winners, loser=names[discarder])
    if result["abort_reason"]:
        return say(f"abort.{result['abort_reason']}")
    return say(f"outcome.{result['outcome']}")


def _win(names: Sequence[str], win: WinDocument, say: Say) -> str:
    tiles = [_tile(tile) for tile in win["hand"]]
    for meld in win["melds"]:
        tiles += [_tile(tile, " gap" if place == 0 else "") for place, tile in enumerate(meld["tiles"])]
    tiles += [] if win["winning_tile"] is None else [_tile(win["winning_tile"], " gap")]
    tiles += [_tile(tile, " gap" if place == 0 else "") for place, tile in enumerate(win["flowers"])]
    lines = "".join(_line(line, say) for line in win["lines"])
    hand = f'<div class="hand">{"".join(tiles)}</div>' if tiles else ""
    points = escape(say("result.points", points=f"{win['points']:,}"))
    return f"<h3>{escape(names[win['seat']])}</h3>{hand}<table>{lines}</table><p><strong>{points}</strong></p>"


def _line(line: LineDocument, say: Say) -> str:
    worth = [f"{line['points']:,}"] if line["points"] else []
    worth += [say("result.han", count=line["fan"])] if line["fan"] else []
    name = escape(say(f"rule.{line['rule']}"))
    return f'<tr><th scope="row">{name}</th><td>{escape(" · ".join(worth))}</td></tr>'


def _tile(tile: str, more: str = "") -> str:
    return f'<span class="tile t-{tile}{more}" role="img" aria-label="{tile}"></span>'


def _tiles_of(result: ResultDocument) -> Iterable[str]:
    for win in result["wins"]:
        yield from win["hand"]
        yield from win["flowers"]
        yield from (tile for meld in win["melds"] for tile in meld["tiles"])
        if win["winning_tile"] is not None:
            yield win["winning_tile"]


def _face(tile: str) -> str:
    drawing = base64.b64encode((_TILES / f"{tile}.svg").read_bytes()).decode()
    return f'.t-{tile}{{background-image:url("data:image/svg+xml;base64,{drawing}")}}'


def _dot(seat: int) -> str:
    return f'<span class="dot" style="background:{_COLOURS[seat]}"></span>'


def _change(delta: int) -> str:
    return f'<td class="{"gain" if delta > 0 else "loss" if delta < 0 else "soft"}">{delta:+,}</td>'
