"""The simulated table without what only Linux has. It was never tried on a Mac; this leaves out all that Linux does
differently and still has: file systems, sockets, timers, and the browser.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.package.test_repository import ROOT
from tests.support.real_table import running

LIKE_MACOS: Final = """
import fcntl, os, resource, select, signal, socket, sys, time

for module, names in {
    os: "O_TMPFILE O_PATH O_DIRECT O_NOATIME O_LARGEFILE posix_fadvise posix_fallocate fdatasync pipe2 memfd_create "
        "pidfd_open eventfd getrandom setns unshare splice copy_file_range getxattr setxattr sched_getaffinity "
        "sched_setaffinity sched_setscheduler sched_setparam sched_getparam getresuid setresuid",
    resource: "prlimit",
    select: "epoll",
    signal: "sigtimedwait sigwaitinfo SIGRTMIN SIGPWR SIGPOLL",
    socket: "AF_NETLINK AF_PACKET AF_VSOCK SOCK_CLOEXEC SOCK_NONBLOCK SO_PEERCRED SO_PASSCRED SO_BINDTODEVICE "
        "TCP_KEEPIDLE TCP_USER_TIMEOUT TCP_QUICKACK TCP_CORK MSG_CMSG_CLOEXEC",
    time: "CLOCK_BOOTTIME CLOCK_TAI",
    fcntl: "F_SETPIPE_SZ F_ADD_SEALS F_OFD_SETLK",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
for name in ("lgpio", "RPi", "spidev", "systemd", "pyudev"):
    sys.modules[name] = None
set_limit = resource.setrlimit


def setrlimit(what, limits):
    if what == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    set_limit(what, limits)


def hook(event, arguments):
    if event in ("open", "os.listdir", "os.scandir") and str(arguments[0]).startswith(("/proc", "/sys/", "/run/")):
        raise FileNotFoundError(2, "no such file on macOS", arguments[0])


resource.setrlimit = setrlimit
sys.addaudithook(hook)
sys.platform = "darwin"
"""
"""Loaded by each Python at its start, also by those that the table starts."""

MAKE_RUN: Final = ("Makefile", "tools/make_venv", "tools/install_pinned")
"""What `make run` needs of the shell; macOS has BSD's programs."""

GNU_ALONE: Final = (
    r"\b(setsid|flock|nproc|readlink -f|sed -i|date -d|grep -[a-zA-Z]*P|xargs -d|stat -c|cp -a|mktemp -t)\b"
)


@pytest.fixture
def macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "like-macos").mkdir()
    (tmp_path / "like-macos/sitecustomize.py").write_text(LIKE_MACOS, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "like-macos"), str(ROOT)]))


@pytest.mark.usefixtures("macos")
def test_make_run_plays_without_what_only_linux_has(tmp_path: Path) -> None:
    said = subprocess.run([sys.executable, "-c", "import sys; print(sys.platform)"], capture_output=True, check=True)
    assert said.stdout == b"darwin\n"
    with running(tmp_path) as table:
        assert "<title>Royaltable</title>" in table.get("/").text
        table.begin("sentiment")


@pytest.mark.usefixtures("macos")
def test_bots_play_a_round_without_what_only_linux_has(tmp_path: Path) -> None:
    demo = [sys.executable, "-m", "controller", "demo", "--players", "2", "--rounds", "1", "--seed", "7", "--fast"]
    done = subprocess.run(demo, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("file", MAKE_RUN)
def test_the_scripts_of_make_run_use_no_option_of_gnu_alone(file: str) -> None:
    assert re.findall(GNU_ALONE, (ROOT / file).read_text(encoding="utf-8")) == []
