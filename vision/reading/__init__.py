"""From one frame to settled pieces: what changed, where pieces lie, what they show, and what lies still."""
