"""Eyes: pixels to sightings to settled observations. Geometry and recognition only, no rule of any game.

From the ground up; a room imports only those above it in this list (import-linter executes it):

* `sightings`: the words between the stages. `settings`: what the eyes must be told about one table.
* `whole_files`: written whole or not at all. `jpeg_head`: how large a picture is, before it is decoded.
* `csi_camera` (with `camera_errors`): cameras on a Pi's ribbon cable; `captures` opens those and all others.
* `geometry`: where a point of the table falls in a picture.
* `calibrating`: where the camera is and how its lens bends.
* `reading`: from one frame to settled pieces.
* `tile_sets`: what is learnt of one owner's tiles. `pictures`: from files, and for people.
* `cameras`: the newest frame; `picture_check`: whether it shows anything.
* `pose_reader`: what reads the frames of one pose of the camera.
* `eyes`: all of it on a thread of its own; `eyes_status`: what they say of themselves.

`model/` holds the networks, `training/` how they were made.
"""
