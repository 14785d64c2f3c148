"""MQTT: documents out, commands in (docs/mqtt.md).

* `publisher`: the table on MQTT. `client`: one connection, the only file that names paho. `settings`.
* `home_assistant`: how the table appears there.
* `broker` and `broker_child`: a broker that the daemon brings along.
"""
