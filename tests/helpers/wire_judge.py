"""Says whether messages are what the schemas of the wire promise; unknown keys are mistakes here."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from wire.messages import Announcement
from wire.schemas import closed, message_schema
from wire.topics import Topic, every_topic


@cache
def topics() -> dict[str, Topic]:
    return {topic.name: topic for topic in every_topic()}


@cache
def judge(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(message_schema(topics()[name])))


def objections(name: str, message: Any) -> list[str]:
    """What is wrong with a message of this topic, in words."""
    sent = json.loads(json.dumps(message))
    return [f"{name} {error.json_path}: {error.message[:300]}" for error in judge(name).iter_errors(sent)]


class Listener:
    """Subscribes to a table and keeps every objection, and which topics it has heard."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.objections: list[str] = []
        self.largest_state = 0

    def __call__(self, envelope: Announcement) -> None:
        self.heard.add(envelope.topic)
        self.objections += objections(envelope.topic, envelope.payload)
        if envelope.topic == "state":
            self.largest_state = max(self.largest_state, len(json.dumps(envelope.payload, ensure_ascii=False).encode()))
