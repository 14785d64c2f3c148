"""What hangs on this computer, for a person to choose from; nothing is opened."""

from __future__ import annotations

from table_daemon.doctor.devices import BOARD_LINK, cameras_of, serial_ports
from table_daemon.doctor.probe import Probe
from wire.set_up_documents import FoundCamera, FoundPort


def found_ports(probe: Probe, told: str, typed: str) -> list[FoundPort]:
    """The serial ports, those that look like the board first.

    Args:
        probe: the computer.
        told: the port that the settings name, "" for none.
        typed: one that a person named, "" for none.
    """
    named = [path for path in (told, BOARD_LINK) if path and probe.exists(path)]
    ports = {**({typed: False} if typed else {}), **serial_ports(probe), **dict.fromkeys(named, True)}
    return [{"path": path, "likely": ports[path]} for path in sorted(ports, key=lambda path: (not ports[path], path))]


def found_cameras(probe: Probe, told: str) -> list[FoundCamera]:
    """The cameras, the one that the settings name first.

    Args:
        probe: the computer.
        told: its address, "" for none.
    """
    found = dict((*probe.csi_cameras().cameras, *cameras_of(probe)))
    ordered = ([told] if told else []) + [address for address in found if address != told]
    return [{"address": address, "name": found.get(address, "")} for address in ordered]
