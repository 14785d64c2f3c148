"""Putting right what was counted (docs/corrections.md).

* `corrections`: rehearsed, written, and followed by the eyes. `correction_handler`: the commands for it.
* `camera_corrections`: what the camera knows better by now. `joint_corrections`: what it knows from the whole deal.
"""
