"""A table whose settings name a broker, each a process of its own."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.support import hurried, mosquitto, ports, real_table

ID: Final = "rt-test"
PRESENCE: Final = f"royaltable/v1/{ID}/presence"
STATE: Final = f"royaltable/v1/{ID}/state"
BOARD: Final = f"royaltable/v1/{ID}/board"
EVENT: Final = f"royaltable/v1/{ID}/event"
CONFIG: Final = f"homeassistant/device/{ID}/config"

SETTINGS: Final = f"""
{real_table.TWO_CASTLES}
[mqtt]
host = "127.0.0.1"
port = {{broker}}
id = "{{id}}"
commands = true
"""


class Evening:
    """A table and its broker."""

    def __init__(self, folder: Path) -> None:
        self.broker = mosquitto.Mosquitto(folder)
        self.page = ports.free_port()
        self.settings = folder / "table.toml"
        self.settings.write_text(SETTINGS.format(page=self.page, broker=self.broker.port, id=ID))
        self._process: subprocess.Popen[str] | None = None
        self.table = real_table.RealTable(f"http://127.0.0.1:{self.page}")

    @property
    def wishes(self) -> Path:
        return self.settings.with_name("table.wishes.json")

    def start(self) -> None:
        command = [*hurried.COMMAND, "serve", "--twins", "--config", str(self.settings)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("The table is running"):
                return
        raise AssertionError("the table did not start")

    def end(self, with_: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, with_)
            self._process.communicate(timeout=real_table.PATIENCE_S)
            self._process = None

    def close(self) -> None:
        self.end()
        self.table.close()
        self.broker.kill()


@contextmanager
def begun(folder: Path) -> Iterator[Evening]:
    mosquitto.need_mosquitto()
    evening = Evening(folder)
    evening.broker.start()
    evening.start()
    try:
        yield evening
    finally:
        evening.close()


def until(true: Callable[[], bool], saw: Callable[[], object] = lambda: "") -> None:
    ends_at_s = time.monotonic() + real_table.PATIENCE_S
    while not true():
        assert time.monotonic() < ends_at_s, f"it did not come to that: {saw()}"
        time.sleep(0.1)
