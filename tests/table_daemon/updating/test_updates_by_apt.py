"""Root's side of an update, with the real apt and dpkg in a tree of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from apt_tree import AptTree, needs_apt, needs_root

from table_daemon.cli import update as command
from table_daemon.update_service import UpdateError, UpdateWhy
from table_daemon.updating import apt, wish_file
from table_daemon.updating.carrying_out import bring, carry_out_wish, install, look
from table_daemon.updating.offers import kept_offer, newest_offer
from table_daemon.updating.told_files import told_offer, told_progress

pytestmark = [needs_apt, needs_root, pytest.mark.slow]


def now() -> str:
    return "2026-11-23T20:00:00+00:00"


@pytest.fixture
def tree(tmp_path: Path) -> AptTree:
    tree = AptTree.made(tmp_path)
    tree.install_by_hand(tree.package("0.1.0"))
    return tree


def wished(tree: AptTree, version: str) -> None:
    wish_file.write_wish(tree.places, version)
    carry_out_wish(tree.places, now)


def refused(tree: AptTree, version: str) -> UpdateWhy:
    with pytest.raises(UpdateError) as error:
        wished(tree, version)
    assert "\n" not in str(error.value)
    progress = told_progress(tree.places)
    assert progress is not None
    assert (progress["phase"], progress["text"]) == ("failed", str(error.value))
    return error.value.why


def test_what_apt_offers_is_told_with_what_is_new_since_the_installed_version(tree):
    tree.publish(tree.package("0.3.0"), tree.package("0.2.0"))
    wished(tree, "")
    version, changes, before, looked_at = told_offer(tree.places)
    assert (version, before, looked_at) == ("0.3.0", "", now())
    assert changes == [
        {"version": "0.3.0", "points": ["The wall is two tiles higher than before."]},
        {"version": "0.2.0", "points": ["Chairs are told."]},
    ]
    assert told_progress(tree.places)["phase"] == "done"
    assert tree.says() == "0.1.0"


def test_a_wish_installs_the_version_and_a_second_one_goes_back_to_the_one_before(tree):
    tree.publish(tree.package("0.3.0"))
    wished(tree, "")
    wished(tree, "0.3.0")
    assert tree.says() == "0.3.0"
    assert told_offer(tree.places)[0] == ""
    assert told_offer(tree.places)[2] == "0.1.0"
    wished(tree, "0.1.0")
    assert tree.says() == "0.1.0"
    assert told_progress(tree.places) == {"phase": "done", "version": "0.1.0", "percent": 100, "why": "", "text": ""}


def test_the_version_before_is_kept_as_the_package_that_it_was(tree, tmp_path):
    tree.publish(tree.package("0.3.0"))
    look(tree.places, now)
    install(tree.places, "0.3.0", now, lambda *_: None)
    kept = kept_offer(tree.places)
    assert kept is not None
    for ask in ("--field", "--contents", "--ctrl-tarfile"):
        words = ["dpkg-deb", ask]
        if ask == "--ctrl-tarfile":
            continue
        said = [
            subprocess.run([*words, str(path)], check=True, capture_output=True, text=True).stdout
            for path in (tmp_path / "jantaku_0.1.0_all.deb", Path(kept.target))
        ]
        names = [[line.split()[-1] if ask == "--contents" else line for line in text.splitlines()] for text in said]
        assert sorted(names[0]) == sorted(names[1])


def test_a_package_that_root_brings_is_offered_and_installed_without_a_source_of_apt(tree):
    offer = bring(tree.places, tree.package("0.2.0"), now)
    assert offer.version == "0.2.0"
    bring(tree.places, tree.package("0.3.0"), now)
    assert [path.name for path in tree.places.brought.glob("*")] == ["jantaku_0.3.0_all.deb"]
    wished(tree, "0.3.0")
    assert tree.says() == "0.3.0"


def test_what_the_owner_edited_stays_and_nobody_is_asked(tree):
    (tree.root / "etc/jantaku.conf").write_text("as the owner wants it\n")
    bring(tree.places, tree.package("0.3.0"), now)
    wished(tree, "0.3.0")
    wished(tree, "0.1.0")
    assert (tree.root / "etc/jantaku.conf").read_text() == "as the owner wants it\n"


def test_a_package_of_another_name_or_computer_is_not_taken(tree):
    for package in (tree.package("9", name="other"), tree.package("0.3.0", architecture="s390x")):
        with pytest.raises(UpdateError, match="no package of Jantaku for this computer"):
            bring(tree.places, package, now)
    assert newest_offer(tree.places) is None


def test_a_package_that_others_than_root_may_change_is_not_offered(tree):
    bring(tree.places, tree.package("0.3.0"), now)
    tree.places.brought.chmod(0o777)
    assert newest_offer(tree.places) is None
    tree.places.brought.chmod(0o755)
    brought = next(tree.places.brought.glob("*.deb"))
    os.chown(brought, 65534, 65534)
    assert newest_offer(tree.places) is None


def test_only_the_newest_version_and_the_kept_one_can_be_wished_for(tree):
    tree.publish(tree.package("0.3.0"), tree.package("0.2.0"), tree.package("0.0.9"))
    wished(tree, "")
    for version in ("0.2.0", "0.0.9", "7"):
        assert refused(tree, version) == UpdateWhy.NOT_OFFERED
    assert tree.says() == "0.1.0"


def test_a_deal_that_begins_meanwhile_leaves_the_version_that_plays(tree):
    refusing = "echo 'jantaku: a deal is still in play' >&2; exit 1"
    bring(tree.places, tree.package("0.3.0", preinst=refusing), now)
    assert refused(tree, "0.3.0") == UpdateWhy.IN_PLAY
    assert tree.says() == "0.1.0"


def test_a_deal_in_play_is_waited_for_before_apt_begins(tree):
    waiter = tree.places.waiter
    waiter.parent.mkdir(parents=True)
    waiter.write_text(f'#!/bin/sh\necho "$@" > {tree.folder}/waited\nexit 1\n')
    waiter.chmod(0o755)
    bring(tree.places, tree.package("0.3.0"), now)
    assert refused(tree, "0.3.0") == UpdateWhy.IN_PLAY
    assert (tree.folder / "waited").read_text() == "--longest 900\n"


def test_a_version_that_does_not_start_is_told_and_the_one_that_runs_stays_kept(tree):
    passed_over = tree.places.passed_over
    bring(tree.places, tree.package("0.3.0", preinst=f"mkdir -p {passed_over.parent}; touch {passed_over}"), now)
    assert refused(tree, "0.3.0") == UpdateWhy.DID_NOT_START
    bring(tree.places, tree.package("0.4.0", preinst=f"rm {passed_over}; exit 1"), now)
    assert refused(tree, "0.4.0") == UpdateWhy.APT
    assert kept_offer(tree.places).version == "0.1.0"


def test_without_a_source_that_answers_people_are_told_to_look_at_the_network(tree):
    (tree.root / "etc/apt/sources.list").write_text("deb [trusted=yes] http://127.0.0.1:9/ ./\n")
    assert refused(tree, "") == UpdateWhy.NO_NETWORK
    bring(tree.places, tree.package("0.3.0"), now)
    wished(tree, "")
    assert told_offer(tree.places)[0] == "0.3.0"


def test_two_updates_never_run_at_once(tree):
    bring(tree.places, tree.package("0.3.0"), now)

    def another(*_: object) -> None:
        with pytest.raises(UpdateError) as error:
            look(tree.places, now)
        assert error.value.why == UpdateWhy.BUSY

    install(tree.places, "0.3.0", now, another)
    assert tree.says() == "0.3.0"
    assert not tree.places.at_work.exists()


def test_progress_is_what_apt_says_of_itself(tree):
    bring(tree.places, tree.package("0.3.0"), now)
    told: list[tuple[str, int]] = []
    install(tree.places, "0.3.0", now, lambda phase, percent: told.append((phase, percent)))
    assert list(dict.fromkeys(phase for phase, _ in told)) == ["fetching", "waiting", "installing"]
    percents = [percent for phase, percent in told if phase == "installing"]
    assert percents == sorted(percents)
    assert percents[-1] >= 60


@pytest.mark.parametrize(
    ("line", "percent"),
    [("pmstatus:jantaku:33.3:Unpacking", 33), ("dlstatus:1:50:Fetching", None), ("pmerror:x:1:y", None), ("", None)],
)
def test_a_line_that_is_no_step_of_an_installation_says_no_percent(line, percent):
    assert apt.percent_of(line, "pmstatus") == percent


def run_command(tree: AptTree, capsys, **words: object) -> str:
    args = {"install": False, "back": False, "add": None, "carry_out": False, **words}
    command.run(type("Words", (), args)(), tree.places)
    return capsys.readouterr().out


def test_the_command_says_what_is_new_installs_it_and_goes_back(tree, capsys):
    tree.publish()
    run_command(tree, capsys, add=tree.package("0.3.0"))
    said = run_command(tree, capsys)
    assert "installed: 0.1.0\noffered:   0.3.0" in said
    assert "new in 0.3.0:\n* The wall is two tiles higher than before." in said
    assert "version 0.3.0 is installed and runs" in run_command(tree, capsys, install=True)
    assert "nothing is newer than 0.3.0" in run_command(tree, capsys, install=True)
    assert "before:    0.1.0" in run_command(tree, capsys)
    assert "version 0.1.0 is installed and runs" in run_command(tree, capsys, back=True)


def test_without_a_network_the_command_still_says_what_is_installed(tree, capsys):
    said = run_command(tree, capsys)
    assert "note:      the lists of packages could not be fetched; look at the network" in said
    assert "installed: 0.1.0\noffered:   nothing newer" in said


def test_a_computer_without_the_package_says_how_to_update_there(tmp_path):
    tree = AptTree.made(tmp_path)
    with pytest.raises(UpdateError, match=r"git pull"):
        run_command(tree, None)


def test_root_imports_nothing_but_pythons_own_library_and_ours():
    code = (
        "import sys, table_daemon.cli.update\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*sorted(names - set(sys.stdlib_module_names) - {'table_daemon', 'wire', '__main__'}))"
    )
    root = Path(__file__).parents[3]
    words = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {json.dumps(str(root))})\n{code}"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
