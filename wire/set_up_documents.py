"""The first start as a page: what it asks of the daemon and what it is told (`/api/set_up`): no part of MQTT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from mahjong_rules.set_names import SetName
from wire.commands.expectations import Expected, StrictObject
from wire.commands.fields import Flag, Options, SetField
from wire.messages import Json
from wire.words import WordsDocument

STEPS: Final = ("language", "board", "camera", "markers", "tiles", "sets", "machine", "rules", "pins", "finish")
"""What is asked one after the other; each can be left and taken up again."""
StepName = Annotated[
    Literal["language", "board", "camera", "markers", "tiles", "sets", "machine", "rules", "pins", "finish"],
    Expected(f"one of {', '.join(STEPS)}"),
]
LANGUAGES: Final = ("en", "fr", "ja", "zh")
_LONGEST: Final = 300
"""Chosen: more than any path or address of a camera has."""
_Line = Annotated[str, Field(min_length=1, max_length=_LONGEST), Expected(f"a text of 1 to {_LONGEST} characters")]
_Words = Annotated[str, Field(max_length=_LONGEST), Expected("a text")]
_Millimetres = Annotated[float, Field(gt=0, lt=2000, strict=False), Expected("a length in mm")]


class GoToStep(StrictObject):
    """Leave the present step for another one."""

    action: Literal["go"]
    step: StepName


class ChooseLanguage(StrictObject):
    """The page's language."""

    action: Literal["language"]
    language: Annotated[Literal["en", "fr", "ja", "zh"], Expected(f"one of {', '.join(LANGUAGES)}")]


class TryBoard(StrictObject):
    """Open this serial port and see whether the motor board answers there; nothing moves."""

    action: Literal["board"]
    port: _Line


class TryCamera(StrictObject):
    """Show the pictures of this camera: a device, or an address."""

    action: Literal["camera"]
    address: _Line


class MeasureMarkers(StrictObject):
    """Solve the camera's place, with these two measures of the surface."""

    action: Literal["markers"]
    surface_mm: _Millimetres
    marker_mm: _Millimetres


class MeasureByTiles(StrictObject):
    """Solve the camera's place where nobody knows a measure of the surface: rows of such tiles lie there, face down."""

    action: Literal["scale"]
    height_mm: _Millimetres
    width_mm: _Millimetres
    thickness_mm: _Millimetres


class SeeTiles(StrictObject):
    """Let the camera measure how wide and how high the tiles are that lie there in rows, face up."""

    action: Literal["see_tiles"]


class MeasureTiles(StrictObject):
    """A tile's size."""

    action: Literal["tiles"]
    height_mm: _Millimetres
    width_mm: _Millimetres
    thickness_mm: _Millimetres


class NameSets(StrictObject):
    """What the two tile sets are called, "" for no name, and which taught set reads each (`table.taught_a`)."""

    action: Literal["sets"]
    set_a: _Words
    set_b: _Words
    taught_a: _Line
    taught_b: _Line


class TestMachine(StrictObject):
    """A person lets the machine move: one of its tests in their order.

    `mechanism`: dice, dome and lifts of an empty table; `heads` stack a set that lies inside; `pushers` bring its walls
    up; `counters` count it while people push it in; `buttons` wait for presses at the computer's own pins, and move
    nothing. `set` is the one to stack.

    `fault_id` is the latched fault that this person has seen to, "" for none.
    """

    __test__ = False  # pytest takes no class of this name for tests

    action: Literal["machine"]
    what: Annotated[
        Literal["mechanism", "heads", "pushers", "counters", "buttons"],
        Expected("one of mechanism, heads, pushers, counters, buttons"),
    ]
    set: SetField = SetName.A
    fault_id: Annotated[str, Expected("a text")]


class StopTest(StrictObject):
    """Motors off, at once."""

    action: Literal["stop"]


class ChooseRules(StrictObject):
    """The preset that a game is begun with, and the house's own options of it."""

    action: Literal["rules"]
    rules: _Line
    options: Annotated[Options, Field(default_factory=dict)]


class ChoosePins(StrictObject):
    """Who may open the page, and with which PINs; without tablets none is needed and both may be ""."""

    action: Literal["pins"]
    tablets: Flag
    table: Annotated[str, Expected("a text")]
    admin: Annotated[str, Expected("a text")]


class FinishSetUp(StrictObject):
    """Write the settings and start the table."""

    action: Literal["finish"]


class LeaveSetUp(StrictObject):
    """Go back to the table that ran before, with the settings that it had."""

    action: Literal["leave"]


SetUpWish = (
    GoToStep
    | ChooseLanguage
    | TryBoard
    | TryCamera
    | MeasureMarkers
    | MeasureByTiles
    | SeeTiles
    | MeasureTiles
    | NameSets
    | TestMachine
    | StopTest
    | ChooseRules
    | ChoosePins
    | FinishSetUp
    | LeaveSetUp
)
SET_UP_WISHES: Final[Mapping[str, type[SetUpWish]]] = {
    "go": GoToStep,
    "language": ChooseLanguage,
    "board": TryBoard,
    "camera": TryCamera,
    "markers": MeasureMarkers,
    "scale": MeasureByTiles,
    "see_tiles": SeeTiles,
    "tiles": MeasureTiles,
    "sets": NameSets,
    "machine": TestMachine,
    "stop": StopTest,
    "rules": ChooseRules,
    "pins": ChoosePins,
    "finish": FinishSetUp,
    "leave": LeaveSetUp,
}
"""What may be wished, by `action`."""


