"""The program of a real table: everything that has a clock, a disk, a socket or a command line.

* Start: `app` builds everything in order and stops motors first; `table_assembly` builds the table's parts
  (`table_parts`) and the table. `settings` (with `setting_mistakes`), `site_file`, `config_files`, `errors`,
  `spelling`; `service_manager` tells systemd how it goes; `run_end`: for good, or to begin anew.
* The middle: `table` lets its parts go on and announces what changed; `arrivals` is where the eyes' thread ends.
* Asking: `service` is all that front ends may ask; `received_commands` takes what they received,
  `command_dispatcher` gives each command to its handler; `token_bucket` bounds how fast;
  `backup_service`, `update_service`, `firmware_service`: the same for backups, updates and the board's firmware.
* Telling: `table_documents` makes every retained document, `announcing` says documents and events; `info_document`,
  `diagnostics`, `computer_health`.
* Rooms: `interpreter` (what lies on the table becomes events), `game`, `journal` (what happened, on disk),
  `corrections`, `people`, `machine`, `eyes` (what is taught to them), `rules` (presets), `library` (games
  that were played), `backup` (a table in one file), `updating` (other versions of this program), `firmware` (the
  board's, brought onto it), `setting_up` (the first start, before there is a table).
* `flushing`: names of files on the disk.
* Doors: `http`, `access` (who may do what), `mqtt`, `hall` (one page for many tables), `cli`, `doctor`.
"""
