"""The description of a finished deal that `jantaku score` reads: what it takes and what it refuses."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_daemon.cli.main import main

Json = dict[str, Any]
Score = Callable[..., tuple[int, str, str]]


def a_win(**changes: object) -> Json:
    """Seat 0 wins on a tile of seat 1, with a value under all rules."""
    deal: Json = {
        "hands": [{"concealed": "456m 555z 23s 11z", "melds": ["234p"]}, None, None, None],
        "winners": [0],
        "winning_tile": "1s",
        "discarder": 1,
    }
    return deal | changes


def a_hand(**changes: object) -> list[Json | None]:
    """The hands of `a_win`, the winner's changed."""
    return [a_win()["hands"][0] | changes, None, None, None]


def a_penalty(kind: str, **changes: object) -> Json:
    """Seat 1 annuls the deal."""
    return {"hands": [None] * 4, "penalty": {"seat": 1, "kind": kind}} | changes


def a_dealt_win(**changes: object) -> Json:
    """Seat 0 deals and wins with the tiles as dealt."""
    hands = a_hand(**{"concealed": "234p 456m 555z 23s 11z", "melds": []} | changes)
    return a_win(hands=hands, discarder=None, first_turn=True)


def a_robbed_kong(**changes: object) -> Json:
    """Seat 0 wins with 1s, which seat 1 adds to a pung."""
    return a_win(**{"robbed_kong": True} | changes)


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    def run(deal: object, *words: str) -> tuple[int, str, str]:
        path = tmp_path / "deal.json"
        path.write_text(deal if isinstance(deal, str) else json.dumps(deal), encoding="utf-8")
        code = main(["score", str(path), *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(a_win()).encode())))
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == "tenhou"


def test_a_meld_in_full_says_the_same_as_its_short_form(score: Score) -> None:
    full = {"kind": "chow", "tiles": "234p", "called_from": 3, "called_tile": "3p"}
    assert score(a_win(hands=a_hand(melds=[full])), "--json") == score(a_win(), "--json")


