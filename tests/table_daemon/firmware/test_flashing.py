"""Bringing a firmware onto a board: what is kept, what is written, and the way back."""

import pytest
from prompted_board import PromptedBoard

from board_firmware.handover import FILE
from table_daemon.errors import UserError
from table_daemon.firmware.flashing import Flashing, FlashingError
from table_daemon.firmware.raw_repl import RawRepl, ReplError
from table_daemon.firmware.shipped import firmware_hash, shipped_files
from table_daemon.firmware_service import FirmwareWhy

OLD = {"board_firmware/start.py": b"old start", "board_firmware/gone.py": b"x = 1\n" * 200, "main.py": b"old start"}
RECORD = bytes(range(49))


@pytest.fixture
def board(tmp_path) -> PromptedBoard:
    flash = tmp_path / "flash"
    for name, content in {**OLD, "record.bin": RECORD}.items():
        (flash / name).parent.mkdir(parents=True, exist_ok=True)
        (flash / name).write_bytes(content)
    return PromptedBoard(flash)


@pytest.fixture
def told() -> list[tuple[str, int, int]]:
    return []


@pytest.fixture
def flashing(board, told, tmp_path) -> Flashing:
    return Flashing(board.line, board.greeted, board.leave, tmp_path / "kept", lambda *step: told.append(step))


def without_record(board: PromptedBoard) -> dict[str, bytes]:
    return {name: content for name, content in board.files.items() if name != "record.bin"}


def test_a_board_gets_the_files_of_this_program_and_nothing_else_but_keeps_its_record(board, flashing, tmp_path):
    flashing.bring(shipped_files())
    assert without_record(board) == shipped_files()
    assert board.files["record.bin"] == RECORD
    assert board.greeted().firmware_hash == firmware_hash(shipped_files())
    kept = {str(path.relative_to(tmp_path / "kept")): path.read_bytes() for path in (tmp_path / "kept").rglob("*.py")}
    assert kept == OLD


def test_progress_is_told_in_every_part(flashing, told):
    flashing.bring(shipped_files())
    assert [doing for doing, done, _of in told if done == 0] == ["keeping", "writing", "proving"]
    assert all(done < of for _doing, done, of in told)


def test_a_board_with_nothing_but_micropython_gets_its_first_firmware(flashing, board):
    for name in OLD:
        (board.flash / name).unlink()
    flashing.bring(shipped_files())
    assert without_record(board) == shipped_files()


def test_a_firmware_that_does_not_answer_is_taken_back(flashing, board):
    board.broken.add(shipped_files()["main.py"])
    with pytest.raises(FlashingError, match=r"does not answer .*; the board has its firmware from before again"):
        flashing.bring(shipped_files())
    assert without_record(board) == OLD


def test_a_flash_that_is_full_in_the_middle_is_taken_back(flashing, board):
    board.fails_at = "board_firmware/record.py.new"
    with pytest.raises(FlashingError, match=r"ENOSPC.*; the board has its firmware from before again"):
        flashing.bring(shipped_files())
    assert without_record(board) == OLD


def test_a_machine_that_fails_its_self_test_gets_its_firmware_back(flashing, board):
    with pytest.raises(FlashingError, match="the lift of side 2 is stuck; the board has its firmware from before"):
        flashing.bring(shipped_files(), lambda: "the lift of side 2 is stuck")
    assert without_record(board) == OLD


def test_a_board_that_refuses_to_leave_is_not_touched(board, told, tmp_path):
    def refuse() -> None:
        raise UserError("tiles are on the table")

    with pytest.raises(UserError, match="tiles are on the table"):
        Flashing(board.line, board.greeted, refuse, tmp_path / "kept", print).bring(shipped_files())
    assert without_record(board) == OLD
    assert not board.restarts


def test_a_board_that_does_not_come_to_its_prompt_runs_as_before_and_that_is_said(board, tmp_path):
    stays = Flashing(board.line, board.greeted, lambda: None, tmp_path / "kept", print)
    with pytest.raises(FlashingError, match=r"nothing was changed: the board runs as before"):
        stays.bring(shipped_files())
    assert without_record(board) == OLD


def test_what_it_has_cannot_be_kept_so_it_is_started_anew_and_runs_as_before(board, tmp_path):
    (tmp_path / "kept").write_text("a file where the folder is to be")
    with pytest.raises(FlashingError, match=r"nothing was changed: the board runs as before") as failed:
        Flashing(board.line, board.greeted, board.leave, tmp_path / "kept", print).bring(shipped_files())
    assert failed.value.why is FirmwareWhy.UNCHANGED
    assert without_record(board) == OLD


def test_nothing_is_left_of_a_mark_once_the_firmware_was_greeted(flashing, board):
    flashing.bring(shipped_files())
    assert FILE not in board.files


def test_a_line_without_a_prompt_is_told_and_nothing_is_changed(board, told, tmp_path):
    board.line()
    with pytest.raises(ReplError, match="shows no MicroPython prompt"):
        RawRepl(board)
    assert without_record(board) == OLD


def test_what_the_flash_holds_is_read_back(board):
    with board.line():
        board.at_prompt = True
        repl = RawRepl(board)
        repl.write("board_firmware/new.py", bytes(range(256)) * 5)
        assert repl.read("board_firmware/new.py") == bytes(range(256)) * 5
        assert "board_firmware/new.py" in repl.files()
        assert "record.bin" not in repl.files()
