"""Updates: the daemon wishes for a version, root installs it from what root trusts (docs/adr/0045).

* The daemon's side: `desk` answers the page and writes the wish.
* Both sides: `places` says where everything lies, `wish_file` is all that goes from the daemon to root, `told_files`
  what root tells; `changes` reads what is new.
* Root's side: `offers` finds what apt and root's folder offer, `fields` reads what dpkg says (`programs`
  starts it); `repacking` keeps the
  version before, `apt` runs it and tells how far it is, `installing` does one after the other, `carrying_out` is what
  the unit and `jantaku update` begin.

Rules root's side keeps: Python's own library only, so that a package with broken libraries can be replaced; no word of
the daemon's reaches a command line but a version that root offered; no file in a folder of the daemon's is followed.
"""
