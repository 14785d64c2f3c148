"""The set-up in a terminal: the same steps, wishes and answers as on the page; only how they are asked differs.

Rules this file keeps: everything goes through `SetUp.carry_out`; what is told comes from `set_up_document`.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from table_daemon.errors import UserError
from table_daemon.setting_up.set_up import SetUp
from table_daemon.setting_up.set_up_view import set_up_document
from table_daemon.setting_up.terminal_talk import LATER, Talk, TalkEndedError
from table_daemon.settings import UNTAUGHT
from wire.commands.refusals import CommandRefusedError
from wire.commands.wishes import wish_of
from wire.set_up_documents import LANGUAGES, SET_UP_WISHES, STEPS

_LOOK_S: Final = 0.2
"""Chosen: as often as the page looks while something moves."""
_RUNNING: Final = ("begins", "homing", "testing", "heads", "pushers", "counters", "buttons")
_TESTS: Final = (
    ("mechanism", "A"),
    *((what, tile_set) for tile_set in "AB" for what in ("heads", "pushers", "counters")),
    ("buttons", "A"),
)
_TILE_SIZE: Final = ("height", "width", "thickness")
_MARKS: Final = {"passed": "✓", "failed": "✗"}


class TerminalSetUp:
    """One talk about one set-up.

    Args:
        set_up: whose it is.
        talk: with whom.
    """

    def __init__(self, set_up: SetUp, talk: Talk) -> None:
        self._set_up = set_up
        self._talk = talk
        self._asked = {
            "language": self._language,
            "board": self._board,
            "camera": self._camera,
            "markers": self._markers,
            "tiles": self._tiles,
            "sets": self._sets,
            "machine": self._machine,
            "rules": self._rules,
            "pins": self._pins,
            "finish": self._finish,
        }

    async def run(self) -> bool:
        """From where it was left to its end; whether the settings are written.

        Raises:
            TalkEndedError: nobody answers any more; what was said so far is kept.
        """
        self._talk.say(self._talk.t("terminal_how"))
        for step in STEPS[STEPS.index(self._set_up.answers.step) :]:
            await self._wish(action="go", step=step)
            self._talk.say(f"\n{STEPS.index(step) + 1}/{len(STEPS)}  {self._talk.t(f'{step}_title')}")
            await self._asked[step]()
        return self._set_up.finished.is_set()

    async def _wish(self, **body: Any) -> bool:
        """Whether it was done; a refusal is told."""
        try:
            await self._set_up.carry_out(wish_of(SET_UP_WISHES, body, "set_up"))
        except (CommandRefusedError, UserError) as error:
            self._talk.say(f"  ! {error}")
            return False
        return True

    def _seen(self, part: str) -> Any:
        """What the page would show of this step."""
        document: Any = set_up_document(self._set_up, address="")
        return document[part]

    async def _language(self) -> None:
        talk = self._talk
        default = self._set_up.answers.language or talk.language
        while True:
            chosen = await talk.ask(f"{talk.t('language')} ({', '.join(LANGUAGES)})", default)
            if chosen == LATER or await self._wish(action="language", language=chosen):
                break
        talk.language = self._set_up.answers.language or default

    async def _board(self) -> None:
        talk = self._talk
        talk.say(talk.t("board_what"))
        while True:
            seen = self._seen("board")
            found = [(port["path"], talk.t("likely") if port["likely"] else "") for port in seen["ports"]]
            default = seen["port"] or next((path for path, words in found if words), "")
            port = await talk.choose(talk.t("port"), found, default)
            if port == LATER or (port == seen["port"] and "board" in self._set_up.answers.done):
                return
            if await self._wish(action="board", port=port) and await self._board_is_proved():
                return

    async def _board_is_proved(self) -> bool:
        told = ""
        while (state := (seen := self._seen("board"))["state"]) not in ("proved", "trouble"):
            if state != told:
                self._talk.say(f"  {self._talk.t(f'board_{state}')}")
            told = state
            await asyncio.sleep(_LOOK_S)
        key = "board_proved" if state == "proved" else f"trouble_{seen['trouble']}"
        self._talk.say(f"  {'✓' if state == 'proved' else '!'} {self._talk.t(key)}")
        return bool(state == "proved")

    async def _camera(self) -> None:
        talk = self._talk
        talk.say(talk.t("camera_what"))
        while True:
            seen = self._seen("camera")
            found = [(camera["address"], camera["name"]) for camera in seen["cameras"]]
            address = await talk.choose(talk.t("address"), found, seen["address"] or (found[0][0] if found else ""))
            if address == LATER:
                return
            if address != seen["address"] and not await self._wish(action="camera", address=address):
                continue
            if await self._gives_pictures():
                return

    async def _gives_pictures(self) -> bool:
        talk = self._talk
        while (seen := self._seen("camera"))["state"] == "opening":  # noqa: ASYNC110 - a thread brings it about
            await asyncio.sleep(_LOOK_S)
        if seen["state"] != "pictures":
            talk.say(f"  ! {seen['problem']}")
            return False
        (width, height), light = seen["size"], talk.t(f"light_{seen['light']}")
        talk.say(f"  ✓ {talk.t('size')}: {width} x {height}; {talk.t('light')}: {light}")
        return True

    async def _markers(self) -> None:
        talk = self._talk
        talk.say(talk.t("markers_what"))
        if self._set_up.devices.camera is None:
            talk.say(f"  ! {talk.t('no_camera')}")
            return
        while True:
            seen = self._seen("markers")
            markers = seen["markers"]
            talk.say(f"  {talk.t('markers_seen', seen=sum(bool(m['corners']) for m in markers), count=len(markers))}")
            measures = await self._scale_measures(seen)
            if not measures or (await self._wish(**measures) and self._solved()):
                return

    async def _scale_measures(self, seen: Any) -> dict[str, Any]:
        """What gives the scale: the surface and a marker by a ruler, or rows of tiles where neither is known."""
        talk = self._talk
        if not await talk.agrees(talk.t("scale")):
            return await self._lengths("markers", surface=seen["surface_mm"], marker=seen["marker_mm"])
        talk.say(f"  {talk.t('scale_what')}")
        return await self._lengths("scale", **dict(zip(_TILE_SIZE, seen["tile_mm"], strict=True)))

    async def _lengths(self, action: str, **known_mm: float) -> dict[str, Any]:
        """A wish with these lengths as somebody types them; nothing where one is left for later."""
        wish: dict[str, Any] = {"action": action}
        for name, millimetres in known_mm.items():
            question = self._talk.t(f"tile_{name}" if name in _TILE_SIZE else name)
            answer = await self._talk.ask(f"{question}, mm", f"{millimetres:g}")
            if answer == LATER:
                return {}
            wish[f"{name}_mm"] = _length(answer)
        return wish

    def _solved(self) -> bool:
        talk, seen = self._talk, self._seen("markers")
        report = seen["report"]
        if report is None:
            talk.say(f"  ! {seen['problem']}")
            return False
        height, misfit = round(report["camera_mm"][2]), f"{report['residual_mm']:.2f}"
        talk.say(f"  ✓ {talk.t('solved', height=height, misfit=misfit, tile=round(min(report['tile_px'])))}")
        return True

    async def _tiles(self) -> None:
        talk = self._talk
        talk.say(talk.t("tiles_what"))
        if self._set_up.devices.camera is not None and "markers" in self._set_up.answers.done:
            await self._see_tiles()
        while True:
            seen = self._seen("tiles")
            size = await self._lengths("tiles", **{name: seen[f"{name}_mm"] for name in _TILE_SIZE})
            if not size or await self._wish(**size):
                return

    async def _see_tiles(self) -> None:
        talk = self._talk
        while await talk.agrees(talk.t("see_tiles")):
            talk.say(f"  {talk.t('see_tiles_what')}")
            await talk.ask(talk.t("see_tiles_now"))
            if not await self._wish(action="see_tiles"):
                continue
            seen = self._seen("tiles")
            if seen["measured"]:
                size = talk.t("tiles_seen", width=seen["width_mm"], height=seen["height_mm"], count=seen["measured"])
                talk.say(f"  ✓ {size}")
                return
            talk.say(f"  ! {seen['problem']}")

    async def _sets(self) -> None:
        """`LATER` as a name is none, as an empty name is asked; as a taught set it leaves the step."""
        talk = self._talk
        talk.say(talk.t("sets_what"))
        while True:
            seen, chosen = self._seen("sets"), dict[str, str]()
            for one in seen["sets"]:
                side, letter = one["set"], one["set"].lower()
                name = await talk.ask(talk.t("set_name", set=side), one["name"])
                found = [(choice, self._taught_words(choice, letter, seen["stored"])) for choice in one["choices"]]
                taught = await talk.choose(talk.t("set_taught", set=side), found, one["taught"])
                if taught == LATER:
                    return
                chosen |= {f"set_{letter}": "" if name == LATER else name, f"taught_{letter}": taught}
            if await self._wish(action="sets", **chosen):
                return

    def _taught_words(self, choice: str, own: str, stored: list[str]) -> str:
        if choice == UNTAUGHT:
            return self._talk.t("untaught")
        if choice not in stored:
            return self._talk.t("taught_later")
        return self._talk.t("taught_own") if choice == own else ""

    async def _machine(self) -> None:
        talk = self._talk
        if self._set_up.devices.machine is None:
            talk.say(f"  ! {talk.t('no_board')}")
            return
        for what, tile_set in _TESTS:
            if tile_set == "B" and self._seen("machine")["set"] != "B":  # set A is counted in before
                continue
            if what != "buttons":
                await self._test(f"{talk.t('machine_consent')}\n{talk.t(f'test_{what}', set=tile_set)}", what, tile_set)
            elif self._seen("machine")["pressed"]:
                await self._test(talk.t("test_buttons"), what, tile_set)

    async def _test(self, question: str, what: str, tile_set: str) -> None:
        """Until it has passed or nobody wants it again."""
        talk = self._talk
        while await talk.agrees(question):
            fault = self._seen("machine")["fault"]
            if await self._wish(action="machine", what=what, set=tile_set, fault_id=fault["id"] if fault else ""):
                await self._until_tested(what)
            if self._seen("machine")["state"] == "passed":
                return
        talk.say(f"  – {talk.t('part_untested')}")

    async def _until_tested(self, what: str) -> None:
        """Told part by part; a person stops it by the Enter key, or Ctrl-C, which ends everything."""
        talk, told = self._talk, dict[tuple[str, int | None], str]()
        if talk.is_person:
            talk.say(f"  {talk.t('terminal_enough' if what == 'buttons' else 'terminal_stop')}")
        stopping = asyncio.create_task(self._stop_by_enter()) if talk.is_person else None
        while (seen := self._seen("machine"))["state"] in _RUNNING:
            self._tell_parts(seen, told)
            await asyncio.sleep(_LOOK_S)
        self._tell_parts(seen, told)
        if stopping is not None:
            stopping.cancel()
            await asyncio.gather(stopping, return_exceptions=True)
        fault = seen["fault"]
        if seen["state"] != "none":  # somebody said that no more buttons are wired
            talk.say(f"  {talk.t('machine_' + seen['state'])}")
        if seen["count_of"]:
            talk.say(f"  {talk.t('counted', counted=seen['counted'], of=seen['count_of'])}")
        if seen["state"] == "trouble":
            talk.say(f"  ! {fault['text'] + ': ' + fault['action'] if fault else seen['sentence']}")

    async def _stop_by_enter(self) -> None:
        with contextlib.suppress(TalkEndedError):  # whoever closes the terminal stops it too
            await self._talk.line()
        await self._wish(action="stop")

    def _tell_parts(self, seen: Any, told: dict[tuple[str, int | None], str]) -> None:
        talk = self._talk
        for part in (*seen["parts"], *seen["pressed"]):
            key, result = (part["part"], part["side"]), part["result"]
            if result not in ("", "running") and told.get(key) != result:
                told[key] = result
                is_pressed = part in seen["pressed"]
                seat = "" if part["side"] is None else talk.t("start.seat", number=part["side"] + 1)
                name = talk.t(part["part"] if is_pressed else f"part.{part['part']}")
                named = talk.t("part_at", part=name, seat=seat) if seat else name
                word = "part_seen" if is_pressed and result == "passed" else f"part_{result}"
                talk.say(f"  {_MARKS.get(result, '–')} {named}: {talk.t(word)}")

    async def _rules(self) -> None:
        talk = self._talk
        talk.say(talk.t("rules_what"))
        while True:
            seen = self._seen("rules")
            found = [(name, talk.t(f"preset.{name}")) for name in seen["presets"]]
            rules = await talk.choose(talk.t("rules"), found, seen["rules"])
            kept = seen["options"] if rules == seen["rules"] else {}
            shown = " ".join(f"{option}={value}" for option, value in kept.items())
            own = await talk.ask(f"{talk.t('house_rules', rules=talk.t(f'preset.{rules}'))}, OPTION=VALUE …", shown)
            pairs = [word.partition("=") for word in own.split() if own != LATER]
            if await self._wish(action="rules", rules=rules, options={option: value for option, _, value in pairs}):
                return

    async def _pins(self) -> None:
        talk = self._talk
        talk.say(talk.t("pins_what"))
        while True:
            seen = self._seen("pins")
            if seen["are_set"]:
                talk.say(f"  {talk.t('pins_set')}")
            chosen = {"tablets": False, "table": "", "admin": ""}
            if seen["must"] or not await talk.agrees(talk.t("no_tablets")):
                table = await talk.ask(talk.t("pin_table"), seen["table"])
                chosen = {"tablets": True, "table": table, "admin": await talk.ask(talk.t("pin_admin"), seen["admin"])}
            if await self._wish(action="pins", **chosen):
                return

    async def _finish(self) -> None:
        talk, done = self._talk, self._set_up.answers.done
        missing = [step for step in STEPS if step not in (*done, "finish")]
        talk.say(talk.t("all_done") if not missing else f"{talk.t('open')} {', '.join(map(talk.t, missing))}")
        talk.say(talk.t("writes", file=self._set_up.place.file))
        if await talk.agrees(talk.t("terminal_write"), default=True):
            await self._wish(action="finish")


def _length(answer: str) -> float | str:
    """A length as it was typed; what is none is refused by the wish."""
    try:
        return float(answer.replace(",", "."))
    except ValueError:
        return answer
