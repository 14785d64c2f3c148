"""From what the camera saw to what happened: observation + state -> events, or a question to a person.

Rules this package keeps:
* It weighs what the rules allow against what was seen and never invents: an event is proposed only for pieces
  that lie on the table, and the rules engine must accept it.
* It relies on docs/table_manners.md for how people lay tiles.
* It knows no device, no clock (times are arguments) and keeps only the link between pieces and the game.
"""

from table_daemon.interpreter.interpreter import Interpretation, Interpreter
from table_daemon.interpreter.questions import Question

__all__ = ["Interpretation", "Interpreter", "Question"]
