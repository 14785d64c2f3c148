"""Attacks on a running table and its files; each module is a command: `python -m tools.attack.NAME --help`."""
