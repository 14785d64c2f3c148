"""The configuration: every shipped file loads, and every mistake is told in one sentence that says what to do."""

import runpy
import tomllib
from pathlib import Path

import pytest

from table_daemon.cli.main import main
from table_daemon.settings import Settings, SettingsError, doubt_of, load_settings

CONFIG = Path(__file__).parents[2] / "config"
TOOL = Path(__file__).parents[2] / "tools" / "settings_reference.py"


@pytest.mark.parametrize("file", [CONFIG / "table.toml", *sorted((CONFIG / "examples").glob("*.toml"))], ids=str)
def test_every_shipped_configuration_loads(file: Path) -> None:
    assert doubt_of(load_settings(file)) == ""


def test_the_reference_lists_every_setting_with_its_default() -> None:
    assert (CONFIG / "table.toml").read_text() == runpy.run_path(str(TOOL))["reference"]()
    assert load_settings(CONFIG / "table.toml") == Settings()


def test_the_simulated_table_says_so_by_an_ordinary_setting() -> None:
    assert load_settings(CONFIG / "examples" / "simulator.toml").table.notice == "simulation"


def test_later_settings_win(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nmachine = "simulated_740.toml"\n[camera]\nwidth = 1920\n')
    settings = load_settings(file, ["http.port=0", "camera.height=1080"])
    machine = tomllib.loads((CONFIG / "machines" / "simulated_740.toml").read_text())
    assert settings.geometry.marker_at_mm == machine["geometry"]["marker_at_mm"]
    assert (settings.camera.width, settings.camera.height) == (1920, 1080)
    assert settings.http.port == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[camera]\nwidht = 1\n", "camera.widht: there is no such setting"),
        ('[camera]\nwidth = "wide"\n', "camera.width = 'wide': input should be a valid integer"),
        ("[play]\nquiet_s = -1\n", "play.quiet_s = -1: input should be greater than or equal to 0.2"),
        ("[camera\n", "is no valid TOML"),
        (f"[play]\nquiet_s = {'9' * 5000}\n", "is no valid TOML"),
        (f"play = {'[' * 5000}{']' * 5000}\n", "is no valid TOML"),
        ('[[table]]\nmachine = "a"\n', "table = [{'machine': 'a'}]: input should be a valid dictionary"),
        ('table = "x"\n', "table = 'x': input should be a valid dictionary"),
        (
            '[table]\nmachine = "none.toml"\n',
            "table.machine = 'none.toml': there is none of this name; choose one of simulated_740.toml",
        ),
        (f'[table]\nnotice = "{"x" * 10_000}"\n', "string should have at most 80 characters"),
        ('[table]\nnotice = "a\\u0000b"\n', "expected a text without control characters"),
        ('[table]\nnotice = "a\\u202eb"\n', "or such that turn text round; type it anew"),
        ("[http]\nprt = 1\n", "http.prt: there is no such setting (did you mean port?)"),
        ("[htp]\nport = 1\n", "htp: there is no such setting (did you mean http?)"),
        (
            '[play]\nrules = "tenho"\n',
            "play.rules = 'tenho': there is none of this name (did you mean tenhou or tchou?)",
        ),
        (
            '[play]\nrules = "tenhou"\noptions = { red_five = "true" }\n',
            "play.options: The rules tenhou have no option 'red_five' (did you mean red_fives?)",
        ),
    ],
)
def test_a_mistake_names_file_key_value_and_what_was_expected(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as error:
        load_settings(file)
    assert expected in str(error.value)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        '[table]\nmachine = "x"\n[play]\nrules = "tenho"\n[camera]\nwidht = 1\n[http]\nport = 99999\nprt = 8000\n'
    )
    with pytest.raises(SettingsError) as error:
        load_settings(file)
    told = str(error.value).splitlines()
    keys = ("table.machine", "play.rules", "camera.widht", "http.port", "http.prt")
    assert sorted(next(key for key in keys if f": {key}" in line) for line in told) == sorted(keys)


def test_config_check_prints_every_mistake_and_what_may_have_been_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nmachine = "simulated.toml"\n[http]\nprt = 8000\n[play]\nrules = "emma"\n')
    assert main(["config", "check", str(file)]) == 2
    told = capsys.readouterr().err
    assert all(near in told for near in ("did you mean simulated_740.toml", "did you mean port", "did you mean ema"))


def test_a_wrong_override_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.toml"
    file.write_text("")
    assert main(["run", "--config", str(file), "--set", "port"]) == 2
    told = capsys.readouterr().err
    assert "expected section.key=value" in told
    assert "Traceback" not in told


def test_a_table_of_another_size_with_the_zones_of_the_usual_one_is_doubted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "check", str(CONFIG / "table.toml"), "--set", "geometry.surface_mm=840"]) == 0
    assert "geometry.surface_mm is 840, but geometry.zones are those of 740" in capsys.readouterr().out
    zones = "geometry.zones={ wall = [{u_from_mm = -210, u_to_mm = 210, v_from_mm = -240, v_to_mm = -205}] }"
    assert doubt_of(load_settings(None, ["geometry.surface_mm=840", zones])) == ""
