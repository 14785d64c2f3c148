"""The child process in which a broker runs; it ends when its standard input closes, so it outlives no parent.

Started by `table_daemon.mqtt.broker`: `python -P -m table_daemon.mqtt.broker_child iotcore CONFIG` or
`mosquitto PROGRAM CONFIG`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable


def _when_parent_goes(action: Callable[[], None]) -> None:
    """Run `action` once standard input ends."""

    def wait() -> None:
        while os.read(0, 4096):  # unbuffered: a lock held here would abort the interpreter's end
            pass
        action()

    threading.Thread(target=wait, daemon=True).start()


def _run_iotcore(config: str) -> int:
    from iotcore import IotCoreBroker

    _when_parent_goes(lambda: os._exit(0))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    IotCoreBroker(config_path=config).run_forever()
    return 0


def _run_mosquitto(program: str, config: str) -> int:
    child = subprocess.Popen([program, "-c", config], stdin=subprocess.DEVNULL)  # noqa: S603 - the path was found by broker.py
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    _when_parent_goes(child.terminate)
    return child.wait()


def main(arguments: list[str]) -> int:
    """Run the broker that `arguments` name until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the daemon, which still has to say goodbye
    match arguments:
        case ["iotcore", config]:
            return _run_iotcore(config)
        case ["mosquitto", program, config]:
            return _run_mosquitto(program, config)
        case _:
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
