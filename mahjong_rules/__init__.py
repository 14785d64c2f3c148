"""The rules of the game: pure values and functions, no input or output, no clock, no chance."""
