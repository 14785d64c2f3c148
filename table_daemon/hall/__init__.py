"""`jantaku hall`: one page for the tables of a whole room, from one broker; it commands nothing (docs/hall.md)."""
