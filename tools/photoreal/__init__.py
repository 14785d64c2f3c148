"""Whole tables path-traced with Blender: a judge that did not come from our own renderer.

`python -m tools.photoreal --out build/photoreal --atlases build/chance_sets/judge --count 60 --seed 1`
(vision/training/README.md says what to install). Light, glare, depth of field, soft shadows, worn and yellowed tiles,
backs of all colours, hands and sleeves are Blender's Cycles; where the tiles lie is `hw_sim.picture.random_scene`,
because the disorder of hands has no renderer. The files are those of `hw_sim.picture.dataset`, so that
`vision.training.evaluate` reads them. Some minutes a picture on one core.

`python -m tools.photoreal.trays` makes small dense pictures of other sets, to learn from.

* `judged_scene`: what lies on one table, its room and camera, by chance from one number. `materials`: what things are
  made of. `shapes`: their forms. `stage`: all of it in Blender. `develop`: from light to the camera's picture.
  `tile_tops`: where a tile's upper side is. `trays`: all faces of a set close together.
"""
