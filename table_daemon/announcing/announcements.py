"""What was written into the journal, said to everybody: events with their mjai form, corrections, notices."""

from __future__ import annotations

from typing import assert_never

from mahjong_rules.codec import event_to_json
from mahjong_rules.mjai import to_mjai
from table_daemon.announcing.announcer import Announcer
from table_daemon.game.audit import correction_document
from table_daemon.game.news import Corrected, Happening, News, Remark


def announce(announcer: Announcer, news: News) -> None:
    """Say one piece of news."""
    match news:
        case Happening():
            _announce_event(announcer, news)
        case Corrected(correction, context):
            announcer.event("correction", dict(correction_document(correction)), context)
        case Remark(kind, data, context):
            announcer.event(kind, data, context)
        case _:
            assert_never(news)


def _announce_event(announcer: Announcer, happening: Happening) -> None:
    data = event_to_json(happening.event)
    mjai = to_mjai(happening.event, happening.before, happening.after)
    announcer.event(str(data["type"]), {"event": data, "mjai": mjai}, happening.context)
    for message in mjai:
        announcer.mjai(message)
