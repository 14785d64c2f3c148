"""Where a point of the table falls in a picture: the lens, the pose, planes cut out, and which zone a place is in."""
