"""House rules kept under a name, as the page asks of them (`/api/house_rules`): no part of MQTT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from wire.commands.expectations import Expected, Omittable, StrictObject
from wire.commands.fields import MAX_NUMBER, Key, Options, PersonName
from wire.words import WordsDocument

HouseName = PersonName
"""Checked like people's names: it stands on the same page."""
HouseId = Annotated[int, Field(ge=1, le=MAX_NUMBER), Expected("the id of house rules, from their list")]


class AddHouseRules(StrictObject):
    """Keep a preset with options that differ under a name."""

    action: Literal["add"]
    name: HouseName
    rules: Annotated[Key, Field(description="a preset of `info.rules`")]
    settings: Annotated[Options, Field(description="options that differ from the preset")] = Field(default_factory=dict)


class ChangeHouseRules(StrictObject):
    """Another name, or other options of the same preset; games that were played by them stay as they were."""

    action: Literal["change"]
    house_rules: HouseId
    name: Omittable[HouseName] = None
    settings: Omittable[Options] = None


class RemoveHouseRules(StrictObject):
    """Forget them; games that were played by them stay as they were."""

    action: Literal["remove"]
    house_rules: HouseId


HOUSE_RULES_WISHES: Final[Mapping[str, type[AddHouseRules | ChangeHouseRules | RemoveHouseRules]]] = {
    "add": AddHouseRules,
    "change": ChangeHouseRules,
    "remove": RemoveHouseRules,
}
"""What may be wished of house rules, by `action`."""
HouseRulesWish = AddHouseRules | ChangeHouseRules | RemoveHouseRules


class HouseRules(TypedDict):
    """House rules; `problem` says why no game can begin by them any more, "" as long as one can.

    `problem_words` is the same for screens in other languages.
    """

    id: int
    name: str
    rules: str
    settings: dict[str, str]
    problem: str
    problem_words: list[WordsDocument]


class HouseRulesList(TypedDict):
    """All of them, in the order in which they were made."""

    house_rules: list[HouseRules]


class OptionDocument(TypedDict):
    """An option of a preset. `choices` are its values where it has few; `meaning`, `allowed`, `source` are English."""

    section: str
    option: str
    value: str
    choices: list[str]
    allowed: str
    meaning: str
    source: str


class TableLineDocument(TypedDict):
    """One thing that a hand can be worth; `rule` is a key of the page's catalogues.

    `open_fan` is what an open hand gets for it, None where it is the same, 0 where only a concealed hand has it;
    `is_maximum`: it is worth the limit by its form. `tiles` are the kinds of the sets that it is about.
    """

    rule: str
    clause: str
    points: int
    fan: int
    open_fan: int | None
    is_maximum: bool
    tiles: list[str]


class PresetDocument(TypedDict):
    """Every option of a preset, and what a hand can be worth by it."""

    preset: str
    system: str
    options: list[OptionDocument]
    lines: list[TableLineDocument]
