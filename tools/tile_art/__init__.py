"""Draws mahjong tiles as SVG in several styles and rasterises them into the texture atlases of the simulator.

Run `python -m tools.tile_art` from the repository root; it needs the extras group `art` and the Debian fonts named
in CREDITS.md. Neither is needed at run time: what it makes is committed.
"""
