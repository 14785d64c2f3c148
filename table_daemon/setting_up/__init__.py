"""The first start: a page that finds board and camera, and writes the settings that a table starts with.

Rules this package keeps: nothing moves but in the self-test that a person begins, and stops; only what a person chose
is opened; there is either this or a table, never both.

* `first_start` starts the table, or the page while the settings are not whole. `set_up_server` serves it,
  `set_up_routes` is its addresses, `set_up_desk` says who may use them, and `first_comer` who before there is a PIN.
* `set_up` takes what is wished, `set_up_view` says what is to be seen; `answers` keeps what was said on the
  disk, so that every step can be left and taken up again; `steps` says what a step still lacks and which settings the
  answers make. `set_up_tools` are what it has of the computer, `this_computer` those of this one.
* `shown_devices` opens what the present step shows.
* `board_trial` proves a serial port by the emergency stop, `camera_trial` watches a camera, `picture_look` judges its
  pictures, `surface_solving` solves where the camera is, `tile_measuring` has it measure a tile, `machine_trial` tests
  the machine by its maintenance motions (`trial_parts`: what is tested, and what comes next), `button_trial` what hangs
  at the computer's own pins. `found_devices` lists ports and cameras.
* `terminal_set_up` asks the same in a terminal, line by line (`terminal_talk`).
* `site_file` changes the table's own settings file, `chosen_pins` keeps the PINs.
"""
