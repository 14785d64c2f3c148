"""MQTT: documents out, commands in, and the broker that the daemon can start."""
