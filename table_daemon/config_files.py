"""Where the shipped configuration lies: inside the installed package, or in the checkout's config/."""

from __future__ import annotations

from pathlib import Path


def config_root() -> Path:
    """The folder that holds ``rules/``, ``machines/`` and ``examples/``.

    Raises:
        FileNotFoundError: neither the package nor a checkout has it.
    """
    here = Path(__file__).resolve().parent
    installed, checkout = here / "config", here.parent / "config"
    for root in (installed, checkout):
        if (root / "rules").is_dir():
            return root
    raise FileNotFoundError(f"No configuration beside {here}: install jantaku anew, or work in a complete checkout.")


def config_path(relative: str) -> Path:
    """The path of a shipped file, for example ``config_path("rules/ema.toml")``; the file itself may be missing."""
    return config_root() / relative
