"""MQTT: documents out, commands in (docs/mqtt.md).

* `publisher`: the table on MQTT. `client`: one connection, the only file that names paho. `settings`.
* `command_answers`: commands carried out and answered; `flood_gate`: how many of them come through.
* `stop_lane` and `stop_queue`: stops, whatever else comes. `retained_watch`: what others say in the table's name.
* `home_assistant`: how the table appears there.
* `broker` and `broker_child`: a broker that the daemon brings along.
"""
