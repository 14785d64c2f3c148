"""What people and programs may ask for: the commands and how they are read from bytes (docs/mqtt.md).

* `registry`: every command by its name, made from the models in `game`, `machine`, `eyes` and `corrections`.
* `base`, `fields`, `events`, `motions`, `roles`: what the models are made of.
* `codec`: bytes become a `command`, or one of the `refusals`, whose sentence `expectations` complete.
* `wishes`: the same of what is no command.
"""
