"""Things that go wrong at the simulated table, by a file (docs/simulated_faults.md).

`plan` reads the file, `moments` knows when, `effects` what each kind does to what is `breakable`, `troubles` lets them
happen and people mend them; `defects` and `line` are the parts that break.
"""
