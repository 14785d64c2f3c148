from __future__ import annotations

import pytest
from written_journals import NAME, write_games

from table_daemon.journal.witness import Witness, WitnessFile, read_witness, witness_path

WITNESS = Witness(newest=42, link=bytes(range(16)), begun=3, ended=2)


def test_what_was_written_is_read(tmp_path):
    file = WitnessFile(tmp_path / NAME)
    file.write(Witness(99_999, bytes(16), 12, 11))
    file.write(WITNESS)
    file.close()
    assert read_witness(tmp_path / NAME) == WITNESS


def test_there_may_be_none(tmp_path):
    assert read_witness(tmp_path / NAME) is None


def test_every_line_is_equally_long():
    assert len(WITNESS.line()) == len(Witness(0, bytes(16), 0, 0).line())


@pytest.mark.parametrize("place", range(len(WITNESS.line()) - 1))
def test_a_changed_byte_is_found(tmp_path, place):
    line = bytearray(WITNESS.line())
    line[place] ^= 1
    witness_path(tmp_path / NAME).write_bytes(line)
    with pytest.raises(ValueError, match=r"checksum|decode"):
        read_witness(tmp_path / NAME)


def test_it_knows_what_the_journal_holds(tmp_path):
    write_games(tmp_path / NAME, 5, 3)
    said = read_witness(tmp_path / NAME)
    assert said is not None
    assert (said.newest, said.begun, said.ended) == (8, 2, 1)
