"""Counts what makes the house hard to live in; `python -m tools.house_figures --help`."""
