"""What keeps a table from working: one check a line, each a pure function of what a `probe.Probe` finds.

* `examination` calls the checks in order: `computer`, `devices`, `board`, `network`, `pins`, `access`.
* `host`, with `host_cameras`, is the only file that asks the computer; `probe` is what it answers.
"""
