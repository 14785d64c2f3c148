from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from played_library import PEOPLE, recorded_game, write_games
from written_files import files_with

from table_daemon.errors import UserError
from table_daemon.journal.backups import make_backup
from table_daemon.journal.examination import examine
from table_daemon.journal.journal import Journal
from table_daemon.library.careers import Period
from table_daemon.library.library import Shelf
from table_daemon.library.people import career, carry_out, people_list, people_table
from wire.people_documents import AddPerson, ChangePerson, MergePeople, RemovePerson

GAMES = [recorded_game(), recorded_game((PEOPLE[4], *PEOPLE[1:4])), recorded_game(("Ben", PEOPLE[0], "Chen", "Eve"))]


@pytest.fixture
def shelf(tmp_path: Path):
    write_games(tmp_path / "journal.sqlite3", GAMES)
    opened = Shelf(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    opened.catch_up_if_there(wholly=True)
    yield opened
    opened.close()


def add(shelf: Shelf, name: str) -> int:
    return carry_out(shelf, AddPerson(action="add", name=name), ())["person"]


def names(shelf: Shelf) -> list[str]:
    return [row["name"] for row in people_table(shelf, Period())["rows"]]


def test_a_new_card_takes_the_earlier_games_of_its_name(shelf: Shelf) -> None:
    person = add(shelf, "Aiko")
    found = career(shelf, person, Period())
    assert (found["person"]["games"], found["figures"]["games"]) == (2, 2)
    assert found["best"] is not None
    assert [card["name"] for card in people_list(shelf)["people"]] == ["Aiko"]
    assert people_list(shelf)["last_game"] == ["Ben", "Aiko", "Chen", "Eve"]


def test_who_has_a_card_is_told_from_guests(shelf: Shelf) -> None:
    person = add(shelf, "Chen")
    rows = {row["name"]: row["id"] for row in people_table(shelf, Period())["rows"]}
    assert rows == {
        "Aiko": None,
        "Benoît": None,
        "Chen": person,
        "Dorothea": None,
        "Emil": None,
        "Ben": None,
        "Eve": None,
    }


def test_a_name_has_one_card_however_it_is_written(shelf: Shelf) -> None:
    add(shelf, "Benoît")
    for same in ("Benoît", "BENOÎT", "Benoi\u0302t", "Ｂenoît"):
        with pytest.raises(UserError, match="has a card already"):
            add(shelf, same)


def test_a_new_name_stands_in_every_game_and_in_no_file_the_old_one(shelf: Shelf, tmp_path: Path) -> None:
    make_backup(tmp_path / "journal.sqlite3", date(2026, 11, 22))
    person = add(shelf, "Dorothea")
    before = career(shelf, person, Period())
    carry_out(shelf, ChangePerson(action="change", person=person, name="Dora"), ())
    assert {**career(shelf, person, Period()), "person": 0} == {**before, "person": 0}
    assert shelf.game(shelf.journal.spans()[0].record.id)["listed"]["names"][3] == "Dora"
    assert files_with(tmp_path, "Dorothea") == []
    assert examine(tmp_path / "journal.sqlite3").faults == ()


def test_two_cards_of_one_person_become_one_with_all_games(shelf: Shelf) -> None:
    ben, benoit = add(shelf, "Ben"), add(shelf, "Benoît")
    carry_out(shelf, MergePeople(action="merge", person=ben, into=benoit), ())
    assert career(shelf, benoit, Period())["figures"]["games"] == 3
    assert "Ben" not in names(shelf)
    with pytest.raises(UserError, match="no card any more"):
        career(shelf, ben, Period())


def test_people_who_played_each_other_are_two(shelf: Shelf) -> None:
    one, other = add(shelf, "Aiko"), add(shelf, "Chen")
    with pytest.raises(UserError, match=r"played each other \(2 games\)"):
        carry_out(shelf, MergePeople(action="merge", person=one, into=other), ())
    with pytest.raises(UserError, match="same person"):
        carry_out(shelf, MergePeople(action="merge", person=one, into=one), ())


def test_a_removed_person_leaves_no_name_in_any_file_and_the_others_keep_their_games(
    shelf: Shelf, tmp_path: Path
) -> None:
    copy = make_backup(tmp_path / "journal.sqlite3", date(2026, 11, 22))
    (tmp_path / "damaged-1").mkdir()
    (tmp_path / "damaged-1" / "journal.sqlite3").write_bytes(copy.read_bytes())
    gone, stays = add(shelf, "Benoît"), add(shelf, "Chen")
    before = career(shelf, stays, Period())
    assert files_with(tmp_path, "Benoît") != []
    assert carry_out(shelf, RemovePerson(action="remove", person=gone), ()) == {"still_in": []}
    assert files_with(tmp_path, "Benoît") == []
    after = career(shelf, stays, Period())
    assert after["figures"] == before["figures"]
    assert sorted(rival["games"] for rival in after["rivals"]) == sorted(rival["games"] for rival in before["rivals"])
    assert "#2" in names(shelf)
    assert [shelf.deal(span.record.id, 1)["number"] for span in shelf.journal.spans()] == [1, 1, 1]
    shelf.close()
    (tmp_path / "games.sqlite3").unlink()
    shelf.catch_up_if_there(wholly=True)
    assert "#2" in names(shelf), "the index made anew knows as little"
    for file in (tmp_path / "journal.sqlite3", copy):
        assert examine(file).faults == ()


def test_a_name_in_what_somebody_typed_is_not_hidden_but_told(shelf: Shelf, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        payload = {"kind": "scores", "why": "Dorothea counted", "edits": []}
        journal.append(payload, game=journal.games()[-1].id, cause="page", at="2026-11-21T10:00:00.000Z")
    person = add(shelf, "Dorothea")
    answer = carry_out(shelf, RemovePerson(action="remove", person=person), ())
    assert "journal.sqlite3" in answer["still_in"]


def test_who_plays_just_now_keeps_name_and_card(shelf: Shelf) -> None:
    person, other = add(shelf, "Aiko"), add(shelf, "Emil")
    for wish in (
        RemovePerson(action="remove", person=person),
        ChangePerson(action="change", person=person, name="A"),
        MergePeople(action="merge", person=person, into=other),
    ):
        with pytest.raises(UserError, match="Aiko plays in the game that is on"):
            carry_out(shelf, wish, {"Aiko", "Chen"})
    carry_out(shelf, ChangePerson(action="change", person=person, colour="red"), {"Aiko"})
    assert career(shelf, person, Period())["person"]["colour"] == "red"


def test_games_that_wait_to_be_read_are_told_and_a_name_changed_meanwhile_is_right_in_them(
    shelf: Shelf, tmp_path: Path
) -> None:
    shelf.close()
    (tmp_path / "games.sqlite3").unlink()
    chen = add(shelf, "Chen")
    assert people_list(shelf)["pending"] == 1
    carry_out(shelf, ChangePerson(action="change", person=chen, name="Ch’en"), ())
    assert people_list(shelf)["pending"] == 0
    assert career(shelf, chen, Period())["figures"]["games"] == 3


def test_a_card_without_a_journal_is_a_card(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "journal.sqlite3", tmp_path / "games.sqlite3")
    person = add(shelf, "Aiko")
    assert career(shelf, person, Period())["figures"]["games"] == 0
    assert carry_out(shelf, RemovePerson(action="remove", person=person), ()) == {"still_in": []}
    assert people_list(shelf) == {"people": [], "last_game": [], "pending": 0}
    shelf.close()
