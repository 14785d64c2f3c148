"""The machine: what the daemon knows of it, lets it do, and tells people about it.

* What is known: `facts` (one frozen value and the reducer by which news change it), `session` (hears the board and
  carries out what follows), `lease` (the control loop; `loop_gaps`: how late it was woken), `link` (who answers);
  `line_loan`: the line in other hands, for the board's firmware.
* Where it goes: `controller` (all that may be asked of it), `goal_pursuit` (the way to a target), `builder` (the set
  that is built beside a deal), `single_motions`, `between_deals`, `machine_handler` (the commands).
* What it waits for: `obstacles` and `lift_guard`, `count_doubt`, `set_exchange`, `refusals`, `maintenance_mark`.
* What people are told: `status_view`, `status_texts`, `machine_log`.
"""
