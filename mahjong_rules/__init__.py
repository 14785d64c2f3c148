"""The rules of the game: pure values and functions, no input or output, no clock, no chance.

* Things: `tiles`, `melds`, `seats`, `set_names`, `wall`. `hands`, `knitted` and `decomposition` read a hand;
  `tile_count` counts what lies open.
* A game: `events` (what can happen), `state` (what stands), `deal_result` (how a deal ended), `rule_system` (one way to
  play, as everybody sees it), `systems` (the engines), `score_table` (what a hand can be worth by one, for people),
  `errors`; `told`: sentences that come with their words, for screens in another language.
* What all engines share: `game_start`, `game_flow`, `turns`, `win_checks`, `counted_hands`, `finished_deal`;
  `sticks`: scores in pieces.
* Seats before a game: `seating` (the procedures of the sources), `seat_drawing` (carried out); `reseating` within one.
* On paper: `codec` (events as JSON), `mjai`, `mjai_own`, `mjai_players` and `mjai_tiles`,
  `records` (read back), `tenhou6`.
"""
