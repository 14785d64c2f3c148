"""Rule presets: config/rules/*.toml -> a rule system.

A preset names its `system`, gives every option of it in the system's sections, and for every option its source.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mahjong_rules.told import sentence
from table_daemon.config_files import config_path
from table_daemon.rules.option_values import (
    OptionField,
    ValueProblem,
    allowed,
    option_fields,
    section_classes,
    value_text,
)
from table_daemon.spelling import did_you_mean

if TYPE_CHECKING:
    from mahjong_rules.rule_system import RuleSystem
    from mahjong_rules.score_table import TableLine

_CHANGED: Final = "chosen for this game"


class PresetError(ValueError):
    """A preset that is missing or broken; the text is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class System:
    """A rule system that presets can choose: its options and what is made of them, by their names in a package.

    The package is imported when a preset chooses it: scoring one hand needs one engine.
    """

    package: str
    options_name: str
    rules_name: str
    table_name: str

    @property
    def options(self) -> type:
        """The dataclass of its options."""
        options: type = getattr(import_module(self.package), self.options_name)
        return options

    def rules(self, options: Any) -> RuleSystem:
        """The rules with these options."""
        make: Callable[[Any], RuleSystem] = getattr(import_module(self.package), self.rules_name)
        return make(options)

    def score_table(self, options: Any) -> tuple[TableLine, ...]:
        """What a hand can be worth with these options."""
        make: Callable[[Any], tuple[TableLine, ...]] = getattr(import_module(self.package), self.table_name)
        return make(options)


