"""What lies on the simulated felt: pieces, where they lie, the walls and the tiles in them.

* `scene`: pieces, sticks, arms, and the sizes of the furniture. `footprint`: how much room a piece takes.
* `layout`: where people put tiles (docs/table_manners.md). `deck`: which face lies on which place of the walls.
* `table_world`: every piece of both sets, and the changes that people and machine make.
"""
