"""`jantaku completion`: what completes commands and options in a shell; the only file that knows argcomplete."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse names it no other way

_HOW: Final = {
    "bash": "jantaku completion bash > ~/.local/share/bash-completion/completions/jantaku",
    "zsh": 'jantaku completion zsh > "${fpath[1]}/_jantaku"',
    "fish": "jantaku completion fish > ~/.config/fish/completions/jantaku.fish",
}
"""Where each shell looks for completions of one user."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command to the main parser; its namespace's `run` carries it out."""
    parser = subparsers.add_parser(
        "completion",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Prints what a shell needs to complete commands and options of jantaku.",
        epilog="Once, for example:\n" + "\n".join(f"    {how}" for how in _HOW.values()) + "\nThen open a new shell.",
    )
    parser.add_argument("shell", choices=tuple(_HOW))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script of the shell; returns the exit code."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["jantaku"], shell=args.shell))
    return 0


def complete(parser_for: Callable[[Sequence[str]], argparse.ArgumentParser]) -> None:
    """Answer a shell that asks what may come next, and end.

    Args:
        parser_for: the parser for the words that were typed after the program's name.
    """
    import argcomplete

    typed = os.environ.get("COMP_LINE", "").split()[1:]
    argcomplete.autocomplete(parser_for(typed))
