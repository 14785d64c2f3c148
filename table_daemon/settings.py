"""Every setting of the daemon, merged from files in a fixed order and checked once.

Rules this file keeps:
* Later wins: defaults < machine file < site file < command line (`--set section.key=value`).
* Each section's model stands beside the code it serves; this file only joins them.
* A mistake is reported with file, key, value, expectation and remedy; all mistakes at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from firmware_bridge.gpio_settings import GpioSettings
from firmware_bridge.settings import MachineSettings, SerialSettings
from mahjong_rules.set_names import SetName
from mahjong_rules.told import Told, joined, sentence
from table_daemon.config_files import config_path
from table_daemon.errors import UserError
from table_daemon.http.settings import HttpSettings
from table_daemon.mqtt.settings import MqttSettings
from table_daemon.rules.presets import PresetError, load_rules, preset_names
from table_daemon.setting_mistakes import mistake_in_choice, mistakes_of
from vision.settings import CameraSettings, GeometrySettings, ReadingSettings
from wire.commands.fields import is_plain_line

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
LONGEST_NOTICE: Final = 80
"""Characters of a table's notice. Chosen: two lines of the page's panel on a phone."""
LONGEST_SET_NAME: Final = 40
"""Characters of a tile set's name. Chosen: as of a player's name, a line of a phone."""
UNTAUGHT: Final = "none"
"""Instead of a taught set: read by the network alone."""
_TAUGHT_SET: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""A file's name without a dot: `a.before` and `a.played` are no taught sets of their own."""


def _plain_line(text: str) -> str:
    if not is_plain_line(text):
        raise ValueError("expected a text without control characters or such that turn text round; type it anew")
    return text


def _taught_set(name: str) -> str:
    if _TAUGHT_SET.fullmatch(name) is None:
        text = f'expected "{UNTAUGHT}", or a file of tile_sets without .npz (letters, digits, - and _)'
        raise ValueError(f"{text}; give one of them")
    return name


_SetName = Annotated[str, Field(max_length=LONGEST_SET_NAME), AfterValidator(_plain_line)]
_TaughtSet = Annotated[str, AfterValidator(_taught_set)]


class TableSettings(BaseModel):
    """The table as a whole."""

    model_config = _STRICT

    machine: str = ""
    """File below config/machines with this table's sizes; "" for none."""
    state_dir: str = "~/.local/state/jantaku"
    """Folder of the journal."""
    notice: Annotated[str, AfterValidator(_plain_line)] = Field(default="", max_length=LONGEST_NOTICE)
    """A badge on the page, in your own words; `simulation` is said in each screen's language, with things to try."""
    set_a: _SetName = ""
    """What people call tile set A, as "green backs"."""
    set_b: _SetName = ""
    taught_a: _TaughtSet = "a"
    """Taught set that reads set A: a file of tile_sets in state_dir, without .npz; "none": untaught."""
    taught_b: _TaughtSet = "b"

    def called(self, tile_set: SetName) -> str:
        """What people call a set; "" without a name of theirs."""
        return self.set_a if tile_set is SetName.A else self.set_b

    @property
    def journal_path(self) -> Path:
        """Where the journal lies."""
        return Path(self.state_dir).expanduser() / "journal.sqlite3"

    @property
    def index_path(self) -> Path:
        """Where the index of the games that were played lies."""
        return Path(self.state_dir).expanduser() / "games.sqlite3"

    @property
    def house_rules_path(self) -> Path:
        """Where house rules are kept."""
        return Path(self.state_dir).expanduser() / "house_rules.json"

    @property
    def access_folder(self) -> Path:
        """Where PINs and sessions lie."""
        return Path(self.state_dir).expanduser() / "access"

    @property
    def tls_folder(self) -> Path:
        """Where the page's certificate lies."""
        return Path(self.state_dir).expanduser() / "tls"


class PlaySettings(BaseModel):
    """How a game is played; times in seconds."""

    model_config = _STRICT

    rules: str = "ema"
    """Preset in config/rules used when a game is started without naming one."""
    options: dict[str, str] = Field(default_factory=dict)
    """The house's own: options of those rules that differ, proposed for a game; see `jantaku rules show NAME`."""
    next_deal_s: int = Field(default=0, ge=0, le=600)
    """After a result the table clears by itself after so long; 0: only when a person says so."""
    quiet_s: float = Field(default=1.0, ge=0.2, le=10)
    """The table must have been still so long before an opened hand counts."""
    others_s: float = Field(default=2.5, ge=0.5, le=30)
    """After a win on a discard, the time for other winners to open their hands."""
    abort_s: float = Field(default=5.0, ge=0.5, le=60)
    """Before a draw that nobody shows anything for counts, the time for a player who wins the last discard."""
    doubt_s: float = Field(default=4.0, ge=0.5, le=60)
    """A tile read badly for so long counts as the likeliest one and is asked; what nothing explains is only asked."""
    sticks_s: float = Field(default=10.0, ge=0, le=300)
    """A riichi without its stick, or a stick without a riichi, is told when it has lasted so long; 0: never."""


class EyesSettings(BaseModel):
    """What the eyes may do of themselves."""

    model_config = _STRICT

    learn_while_playing: bool = True
    """Learn the table's tile sets from what people answer and what games prove; pictures of single tiles are kept."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Where settings were read from, which makes no others of them."""

    file: Path | None = field(default=None, compare=False)


