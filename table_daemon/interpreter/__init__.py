"""From what the camera saw to what happened: observation + state -> events, or a question to a person.

Rules this package keeps:
* It weighs what the rules allow against what was seen and never invents: an event is proposed only for pieces that
  lie on the table, and the rules engine must accept it.
* It relies on docs/table_manners.md for how people lay tiles.
* It knows no device, no clock (times are arguments) and keeps only the link between pieces and the game.

Its modules:

* `table_reading`: observations of a whole table, in whatever situation it is. `interpreter`: one deal.
* `readers` asks the readers in order of certainty: `indicators`, `flowers`, `melds` (with `meld_shapes`, `claims`,
  `own_kongs`, `fourth_tiles`, `added_kongs`, `stacked_kongs`), `discards`, `tally`, `endings` (with `wins`,
  `winning_hands`, `ura_indicators`, `refused_wins`, `shown_hands`, `unclear_melds`, `drawn_deals`),
  `bare_walls`. Each gets a `table_view` and returns one of the `explanations`. `deal_start`: how a deal begins.
* `layout`: where pieces belong; `long_rivers`: those beyond the end of a river's zone. `bindings`: which piece is which
  tile of the game; `alignment` and `moved_pieces` find that again, `event_anchors` leads to the event.
* `decoding`: readings that the rules accept. `certainty`: how sure a reading must be for what; `blank_dragons`.
* `contradictions`: what does not fit any more. `joint_reading`: which of too many tiles of one face was misread;
  `crowded_melds` finds melds that show too many. `questions`: what people are asked.
"""

from table_daemon.interpreter.interpreter import Interpretation, Interpreter
from table_daemon.interpreter.questions import Question

__all__ = ["Interpretation", "Interpreter", "Question"]
