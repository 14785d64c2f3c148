"""`make test-pi`: fresh Debian roots, other architectures by qemu, in which the package is lived with for once.

* `roots` makes them and runs commands in them without a network; `samples` are the records, pictures and the game.
* `versions` makes a next version of a package; `life` is what happens to it, from installing to purging.
* `booted` runs systemd in a root, `booted_package` has the package there at the table of `table_beside`; `service` is
  what happens to its daemon, `moved_evening` a backup that is restored and played on in another root.
"""
