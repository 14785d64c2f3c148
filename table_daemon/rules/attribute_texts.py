"""What an attribute means, read from the docstring below it: one text for the code, the reference and the tables."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def attribute_texts(class_: type) -> dict[str, str]:
    """The docstrings below the attributes of a class and of those it extends, on one line each; others are left out."""
    inherited = (attribute_texts(base) for base in class_.__bases__ if base is not object)
    texts: dict[str, str] = {name: text for found in inherited for name, text in found.items()}
    tree = ast.parse(textwrap.dedent(inspect.getsource(class_))).body[0]
    if not isinstance(tree, ast.ClassDef):
        return texts
    for statement, following in zip(tree.body, tree.body[1:], strict=False):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        match following:
            case ast.Expr(ast.Constant(str(text))):
                texts[statement.target.id] = " ".join(text.split())
    return texts
