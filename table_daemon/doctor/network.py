"""Checks of what the daemon serves and reaches: its page and the broker. Pure but for the probe."""

from __future__ import annotations

from table_daemon.doctor.probe import Finding, Level, Probe
from table_daemon.http.page_address import LOOPBACK, page_place
from table_daemon.settings import Settings


def daemon_runs(probe: Probe, settings: Settings) -> bool:
    """Whether the daemon of this configuration runs on this computer; it then holds port, camera and broker."""
    place = page_place(settings.http)
    return place is not None and probe.is_our_daemon(*place)


def check_page(probe: Probe, settings: Settings) -> Finding:
    """The page needs its port."""
    place = page_place(settings.http)
    if place is None:
        return Finding("page", Level.OK, "takes any free port")
    if probe.is_our_daemon(*place):
        return Finding("page", Level.OK, f"the daemon runs at http://{place[0]}:{place[1]}/")
    problem = probe.listen_problem(settings.http.host, settings.http.port)
    where = f"port {settings.http.port} of {settings.http.host or 'every address'}"
    if problem:
        remedy = "choose another with http.port, or stop the program that uses it"
        return Finding("page", Level.FAILURE, f"{where} cannot be used ({problem})", remedy)
    return Finding("page", Level.OK, f"{where} is free")


def check_broker(probe: Probe, settings: Settings) -> Finding:
    """MQTT as the settings want it."""
    mqtt = settings.mqtt
    if mqtt.broker == "none":
        return Finding("broker", Level.OK, "not used (mqtt.broker is none)")
    if mqtt.broker == "external":
        return _check_external(probe, settings)
    trouble = _program_trouble(probe, mqtt.broker)
    if trouble is not None:
        return trouble
    if mqtt.port == 0 or daemon_runs(probe, settings):
        return Finding("broker", Level.OK, f"{mqtt.broker}, brought by the daemon")
    problem = probe.listen_problem(LOOPBACK, mqtt.port)
    if problem:
        remedy = "choose another with mqtt.port, or use that broker with mqtt.broker = external"
        return Finding("broker", Level.FAILURE, f"port {mqtt.port} cannot be used ({problem})", remedy)
    return Finding("broker", Level.OK, f"{mqtt.broker}, port {mqtt.port} is free")


def _program_trouble(probe: Probe, broker: str) -> Finding | None:
    if broker == "embedded" and (problem := probe.import_problem("iotcore")):
        remedy = "install jantaku again, or set mqtt.broker to mosquitto, external or none"
        return Finding("broker", Level.FAILURE, f"the embedded one does not start ({problem})", remedy)
    if broker == "mosquitto" and probe.program("mosquitto") is None:
        return Finding("broker", Level.FAILURE, "mosquitto is not installed", "sudo apt install mosquitto")
    return None


def _check_external(probe: Probe, settings: Settings) -> Finding:
    mqtt = settings.mqtt
    where = f"{mqtt.host}:{mqtt.port}"
    problem = probe.connect_problem(mqtt.host, mqtt.port)
    if problem:
        remedy = "start the broker, or mend mqtt.host and mqtt.port"
        return Finding("broker", Level.FAILURE, f"nobody answers at {where} ({problem})", remedy)
    file = mqtt.password_file
    if file is not None and not (probe.read(str(file)) or "").strip():
        remedy = "write the password on its first line and let this user read it"
        return Finding("broker", Level.FAILURE, f"mqtt.password_file {file} cannot be read or is empty", remedy)
    return Finding("broker", Level.OK, f"{where} accepts connections")
