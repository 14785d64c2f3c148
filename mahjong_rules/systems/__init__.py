"""The engines. What differs between presets of one engine is data in config/rules.

* `riichi`: EMA, Tenhou, M-League, Doman. `classical`: the games in which losers settle and flowers count.
* `cantonese`: Hong Kong old style and Zung Jung, by the classical engine with a scoring of their own.
* `mcr`: the Chinese official game. `manual`: any other game of thirteen tiles, whose payments people type.
"""
