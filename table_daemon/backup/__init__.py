"""A whole table in one file, and back: `jantaku backup`, `jantaku restore`.

* `contents`: what belongs to a table's backup, and what its list of contents says.
* `making`: the file, made beside a daemon that plays. `checking`: whether a file is whole, ours and not too new.
* `restoring`: what it holds takes the place of what is there, which is kept.
* `desk`: both for the page; `agreed`: what the page agreed to is put in place by the next start.
"""
