"""A whole table in one file: made in the middle of a deal, brought back in another folder, played on."""

from __future__ import annotations

import json
import os
import random
import stat
import threading
import zipfile
from pathlib import Path

import pytest
from full_disk import full_disk
from keepers import keeper_on
from random_play import RandomTable
from written_journals import NAME, add_game, change, content_of, write_games

from mahjong_rules.events import Event, GameStarted
from table_daemon.backup.contents import LIST_NAME, Contents
from table_daemon.backup.making import make_backup_file
from table_daemon.backup.restoring import restore
from table_daemon.backup_service import BackupError
from table_daemon.game.keeper import GameKeeper
from table_daemon.journal.errors import JournalError
from table_daemon.journal.journal import Journal
from table_daemon.journal.repair import repair
from table_daemon.library.people_file import PeopleFile
from table_daemon.library.renaming import change_everywhere
from table_daemon.rules.house_rules import HouseRulesFile
from table_daemon.rules.presets import load_rules

AT = "2026-11-23T20:00:00+00:00"
STAMP = "2026-11-23-210000"


def backed_up(state: Path, out: Path, settings: Path | None = None) -> Contents:
    return make_backup_file(state, settings, out, made_at=AT, made_by="0.1.0")


@pytest.fixture
def table(tmp_path) -> Path:
    """A table that has everything, and secrets."""
    state = tmp_path / "here"
    write_games(state / NAME, 3, 4)
    people = PeopleFile(state / "people.sqlite3")
    people.add("Aiko", None, "")
    people.close()
    (state / "tile_sets").mkdir()
    (state / "tile_sets" / "a.npz").write_bytes(b"what was learnt")
    (state / "camera.json").write_text("{}")
    HouseRulesFile(state / "house_rules.json").add("Friday", "ema", {"rounds": "1"})
    for folder, name in (("access", "pins.json"), ("tls", "ca.key")):
        (state / folder).mkdir()
        (state / folder / name).write_text("secret 4711")
    (state / "games.sqlite3").write_bytes(b"an index")
    return state


@pytest.fixture
def file(table, tmp_path) -> Path:
    """Its backup."""
    out = tmp_path / "table.jantaku"
    backed_up(table, out)
    return out


def everything_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def changed(file: Path, name: str, data: bytes | None) -> Path:
    """A copy of the backup with one part replaced; None: without it."""
    copy = file.with_name("changed.jantaku")
    with zipfile.ZipFile(file) as before, zipfile.ZipFile(copy, "w") as after:
        for info in before.infolist():
            if info.filename != name:
                after.writestr(info.filename, before.read(info))
        if data is not None:
            after.writestr(name, data)
    return copy


def listed(file: Path) -> dict:
    with zipfile.ZipFile(file) as archive:
        return json.loads(archive.read(LIST_NAME))


def refused(file: Path, state: Path) -> str:
    """The one sentence; the table is as it was."""
    before = everything_in(state) if state.exists() else None
    if before is not None:
        before.pop(f"{NAME}.lock", None)
    with pytest.raises(BackupError) as error:
        restore(file, state, None, STAMP)
    after = everything_in(state) if state.exists() else None
    if after is not None:
        after.pop(f"{NAME}.lock", None)
    assert after == before
    assert "\n" not in str(error.value)
    return str(error.value)


def committed(keeper: GameKeeper, events: list[Event]) -> None:
    for event in events:
        if isinstance(event, GameStarted):
            keeper.start(event, "test")
        else:
            keeper.commit(event, "test")


@pytest.mark.parametrize("rules", ["tenhou", "tchou"])
def test_an_evening_backed_up_in_the_middle_of_a_deal_plays_on_in_another_folder_to_the_same_scores(tmp_path, rules):
    table = RandomTable(load_rules(rules), random.Random(5))
    table.play()
    middle = len(table.events) * 2 // 3
    here, there, out = tmp_path / "here", tmp_path / "there", tmp_path / "evening.jantaku"
    with Journal.open(here / NAME) as journal:
        keeper = keeper_on(journal)
        committed(keeper, [keeper_start(table), *table.events[:middle]])
        at_backup = keeper.game
        backed_up(here, out)
        committed(keeper, table.events[middle:])
        played_here = keeper.game
    done = restore(out, there, None, STAMP)
    assert done.aside is None
    with Journal.open(there / NAME) as journal:
        keeper = keeper_on(journal)
        assert keeper.restore()
        assert keeper.game == at_backup
        assert keeper.game.deal is not None, "the backup was made in the middle of a deal"
        committed(keeper, table.events[middle:])
        assert keeper.game == played_here
        assert keeper.game.scores == played_here.scores


def keeper_start(table: RandomTable) -> GameStarted:
    return GameStarted(table.rules.name, ("A", "B", "C", "D"), table.game.first_dealer)


