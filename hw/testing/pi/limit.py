"""What ends a program that does not end by itself: an exception at each line, until its last frame is left.

From Python 3.12 `sys.monitoring` raises it in every thread. In the main thread a signal raises it, too, also in most
calls of the system; on 3.11, where a tracer that raises is switched off, it is the only way there, and other
threads get asynchronous exceptions. What nothing here ends: compiled code that keeps the interpreter, and other
threads that wait in compiled code, which are abandoned.
"""

import ctypes
import signal
import sys
from _thread import get_ident, interrupt_main
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

OURS: Final = str(Path(__file__).parent)
SPARED: Final = (OURS, str(Path(signal.__file__).with_name("threading.py")))
"""Here no exception is raised: what is half done would stay so."""

FORCE: Final = signal.SIGRTMAX - 3
"""The signal that ends the main thread; programs hardly use it."""

TOOL: Final = 4
"""Number among the tools of `sys.monitoring`, where debuggers, coverage and profilers have others."""


class Ended(KeyboardInterrupt):
    """Raised in a program whose time is over, at each wait or line."""


class Unwinder:
    """Raises `Ended` in threads, by identifier, until they are calm again."""

    def __init__(self) -> None:
        self._unwound: set[int] = set()
        self._main = get_ident()
        self._monitoring: Any = getattr(sys, "monitoring", None)
        self._before: Any = None

    def install(self) -> None:
        """Take the signal over; only in the main thread of the process, else only other threads can be ended."""
        try:
            self._before = signal.signal(FORCE, self._raise_in_main)
        except ValueError:
            self._before = None

    def uninstall(self) -> None:
        self.calm(*self._unwound)
        if self._before is not None:
            signal.signal(FORCE, self._before)

    def push(self, ident: int) -> None:
        """Raise in this thread as soon as it runs a line; call again until it has ended."""
        if not self._unwound and self._monitoring is not None:
            line = self._monitoring.events.LINE
            self._monitoring.use_tool_id(TOOL, "royaltable-pi")
            self._monitoring.register_callback(TOOL, line, self._raise_at_line)
            self._monitoring.set_events(TOOL, line)
        self._unwound.add(ident)
        if ident == self._main:
            if self._before is not None:
                signal.pthread_kill(ident, FORCE)
        elif self._monitoring is None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Ended))

    def calm(self, *idents: int) -> None:
        self._unwound -= set(idents)
        if not self._unwound and self._monitoring is not None and self._monitoring.get_tool(TOOL) == "royaltable-pi":
            self._monitoring.set_events(TOOL, 0)
            self._monitoring.free_tool_id(TOOL)

    def _raise_at_line(self, code: CodeType, _line: int) -> None:
        if get_ident() in self._unwound and not code.co_filename.startswith(SPARED):
            raise Ended

    def _raise_in_main(self, _number: int, frame: FrameType | None) -> None:
        if self._main in self._unwound and frame is not None and not frame.f_code.co_filename.startswith(SPARED):
            interrupt_main(FORCE)  # the next one follows where this one is caught
            raise Ended


def program_frames(ident: int) -> list[FrameType]:
    """Return a thread's frames, the innermost first, without those of the simulation."""
    frames, frame = [], sys._current_frames().get(ident)  # noqa: SLF001  # documented
    while frame is not None:
        if not frame.f_code.co_filename.startswith(SPARED):
            frames.append(frame)
        frame = frame.f_back
    return frames


def program_line(ident: int) -> str:
    """Return file and line of the program in which a thread is, standard library left out."""
    library = str(Path(signal.__file__).parent)
    frames = program_frames(ident)
    own = [frame for frame in frames if not frame.f_code.co_filename.startswith((library, "<frozen"))]
    return _place((own or frames)[0]) if frames else "a thread that has ended"


def describe(name: str, ident: int) -> str:
    """Return where a thread stands, the innermost line first."""
    places = [_place(frame) for frame in program_frames(ident)[:DEPTH]]
    return f"{name} at {' < '.join(places) or 'its end'}"


DEPTH: Final = 12


def _place(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno} ({frame.f_code.co_name})"