def test_a_concealed_kong_keeps_the_hand_concealed(score: Score) -> None:
    hands = a_hand(concealed="456m 11z 23s 99p9p", melds=["(5555z)"], riichi=True)
    document = json.loads(score(a_win(hands=hands, indicators="9s"), "--json")[1])
    assert document["hands"][0]["lines"][0]["rule"] == "riichi"
    assert "closed_terminal_kan" in {line["rule"] for line in document["hands"][0]["fu_lines"]}


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ("", "is no JSON: Expecting value at line 1, column 1."),
        ("score this", "is no JSON: Expecting value at line 1, column 1."),
        (json.dumps(a_win())[:60], "is no JSON: "),
        ("[" * 100_000, "nested too deep"),
        ("[]", "describes no deal: the document: "),
        ({}, "describes no deal: hands: Field required."),
        (a_win(hands=[None, None]), "describes no deal: hands: "),
        (a_win(winner=0), "winner: Extra inputs are not permitted."),
        (a_win(dealer=-1), "dealer: Input should be greater than or equal to 0."),
        (a_win(dealer=True), "dealer: Input should be a valid integer."),
        (a_win(honba=-2), "honba: Input should be greater than or equal to 0."),
        (a_win(prevalent_wind="O"), "prevalent_wind: Input should be 'E', 'S', 'W' or 'N'."),
        (a_win(hands=a_hand(concealed="456m 555z 234s 11z 999p 9s")), "Seat 0 has 15 concealed tiles and 1 melds;"),
        (a_win(hands=a_hand(concealed="456m 555z 23s 11z", melds=[])), "Seat 0 has 10 concealed tiles and 0 melds;"),
        (a_win(hands=a_hand(concealed="", melds=["234p"] * 5)), "of which there are four at most."),
        (a_win(hands=a_hand(concealed="444m 555z 11s 11z", melds=["111s"])), "6 copies of 1s; a set has 4."),
        (a_win(hands=a_hand(concealed="00m55z5z23s11z1z")), "hold 2 copies of 0m; a set has 1."),
        (a_win(hands=a_hand(melds=["235p"])), "hands.0.melds.0: 2p 3p 5p is no chow."),
        (a_win(hands=a_hand(melds=["22p"])), "hands.0.melds.0: 2p 2p is no pung."),
        (a_win(hands=a_hand(melds=[""])), "hands.0.melds.0: "),
        (a_win(hands=a_hand(melds=["(234p)"])), "hands.0.melds.0: 2p 3p 4p is no concealed_kong."),
        (a_win(hands=a_hand(melds=[{"kind": "kong", "tiles": "2222p"}])), "no deal: hands.0.melds.0.kind: Input"),
        (
            a_win(hands=a_hand(melds=[{"kind": "chow", "tiles": "234p", "called_from": 1}])),
            "seat 0 cannot claim a chow from seat 1.",
        ),
        (
            a_win(hands=a_hand(melds=[{"kind": "chow", "tiles": "234p", "called_tile": "5p"}])),
            "the claimed 5p is not among 2p 3p 4p",
        ),
        (a_win(hands=a_hand(concealed="456m 555z 23s 1x")), "hands.0.concealed: "),
        (a_win(hands=a_hand(concealed="456m 55z f1 23s 11z")), "flowers and seasons belong in `flowers`"),
        (a_win(hands=a_hand(flowers="1m")), "flowers and seasons belong in `flowers`"),
        (a_win(hands=a_hand(riichi=True)), "Seat 0 is in riichi with an open meld"),
        (a_win(hands=a_hand(ippatsu=True)), "a riichi that was not declared"),
        (a_win(winners=[1], discarder=0), "Seat 1 won, so its hand is needed."),
        (a_win(winners=[0, 0]), "winners names a seat twice, or the discarder."),
        (a_win(discarder=0), "winners names a seat twice, or the discarder."),
        (a_win(winners=[4]), "winners.0: Input should be less than or equal to 3."),
        (a_win(winning_tile=None), "winning_tile has to name one tile"),
        (a_win(winning_tile="1s 2s"), "winning_tile has to name one tile"),
        (a_win(winners=[]), "winning_tile has to name one tile"),
        (a_win(winners=[], winning_tile=None), "belong to a win, but winners is empty."),
        (a_win(winners=[0, 2], discarder=None), "Several players can win on a discard only"),
        (a_win(robbed_kong=True, discarder=None), "A robbed kong was somebody's"),
        (a_win(replacement_tile=True), "A replacement tile is drawn, so there is no discarder."),
        (a_win(first_turn=True), "there is an open meld."),
        (a_win(penalty={"seat": 1, "kind": "chombo"}), "A penalty annuls the deal and nagashi is for a drawn one"),
        (a_win(nagashi=[1]), "A penalty annuls the deal and nagashi is for a drawn one"),
        (a_penalty("chombo", nagashi=[1]), "A penalty annuls the deal, so nobody has nagashi"),
        (a_penalty("false_win"), "riichi knows chombo, no false win."),
        (a_penalty("dead_hand"), "penalty.kind: Input should be 'chombo', 'false_win' or 'wrong_win'."),
        (a_penalty("chombo", stake=5), "fines and stake belong to a win, but winners is empty."),
        (a_win(stake_forgotten=True), "stake_forgotten needs the stake that was forgotten."),
        (a_win(stake=-5), "stake: Input should be greater than or equal to 0."),
        (a_win(stake=5), "riichi knows no stakes and no fines"),
        (a_win(fines=[{"offender": 0, "tile": "1s"}]), "The winner pays no fine"),
        (a_win(fines=[{"offender": 1, "tile": "1s2s"}]), "fines.0.tile has to name one tile, not 2."),
        (a_win(replacement_tile=True, discarder=None), "seat 0 won after a kong, but there is no kong."),
        (a_dealt_win(riichi=True), "before the first discard of seat 0, and a riichi is declared with one."),
        (a_dealt_win(double_riichi=True), "before the first discard of seat 0, and a riichi is declared with one."),
        (a_dealt_win() | {"last_tile": True}, "first_turn comes before the last tile"),
        (a_dealt_win(concealed="234p 456m 23s 11z", melds=["(5555z)"]), "nobody has declared a kong"),
        (a_dealt_win() | {"discarder": 3}, "but seat 3 discards after that when seat 0 deals."),
        (a_robbed_kong(last_tile=True), "No kong is made when nothing is left to draw"),
        (a_robbed_kong(hands=a_hand(concealed="456m 555z 11s 11z")), "Seat 0 holds 1s, but a robbed kong has all"),
        (a_robbed_kong(hands=a_hand(concealed="456m 555z 1s 111z", melds=["234p"])), "Seat 0 holds 1s, but a robbed"),
        (a_robbed_kong(indicators="1s"), "An indicator shows 1s, but all four lie in the robbed kong."),
        (
            a_robbed_kong(hands=[a_win()["hands"][0], {"concealed": "147m 258p 369s 2345z"}, None, None]),
            "Seat 1 added 1s to a pung, but the hand of seat 1 is described without that pung.",
        ),
        (a_win(indicators="111222m"), "There are five dora indicators at most"),
        (a_win(ura_indicators="1m"), "no more ura indicators than those."),
        (a_win(winning_tile="9s"), "seat 0 cannot win: the hand is not complete"),
        (a_win(hands=a_hand(concealed="456m 999p 23s 11z")), "seat 0 cannot win: the hand has no yaku"),
    ],
)
def test_what_is_no_finished_deal_is_refused_with_a_sentence(score: Score, deal: object, sentence: str) -> None:
    code, printed, error = score(deal)
    assert (code, printed) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1


def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "deal.png"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    for path, sentence in (
        (tmp_path / "none.json", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: "),
        (picture, "not even a text in UTF-8."),
    ):
        assert main(["score", str(path)]) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "deal",
    [
        a_dealt_win(),
        a_robbed_kong(),
        a_robbed_kong(hands=[a_win()["hands"][0], {"concealed": "147m 258p 369s 2z", "melds": ["111s"]}, None, None]),
        a_win(hands=a_hand(melds=["2222p"]), replacement_tile=True, discarder=None),
        a_win(hands=a_hand(melds=["2222p"]), replacement_tile=True, last_tile=True, discarder=None),
        a_win(winners=[2], hands=[None, None, a_dealt_win()["hands"][0], None], first_turn=True),
    ],
)
def test_rare_tables_that_can_be_are_valued(score: Score, deal: Json) -> None:
    code, _, error = score(deal, "--rules", "ema")
    assert (code, error) == (0, "")
