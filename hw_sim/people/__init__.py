"""The simulated people: what they think, what their hands do, and what they tell the tablet.

* Plans: `deal_plans` (what will be played); `record_script` and `record_deck` (a game record); `bots`, `bot_deal` and
  `bot_mind` (players who decide for themselves); `evening_plan` (how the evening goes, and what came of it).
* Hands: `gestures` (arms and pace), `laying_manners`, `choreography` (every event of a deal), `deal_endings`,
  `carriers` (tiles for the machine), `lesson_helpers` (layouts for a lesson on a tile set),
  `set_up_helpers` (what the set-up asks of hands).
* The tablet: `tablet_watcher` (read it, press it), `tablet_buttons`, `narrator` and `reporter` (tell what changed).
* `question_count`: what the tablet asks, by deal; `answers`: what they answer, `tablet_and_felt`, which piece it means
  and what it does not show, and `eyesight`, how they know a piece from its picture.
* `page_changes`: what somebody else changed on the page meanwhile.
* `lasting_mistakes`: what the tablet got wrong for longer than a deal.
* `seat_change`: they change places when the tablet asks for it.
* `players` play one game with all of this, `regulars` one game after the other.
"""
