"""Where the camera is and how its lens bends: markers found, the pose solved, judged, printed and stored."""
