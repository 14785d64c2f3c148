"""Man pages and completions, made from what the program says of itself: they cannot differ from it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Final

from tools.supply.constraints import ROOT

SHELLS: Final = {
    "bash": "usr/share/bash-completion/completions/jantaku",
    "zsh": "usr/share/zsh/vendor-completions/_jantaku",
    "fish": "usr/share/fish/vendor_completions.d/jantaku.fish",
}
"""Where Debian's shells look for the completions of packages."""
_COLUMNS: Final = "78"
"""man's own lines are 80 wide, indented by what groff takes."""


def said_by(*words: str) -> str | None:
    """What `jantaku WORDS` prints in this checkout; None where it does not know them."""
    environment = {**os.environ, "COLUMNS": _COLUMNS, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "table_daemon.cli", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 and done.stdout else None


def command_names(help_text: str) -> list[str]:
    """The commands that `jantaku --help` lists, below the name of each group."""
    return re.findall(r"^ {4}([a-z][a-z-]*) ", help_text, re.MULTILINE)


def program_page(version: str, date: str) -> str:
    """jantaku(1): every command's help."""
    overview = said_by("--help") or ""
    sections = [("COMMANDS", overview)]
    sections += [(f"jantaku {name}", said_by(name, "--help") or "") for name in command_names(overview)]
    body = "".join(f".SH {_escaped(head)}\n{_verbatim(text)}" for head, text in sections)
    return (
        f'.TH JANTAKU 1 "{date}" "Jantaku {version}" "User Commands"\n'
        ".SH NAME\njantaku \\- drives an automatic mahjong table, reads its tiles and keeps the score\n"
        f".SH SYNOPSIS\n.B jantaku\n.I COMMAND\n[...]\n{body}"
        ".SH FILES\n/etc/jantaku/site.toml: the table's settings, see\n.BR jantaku.toml (5).\n.br\n"
        "/var/lib/jantaku: the journal of every game, tile sets, calibration and PINs.\n"
        ".SH SEE ALSO\n.BR jantaku.toml (5),\n.BR journalctl (1)\n"
    )


def settings_page(version: str, date: str, settings: str) -> str:
    """jantaku.toml(5): every setting with its default and meaning.

    Args:
        version: of the program.
        date: of the page.
        settings: config/table.toml, which lists them.
    """
    return (
        f'.TH JANTAKU.TOML 5 "{date}" "Jantaku {version}" "File Formats"\n'
        ".SH NAME\njantaku.toml \\- the settings of a table\n"
        ".SH DESCRIPTION\nA table's file holds what differs from these defaults. The daemon of the package reads\n"
        ".IR /etc/jantaku/site.toml ;\n.B jantaku config check\nfinds every mistake in it.\n"
        f".SH SETTINGS\n{_verbatim(settings)}"
        ".SH SEE ALSO\n.BR jantaku (1)\n"
    )


def completions() -> dict[str, str]:
    """Text by place in the package; empty while the program has no `jantaku completion`."""
    return {place: text for shell, place in SHELLS.items() if (text := said_by("completion", shell)) is not None}


def _verbatim(text: str) -> str:
    return f".nf\n{_escaped(text.rstrip())}\n.fi\n"


def _escaped(text: str) -> str:
    r"""For groff: a backslash is \e, a hyphen that can be copied is \-, and no line is a request."""
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)