_RIICHI: Final = "mahjong_rules.systems.riichi"
_CLASSICAL: Final = "mahjong_rules.systems.classical"
_CANTONESE: Final = "mahjong_rules.systems.cantonese"
SYSTEMS: Final[Mapping[str, System]] = {
    "riichi": System(_RIICHI, "RiichiOptions", "RiichiRules", "score_table"),
    "jp_classic": System(_CLASSICAL, "JpClassicOptions", "jp_classic_rules", "jp_classic_table"),
    "simple": System(_CLASSICAL, "SimpleOptions", "simple_rules", "simple_table"),
    "tchou": System(_CLASSICAL, "TchouOptions", "tchou_rules", "tchou_table"),
    "hongkong": System(_CANTONESE, "HongkongOptions", "hongkong_rules", "hongkong_table"),
    "zungjung": System(_CANTONESE, "ZungjungOptions", "zungjung_rules", "zungjung_table"),
    "manual": System("mahjong_rules.systems.manual", "ManualOptions", "ManualRules", "score_table"),
    "mcr": System("mahjong_rules.systems.mcr", "McrOptions", "McrRules", "score_table"),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset file, read and checked. `sources` tells for every option where its value comes from."""

    name: str
    system: str
    note: str
    options: Any
    sources: Mapping[str, str]

    @property
    def fields(self) -> tuple[OptionField, ...]:
        """Every option of its system."""
        return option_fields(SYSTEMS[self.system].options)

    def rules(self) -> RuleSystem:
        """The rule system with these options."""
        return SYSTEMS[self.system].rules(self.options)

    def score_table(self) -> tuple[TableLine, ...]:
        """What a hand can be worth by it, for people."""
        return SYSTEMS[self.system].score_table(self.options)


@dataclass(frozen=True, slots=True)
class PresetHead:
    """What a preset file says of itself, before any of its options is looked at."""

    name: str
    system: str
    note: str


@dataclass(frozen=True, slots=True)
class DescribedOption:
    """One option of a preset for people: `allowed` says which values it takes, `source` where this one comes from."""

    section: str
    option: str
    value: str
    meaning: str
    allowed: str
    source: str


def preset_names() -> tuple[str, ...]:
    """The shipped presets, sorted."""
    return tuple(sorted(path.stem for path in config_path("rules").glob("*.toml")))


def preset_heads() -> tuple[PresetHead, ...]:
    """Every shipped preset, sorted by name; tells what there is without importing an engine."""
    files = [(name, _toml(config_path(f"rules/{name}.toml"))) for name in preset_names()]
    return tuple(PresetHead(name, str(data.get("system", "")), str(data.get("note", ""))) for name, data in files)


def load_rules(name: str, settings: Sequence[tuple[str, str]] = ()) -> RuleSystem:
    """The rule system of the shipped preset `name`, with options that differ from it as (option, value) texts.

    Raises:
        PresetError: there is no such preset or option, or the value does not fit.
    """
    return load_preset(name, settings).rules()


def load_preset(name: str, settings: Sequence[tuple[str, str]] = ()) -> Preset:
    """The shipped preset `name`, with options that differ from it as (option, value) texts.

    Raises:
        PresetError: there is no such preset or option, the file is broken, or the value does not fit.
    """
    if name not in preset_names():
        close = did_you_mean(name, preset_names())
        raise PresetError(
            sentence(
                "There is no rule preset {name}{close}; choose one of {names}.",
                name=repr(name),
                close=close,
                names=", ".join(preset_names()),
            )
        )
    return with_settings(read_preset(config_path(f"rules/{name}.toml")), settings)


def describe_preset(name: str, settings: Sequence[tuple[str, str]] = ()) -> tuple[DescribedOption, ...]:
    """Every option of the shipped preset `name` in the order of its sections.

    Raises:
        PresetError: as for `load_preset`.
    """
    preset = load_preset(name, settings)
    return tuple(
        DescribedOption(
            item.section,
            item.name,
            value_text(getattr(getattr(preset.options, item.section), item.name)),
            item.meaning,
            allowed(item.hint),
            preset.sources[item.name],
        )
        for item in preset.fields
    )


def with_settings(preset: Preset, settings: Sequence[tuple[str, str]]) -> Preset:
    """The preset with some options changed.

    Raises:
        PresetError: there is no such option, or the value does not fit.
    """
    known = {item.name: item for item in preset.fields}
    changes: dict[str, dict[str, Any]] = {}
    for option, text in settings:
        name = option.rpartition(".")[2]
        item = known.get(name)
        if item is None or option not in (name, f"{item.section}.{name}"):
            close = did_you_mean(name, known)
            raise PresetError(
                sentence(
                    "The rules {rules} have no option {name}{close}; 'jantaku rules show {rules}' lists them all.",
                    rules=preset.name,
                    name=repr(option),
                    close=close,
                )
            )
        try:
            changes.setdefault(item.section, {})[name] = item.parse(text)
        except ValueProblem as problem:
            raise PresetError(
                sentence(
                    "The option {option} must be {allowed}, not {value}.",
                    option=name,
                    allowed=allowed(item.hint),
                    value=repr(text),
                )
            ) from problem
    try:
        sections = {name: replace(getattr(preset.options, name), **values) for name, values in changes.items()}
        options = replace(preset.options, **sections)
    except ValueError as error:
        option, _, wanted = str(error).partition(" ")
        raise PresetError(sentence("The option {option} {wanted}.", option=option, wanted=wanted)) from error
    sources = dict.fromkeys((name for values in changes.values() for name in values), _CHANGED)
    return replace(preset, options=options, sources={**preset.sources, **sources})


def read_preset(path: Path) -> Preset:
    """The preset in a file; its name is the file's.

    Raises:
        PresetError: the file cannot be read, is no TOML, or misses, misspells or misuses a key.
    """
    data = _toml(path)
    try:
        return _preset(path.stem, data)
    except ValueError as error:
        raise PresetError(f"The rule preset {path} has a mistake: {error}.") from error


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PresetError(f"The rule preset {path} cannot be read ({error.strerror}); check the path.") from error
    except (ValueError, RecursionError) as error:  # wrong TOML, no UTF-8, endless numbers, endless nesting
        raise PresetError(f"The rule preset {path} is no TOML: {error}.") from error


def _preset(name: str, data: dict[str, Any]) -> Preset:
    system, note, sources = data.pop("system", None), data.pop("note", ""), data.pop("sources", {})
    if not isinstance(system, str) or system not in SYSTEMS:
        raise ValueError(f"system must be one of {', '.join(SYSTEMS)}, not {system!r}")
    if not isinstance(note, str):
        raise ValueError(f"note must be a text, not {note!r}")  # noqa: TRY004 - a mistake of the file
    type_ = SYSTEMS[system].options
    classes = section_classes(type_)
    _check_keys("section", "", data, classes)
    known = option_fields(type_)
    sections = {
        section: _section(section, class_, data[section], [item for item in known if item.section == section])
        for section, class_ in classes.items()
    }
    return Preset(name, system, note, type_(name=name, **sections), _sources(sources, known))


def _sources(data: Any, known: Sequence[OptionField]) -> dict[str, str]:
    names = {item.name for item in known}
    for option, text in data.items() if isinstance(data, dict) else ():
        if option not in names:
            raise ValueError(f"{option} is no option, so it has no source{did_you_mean(option, names)}")
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"the source of {option} must be a text, not {text!r}")
    missing = [item.name for item in known if not isinstance(data, dict) or item.name not in data]
    if missing:
        raise ValueError(f"the source of {', '.join(missing)} is missing")
    return dict(data)


def _section(section: str, class_: type, data: Any, known: list[OptionField]) -> Any:
    """Every key must be given: a preset is read by people, and a default would hide a rule."""
    if not isinstance(data, dict):
        raise ValueError(f"{section} must be a section, not {data!r}")  # noqa: TRY004 - a mistake of the file
    _check_keys("option", f" of [{section}]", data, {item.name: item for item in known})
    try:
        return class_(**{item.name: item.validate(data[item.name]) for item in known})
    except ValueError as error:
        raise ValueError(f"[{section}] {error}") from error


def _check_keys(what: str, where: str, found: Iterable[str], wanted: Mapping[str, object]) -> None:
    for name in found:
        if name not in wanted:
            raise ValueError(f"{name} is no {what}{where}{did_you_mean(name, wanted)}")
    missing = [name for name in wanted if name not in found]
    if missing:
        raise ValueError(f"the {what}{where} {', '.join(missing)} is missing")
