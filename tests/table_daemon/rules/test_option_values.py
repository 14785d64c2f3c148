"""Options as people write them: texts to values and back."""

from __future__ import annotations

import pytest

from table_daemon.rules.option_values import value_text
from table_daemon.rules.presets import (
    PresetError,
    load_preset,
    load_rules,
    preset_names,
)


@pytest.mark.parametrize("name", preset_names())
def test_the_text_of_every_value_is_read_back_as_the_same_value(name: str) -> None:
    preset = load_preset(name)
    for item in preset.fields:
        value = getattr(getattr(preset.options, item.section), item.name)
        assert item.parse(value_text(value)) == value, item


@pytest.mark.parametrize(
    ("option", "text", "reason"),
    [
        (
            "open_tanjao",
            "no",
            r"ema have no option 'open_tanjao' \(did you mean open_tanyao\?\); 'jantaku rules show ema'",
        ),
        ("game.renho", "none", "have no option 'game.renho'"),
        ("open_tanyao", "maybe", "The option open_tanyao must be true or false, not 'maybe'"),
        ("open_tanyao", "1", "The option open_tanyao must be true or false, not '1'"),
        ("max_winners", "four", "The option max_winners must be a whole number, not 'four'"),
        ("max_winners", "4", "The option max_winners must be 1 to 3, not 4"),
        ("max_winners", "true", "The option max_winners must be a whole number, not 'true'"),
        ("renho", "yakuman", "The option renho must be one of none, five_fan_alone, not 'yakuman'"),
        ("uma", "100,0,-100", "The option uma must be 4 figures, one for each player, not"),
        ("double_yakuman", "tenhou", "The option double_yakuman must be values .*each one of dai_suushii, .*, or none"),
        ("max_winners", "", "The option max_winners must be a whole number, not ''"),
        ("uma", "100,0,0,0", "The option uma must be full hundreds, 0 in all, not"),
    ],
)
def test_a_setting_that_does_not_fit_says_what_is_allowed(option: str, text: str, reason: str) -> None:
    with pytest.raises(PresetError, match=reason):
        load_rules("ema", [(option, text)])
