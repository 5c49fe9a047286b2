"""A Debian that boots in systemd-nspawn, from a root below an overlay that takes all changes."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.ports import free_port
from tests.support.soak import SOAK

PROJECT: Final = Path(__file__).parents[3]
PATIENCE_S: Final = 60.0
ROOTS: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "debian"
NSPAWN: Final = ("systemd-nspawn", "--quiet", "--pipe", "--register=no", "--keep-unit")
DROP_IN: Final = "etc/systemd/system/royaltable.service.d"
"""Settings of a test's own."""

TRACES_OF_USE: Final = (
    *("var/lib/apt/", "var/lib/dbus/", "var/lib/dpkg/", "var/lib/systemd/", "var/log/", "var/cache/", "var/backups/"),
    *("etc/.updated", "var/.updated", "var/tmp/", "tmp/", "run/", "root/", DROP_IN),
)
"""Files that installing any package and booting leave behind."""


def debian(suite: str) -> Path:
    made = subprocess.run([PROJECT / "tools/debian_root", suite], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    return ROOTS / suite


@cache
def made_deb(arch: str) -> Path:
    pythons = {} if SOAK else {"PYTHONS": "3.11"}
    said = subprocess.run(
        ["package/make_deb", arch], cwd=PROJECT, env=os.environ | pythons, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return PROJECT / said.stdout.split(":")[0]


def hub_s(deb: Path) -> Path:
    return deb.with_name(deb.name.replace("royaltable_", "royaltable-hub_"))


class Machine:
    """One Debian. It is off, or on between ``boot`` and ``power_off`` or ``pull_the_plug``.

    Attributes:
        root: its files.
        port: where its table's page is, once configured by ``plays_on_twins``.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = free_port()
        self._nspawn: subprocess.Popen[bytes] | None = None

    def run(self, *command: str, status: int = 0) -> str:
        if self._nspawn is None:
            way = [*NSPAWN, f"--directory={self.root}"]
        else:
            way = ["nsenter", f"--target={self._init()}", "--mount", "--pid", "--ipc", "--uts", "--cgroup", "--"]
        done = subprocess.run(
            [*way, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    def plays_on_twins(self, **service: str) -> None:
        options = f'ROYALTABLE_OPTIONS="--twins --port {self.port}"\n'
        (self.root / "etc/default/royaltable").write_text(options, encoding="utf-8")
        drop_in = self.root / DROP_IN / "test.conf"
        drop_in.parent.mkdir(parents=True, exist_ok=True)
        drop_in.write_text("[Service]\n" + "".join(f"{key}={value}\n" for key, value in service.items()), "utf-8")

    def boot(self) -> float:
        begun_s = time.monotonic()
        self._nspawn = subprocess.Popen(
            [
                *("systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--console=read-only"),
                f"--directory={self.root}",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.view()
        return time.monotonic() - begun_s

    def power_off(self) -> None:
        assert self._nspawn is not None
        os.kill(self._init(), signal.SIGRTMIN + 4)  # systemd(1): poweroff.target
        self._nspawn.wait(PATIENCE_S)
        self._nspawn = None

    def pull_the_plug(self) -> None:
        if self._nspawn is not None:
            os.kill(self._init(), signal.SIGKILL)
            self._nspawn.wait(PATIENCE_S)
            self._nspawn = None

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE_S)

    def view(self) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        with self.client() as client:
            while True:
                try:
                    view: dict[str, Any] = client.get("/api/view").json()["view"]
                except httpx.TransportError:
                    assert time.monotonic() < until_s, f"the page does not answer:\n{self.log()}"
                    time.sleep(0.02)
                else:
                    return view

    def shows(self, *properties: str, unit: str = "royaltable") -> dict[str, str]:
        said = self.run("systemctl", "show", unit, "--property", ",".join(properties))
        return dict(line.split("=", 1) for line in said.splitlines())

    def log(self, unit: str = "royaltable") -> str:
        return self.run("journalctl", f"--unit={unit}", "--boot", "--output=cat", "--no-pager")

    def _init(self) -> int:
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        until_s = time.monotonic() + PATIENCE_S
        while not (found := children.read_text(encoding="ascii").split()):
            assert time.monotonic() < until_s, "the container did not start"
            time.sleep(0.01)
        return int(found[0])


@contextmanager
def machine(below: Path) -> Iterator[Machine]:
    """A machine on top of the root ``below``; what it writes stays in a folder that is deleted in the end.

    Not one of pytest's: where a run was killed the root stays mounted, and pytest could not tidy up ever after.
    """
    folder = Path(tempfile.mkdtemp(prefix="royaltable-machine-"))
    upper, work, root = (folder / name for name in ("upper", "work", "root"))
    for each in (upper, work, root):
        each.mkdir()
    options = f"lowerdir={below},upperdir={upper},workdir={work}"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder)
        _or_skip("mount", "-t", "overlay", "overlay", "-o", options, str(root))
        stack.callback(lambda: subprocess.run(["umount", root], check=True))
        _or_skip(*NSPAWN, f"--directory={root}", "/bin/true")
        made = Machine(root)
        stack.callback(made.pull_the_plug)
        yield made


def _or_skip(*command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"{command[0]}: {done.stderr.strip()}. Cure: a machine of its own, or a virtual one")


@dataclass(frozen=True)
class Traces:
    files: frozenset[str]
    accounts: tuple[str, ...]

    def since(self, before: "Traces") -> set[str]:
        files = {file for file in self.files - before.files if not file.startswith(TRACES_OF_USE)}
        return files | set(self.accounts) ^ set(before.accounts)


def traces(root: Path) -> Traces:
    files = {
        str((Path(folder) / name).relative_to(root))
        for folder, folders, names in os.walk(root)
        for name in (*folders, *names)
    }
    accounts = [(root / file).read_text(encoding="utf-8").splitlines() for file in ("etc/passwd", "etc/group")]
    return Traces(frozenset(files), tuple(line for lines in accounts for line in lines))
