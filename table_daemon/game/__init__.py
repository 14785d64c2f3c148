"""The game and its journal: entries on disk, the events that count, finished games as files."""
