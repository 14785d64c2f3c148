"""Rule presets: config/rules/*.toml -> `RiichiOptions`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mahjong_rules.rule_system import RuleSystem
from mahjong_rules.systems.riichi import RiichiRules
from mahjong_rules.systems.riichi.options import (
    ChomboPenalty,
    HonbaReceiver,
    KongDoraTiming,
    PaoHonbaPayer,
    Renho,
    RiichiOptions,
    SwapCalling,
    TieRule,
)
from table_daemon.config_files import config_path

Points = Annotated[int, Field(multiple_of=100)]
PositivePoints = Annotated[int, Field(ge=0, multiple_of=100)]


class PresetError(ValueError):
    """A preset that is missing or broken; the text is one sentence that says what to do."""


class _Section(BaseModel):
    """Every key must be given: a preset is read by people, and a default would hide a rule."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ClausesSection(_Section):
    """Where the rules are written down; shown beside every score line."""

    clause_yaku: str
    clause_fu: str
    clause_dora: str


class TilesSection(_Section):
    """Tiles, claims and dora."""

    red_fives: bool
    swap_calling: SwapCalling
    concealed_kong_in_riichi: bool
    thirteen_orphans_rob_concealed_kong: bool
    kong_dora_concealed: KongDoraTiming
    kong_dora_melded: KongDoraTiming
    kong_dora_added: KongDoraTiming
    ura_dora: bool


class ValuesSection(_Section):
    """Hand values."""

    open_tanyao: bool
    ippatsu: bool
    double_wind_pair_fu: Annotated[int, Field(ge=2, le=4, multiple_of=2)]
    round_up_mangan: bool
    counted_yakuman: bool
    stacked_yakuman: bool
    double_yakuman: bool
    renho: Renho


class RiichiSection(_Section):
    """When riichi may be declared."""

    riichi_needs_points: bool
    riichi_min_live_tiles: Annotated[int, Field(ge=0, le=69)]


class SettlementSection(_Section):
    """Several winners, counters, drawn deals, liability."""

    max_winners: Annotated[int, Field(ge=1, le=3)]
    honba_receiver: HonbaReceiver
    own_riichi_stick_returns: bool
    honba_points: Annotated[int, Field(ge=0, multiple_of=300)]
    noten_pool_points: Annotated[int, Field(ge=0, multiple_of=600)]
    dead_wait_is_noten: bool
    nagashi_mangan: bool
    dealer_stays_when_tenpai: bool
    abort_nine_terminals: bool
    abort_four_winds: bool
    abort_four_riichi: bool
    abort_four_kongs: bool
    abort_triple_ron: bool
    pao_three_dragons: bool
    pao_four_winds: bool
    pao_four_kongs: bool
    pao_honba_payer: PaoHonbaPayer
    pao_covers_whole_hand: bool


class GameSection(_Section):
    """Course and end of a game, penalties."""

    start_points: Points
    rounds: Annotated[int, Field(ge=1, le=4)]
    extra_rounds: Annotated[int, Field(ge=0, le=2)]
    target_points: PositivePoints
    ends_below_zero: bool
    dealer_ends_when_winning: bool
    dealer_ends_when_tenpai: bool
    return_points: PositivePoints
    uma: tuple[Points, Points, Points, Points]
    oka_points: PositivePoints
    ties: TieRule
    leftover_sticks_to_first: bool
    chombo: ChomboPenalty
    chombo_points: PositivePoints


class PresetFile(_Section):
    """A whole preset file."""

    clauses: ClausesSection
    tiles: TilesSection
    values: ValuesSection
    riichi: RiichiSection
    settlement: SettlementSection
    game: GameSection

    def options(self, name: str) -> RiichiOptions:
        """The same as plain options."""
        values: dict[str, object] = {}
        for section in (self.clauses, self.tiles, self.values, self.riichi, self.settlement, self.game):
            values |= dict(section)
        return RiichiOptions(name=name, **values)  # type: ignore[arg-type]  # the sections mirror its fields (tested)


def preset_names() -> tuple[str, ...]:
    """The shipped presets, sorted."""
    return tuple(sorted(path.stem for path in config_path("rules").glob("*.toml")))


def load_rules(name: str, settings: Sequence[tuple[str, str]] = ()) -> RuleSystem:
    """The rule system of the shipped preset `name`, with options that differ from it as (option, value) texts.

    Raises:
        PresetError: there is no such preset or option, or the value does not fit.
    """
    if settings:
        raise PresetError("These options cannot be changed.")
    return RiichiRules(load_preset(name))


def load_preset(name: str) -> RiichiOptions:
    """The shipped preset `name`.

    Raises:
        PresetError: there is none, or its file is broken.
    """
    if name not in preset_names():
        raise PresetError(f"There is no rule preset {name!r}; choose one of {', '.join(preset_names())}.")
    return read_preset(config_path(f"rules/{name}.toml"))


def read_preset(path: Path) -> RiichiOptions:
    """The preset in a file; its name is the file's.

    Raises:
        PresetError: the file cannot be read, is no TOML, or misses, misspells or misuses a key.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        # By way of JSON, because strict validation takes texts for enumerations and lists for tuples only there.
        return PresetFile.model_validate_json(json.dumps(data, default=str)).options(path.stem)
    except OSError as error:
        raise PresetError(f"The rule preset {path} cannot be read ({error.strerror}); check the path.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PresetError(f"The rule preset {path} is no TOML: {error}.") from error
    except ValidationError as error:
        raise PresetError(f"The rule preset {path} has a mistake: {_mistakes(error)}.") from error


def _mistakes(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
