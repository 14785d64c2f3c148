"""What a screen shows: a pure view of the state, and the static page.

* `view`: documents from a game. `results`: a finished deal, line by line. `counted_sticks`: scores in sticks.
  `rule_names`: names in words, from the page's own catalogues, `wordings` in the words of a way to play. `game_page`: a
  game as one file.
* `static/`: the page. `types/`: what TypeScript checks its modules by.
"""
