"""The product's source as it is counted: modules, their syntax, and who imports whom."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

FLOORS: Final = (
    "board_firmware",
    "firmware_bridge",
    "hw_sim",
    "mahjong_rules",
    "table_daemon",
    "tablet_page",
    "vision",
    "wire",
)


@dataclass(frozen=True)
class Module:
    """One module of the product: its dotted name, its path below the root and its text."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        """How long it is."""
        return self.text.count("\n")

    @property
    def floor(self) -> str:
        """The top-level package."""
        return self.name.split(".", 1)[0]

    @property
    def is_package(self) -> bool:
        """Whether it is the `__init__` of a folder."""
        return self.path.name == "__init__.py"

    @property
    def is_composition_root(self) -> bool:
        """Whether its only work is to build parts: the daemon's start, a table, and the command line's commands."""
        roots = {"table_daemon.app", "table_daemon.table_assembly"}
        return self.name in roots or self.name.startswith("table_daemon.cli.")


class House:
    """The product below `root`.

    Args:
        root: of a git checkout.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules = {module.name: module for module in _modules(root)}

    @cached_property
    def imports(self) -> dict[str, frozenset[str]]:
        """Own modules that each module imports; a package stands for its `__init__`."""
        return {name: frozenset(self._imported(module)) for name, module in self.modules.items()}

    def _imported(self, module: Module) -> Iterator[str]:
        for node in ast.walk(module.tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                names = [name if name in self.modules else node.module for name in inner]
            yield from (name for name in names if name in self.modules and name != module.name)

    @cached_property
    def classes(self) -> list[tuple[Module, ast.ClassDef]]:
        """Every class that stands at the top of a module."""
        return [
            (module, node)
            for module in self.modules.values()
            for node in module.tree.body
            if isinstance(node, ast.ClassDef)
        ]


def _modules(root: Path) -> Iterator[Module]:
    command = ["git", "ls-files", "*.py"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        path = Path(line)
        if path.parts[0] in FLOORS and "training" not in path.parts and (root / path).is_file():
            name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
            yield Module(name, path, (root / path).read_text(encoding="utf-8"))
