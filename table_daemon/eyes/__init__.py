"""Teaching the eyes, and what they were taught.

* `eyes_handler`: the commands, `lesson_handler` those of a lesson. `conditions`: when eyes may be taught.
* A tile set: `lesson` (its steps), `tile_teacher` (gives it on the page), `tile_set_guide` (on the command line),
  `layout_reader` and `still_frames` (pictures for it), `tile_set_files` (what was learnt).
* While playing: `play_learning` gathers what people answer and what `played_proofs` finds proven, `lesson_books` has it
  learnt.
* The camera: `camera_settings`, `lens_handler`, `lens_measuring`, `scale_by_tiles`, `tile_size_by_rows`,
  `calibration_look`.
* The table: `fixture_watch` (what the camera sees although every tile is inside), `kept_fixtures` (the same after a
  start).
* `kept_files`: each file and the one before it. `what_is_stored` and `eyes_documents`: how all of it is shown.
"""
