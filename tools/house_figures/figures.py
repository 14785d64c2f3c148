"""The figures: each a list of findings, and one line for each of them together."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tools.house_figures.circles import arrows_up
from tools.house_figures.source import House, Module

# The limits that the review of commit 63ff5d0 set beside websockets, ophyd-async and bellows.
MAX_LINES: Final = 300
MAX_ATTRIBUTES: Final = 15
MAX_METHODS: Final = 25
# Shorter modules are values, protocols or one function, and are proven where they are used.
MIN_LINES_WITH_TEST: Final = 60

NUMBER: Final = re.compile(r"^_?[A-Z][A-Z0-9_]*$")
SILENCER: Final = re.compile(r"#\s*(noqa|type:\s*ignore|pragma|ruff)")

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def long_modules(house: House) -> list[str]:
    """Modules longer than `MAX_LINES`."""
    found = sorted((m.lines, name) for name, m in house.modules.items() if m.lines > MAX_LINES)
    return [f"{name}: {lines} lines" for lines, name in reversed(found)]


def fan_out(house: House) -> list[str]:
    """Modules outside composition roots by the number of own modules that they import, the largest first."""
    outside = (module for module in house.modules.values() if not module.is_composition_root)
    counted = sorted(((len(house.imports[module.name]), module.name) for module in outside), reverse=True)
    return [f"{name}: {count}" for count, name in counted if count > 0]


def large_holders(house: House) -> list[str]:
    """Classes with more than `MAX_ATTRIBUTES` attributes or `MAX_METHODS` methods.

    The types of messages (TypedDict, pydantic) do not count: their fields are those of a published document.
    """
    found = []
    for module, node in house.classes:
        if _is_message(node):
            continue
        attributes, methods = len(_attributes(node)), sum(isinstance(n, _FUNCTIONS) for n in node.body)
        if attributes > MAX_ATTRIBUTES or methods > MAX_METHODS:
            found.append(f"{module.name}.{node.name}: {attributes} attributes, {methods} methods")
    return sorted(found)


def shared_names(house: House) -> list[str]:
    """Names of public classes that mean two things or more."""
    homes = defaultdict(list)
    for module, node in house.classes:
        if not node.name.startswith("_"):
            homes[node.name].append(module.name)
    return [f"{name}: {', '.join(sorted(where))}" for name, where in sorted(homes.items()) if len(where) > 1]


def constants_without_origin(house: House) -> list[str]:
    """Numeric constants with no comment beside or above them and no text below."""
    found = []
    for module in house.modules.values():
        lines = module.text.splitlines()
        for place, name in _numeric_constants(module.tree):
            if not _has_origin(module.tree.body, place, lines):
                found.append(f"{module.name}.{name} (line {module.tree.body[place].lineno})")
    return sorted(found)


def numeric_constants(house: House) -> list[str]:
    """All numeric constants at the top of modules."""
    return sorted(f"{m.name}.{name}" for m in house.modules.values() for _, name in _numeric_constants(m.tree))


def untested_modules(house: House) -> list[str]:
    """Modules above `MIN_LINES_WITH_TEST` lines that have no test module of their name."""
    tests = {path.stem for path in (house.root / "tests").rglob("test_*.py")}
    return sorted(name for name, module in _to_be_tested(house).items() if not _test_names(module) & tests)


def calls_back_to_the_table(house: House) -> list[str]:
    """Lines of the daemon that reach back into the table that holds them."""
    return [
        f"{module.path}:{number}"
        for module in house.modules.values()
        if module.floor == "table_daemon"
        for number, line in enumerate(module.text.splitlines(), 1)
        for _ in range(line.count("self._table."))
    ]


FIGURES: Final[Mapping[str, Callable[[House], list[str]]]] = {
    "long_modules": long_modules,
    "fan_out": fan_out,
    "large_holders": large_holders,
    "shared_names": shared_names,
    "constants_without_origin": constants_without_origin,
    "untested_modules": untested_modules,
    "calls_back_to_the_table": calls_back_to_the_table,
    "arrows_up": arrows_up,
}


def summary(house: House) -> dict[str, str]:
    """One line for each figure."""
    lines = sum(module.lines for module in house.modules.values())
    comments = sum(map(_comment_lines, house.modules.values()))
    tested = len(_to_be_tested(house))
    with_test = tested - len(untested_modules(house))
    constants, bare = len(numeric_constants(house)), len(constants_without_origin(house))
    outside = fan_out(house)
    return {
        "modules, lines": f"{len(house.modules)}, {lines}",
        f"modules over {MAX_LINES} lines": str(len(long_modules(house))),
        "largest fan-out outside composition roots": outside[0] if outside else "0",
        f"classes above {MAX_ATTRIBUTES} attributes or {MAX_METHODS} methods": str(len(large_holders(house))),
        "public class names with two meanings": str(len(shared_names(house))),
        "numeric constants without an origin": f"{bare} of {constants}",
        "comment share": f"{comments / lines:.1%}",
        f"modules above {MIN_LINES_WITH_TEST} lines with a test of their name": (
            f"{with_test} of {tested} ({with_test / max(tested, 1):.0%})"
        ),
        "`self._table.` in the daemon": str(len(calls_back_to_the_table(house))),
        "arrows that run up": str(len(arrows_up(house))),
    }


def _is_message(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).split(".")[-1] in {"TypedDict", "BaseModel"} for base in node.bases)


def _attributes(node: ast.ClassDef) -> set[str]:
    """Annotated fields of the class, and everything that its methods set on `self`."""
    fields = {n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
    set_on_self = {
        target.attr
        for target in ast.walk(node)
        if isinstance(target, ast.Attribute)
        and isinstance(target.ctx, ast.Store)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    }
    return fields | set_on_self


def _numeric_constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Place in the module's body and name of each constant whose value is a number."""
    for place, node in enumerate(tree.body):
        target: ast.expr | None = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and NUMBER.match(target.id) and _is_number(value):
            yield place, target.id


def _is_number(value: ast.AST | None) -> bool:
    """A number, or arithmetic with nothing but numbers in it."""
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    return isinstance(value, ast.Constant) and type(value.value) in {int, float}


def _has_origin(body: list[ast.stmt], place: int, lines: list[str]) -> bool:
    """A comment beside it, a comment right above it (or above the constants right above it), or a text below it."""
    node = body[place]
    if any("#" in line for line in lines[node.lineno - 1 : node.end_lineno]):
        return True
    after = body[place + 1] if place + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return True
    above = node.lineno - 2
    while above >= 0 and re.match(r"_?[A-Z][A-Z0-9_]*\b.*=", lines[above]):
        above -= 1
    return above >= 0 and lines[above].lstrip().startswith("#")


def _comment_lines(module: Module) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(token.type == tokenize.COMMENT and not SILENCER.match(token.string) for token in tokens)


def _to_be_tested(house: House) -> dict[str, Module]:
    return {n: m for n, m in house.modules.items() if m.lines > MIN_LINES_WITH_TEST and not m.is_package}


def _test_names(module: Module) -> set[str]:
    """The names that its test module may have: the module's own, alone or after those of its folders."""
    parts = module.name.split(".")
    tails = {"_".join(parts[first:]) for first in range(len(parts))} | {f"{parts[-2]}_{parts[-1]}", parts[-1]}
    return {f"test_{tail}{ending}" for tail in tails for ending in ("", "s")}
