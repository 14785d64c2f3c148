"""What a screen shows: a pure view of the state, and the static page.

* `view`: documents from a game; `game_document`: the one of all its deals. `results`: a finished deal, line by line.
  `counted_sticks`: scores in sticks.
  `rule_names`: names in words, from the page's own catalogues, `wordings` in the words of a way to play. `game_page`: a
  game as one file.
* `static/`: the page. `types/`: what TypeScript checks its modules by.

`static/js/` holds a module for each address (`main.js`, `NAME_main.js`; `start.js` takes the one that is asked for) and
the service worker. Their rooms, from the ground up; no two of them import each other:

* `shared/`: elements, texts, names, tiles. `link/`: documents from the table, commands to it, who this browser is.
  `screen/`: what this device shows and says. `hall/`: the cards of many tables.
* `rules/`: settings of presets, house rules, help. `eyes/`: camera, lens, lessons. `sheets/`: what people put right,
  declare and answer. `new_game/`: players, seats, rules. `stage/`: how a deal ended. `table/`: the felt and its small
  views. `upkeep/`: updates, backups. `set_up/`: the first start.
* `panel/`: what stands beside the table, and what every button does. `past/`: earlier games, people, replays.
"""
