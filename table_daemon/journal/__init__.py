"""The journal: what happened at the table, on disk before anybody hears of it, and able to tell when it was changed.

* `entries`: the lines as values.
* `chain`: the checksum that ties each line to the one before it; pure.
* `errors`: what a person reads when the journal cannot be used.
* `database`: the SQLite file: tables, opening, bringing older files up to date.
* `names`: who the numbers in the entries are; they can be changed and taken out.
* `witness`: the small file beside it that knows how far the journal went.
* `checked_reader`: reading, so that what comes out is what was written; `journal`: reading and writing, by one daemon
  at a time (`lock_file`).
* `sound_parts`: what is sound in a file, however damaged the rest of it is; `examination`: all of it, told.
* `repair`: a new journal from all that is sound, the damaged one kept.
* `backups`: the copies of the last seven days; `daily_backup`: when a daemon makes them.
"""
