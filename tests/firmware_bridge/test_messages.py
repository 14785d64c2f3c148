"""The document of the link shows every number and every packet that the types know."""

from pathlib import Path

from both_codecs import GOLDEN

from firmware_bridge.messages import CommandOutcome, FaultCode, NoticeCode, PacketType, Verb


def shown_packets() -> list[str]:
    """The lines of bytes in the document."""
    document = (Path(__file__).parents[2] / "docs" / "serial_link.md").read_text()
    return [line.strip() for line in document.splitlines() if line.startswith("    00 ")]


def test_every_line_of_bytes_in_the_document_is_a_golden_packet() -> None:
    assert set(shown_packets()) <= {packet["wire"] for packet in GOLDEN}


def test_the_document_shows_the_bytes_of_every_type_verb_event_and_notice() -> None:
    shown = [packet for packet in GOLDEN if packet["wire"] in shown_packets()]
    contents = [(packet["type"], bytes.fromhex(packet["payload"])) for packet in shown]
    assert {kind for kind, _ in contents} == set(PacketType)
    assert {payload[4] for kind, payload in contents if kind == PacketType.COMMAND} == set(Verb)
    events = [payload for kind, payload in contents if kind == PacketType.EVENT and any(payload)]
    assert {payload[0] for payload in events} == {1, 2, 3, 4, 5}
    assert {payload[5] for payload in events if payload[0] == 5} == set(NoticeCode)


def test_the_document_lists_every_verb_outcome_and_fault() -> None:
    document = (Path(__file__).parents[2] / "docs" / "serial_link.md").read_text()
    for names in (Verb, CommandOutcome, FaultCode, NoticeCode, PacketType):
        assert not [name.name for name in names if name.name not in document]
