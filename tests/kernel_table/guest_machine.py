"""A guest in qemu: an emulated machine with a real kernel and our installed service, and what the service reports."""

import ast
import base64
import json
import re
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

from tests.support.ports import free_port

PATIENCE_S: Final = 1800.0
"""Everything is emulated, and the machine may have other work."""

STATE: Final = "/var/lib/royaltable"
JOURNAL: Final = f"{STATE}/table.journal"
"""What the table writes, as the examples of table.toml have it."""

PASSWORD: Final = "a long evening"
"""Of the owner of a guest's table."""

LOOK_EVERY_S: Final = 0.5
COMMAND_LINE: Final = "quiet loglevel=3 systemd.show_status=0 fsck.repair=yes"
"""The last as Raspberry Pi OS has it (pi-gen, stage1/00-boot-files/files/cmdline.txt); without it a boot after an error
of the file system may end in a shell without a known password.
"""


class Guest:
    def __init__(self, process: "subprocess.Popen[bytes]", line: socket.socket, port: int, console: Path) -> None:
        self.port = port
        self._process = process
        self._line = line.makefile("rwb")
        self._console = console
        self._referees: list[httpx.Client] = []

    def close(self) -> None:
        for client in self._referees:
            client.close()

    def wait_for_the_agent(self) -> None:
        assert self._line.readline().strip() == b"READY", self._console.read_text(errors="replace")[-4000:]

    def run(self, command: str, *, status: int | None = 0) -> str:
        answer = self._ask({"run": command})
        assert status in {None, answer["status"]}, f"{command} ended with {answer['status']}:\n{answer['said']}"
        said: str = answer["said"]
        return said.strip()

    def far(self, expression: str) -> Any:
        answer = self._ask({"far": expression})
        assert answer["status"] == 0, answer["said"]
        try:
            return ast.literal_eval(answer["said"])
        except (SyntaxError, ValueError):
            return answer["said"]

    def entries(self, journal: str, after: int = 0) -> list[tuple[dict[str, Any], str]]:
        answer = self._ask({"journal": journal, "after": after})
        assert answer["status"] == 0, answer["said"]
        return [(action, origin) for action, origin in json.loads(answer["said"])]

    def reboot(self) -> None:
        self._tell({"run": "systemctl reboot"})

    def wait_for_the_reboot(self) -> None:
        while (said := self._line.readline()) != b"READY\n":
            assert said, self._console.read_text(errors="replace")[-4000:]

    def put(self, file: str, text: str) -> None:
        data = base64.b64encode(text.encode()).decode()
        self.run(f"mkdir -p $(dirname {file}); echo {data} | base64 -d >{file}; chown royaltable: {file}")

    def until(self, holds: Any, *, seconds: float = PATIENCE_S) -> None:
        until_s = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until_s, f"not within {seconds:.0f} s; the table's log:\n{self.log()[-4000:]}"
            time.sleep(LOOK_EVERY_S)

    def log(self) -> str:
        return self.run("journalctl -u royaltable -u far-side -o cat --no-pager", status=None)

    def says(self, words: str, *, since: int = 0) -> None:
        self.until(lambda: words in self.log()[since:])

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE_S)

    def referee(self) -> httpx.Client:
        client = self.client()
        self._referees.append(client)
        assert client.post("/api/login", json={"password": PASSWORD}).status_code == httpx.codes.NO_CONTENT
        return client

    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}

        def answered() -> bool:
            try:
                with self.client() as client:
                    seen.update(client.get("/api/view").json())
            except httpx.TransportError:
                return False
            return True

        self.until(answered)
        return seen

    def _tell(self, what: dict[str, Any]) -> None:
        self._line.write(json.dumps(what).encode() + b"\n")
        self._line.flush()

    def _ask(self, what: dict[str, Any]) -> dict[str, Any]:
        self._tell(what)
        answer: dict[str, Any] = json.loads(self._line.readline())
        return answer


@contextmanager
def booted(kernel: Path, image: Path, folder: Path, *options: str) -> Iterator[Guest]:
    port = free_port()
    command = [
        *("qemu-system-x86_64", "-M", "pc", "-cpu", "max", "-device", "virtio-rng-pci"),
        *options,
        *("-nic", f"user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:{port}-10.0.2.15:8080"),
        *("-serial", "chardev:agent", "-append", f"console=ttyS0 mitigations=off {COMMAND_LINE}"),
    ]
    with switched_on(command, kernel, image, folder, port) as guest:
        yield guest


@contextmanager
def switched_on(command: list[str], kernel: Path, image: Path, folder: Path, port: int) -> Iterator[Guest]:
    console, agent = folder / "console.log", folder / "agent.sock"
    agent.unlink(missing_ok=True)
    command = [
        *(command[0], "-chardev", f"socket,id=agent,path={agent},server=on,wait=on", "-serial", f"file:{console}"),
        *["-accel", "tcg,thread=multi", "-smp", "2", "-m", "1024", "-display", "none", "-monitor", "none"],
        *("-drive", f"file={image},format=raw,if=virtio,snapshot=on"),
        *("-kernel", str(kernel / "vmlinuz"), "-initrd", str(kernel / "initrd"), *command[1:]),
    ]
    with socket.socket(socket.AF_UNIX) as line, subprocess.Popen(command) as process:
        try:
            line.settimeout(PATIENCE_S)
            _connect(line, agent, process)
            with closing(Guest(process, line, port, console)) as guest:
                guest.wait_for_the_agent()
                yield guest
        finally:
            process.kill()


def _connect(line: socket.socket, to: Path, process: "subprocess.Popen[bytes]") -> None:
    while True:
        try:
            line.connect(str(to))
        except (FileNotFoundError, ConnectionRefusedError):
            assert process.poll() is None, "qemu ended"
            time.sleep(0.05)
        else:
            return


DOCTOR: Final = "royaltable doctor --no-devices --json --config /etc/royaltable/table.toml"


def broken_devices(guest: Guest) -> set[str]:
    said = guest.run("systemctl show royaltable --property StatusText --value")
    found = re.search(r"not working: (.*)$", said)
    assert found is not None, said
    return set(found[1].split(", ")) - {"none"}


def device(guest: Guest, name: str) -> dict[str, Any]:
    (found,) = (each for each in guest.view()["view"]["devices"] if each["name"] == name)
    return dict(found)


def doctor_reports(guest: Guest, *words: str) -> bool:
    findings = json.loads(guest.run(f"{DOCTOR} 2>/dev/null", status=None))
    return any(all(word in f"{finding['code']} {finding['cause']}" for word in words) for finding in findings)


def drop_supplementary_groups(guest: Guest) -> None:
    drop_in = "/etc/systemd/system/royaltable.service.d/groups.conf"
    guest.run(f"printf '[Service]\\nSupplementaryGroups=\\n' >{drop_in}; systemctl daemon-reload")


def reported_cure(guest: Guest, group: str, lost: Iterable[str]) -> str:
    command = f"usermod -aG {group} royaltable"
    for name in lost:
        text = device(guest, name)["text"]
        assert f"sudo {command}," in text, text
    return command
