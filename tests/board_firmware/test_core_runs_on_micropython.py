"""What MicroPython lacks must not enter the core: checked in its syntax tree, since CPython would not notice."""

import ast
from pathlib import Path

import pytest

import board_firmware

FOLDER = Path(board_firmware.__file__).parent
SHELL = ("main.py", "pins.py", "start.py", "handover.py")
"""What knows the board, and runs nowhere else."""
CORE = sorted(path for path in FOLDER.glob("*.py") if path.name not in SHELL)
every_module = pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)


def for_type_checkers_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@every_module
def test_a_core_module_imports_only_what_a_pico_has(path: Path) -> None:
    tree = ast.parse(path.read_text())
    body = [node for node in tree.body if not for_type_checkers_only(node)]
    imported = set()
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    assert {name for name in imported if not name.startswith("board_firmware")} <= {"binascii"}


@every_module
def test_a_core_module_uses_no_syntax_that_micropython_lacks(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        assert not isinstance(node, ast.Match)
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            assert not any(isinstance(element, ast.Starred) for element in node.elts), f"line {node.lineno}"
