"""`jantaku wire`: the interface of MQTT for programs: JSON Schemas and the AsyncAPI document."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from table_daemon.errors import UserError


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    wire = commands.add_parser(
        "wire",
        description="What goes over MQTT, for programs: generated from the same types that the daemon is checked with. "
        "docs/mqtt.md says it in words.",
    )
    actions = wire.add_subparsers(title="actions", dest="action", required=True, metavar="ACTION")
    schemas = actions.add_parser("schemas", help="one JSON Schema (draft 2020-12) a topic, each complete by itself")
    schemas.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder to write them to")
    schemas.set_defaults(run=_schemas)
    asyncapi = actions.add_parser("asyncapi", help="the AsyncAPI 3 document, as docs/asyncapi.json")
    asyncapi.add_argument("--out", type=Path, metavar="FILE", help="file to write it to instead of standard output")
    asyncapi.set_defaults(run=_asyncapi)


def as_text(document: object) -> str:
    """JSON as it is committed: readable, with a last line break."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _schemas(args: argparse.Namespace) -> int:
    from wire.schemas import message_schema
    from wire.topics import every_topic

    written = 0
    for topic in every_topic():
        _write(args.out / f"{topic.key}.json", as_text(message_schema(topic)))
        written += 1
    print(f"{written} schemas written to {args.out}")
    return 0


def _asyncapi(args: argparse.Namespace) -> int:
    from wire.asyncapi import asyncapi_document

    text = as_text(asyncapi_document())
    if args.out is None:
        print(text, end="")
    else:
        _write(args.out, text)
        print(f"the AsyncAPI document is written to {args.out}")
    return 0


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}); choose another folder with --out") from error
