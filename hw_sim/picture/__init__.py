"""The simulated camera: a scene drawn as a camera above the table sees it, and served as a stream.

* `projection`: where a point of the table falls in the picture. `appearance`: colours, light, camera quality.
* `textures`: the tile faces. `sprites`: one thing ready for drawing; `piece_sprites`, `furniture_sprites` and
  `arm_sprites` make them. `renderer` puts them together.
* `camera_server`: the pictures over HTTP; `camera_defects` is what goes wrong with them, `shown_versions` who waits
  for one.
* `centre`: what the table's middle has besides. `scenery`: set, room and camera by chance from one number. `atlas`:
  tile faces made of somebody's pictures. `table_camera`: all of this above one table.
* `fake_picamera2`: stands where a Pi's module for its cameras stands.
* `truth`: what a picture really shows. `random_scene`: tables by chance. `dataset`: both as files for training.
"""
