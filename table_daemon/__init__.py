"""The daemon around the pure parts: settings, loop, journal, MQTT, HTTP and the command line."""