def test_a_backup_made_while_entries_are_written_holds_one_moment(tmp_path):
    here, out = tmp_path / "here", tmp_path / "evening.jantaku"
    ended, begun = threading.Event(), threading.Event()

    def write() -> None:
        with Journal.open(here / NAME) as journal:
            while not ended.is_set():
                add_game(journal, 3)
                begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait()
    try:
        for _ in range(5):
            backed_up(here, out)
    finally:
        ended.set()
        writer.join()
    restore(out, tmp_path / "there", None, STAMP)
    games, entries = content_of(tmp_path / "there" / NAME)
    assert games
    assert entries


def test_everything_of_a_table_comes_back_but_what_is_secret(table, file, tmp_path):
    there = tmp_path / "there"
    restore(file, there, None, STAMP)
    assert content_of(there / NAME) == content_of(table / NAME)
    people = PeopleFile(there / "people.sqlite3")
    assert [card.name for card in people.cards()] == ["Aiko"]
    people.close()
    assert (there / "tile_sets" / "a.npz").read_bytes() == b"what was learnt"
    assert (there / "camera.json").read_text() == "{}"
    assert [kept.name for kept in HouseRulesFile(there / "house_rules.json").all()] == ["Friday"]
    assert not (there / "access").exists()
    assert not (there / "tls").exists()
    with zipfile.ZipFile(file) as archive:
        assert not any(b"4711" in archive.read(name) for name in archive.namelist())


def test_only_its_owner_reads_the_file_for_people_stand_in_it(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_was_there_is_moved_aside_and_secrets_of_this_machine_stay(table, file, tmp_path):
    there = tmp_path / "there"
    write_games(there / NAME, 7)
    (there / "access").mkdir()
    (there / "access" / "pins.json").write_text("mine")
    (there / "backups").mkdir()
    (there / "backups" / "journal-2026-11-21.sqlite3").write_bytes(b"a copy of mine")
    before = content_of(there / NAME)
    done = restore(file, there, None, STAMP)
    assert done.aside == there / f"before-restore-{STAMP}"
    assert content_of(done.aside / NAME) == before
    assert (done.aside / "backups" / "journal-2026-11-21.sqlite3").read_bytes() == b"a copy of mine"
    assert content_of(there / NAME) == content_of(table / NAME)
    assert (there / "access" / "pins.json").read_text() == "mine"


def test_a_backup_restored_where_it_was_made_changes_nothing_but_what_came_later(table, file):
    before = content_of(table / NAME)
    write_games(table / NAME, 2)
    restore(file, table, None, STAMP)
    assert content_of(table / NAME) == before
    assert not (table / "games.sqlite3").exists(), "the index is made anew"


def test_the_settings_come_along_and_name_the_state_folder_of_this_machine(table, tmp_path):
    settings, out = tmp_path / "here.toml", tmp_path / "table.jantaku"
    settings.write_text(f'# mine\n[table]\nstate_dir = "{table}"\n[geometry]\nsurface_mm = 700\n')
    backed_up(table, out, settings)
    there, its_settings = tmp_path / "there", tmp_path / "there.toml"
    its_settings.write_text("[play]\nquiet_s = 2.0\n")
    done = restore(out, there, its_settings, STAMP)
    assert done.settings == its_settings
    assert its_settings.read_text() == f'# mine\n[table]\nstate_dir = "{there}"\n[geometry]\nsurface_mm = 700\n'
    assert (done.aside / "settings.toml").read_text() == "[play]\nquiet_s = 2.0\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_what_root_restores_belongs_to_the_user_who_owns_the_table(file, tmp_path):
    there = tmp_path / "there"
    write_games(there / NAME, 2)
    os.chown(there, 12345, 12346)
    done = restore(file, there, None, STAMP)
    for path in (there / NAME, there / "tile_sets" / "a.npz", done.aside):
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


def test_a_table_in_use_is_not_restored(file, tmp_path):
    there = tmp_path / "there"
    with Journal.open(there / NAME), pytest.raises(JournalError, match="in use by another daemon; stop that one"):
        restore(file, there, None, STAMP)
    assert not list(there.glob("before-restore-*"))


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused(file, tmp_path, kept):
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * kept)])
    assert "or only a part of one" in refused(file, tmp_path / "there")
    assert not (tmp_path / "there").exists()


