"""The shape of what was taught to the eyes, and of a lesson under way: the `eyes` document, as types (docs/mqtt.md)."""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic reads these before Python 3.12

from mahjong_rules.set_names import SetName
from wire.words import WordsDocument


class KindLearntDocument(TypedDict):
    """How surely one kind is read: mean chances that crops not learnt from got, `before` the lesson and after it.

    `rival` is what it is taken for instead, None when nothing else is likely; `crops` is how many taught it.
    """

    kind: str
    crops: int
    before: float
    certainty: float
    rival: str | None
    sure: bool


class LearntDocument(TypedDict):
    """What was learnt of a set; `missing` kinds were never shown and are read as without it."""

    name: str
    made_at: str
    crops: int
    kinds: list[KindLearntDocument]
    missing: list[str]


class PlayedLessonDocument(TypedDict):
    """A lesson that was learnt while playing; its picture is at `/camera/played/{set}/{lesson}.jpg`.

    `proof` says what vouches for the name: "answer" (a person), "named" (a person who saw another face beside it),
    "win", "meld" or "count" (the game), "twin" (the table's other set, which is lent). `fate` is "used", "contradicted"
    (faces that look so are `rival`, as so many `deals` say), "harmful" (with it `rival` is read worse) or "effectless"
    (all lessons together name nothing better).
    """

    lesson: int
    kind: str
    proof: str
    at: str
    deal: int
    fate: str
    rival: str | None
    deals: int


class TwoFacesDocument(TypedDict):
    """Two faces that look different and are both called `kind`: which is the one whose picture is `asked`?

    Both numbers are those of pictures at `/camera/played/{set}/{number}.jpg`; `other` is most likely that kind.
    """

    kind: str
    asked: int
    other: int


class PlayedDocument(TypedDict):
    """What was learnt of a set while playing, newest first; `seen` crops teach nothing and judge lessons.

    `strange` is "" unless the tiles on the table were found to be those of another set: "A", "B" or "?". `problem` is
    "" or an English sentence, `problem_words` the same for screens in other languages.
    """

    lessons: list[PlayedLessonDocument]
    seen: int
    two_faces: list[TwoFacesDocument]
    strange: str
    problem: str
    problem_words: list[WordsDocument]


class StoredSetDocument(TypedDict):
    """One of the table's two sets: what is stored of it, None while nothing is; `problem` is "" or an English sentence.

    `problem_words` is the same for screens in other languages. `called` is what people call it, "" without a name of
    theirs; `may_go_back` says that the one before it is kept; `played` is what was learnt besides while playing.
    """

    set: SetName
    called: str
    stored: LearntDocument | None
    problem: str
    problem_words: list[WordsDocument]
    may_go_back: bool
    played: PlayedDocument


class MistakeDocument(TypedDict):
    """In what way a layout is not as asked: `kind` is a key of the page's catalogues below `layout.`.

    `row` counts from 1, 0 where it is none in particular; `found` and `wanted` are tiles of that row, or rows; of a
    tile that lies across `found` is its place in the row, from 1. `tiles` are those that belong there.
    """

    kind: str
    row: int
    found: int
    wanted: int
    tiles: list[str]


class TroubleDocument(TypedDict):
    """Why the last picture could not be used: `key` is one of the catalogues below `teach.trouble.`.

    `text` is an English sentence, `text_words` the same for screens in other languages.
    """

    key: str
    text: str
    text_words: list[WordsDocument]
    mistake: MistakeDocument | None


class LookAlikeDocument(TypedDict):
    """A tile of the layout, by its place counted from 1, that looks like another one than it should be."""

    row: int
    number: int
    tile: str
    looks_like: str
    chance: float


class LessonDocument(TypedDict):
    """A lesson under way.

    `step` is "layout", "looking", "check", "learning" or "report". `rows` are the tiles to lay out; with `again` they
    are some kinds only. `picture` is the number of the picture at `/camera/layout.jpg`, None while there is none, and
    `tiles` how many it shows named; `layouts` were confirmed so far, with `crops`.
    """

    set: SetName
    step: str
    rows: list[list[str]]
    again: bool
    adds: bool
    layouts: int
    crops: int
    picture: int | None
    tiles: int
    doubts: list[LookAlikeDocument]
    trouble: TroubleDocument | None
    learnt: LearntDocument | None


class StoredLensDocument(TypedDict):
    """A stored lens: when it was measured and from what ("markers", "charuco", "settings"), and its figures."""

    made_at: str
    lens_from: str
    focal_share: float
    k1: float
    k2: float
    residual_px: float


class LensDocument(TypedDict):
    """What is stored of the camera's lens; `problem`, its words and `may_go_back` as of a set."""

    stored: StoredLensDocument | None
    problem: str
    problem_words: list[WordsDocument]
    may_go_back: bool


class EyesDocument(TypedDict):
    """`eyes`: what was taught to them.

    `on_table` is the set that lies on the table, None while none does; `in_use` the one by whose lesson tiles are read
    now, None while they are read like any set's; `red_fives` and `flowers` say which tiles the
    rules in play have. `learns` says whether sets are learnt while playing; `learning_problem` is "" or why not, an
    English sentence, `learning_problem_words` the same for screens in other languages.
    """

    on_table: SetName | None
    in_use: SetName | None
    red_fives: bool
    flowers: bool
    sets: list[StoredSetDocument]
    lesson: LessonDocument | None
    lens: LensDocument
    learns: bool
    learning_problem: str
    learning_problem_words: list[WordsDocument]
