"""Where the tiles are, as far as the board can know: kept beyond a power cut."""

NONE = 0
SET_A = 1
SET_B = 2
_LENGTH = 6
COUNTS = 2
"""So many bytes at the beginning of the saved record are the tiles inside; the others say which set is where."""
_MOST_COUNTED = 0xFF
"""What a byte of the record, and of an event, can hold."""


class TableRecord:
    """The whereabouts of both tile sets.

    Attributes:
        inside: tiles inside the machine, by set (index 0 is unused).
        on_table: the set that lies on the table and has not come back completely.
        rails_set: the set whose stacks stand on the rails behind the lifts.
        rails_complete: whether all four walls of it are built.
        loaded_set: the set that is being pushed, or was pushed, onto the lowered lifts.
    """

    def __init__(self, tile_count: int, saved: bytes = b"") -> None:
        self.inside = [0, tile_count, tile_count]
        self.on_table = NONE
        self.rails_set = NONE
        self.rails_complete = False
        self.loaded_set = NONE
        if len(saved) == _LENGTH:
            self.inside = [0, saved[0], saved[1]]
            self.on_table, self.rails_set, self.loaded_set = saved[2], saved[3], saved[4]
            self.rails_complete = bool(saved[5])

    def to_bytes(self) -> bytes:
        """As the constructor takes it."""
        inside_a, inside_b = self.inside[1:]
        return bytes(
            (inside_a, inside_b, self.on_table, self.rails_set, self.loaded_set, 1 if self.rails_complete else 0)
        )

    def tiles_came_in(self, tile_set: int, tiles: int, tile_count: int) -> None:
        """Tiles fell through the drop ring; with the last one the table is empty."""
        self.inside[tile_set] = min(self.inside[tile_set] + tiles, _MOST_COUNTED)
        if self.on_table == tile_set and self.inside[tile_set] >= tile_count:
            self.on_table = NONE

    def has_surplus(self, tile_count: int) -> bool:
        """Whether more tiles of a set were counted than it has: a tile of the other set, or a counter that bounced."""
        return max(self.inside) > tile_count

    def surplus_looked_at(self, tile_count: int) -> None:
        """A person has looked: whatever was counted beyond a complete set is not there."""
        self.inside = [min(tiles, tile_count) for tiles in self.inside]

    def set_is_in(self, tile_set: int, tile_count: int) -> None:
        """A person has looked: the whole set is inside, whatever was counted."""
        self.tiles_came_in(tile_set, tile_count - self.inside[tile_set], tile_count)

    def build_begins(self, tile_set: int) -> None:
        """The heads stack this set."""
        self.rails_set = tile_set

    def build_ends(self) -> None:
        """All four walls stand on the rails."""
        self.rails_complete = True

    def loading_begins(self) -> None:
        """The pushers move the walls onto the lifts."""
        self.loaded_set = self.rails_set

    def loading_ends(self) -> None:
        """The rails are free again."""
        self.rails_set = NONE
        self.rails_complete = False

    def lifts_at_top(self) -> None:
        """What the lifts carried now stands on the table."""
        if self.loaded_set:
            self.on_table = self.loaded_set
            self.inside[self.loaded_set] = 0
            self.loaded_set = NONE
