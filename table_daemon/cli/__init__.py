"""The command line: `main` names the commands, every other module is one of them or helps them.

* A table: `setup`, `simulate` (with `simulated_games`, `simulation_addresses`, `simulation_report`, `daemon_child`,
  `parent_process`), `machine` (with `machine_daemon`, `machine_board`, `machine_report`), `firmware`, `doctor`,
  `access`, `https`, `hall`, `wire`.
* The eyes: `calibrate`, `calibrate_lock`, `calibrate_markers`, `calibrate_tiles`, `read`, `read_tile`;
  `geometry_options` is what they share.
* The rules: `score` (with `score_input`, `score_checks`, `score_report`), `waits`, `wall` (with `wall_picture`),
  `seats`, `rules`, `replay`; `rule_arguments` and `languages` are what they share.
* The journal: `games` (with `game_names`), `journal`, `backup`, `restore`; `journal_place` says where it lies.
* The program itself: `update`.
* The terminal itself: `completion`, and `columns` and `colours` of what is printed.
"""

import os

QUIET_LIBRARIES = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""OpenCV and FFmpeg write to the terminal by themselves; what matters of it we say in a sentence.

They look at these while they are imported: here it is early enough.
"""

for name, value in QUIET_LIBRARIES.items():
    os.environ.setdefault(name, value)
