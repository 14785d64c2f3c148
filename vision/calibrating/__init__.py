"""Where the camera is and how its lens bends.

* `markers` finds the table's markers, `straight_edges` the surface's edges; `solving` finds the camera from them, and
  `agreement` what to give up when they contradict each other.
* `calibration`: all of it for one picture. `calibration_report`: what it is worth; `calibration_check`: whether it
  still holds. `pose_watch` follows a camera that is moved; `edges_in_place` vouches for hidden markers for a while.
* `marker_places`: the markers' places from the picture, by the felt's `surface_sides`; `marker_problem` is what is
  solved for that, `least_squares` how.
* `tile_rows`: the scale by rows of tiles, where nobody knows a measure. `tile_size`: a tile's width and height by rows.
* `charuco`: a lens measured with a printed board. `marker_sheets`: what is to be printed. `stored_calibration`: the
  file.
"""
