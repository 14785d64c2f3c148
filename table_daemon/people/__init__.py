"""What people tell the table and what it tells them.

* `game_handler`: the commands of players. `seat_drawing`: who sits where.
* `calls` and `call_handler`: what is called out by a button. `panel`: buttons, light and buzzer of the table.
* `questions`: what the table asks; `question_answers` (what fits), `question_documents` and `question_pictures` (how
  it is shown).
* `sticks` and `stick_watcher`: riichi sticks that are not those of the game.
"""
