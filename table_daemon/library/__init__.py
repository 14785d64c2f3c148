"""The games that were played, for whoever looks at them again.

* `deals`: a game as its deals; `documents`: lists, games and replays as documents; `exports`: a game as a file.
* `tallies`: what each person did in a game; `index`: the file in which that is kept, made anew at any time.
* `library`: answers from index and journal, in a thread of its own.
* `people_file`: the cards of people; `people`: what may be asked and wished of them; `careers`: their figures by SQL;
  `renaming`: a name changed or taken out in every file.
"""
