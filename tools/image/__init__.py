"""Makes the files that turn a fresh Raspberry Pi OS into a table at its first start: `python -m tools.image`.

* `recipe` writes what cloud-init reads; `user-data.in` is its text. `__main__` lays it beside the packages.
"""
