"""`jantaku backup` and `jantaku restore`, as an owner types them."""

from __future__ import annotations

from written_journals import NAME, content_of, write_games

from table_daemon.cli.main import main


def test_a_table_goes_to_another_folder_by_two_commands_that_say_what_they_did(tmp_path, capsys):
    here, there, out = tmp_path / "here", tmp_path / "there", tmp_path / "table.jantaku"
    write_games(here / NAME, 3)
    config = tmp_path / "here.toml"
    config.write_text(f'[table]\nstate_dir = "{here}"\n')
    assert main(["backup", str(out), "--config", str(config)]) == 0
    assert "journal.sqlite3, settings.toml; PINs and keys are not in it" in capsys.readouterr().out
    assert main(["restore", str(out), "--state-dir", str(there)]) == 0
    told = capsys.readouterr().out
    assert f"settings: {there / 'settings.toml'}" in told
    assert "there was nothing before" in told
    assert content_of(there / NAME) == content_of(here / NAME)
    assert main(["restore", str(out), "--config", str(config)]) == 0
    assert f"is in {here}/before-restore-" in capsys.readouterr().out


def test_a_file_that_is_no_backup_is_refused_in_one_line(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("hello")
    assert main(["restore", str(tmp_path / "a.txt"), "--state-dir", str(tmp_path / "there")]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "is no backup of Jantaku" in told
    assert not (tmp_path / "there").exists()