class Settings(BaseModel):
    """All sections of a configuration file."""

    model_config = _STRICT

    table: TableSettings = TableSettings()
    play: PlaySettings = PlaySettings()
    serial: SerialSettings = SerialSettings()
    machine: MachineSettings = MachineSettings()
    gpio: GpioSettings = GpioSettings()
    camera: CameraSettings = CameraSettings()
    geometry: GeometrySettings = GeometrySettings()
    reading: ReadingSettings = ReadingSettings()
    eyes: EyesSettings = EyesSettings()
    mqtt: MqttSettings = MqttSettings()
    http: HttpSettings = HttpSettings()
    _source: _Source = PrivateAttr(default_factory=_Source)

    @property
    def file(self) -> Path | None:
        """Where they were read from, None where no file was."""
        return self._source.file


class SettingsError(UserError):
    """A configuration that cannot be used; one line a mistake."""


def load_settings(file: Path | None, overrides: Iterable[str] = ()) -> Settings:
    """The settings of `file` over its machine file over the defaults, with `section.key=value` overrides last.

    Raises:
        SettingsError: a file is missing or no TOML, or a key or value is wrong.
    """
    settings = checked_settings(str(file or "settings"), _read_toml(file) if file is not None else {}, overrides)
    settings._source = _Source(file)  # noqa: SLF001 - of this module, and no setting
    return settings


def checked_settings(name: str, site: dict[str, Any], overrides: Iterable[str] = ()) -> Settings:
    """What a site's own values, which are changed here, come to; `name` is their file's, for what is said of mistakes.

    Raises:
        SettingsError: the machine file is missing or no TOML, or a key or value is wrong.
    """
    merged, machine = _merged(site, overrides)
    choices = [("play.rules", preset_names())] + ([] if machine else [("table.machine", _machine_names())])
    mistakes = [mistake for key, known in choices if (mistake := mistake_in_choice(name, key, site, known))]
    try:
        settings = Settings.model_validate(merged)
    except ValidationError as error:
        mistakes += mistakes_of(name, error, Settings)
    else:
        mistakes += [] if mistakes else _mistakes_of_options(name, settings.play)
    if mistakes:
        raise SettingsError(joined(mistakes, "\n")) from None
    return settings


def _mistakes_of_options(name: str, play: PlaySettings) -> list[str]:
    """An engine is imported only where a house has options of its own."""
    try:
        if play.options:
            load_rules(play.rules, tuple(play.options.items()))
    except PresetError as error:
        return [sentence("{file}: play.options: {why}", file=name, why=error)]
    return []


def site_values(file: Path) -> dict[str, Any]:
    """What a site's file says; nothing where there is none yet.

    Raises:
        SettingsError: it cannot be read or is no TOML.
    """
    return _read_toml(file) if file.exists() else {}


def is_told(key: str, site: Mapping[str, Any], overrides: Iterable[str] = ()) -> bool:
    """Whether a site, its machine file or the command line says `section.key`, whatever it says.

    Raises:
        SettingsError: the machine file or an override is no TOML.
    """
    section, _, name = key.partition(".")
    merged, _ = _merged(deepcopy(dict(site)), overrides)
    part = merged.get(section)
    return isinstance(part, Mapping) and name in part


def _merged(site: dict[str, Any], overrides: Iterable[str]) -> tuple[dict[str, Any], Path | None]:
    """A site's values, to which the overrides are added, over those of its machine file, which comes with them."""
    for override in overrides:
        _merge(site, _parse_override(override))
    machine = _machine_file(site)
    merged = _read_toml(machine) if machine else {}
    _merge(merged, site)
    return merged, machine


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(
            sentence("{file}: cannot be read ({why}); give the path of a TOML file", file=file, why=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:  # wrong TOML, no UTF-8, endless numbers, endless nesting
        raise SettingsError(no_toml_text(file, error)) from error


def no_toml_text(file: Path, error: Exception) -> Told:
    """A file of settings that cannot be understood at all."""
    return sentence(
        "{file}: is no valid TOML ({why}); mend that line, see config/table.toml", file=file, why=str(error)
    )


def _machine_names() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in config_path("machines").glob("*.toml")))


def _machine_file(site: Mapping[str, Any]) -> Path | None:
    """The machine's file below config/machines; None where none is named, or one that is not there."""
    table = site.get("table")
    name = table.get("machine", "") if isinstance(table, Mapping) else ""
    path = config_path(f"machines/{name}") if isinstance(name, str) and name else None
    return path if path is not None and path.is_file() else None


def _parse_override(text: str) -> dict[str, Any]:
    path, separator, value = text.partition("=")
    section, dot, key = path.partition(".")
    if not (separator and dot and section and key):
        raise SettingsError(f"--set {text}: expected section.key=value, for example http.port=8200")
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        parsed = value
    return {section: {key: parsed}}


def _merge(target: dict[str, Any], other: Mapping[str, Any]) -> None:
    for key, value in other.items():
        if isinstance(value, Mapping) and isinstance(target.get(key), dict):
            _merge(target[key], value)
        else:
            target[key] = value


def doubt_of(settings: Settings) -> str:
    """What is allowed but looks like a mistake, as one sentence that says what to do; "" when nothing does."""
    geometry, usual = settings.geometry, GeometrySettings()
    if geometry.surface_mm == usual.surface_mm or geometry.zones != usual.zones:
        return ""
    return (
        f"geometry.surface_mm is {geometry.surface_mm:g}, but geometry.zones are those of {usual.surface_mm:g}: "
        "rivers, walls and hands over the lifts are looked for there; mend geometry.zones by a ruler"
    )
