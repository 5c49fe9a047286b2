"""What a simulated Pi may leave behind in the process of the tests: nothing."""

import atexit
import builtins
import contextlib
import gc
import io
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from queue import SimpleQueue
from types import FunctionType, ModuleType
from typing import Any

import gpiozero

from hw.testing.pi import primitives
from hw.testing.pi.machine import HEADER  # what a first Pi loads is no trace of it

LOCKS = (type(threading.Lock()), type(threading.RLock()), SimpleQueue)
TYPES = (*LOCKS, datetime, date, socket.SocketType, threading.Thread, select.epoll, type(select.poll()))
MODULES = (time, signal, selectors, select, subprocess, atexit)
SIGNALS = (signal.SIGINT, signal.SIGALRM, *range(signal.SIGRTMIN, signal.SIGRTMAX + 1))


def state_of_process() -> dict[str, Any]:
    """Return threads, descriptors, handlers and what programs tell the time and wait by."""
    assert HEADER
    gc.collect()
    files = {}
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            files[f"descriptor {link.name}"] = str(link.readlink())
    return {
        "threads": sorted(thread.name for thread in threading.enumerate()),
        **files,
        "signals": [signal.getsignal(number) for number in SIGNALS],
        "types": [dict(vars(each)) for each in TYPES],
        **{
            f"{module.__name__}.{name}": value
            for module in MODULES
            for name, value in vars(module).items()
            if name[:2] != "__"
        },
        "files": [builtins.open, io.open, os.open, os.read, os.close, os.stat, os.listdir, os.scandir, os.fork],
        "names": sorted(_substitutes()),
        "paths": sys.path[:],
        "environment": {**os.environ, "PYTEST_CURRENT_TEST": ""},
        "stand-ins": {name for name in sys.modules if name.partition(".")[0] in ("RPi", "lgpio", "smbus", "spidev")},
        "pins": gpiozero.Device.pin_factory,
    }


def _substitutes() -> Iterator[str]:
    """Yield names that are still bound to a function of virtual time."""
    for module in list(sys.modules.values()):
        if isinstance(module, ModuleType) and module is not primitives:
            for name, value in list(vars(module).items()):
                if type(value) is FunctionType and value.__code__.co_filename == primitives.__file__:
                    yield f"{module.__name__}.{name}"


SAME_S = 0.01


def _timer_ends_s() -> float:
    """Return when the process's timer ends, 0 without one; an earlier test's guard of games may have one running."""
    left_s, _ = signal.getitimer(signal.ITIMER_REAL)
    return time.monotonic() + left_s if left_s else 0.0


@contextlib.contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Raise AssertionError if the process is not as before."""
    before, timer_ends_s = state_of_process(), _timer_ends_s()
    yield
    after = state_of_process()
    ends_s = _timer_ends_s()
    has_rung = ends_s == 0 and time.monotonic() >= timer_ends_s
    assert has_rung or abs(ends_s - timer_ends_s) < SAME_S, "a timer was left running, or ended"
    changed = {name: (before.get(name), value) for name, value in after.items() if before.get(name) != value}
    assert changed == {}, str(changed)
