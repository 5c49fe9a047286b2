"""A real Mosquitto on a free port of this machine, and its own clients: what others would see of a table."""

import json
import queue
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import pytest

from tests.support.ports import free_port

PATIENCE_S: Final = 30.0

NEEDED: Final = ("mosquitto", "mosquitto_sub", "mosquitto_pub", "mosquitto_passwd")


def need_mosquitto() -> None:
    missing = [program for program in NEEDED if which(program) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} here. Cure: sudo apt install mosquitto mosquitto-clients")


def which(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")  # where Debian keeps the broker


class Heard:
    """What a foreign client heard and no test has asked for yet."""

    def __init__(self, lines: "queue.Queue[str]") -> None:
        self._lines = lines
        self._heard: list[tuple[str, bool, Any]] = []

    def until(self, topic: str, true: Callable[[Any], bool] = lambda _: True) -> tuple[bool, Any]:
        """The next message of a topic of which that is true: whether it was a retained one, and its value."""
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            for nth, (at, retained, value) in enumerate(self._heard):
                if at == topic and true(value):
                    self._heard = [each for each in self._heard[:nth] if each[0] != topic] + self._heard[nth + 1 :]
                    return retained, value
            try:
                line = self._lines.get(timeout=max(0.0, deadline_s - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"waited {PATIENCE_S} s in vain for {topic}; heard {self._heard}") from None
            at, flag, payload = line.split(" ", 2)
            self._heard.append((at, flag == "1", json.loads(payload) if payload.startswith("{") else payload))

    def all_of(self, topic: str) -> list[Any]:
        return [value for at, _, value in self._heard if at == topic]


class Mosquitto:
    """One broker; it can be killed, stand still, and come back on the same port."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true\n", *, port: int | None = None) -> None:
        self.port = port or free_port()
        self._file = folder / "mosquitto.conf"
        self._file.write_text(f"user root\npersistence false\nlistener {self.port} 127.0.0.1\n{settings}")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = which("mosquitto")
        assert program is not None
        self._process = subprocess.Popen(
            [program, "-c", self._file], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None, "Mosquitto ended"
            assert time.monotonic() < deadline_s
            time.sleep(0.01)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def stand_still(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def read_anew(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def publish(self, topic: str, payload: str, *more: str) -> None:
        where = ["-V", "5", "-p", str(self.port), "-q", "1", "-t", topic, "-m", payload, *more]
        subprocess.run(["mosquitto_pub", *where], check=True, capture_output=True, timeout=PATIENCE_S)

    def publish_at_once(self, topic: str, payloads: Sequence[str]) -> None:
        """One after the other by one client: starting one for each takes a busy machine seconds."""
        where = ["-V", "5", "-p", str(self.port), "-q", "1", "-t", topic, "-l"]
        lines = "".join(f"{each}\n" for each in payloads)
        subprocess.run(
            ["mosquitto_pub", *where], input=lines, text=True, check=True, capture_output=True, timeout=PATIENCE_S
        )

    @contextmanager
    def listened_to(self, *more: str) -> Iterator[Heard]:
        """By Mosquitto's own client, from before anything else is done."""
        asked = ["mosquitto_sub", "-V", "5", "-p", str(self.port), "-t", "#", "-F", "%t %r %p", *more]
        client = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)
        lines: queue.Queue[str] = queue.Queue()
        assert client.stdout is not None
        reader = threading.Thread(target=_read, args=(client.stdout, lines))
        reader.start()
        received = Heard(lines)
        self.publish("test/listening", "yes", "-r")
        received.until("test/listening")
        try:
            yield received
        finally:
            client.terminate()
            client.wait()
            reader.join()
            client.stdout.close()


def _read(stream: IO[str], lines: "queue.Queue[str]") -> None:
    for line in stream:
        lines.put(line.rstrip("\n"))


def password_file(folder: Path, users: Mapping[str, str]) -> Path:
    file = folder / "users"
    file.touch()
    for user, password in users.items():
        program = which("mosquitto_passwd")
        assert program is not None
        subprocess.run([program, "-b", file, user, password], check=True, capture_output=True)
    return file
