"""Pictures that come from files, and pictures made for people.

* `picture_files`: a file as a picture, or one sentence why not.
* `overlay`: a frame with what was read. `piece_pictures`: single pieces for questions.
"""
