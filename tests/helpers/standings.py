"""Where a machine can stand, as its board reports it."""

from dataclasses import replace

from firmware_bridge.messages import BoardStatus
from mahjong_rules.set_names import SetName

RESTING = BoardStatus(
    armed=True,
    homed=True,
    emergency_stop_closed=True,
    dome_down=True,
    dome_up=False,
    lifts_down=False,
    lifts_up=True,
    rails_complete=False,
    being_cleared=False,
    on_table=None,
    rails_set=None,
    loaded_set=None,
    tiles_inside_a=136,
    tiles_inside_b=136,
    dice=None,
    inside_operation=0,
    table_operation=0,
    fault_id=0,
    fault_code=None,
    fault_mechanism=0,
)
BUILT_B = replace(RESTING, rails_set=SetName.B, rails_complete=True)
WALLS_A = replace(RESTING, on_table=SetName.A, tiles_inside_a=0)