def test_a_flipped_bit_anywhere_is_found_and_the_table_stays_as_it_was(table, file):
    data, chance = file.read_bytes(), random.Random(3)
    for _ in range(40):
        damaged = bytearray(data)
        damaged[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        before = everything_in(table)
        try:
            restore(file, table, None, STAMP)
        except BackupError:
            assert {**everything_in(table), f"{NAME}.lock": b""} == {**before, f"{NAME}.lock": b""}
        else:  # a bit that says nothing of the content: a date, a flag of the packing
            assert content_of(table / NAME)
            (table / f"before-restore-{STAMP}").rename(table.parent / f"aside-{chance.random()}")


def test_what_is_incomplete_foreign_newer_or_damaged_is_refused_with_one_sentence(table, file, tmp_path):
    no_zip = tmp_path / "holiday.jpg"
    no_zip.write_bytes(b"\xff\xd8 a picture")
    assert "no backup of Jantaku" in refused(no_zip, table)
    assert "there is no" in refused(tmp_path / "nothing.jantaku", table)
    assert "it has no contents.json" in refused(changed(file, LIST_NAME, None), table)
    assert "says nothing of one" in refused(changed(file, LIST_NAME, b"[1, 2]"), table)
    assert "people.sqlite3 is missing" in refused(changed(file, "people.sqlite3", None), table)
    assert "tile_sets/a.npz is not what was written" in refused(
        changed(file, "tile_sets/a.npz", b"otherwise told"), table
    )
    other = {**listed(file), "kind": "another program"}
    assert "but 'another program'" in refused(changed(file, LIST_NAME, json.dumps(other).encode()), table)
    newer = {"kind": "jantaku backup", "format": 2, "made_by": "9.1", "parts": {}}
    sentence = refused(changed(file, LIST_NAME, json.dumps(newer).encode()), table)
    assert "made by Jantaku 9.1, which is newer than this one" in sentence
    assert "update Jantaku" in sentence


def test_a_name_that_leads_out_of_the_folder_is_never_unpacked(file, tmp_path):
    contents = listed(file)
    contents["files"].append({"name": "../../evil.npz", "size": 4, "sha256": "0" * 64})
    bad = changed(file, LIST_NAME, json.dumps(contents).encode())
    assert "it has '../../evil.npz'" in refused(bad, tmp_path / "there")


def test_a_journal_of_a_later_version_is_left_to_a_later_jantaku(table, tmp_path):
    out = tmp_path / "table.jantaku"
    change(table / NAME, "PRAGMA user_version = 9")
    backed_up(table, out)
    assert "which is newer than this one (journal of format 9" in refused(out, tmp_path / "there")


def test_settings_that_this_version_does_not_take_are_refused_by_their_key(table, tmp_path):
    settings, out = tmp_path / "here.toml", tmp_path / "table.jantaku"
    settings.write_text("[camera]\nsmell = 3\n")
    backed_up(table, out, settings)
    assert "settings.toml: camera.smell" in refused(out, tmp_path / "there")


def test_a_damaged_journal_is_not_backed_up_as_if_it_were_sound(table, tmp_path):
    change(table / NAME, "UPDATE entries SET deal = 9 WHERE seq = 2")
    with pytest.raises(BackupError, match="`jantaku journal repair` keeps what is sound"):
        backed_up(table, tmp_path / "table.jantaku")
    assert not (tmp_path / "table.jantaku").exists()


def test_without_a_journal_there_is_nothing_to_back_up(tmp_path):
    with pytest.raises(BackupError, match="there is no journal in"):
        backed_up(tmp_path, tmp_path / "table.jantaku")


def test_a_full_disk_leaves_the_backup_before_and_nothing_half(table, file, tmp_path):
    before = file.read_bytes()
    with full_disk(), pytest.raises(BackupError, match=r"cannot be copied \(.*\): free the disk"):
        backed_up(table, file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "table.jantaku"]


def test_a_folder_that_cannot_be_written_keeps_what_it_has(table, file, tmp_path):
    settings = tmp_path / "here.toml"
    settings.write_text("")
    out = tmp_path / "with.jantaku"
    backed_up(table, out, settings)
    there = tmp_path / "there"
    write_games(there / NAME, 2)
    before = content_of(there / NAME)
    with pytest.raises(BackupError, match="everything is as it was"):
        restore(out, there, tmp_path / "no folder" / "site.toml", STAMP)
    assert content_of(there / NAME) == before
    assert not list(there.glob("before-restore-*"))


def test_a_name_taken_out_leaves_what_a_restore_has_put_aside_too(tmp_path, file):
    there = tmp_path / "there"
    with Journal.open(there / NAME) as journal:
        journal.start_game("g", at=AT)
        journal.append({"names": ["Chiyoko", "B", "C", "D"]}, game="g", cause="test", at=AT)
    done = restore(file, there, None, STAMP)
    change_everywhere(there / NAME, "Chiyoko", None)
    assert not any(b"Chiyoko" in data for data in everything_in(done.aside).values())


def test_a_restored_journal_is_not_repaired_from_copies_of_another(table, file, tmp_path):
    there = tmp_path / "there"
    restore(file, there, None, STAMP)
    repaired = repair(there / NAME, [], STAMP)
    assert (repaired.kept, repaired.newest) == (7, 7)
