"""The recipe of a card: what cloud-init reads at the first start, and what cannot be one."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tools.debian.__main__ import project_version
from tools.debian.control import debian_version
from tools.image.recipe import Recipe, RecipeError, meta_data, network_config, user_data

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")
ROOT = Path(__file__).parents[2]
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ owner@home: #' no"
RECIPE = Recipe("0.2.0", "jantaku_0.2.0_arm64.deb", "jantaku-kiosk_0.2.0_all.deb", keys=[KEY], timezone="Europe/Paris")


def test_the_first_start_names_the_computer_installs_the_package_and_starts_anew():
    text = user_data(RECIPE)
    assert text.startswith("#cloud-config\n")
    data = yaml.safe_load(text)
    assert (data["hostname"], data["timezone"]) == ("jantaku", "Europe/Paris")
    assert ["apt-get", "install", "--yes", "/boot/firmware/jantaku_0.2.0_arm64.deb"] in data["runcmd"]
    assert data["power_state"]["mode"] == "reboot"
    assert any("jantaku-kiosk_0.2.0_all.deb" in " ".join(words) for words in data["runcmd"])
    assert "kiosk" not in str(yaml.safe_load(user_data(Recipe("0.2.0", "p.deb")))["runcmd"])


def test_serial_pins_are_on_without_a_login_and_the_buses_that_nothing_uses_are_off():
    asked = {words[2]: words[3] for words in yaml.safe_load(user_data(RECIPE))["runcmd"] if words[0] == "raspi-config"}
    # raspi-config's own numbers: 0 is yes, 1 is no.
    assert asked == {"do_serial_hw": "0", "do_serial_cons": "1", "do_spi": "1", "do_i2c": "1"}


def test_nobody_gets_in_by_a_password_and_a_key_is_kept_letter_by_letter():
    data = yaml.safe_load(user_data(RECIPE))
    (user,) = data["users"]
    assert (user["lock_passwd"], data["ssh_pwauth"]) == (True, False)
    assert user["ssh_authorized_keys"] == [KEY]
    (keyless,) = yaml.safe_load(user_data(Recipe("0.2.0", "p.deb")))["users"]
    assert "ssh_authorized_keys" not in keyless, "cloud-init takes no empty list"


def test_another_version_on_the_same_card_is_another_first_start():
    assert yaml.safe_load(meta_data(RECIPE))["instance-id"] == "jantaku-0.2.0"


@pytest.mark.parametrize("secret", ["plain words", '": {} # yes', "日本語のパス八文字", "12345678"])
def test_a_network_keeps_its_name_and_passphrase_whatever_signs_they_hold(secret):
    data = yaml.safe_load(network_config('Café "3": #1', secret, "FR"))
    assert data["network"]["wifis"]["wlan0"]["access-points"] == {'Café "3": #1': {"password": secret}}
    assert data["network"]["wifis"]["wlan0"]["regulatory-domain"] == "FR"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hostname": "My Table"}, "is no name for a computer"),
        ({"user": "jantaku"}, "is one of the system"),
        ({"keys": ["-----BEGIN OPENSSH PRIVATE KEY-----"]}, "is no public key"),
        ({"timezone": "Paris: yes"}, "is no time zone"),
    ],
)
def test_what_cannot_be_a_name_a_key_or_a_zone_is_refused(changes, said):
    values = {"version": "0.2.0", "package": "p.deb", **changes}
    with pytest.raises(RecipeError, match=said):
        user_data(Recipe(**values))


@pytest.mark.parametrize(("secret", "country"), [("short", "FR"), ("long enough", ""), ("long enough", "fr")])
def test_a_network_without_passphrase_or_country_is_refused(secret, country):
    with pytest.raises(RecipeError, match=r"8 to 63|no country"):
        network_config("home", secret, country)


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.image", *words]
    return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, check=False)


def test_the_command_lays_the_recipe_beside_the_packages(tmp_path):
    version = debian_version(project_version())
    names = [f"jantaku_{version}_arm64.deb", f"jantaku-kiosk_{version}_all.deb"]
    for name in names:
        (tmp_path / name).write_text("a package")
    words = ["--packages", str(tmp_path), "--out", str(tmp_path / "card"), "--kiosk", "--wifi", "home"]
    done = run(*words, "--wifi-country", "FR", typed="long enough\n")
    assert done.returncode == 0, done.stderr
    laid = {path.name for path in (tmp_path / "card").iterdir()}
    assert laid == {"user-data", "meta-data", "network-config", *names}
    assert re.search(r"copy onto the first partition of the card", done.stdout)


def test_a_package_that_was_not_made_is_told_with_what_to_do(tmp_path):
    done = run("--packages", str(tmp_path))
    assert done.returncode == 2
    assert "make deb" in done.stderr


def test_every_command_of_the_first_start_is_words_that_a_shell_would_not_change():
    for words in yaml.safe_load(user_data(RECIPE))["runcmd"]:
        assert all(isinstance(word, str) for word in words)
        if words[0] != "sh":
            assert shlex.join(words) == " ".join(words)
    json.dumps(yaml.safe_load(user_data(RECIPE)))
