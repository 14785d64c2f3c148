"""One module per rule system; what differs between presets of a system is data in config/rules."""
