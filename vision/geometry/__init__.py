"""Where a point of the table falls in a picture, and back.

* `lens`: how straight lines bend. `pose`: the camera over the table.
* `rectify`: the top view, in which every tile has the same size. `zones`: which part of the table a place belongs
  to.
"""
