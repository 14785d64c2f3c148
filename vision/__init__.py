"""Eyes: pixels to sightings to settled observations. Geometry and recognition only, no rule of any game."""
