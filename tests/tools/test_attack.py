from tools.attack.__main__ import ATTACKS, rows
from tools.attack.tally import Tally


def test_the_summary_has_a_row_for_each_attack_with_what_must_not_happen_first():
    harmless = Tally(figures={"entries lost at most": 80})
    harmful = Tally(faults=["a motor ran on"] * 5)
    table = rows(ATTACKS[:2], [(harmless, 12.3), (harmful, 60.0)])
    assert [line.split()[0] for line in table if not line.startswith(" ")] == ["attack", *(a.name for a in ATTACKS[:2])]
    assert table[1].split()[-2:] == ["0", "12"]
    assert table[2].strip() == "80 entries lost at most"
    assert table[3].split()[-2:] == ["5", "60"]
    assert len([line for line in table if "a motor ran on" in line]) == 3


def test_an_attack_ends_with_1_when_something_happened_that_must_not(capsys):
    tally = Tally()
    tally.largest("ms", 3)
    tally.largest("ms", 2)
    assert tally.show("wrong scores") == 0
    tally.faults.append("a deal was settled wrongly")
    assert tally.show("wrong scores") == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in shown] == [
        "3  ms",
        "0  wrong scores",
        "3  ms",
        "1  wrong scores",
        "a deal was settled wrongly",
    ]
