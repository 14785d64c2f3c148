"""Where the tiles are, as far as the board can know: kept beyond a power cut (docs/serial_link.md §9)."""

# docs/serial_link.md §3 and §9: the numbers of the sets, and the bytes of this part of the record.
NONE = 0
SET_A = 1
SET_B = 2
LENGTH = 8
COUNTS = 6
"""The tiles inside begin at this byte of the record; what stands before says which set is where and how large it is."""
UNKNOWN = 0
"""Size of a set that nobody has named yet."""
MAX_SET_TILES = 152
"""docs/serial_link.md §5: 136 tiles and four series of four flowers (Tchou 1924 l.137); no set has more."""
# Bits of the marks in the record, docs/serial_link.md §9.
_RAILS_COMPLETE = 1
_BEING_CLEARED = 2
_MAX_COUNT = 0xFF
"""What a byte of the record, and of an event, can hold."""


class TableRecord:
    """The whereabouts of both tile sets.

    Attributes:
        sizes: tiles that each set has (index 0 is unused), UNKNOWN until somebody says so.
        inside: tiles inside the machine, by set (index 0 is unused).
        on_table: the set that lies on the table and has not come back completely.
        being_cleared: whether the dome has gone up over that set: whatever was played with it is over.
        rails_set: the set whose stacks stand on the rails behind the lifts.
        rails_complete: whether all four walls of it are built.
        loaded_set: the set that is being pushed, or was pushed, onto the lowered lifts.
    """

    def __init__(self, saved: bytes = b"") -> None:
        self.sizes = [UNKNOWN, UNKNOWN, UNKNOWN]
        self.inside = [0, 0, 0]
        self.on_table = NONE
        self.being_cleared = False
        self.rails_set = NONE
        self.rails_complete = False
        self.loaded_set = NONE
        if len(saved) == LENGTH:
            self.on_table, self.rails_set, self.loaded_set = saved[0], saved[1], saved[2]
            self.rails_complete = bool(saved[3] & _RAILS_COMPLETE)
            self.being_cleared = bool(saved[3] & _BEING_CLEARED)
            self.sizes = [UNKNOWN, saved[4], saved[5]]
            self.inside = [0, saved[6], saved[7]]

    def to_bytes(self) -> bytes:
        """As the constructor takes it."""
        marks = (_RAILS_COMPLETE if self.rails_complete else 0) | (_BEING_CLEARED if self.being_cleared else 0)
        where = bytes((self.on_table, self.rails_set, self.loaded_set, marks))
        return where + bytes(self.sizes[1:]) + bytes(self.inside[1:])

    def clearing_begins(self) -> None:
        """The dome goes up: from here on people push in what lies on the table."""
        self.being_cleared = self.on_table != NONE

    def tiles_came_in(self, tile_set: int, tiles: int) -> None:
        """Tiles fell through the drop ring; with the last one the table is empty."""
        self.inside[tile_set] = min(self.inside[tile_set] + tiles, _MAX_COUNT)
        self._look_whether_complete(tile_set)

    def is_complete(self, tile_set: int) -> bool:
        """Whether as many tiles of a set are inside as it has."""
        return self.sizes[tile_set] != UNKNOWN and self.inside[tile_set] == self.sizes[tile_set]

    def has_surplus(self) -> bool:
        """Whether more tiles of a set were counted than it has: a tile of the other set, or a counter that bounced."""
        return any(UNKNOWN != self.sizes[tile_set] < self.inside[tile_set] for tile_set in (SET_A, SET_B))

    def surplus_looked_at(self) -> None:
        """A person has looked: whatever was counted beyond a complete set is not there."""
        for tile_set in (SET_A, SET_B):
            if self.sizes[tile_set] != UNKNOWN:
                self.inside[tile_set] = min(self.inside[tile_set], self.sizes[tile_set])

    def set_is_in(self, tile_set: int) -> None:
        """A person has looked: the whole set is inside, whatever was counted."""
        self.inside[tile_set] = self.sizes[tile_set]
        self._look_whether_complete(tile_set)

    def set_has(self, tile_set: int, tiles: int) -> None:
        """A set has so many tiles from now on."""
        self.sizes[tile_set] = tiles
        self._look_whether_complete(tile_set)

    def _look_whether_complete(self, tile_set: int) -> None:
        if self.on_table == tile_set and self.inside[tile_set] >= self.sizes[tile_set] != UNKNOWN:
            self.on_table = NONE
            self.being_cleared = False

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
            self.being_cleared = False
            self.inside[self.loaded_set] = 0
            self.loaded_set = NONE
