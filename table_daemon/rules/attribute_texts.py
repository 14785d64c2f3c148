"""What an attribute means, read from the docstring below it: one text for the code, the reference and the tables."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def attribute_texts(class_: type) -> dict[str, str]:
    """The docstrings below the attributes of a class, on one line each; attributes without one are left out."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(class_))).body[0]
    texts: dict[str, str] = {}
    if not isinstance(tree, ast.ClassDef):
        return texts
    for statement, following in zip(tree.body, tree.body[1:], strict=False):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        match following:
            case ast.Expr(ast.Constant(str(text))):
                texts[statement.target.id] = " ".join(text.split())
    return texts
