"""Makes the Debian package: `make deb`, one file for each architecture with everything inside (docs/adr/0042).

* `targets` says for which computers; `wheels` brings the packages of constraints.txt for them and unpacks them.
* `tree` says which file lies where; `manual` makes the man pages and completions from the program's own help,
  `licences` gathers what the packages' authors ask to be shipped.
* `control` writes what dpkg reads; `archive` closes the package. `parts` and `scripts` are files of the package.
* `kiosk` makes the second package, of the attached screen, the same for every computer.
* `proof` installs it in fresh Debian roots: `make test-pi`.
"""
