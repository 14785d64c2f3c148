"""The scores of Hong Kong old style and Zung Jung beside public scorers.

    python -m tools.score_oracles hongkong FOLDER --count 2000
    python -m tools.score_oracles zungjung FOLDER --count 2000
    python -m tools.score_oracles waits FOLDER --count 1000

FOLDER is where the scorers lie, never this project's own: `npm install hk-mahjong@3.2.0 mahjong-tile-efficiency@1.0.3`
there, and, for `zungjung`, a module `zj/scoring.mjs` that exports `scoreWin` as the public web game "Zung Jung Mahjong"
has it (its `scoring.ts`, `hand.ts` and `tiles.ts` without their types). Every hand is random, half of them of a stacked
kind; a difference is printed with the clause that explains it, or as unexplained. Exit code 1: one is unexplained.

* `random_hands`: hands and how they were won. `node_programs` and the programs beside it: the way to the scorers.
* `hongkong`, `zungjung`, `waits`: what is compared, and which differences the clauses explain.
"""
