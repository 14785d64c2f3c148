"""What people and programs may ask for: the commands and how they are read from bytes (docs/mqtt.md)."""
