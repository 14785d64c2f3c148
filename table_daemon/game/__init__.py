"""The game that is played, and those that were.

* `timeline` folds the entries of the journal into the events that count, `kept_timeline` those of a game.
* `keeper`: the only place where the game changes; `kept_game`: what one may ask of it; `news`: what it wrote and
  nobody was told yet.
* `intake`: where the camera's events come in; `doubts`: those that count although they are not sure.
* `history` rehearses a change; `correction_edits` say what a person means, `change_report` what would differ,
  `audit` who did what. `event_places`: where events lie on the table; `clock`: since when game and deal last.
* `archive` and `files`: finished games, and games as files.
"""
