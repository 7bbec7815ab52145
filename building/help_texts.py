"""The texts of `kidd --help`, found where the commands are written: what is said of each command and of its options."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

COMMANDS = "terminal/**/*commands.py"


def help_texts(sources: Path) -> Iterator[tuple[str, str]]:
    """Each text with the file it stands in."""
    trees = {file: ast.parse(file.read_text()) for file in sorted(sources.glob(COMMANDS))}
    known = {name for tree in trees.values() for name in _commands(tree)}
    for file, tree in trees.items():
        place = file.relative_to(sources).as_posix()
        constants = _constants(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in known:
                yield ast.get_docstring(node) or "", place
            elif isinstance(node, ast.keyword) and node.arg == "help":
                yield _text(node.value, constants), place


def _commands(tree: ast.Module) -> Iterator[str]:
    """The functions that are commands: decorated as such, or handed to `app.command()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            yield node.name
        elif isinstance(node, ast.Call) and _makes_command(node.func):
            yield from (one.id for one in node.args if isinstance(one, ast.Name))


def _makes_command(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "command"


def _constants(tree: ast.Module) -> dict[str, str]:
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _text(node: ast.expr, constants: dict[str, str]) -> str:
    """A text, be it written there, above, or put together of both."""
    if isinstance(node, ast.BinOp):
        return _text(node.left, constants) + _text(node.right, constants)
    if isinstance(node, ast.Name):
        return constants[node.id]
    return str(ast.literal_eval(node))
