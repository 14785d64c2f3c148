"""A file of faults: every kind can be written down, and a mistake in it is one sentence with its place and remedy."""

import re
from pathlib import Path

import pytest

from hw_sim.faults.plan import AnyFault, FaultFileError, read_faults
from mahjong_rules.set_names import SetName
from table_daemon.cli.main import main
from table_daemon.config_files import config_path

GUIDE = Path(__file__).parents[3] / "docs" / "simulated_faults.md"


def written(folder: Path, text: str) -> Path:
    file = folder / "faults.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", sorted(config_path("examples/faults").glob("*.toml")), ids=lambda file: file.stem)
def test_every_example_can_be_read(file):
    assert read_faults(file).fault


def test_times_and_moments_are_read(tmp_path):
    text = 'seed = 9\n[[fault]]\nkind = "tile_missing"\ntile_set = "B"\nwhen = "build"\nnth = 2\nafter_s = 1.5\n'
    plan = read_faults(written(tmp_path, text))
    (fault,) = plan.fault
    assert (plan.seed, fault.tile_set, fault.when, fault.nth, fault.after_s) == (9, SetName.B, "build", 2, 1.5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "names no fault"),
        ("[[fault]\n", "is no valid TOML"),
        ("speed = 3\n", "speed: there is no such key here"),
        ("[[fault]]\nat_s = 1\n", "fault 1: a key is missing"),
        ('[[fault]]\nkind = "earthquake"\nat_s = 1\n', "earthquake"),
        ('[[fault]]\nkind = "tile_jam"\n', "fault 1 (tile_jam): give either at_s or when"),
        ('[[fault]]\nkind = "tile_jam"\nat_s = 1\nwhen = "build"\n', "give either at_s or when"),
        ('[[fault]]\nkind = "tile_jam"\nat_s = 1\nnth = 2\n', "nth and after_s belong to when"),
        ('[[fault]]\nkind = "tile_jam"\nat_s = 1\nside = 4\n', "fault 1 (tile_jam), side = 4: input should be less"),
        ('[[fault]]\nkind = "tile_jam"\nat_s = 1\nsite = 4\n', "fault 1 (tile_jam), site: there is no such key here"),
        ('[[fault]]\nkind = "slow_motor"\nat_s = 1\n', "fault 1 (slow_motor), mechanism: a key is missing"),
        ('[[fault]]\nkind = "sensor_dead"\nat_s = 1\nsensor = "nose"\n', "'nose' is not known; expected one of"),
        ('[[fault]]\nkind = "board_reset"\nat_s = 1\nfor_s = 3\n', "for_s: there is no such key here"),
        ('[[fault]]\nkind = "bytes_lost"\nwhen = "tea_time"\n', "when = 'tea_time': input should be 'build'"),
    ],
)
def test_a_broken_file_ends_the_command_with_one_sentence_and_status_2(text, sentence, tmp_path, capsys):
    file = written(tmp_path, text)
    assert main(["simulate", "--headless", "--faults", str(file)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert str(file) in said
    assert said.count("\n") == 1


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FaultFileError, match=r"none\.toml: cannot be read"):
        read_faults(tmp_path / "none.toml")


def test_the_guide_names_every_kind_and_every_key():
    guide = GUIDE.read_text(encoding="utf-8")
    for model in AnyFault.__args__:
        for kind in model.model_fields["kind"].annotation.__args__:
            assert f"`{kind}`" in guide
        assert [name for name in model.model_fields if f"`{name}`" not in guide] == []


def test_every_kind_in_the_tables_of_the_guide_is_accepted(tmp_path):
    own = {"slow_motor": 'mechanism = "dome"\n', "sensor_dead": 'sensor = "dome_top"\n'}
    own["sensor_chatter"] = own["sensor_dead"]
    table = GUIDE.read_text(encoding="utf-8").partition("## Kinds")[2].partition("\n## ")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    kinds = [kind for cell in first_cells for kind in re.findall(r"`(\w+)`", cell)]
    assert len(kinds) > 15
    for kind in kinds:
        text = f'[[fault]]\nkind = "{kind}"\nat_s = 1\n{own.get(kind, "")}'
        assert [fault.kind for fault in read_faults(written(tmp_path, text)).fault] == [kind]
