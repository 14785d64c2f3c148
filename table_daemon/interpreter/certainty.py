"""How sure a reading must be for what: every probability by which the interpreter decides, in one place.

Whether a deal's end waits for a doubt is decided later, by `game.intake`.

The classifier's probabilities can be taken at their word (vision/model/CLASSIFIER.md, the reliability of what it says):
on photographs what was said with 0.9 to 0.97 was right in 449 of 449 cases, with 0.8 to 0.9 in 92 %; on rendered tables
in styles that no training saw, what was said with less than 0.9 was right in 68 % of 65 cases.
"""

from __future__ import annotations

from typing import Final

MIN_TO_COUNT: Final = 0.55
"""Separates a piece that counts at once from one that is waited for, counts in doubt and is asked.

A little above one half: the likeliest tile is likelier than all others together. Chosen, not measured."""
NOT_CLEAR: Final = 0.5
"""How sure a piece at most is that is one of too many: below `MIN_TO_COUNT`, so that people are asked. Chosen."""
MIN_TO_CONTRADICT: Final = 0.9
"""Separates a reading that overrules what was counted before from one that people are asked about.

Of what was said so surely on photographs all but 2 of 5,056 were right; from 0.8 to 0.9 one in twelve was wrong."""
MIN_TO_SETTLE: Final = 0.99
"""Separates a reading that overrules an earlier one for good from one beside which people are asked which is right.

Where one piece was read as two tiles, one of the readings was wrong: it is a hard one, and 0.9 says less of it than of
others. A running hand's 6m was a 7m with 0.94 and 0.95 once it was nudged (world 10276), and a win was paid by it. Of
photographs of two sets, nothing taught, what was said with 0.99 or more was right in 528 of 536 and 446 of 448 cases
(vision/model/CLASSIFIER.md); no group of pieces that were read in two ways was large enough to measure."""
MIN_TO_KNOW_AGAIN: Final = 0.5
"""Separates a piece that is known by its face far from its place, but within `STRAY_MM`, from a strange one.

One half: it is likelier this tile than not. Chosen, not measured."""
MIN_SECOND_CHOICE: Final = 0.05
"""Separates a reading that may replace the likeliest one where that fits nothing from one that is far-fetched.

One in twenty; chosen, not measured."""
MIN_READING: Final = 0.01
"""Separates readings of one piece that are tried at all from those that never are, however well they would fit.

Chosen, not measured: it bounds the number of combinations."""
MIN_GROUP_RATIO: Final = 0.03
"""Separates readings of a hand or meld that are tried from those that are a question: the share of the likeliest one.

About one second choice at its least likely (0.05) beside a likely piece; chosen, not measured."""
MIN_TENPAI_RATIO: Final = 0.01
"""The same for a hand that is laid open as tenpai: whoever shows one has one, and which it is pays the same.

A running hand's 6m was read as 7m with 0.983 and 0.014 for what it was (world 5004). As low as `MIN_READING`."""
MIN_AMBIGUOUS_RATIO: Final = 0.2
"""Separates what counts at a deal's end from what is asked: how likely a reading of other worth is beside it.

Of a winning hand, and of a discard or indicator on which the payment depends. One in five: a wrong count of
points weighs more than a question. Chosen, not measured."""
MISREAD: Final = 0.01
"""How likely a piece is what the game says although no reading of it says so: a person corrected it. Chosen."""
HIDDEN: Final = 0.002
"""How likely a tile of the game is not seen at all. Chosen: rarer than a misread one."""
FOREIGN: Final = 0.02
"""How likely a piece between others belongs to no tile of the game. Chosen: likelier than a hidden tile."""
BLANK_DRAGON: Final = 0.6
"""How likely a back in a meld or an open hand is a blank white dragon: above `MIN_TO_COUNT`, so that it counts."""
BLANK_DRAGON_IN_RIVER: Final = 0.5
"""The same in a river, where a tile may also have fallen over: below `MIN_TO_COUNT`, so that people are asked."""