class SetUpStep(TypedDict):
    """A step, and whether it has its answer."""

    name: str
    done: bool


class FoundPort(TypedDict):
    """A serial port; `likely`: it calls itself as boards do that run our firmware."""

    path: str
    likely: bool


class BoardStep(TypedDict):
    """`state`: none, opening, press (the emergency stop), release, proved, trouble.

    `trouble` says which (`set_up.board_trouble.…` of the catalogues), `sentence` what the computer said of it,
    `sentence_words` the same for screens in other languages.
    """

    ports: list[FoundPort]
    port: str
    state: str
    trouble: str
    sentence: str
    sentence_words: list[WordsDocument]


class FoundCamera(TypedDict):
    """A camera of this computer with the name that its maker gave it."""

    address: str
    name: str


class CameraStep(TypedDict):
    """`state`: none, opening, pictures, trouble. `number` is the newest picture's, at `/camera/set_up.jpg`.

    `light` is dark, dim, good or glare; `sharpness` a share of the sharpest picture of this camera so far.
    """

    cameras: list[FoundCamera]
    address: str
    state: str
    number: int
    size: list[int]
    light: str
    sharpness: float
    problem: str
    problem_words: list[WordsDocument]


class SeenMarker(TypedDict):
    """A marker; its corners as shares of the picture's width and height, none while it is not seen."""

    number: int
    corners: list[list[float]]


class MarkersStep(TypedDict):
    """`tile_mm` is a tile's height, width and thickness. `report`: figures of what was solved
    (`vision.calibrating.calibration_report`), None until then.
    """

    markers: list[SeenMarker]
    surface_mm: float
    marker_mm: float
    tile_mm: list[float]
    report: Json | None
    problem: str
    problem_words: list[WordsDocument]


class TilesStep(TypedDict):
    """A tile's size as it will be written; `measured`: by how many tiles the camera has seen it, 0 where it was typed.

    `problem` says why the camera could not (`problem_words`: for screens in other languages).
    """

    height_mm: float
    width_mm: float
    thickness_mm: float
    measured: int
    problem: str
    problem_words: list[WordsDocument]


class OfferedSet(TypedDict):
    """One of the table's two sets: its name, the taught set that reads it, and those that may ("none": untaught)."""

    set: str
    name: str
    taught: str
    choices: list[str]


class SetsStep(TypedDict):
    """Both sets; `stored` are the taught sets that lie with this table."""

    sets: list[OfferedSet]
    stored: list[str]


class TestedPart(TypedDict):
    """A part of the machine; `result` is "" (not tested), running, held (a button that is down), passed or failed."""

    part: str
    side: int | None
    result: str


class TrialFault(TypedDict):
    """Why the machine stands; `code` is a word of the catalogues (`fault.…`)."""

    id: str
    code: str
    text: str
    action: str


class TrialNotice(TypedDict):
    """Something to look after soon (`notice.…` of the catalogues)."""

    code: str
    part: str
    side: int | None


class MachineStep(TypedDict):
    """`state`: none, begins, homing, testing, heads, pushers, counters, buttons, passed, stopped, left (nobody
    watched), trouble.

    `has_board`: whether there is a board to be tested. `pressed` are the buttons at the computer's own pins, `next` is
    the test that comes next ("" for none) and `set` the tile set that it stacks. `refusal` is why the board will not
    (`refusal.…`), `sentence` what the computer says of it, `sentence_words` the same for screens in other languages.
    `counted` of `count_of` tiles have fallen through the drop ring; 0 of 0 before a count.
    """

    has_board: bool
    state: str
    parts: list[TestedPart]
    pressed: list[TestedPart]
    next: str
    set: str
    fault: TrialFault | None
    notices: list[TrialNotice]
    refusal: str
    sentence: str
    sentence_words: list[WordsDocument]
    counted: int
    count_of: int


class RulesStep(TypedDict):
    """The presets, and the chosen one with the options that differ from it."""

    presets: list[str]
    rules: str
    options: dict[str, str]


class PinsStep(TypedDict):
    """`must`: other computers reach the page already, so there must be PINs. `table`, `admin`: a proposal for each.

    `address` is where tablets will open the page, "" where this computer is in no network.
    """

    must: bool
    tablets: bool
    are_set: bool
    table: str
    admin: str
    address: str


class SetUpDocument(TypedDict):
    """Everything that the page shows; a part is there for the present step alone.

    `file` is where the settings will be written, `code` lets another device go on with it, `failure` says why the
    table did not start after the last finish (`failure_words`: for screens in other languages), `again`: a table ran
    here before, which `leave` brings back.
    """

    step: str
    steps: list[SetUpStep]
    language: str
    file: str
    code: str
    failure: str
    failure_words: list[WordsDocument]
    again: bool
    board: BoardStep | None
    camera: CameraStep | None
    markers: MarkersStep | None
    tiles: TilesStep | None
    sets: SetsStep | None
    machine: MachineStep | None
    rules: RulesStep | None
    pins: PinsStep | None
