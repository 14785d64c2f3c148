"""What lies on the simulated felt: pieces, where they lie, the walls and the tiles in them."""
