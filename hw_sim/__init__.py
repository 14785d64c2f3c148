"""The simulated table: it stands where the hardware stands, outside the daemon.

From the ground up; a room imports only those above it in this list (import-linter executes it):

* `felt`: what lies on the table and where people put it.
* `picture`: the camera above the felt. `machine`: what moves below it, and the motor board. Neither knows the other.
* `faults`: what goes wrong with machine, line, felt and camera.
* `simulated_table`: all of this as the hardware that a daemon finds.
* `people`: who plays at the table, looks at the tablet and carries tiles.
"""
