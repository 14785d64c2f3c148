"""From one frame to settled pieces.

* `reader`: one picture, whole. `detection` finds pieces, `classification` names faces by `adaptation` to one set, which
  `learning` makes of crops that `piece_samples` cuts, and looks again at their `fine_print`; `second_look` judges
  doubtful faces and white dragons, `side_colours` and `wall_backs` backs; `face_agreement` names all faces of a table
  together; `inference` runs the networks.
* `incremental`: a stream of frames; `surface` and `background` say what changed and what lies bare, `read_regions`
  which parts are read again, `fixtures` what looks like a piece and belongs to the table (kept in a `fixture_file`).
* `tracking`: what lay still long enough becomes an observation; `tracks`: one piece over time.
* `sticks` counts riichi sticks in one picture, `stick_watch` over time.
"""
