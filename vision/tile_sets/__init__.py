"""What the reader learns of one owner's tile set.

* `set_layout`: a set laid out in rows, each piece named by its place; `layout_pictures` shows it to the owner.
* `labelled_crops`: pictures of single tiles from a list; `crop_augmentation`: more of each. `loose_crops`
  names them; `crop_places`: where in such a picture the tile may lie.
* `learnt_set`: what was learnt, as a file; `packed_crops`: its arrays.
* `lesson_book`: crops that people and games named while the set was played with; `lesson_judge`: which are believed,
  found in a process of its own (`judging_process`); `two_faces`: which share a name, for people to tell apart;
  `twin_lessons`: what one set lends the other.
"""
