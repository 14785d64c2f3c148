"""`jantaku hall`: one page for the tables of a whole room, from one broker; it commands nothing (docs/hall.md).

* `tables`: what is known of each. `server`: the page and its stream.
"""
