"""What ends a program that does not end by itself: an exception at each line, until its last frame is left.

From Python 3.12 `sys.monitoring` raises it in every thread. In the main thread a signal raises it, too, also in most
calls of the system; on 3.11, where a tracer that raises is switched off, it is the only way there, and other
threads get asynchronous exceptions. What nothing here ends: compiled code that keeps the interpreter, and other
threads that wait in compiled code, which are abandoned.
"""

import contextlib
import ctypes
import functools
import signal
import sys
import threading
import weakref
from _thread import get_ident
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType
from typing import Any, Final, NoReturn
from weakref import WeakSet

GRACE_S: Final = 5.0
"""How long a program may take to end after Ctrl-C, in its time."""

END_S: Final = 2.0
"""Real time in which threads end once they are told to."""

TICK_S: Final = 0.05

TURN_S: Final = 1.0
"""Processor time after which compiled code that looks for signals lets other threads have a turn."""

# The originals: the program has substitutes.
_pthread_kill: Final = signal.pthread_kill
_setitimer: Final = signal.setitimer

OURS: Final = str(Path(__file__).parents[2])
LIBRARY: Final = str(Path(signal.__file__).parent)
"""The standard library; packages are below it or beside it."""

THREADING: Final = str(Path(LIBRARY, "threading.py"))
UNSEEN: Final = (THREADING, "<frozen")
"""Files whose lines say little about a program."""

FORCE: Final = signal.SIGRTMAX - 3
"""The signal that ends the main thread; programs hardly use it."""

TOOL: Final = 4
"""Number among the tools of `sys.monitoring`, where debuggers, coverage and profilers have others."""


unwound: Final[dict[int, Any]] = {}
"""Threads, by identifier, in which the next exception follows where one is caught; what keeps that going."""


abandoned: Final[WeakSet[threading.Thread]] = WeakSet()
"""Threads that could not be ended; the interpreter would wait for them at its exit."""


class Ended(KeyboardInterrupt):
    """Raised in a program whose time is over, at each wait or line.

    Where a thread swallows it, it is freed, which at once asks for the next one. That must be done in C: the
    interpreter looks for what was asked after each call in Python, and so in the frame that was left.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        ident = get_ident()
        if ident in unwound:
            main = ident == threading.main_thread().ident
            again = functools.partial(SetInterrupt, FORCE) if main else functools.partial(SetAsyncExc, ident, Ended)
            unwound[ident] = weakref.ref(self, again)


class Exited(SystemExit):
    """The program has ended by `os._exit` or a signal: its exit handlers do not run."""


def _c_function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    made: Callable[..., Any] = ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))
    return made


SetInterrupt: Final = _c_function("PyErr_SetInterruptEx", None, ctypes.c_int, ctypes.py_object)
SetAsyncExc: Final = _c_function(
    "PyThreadState_SetAsyncExc", ctypes.c_int, ctypes.c_ulong, ctypes.py_object, ctypes.py_object
)
"""Both with the weak reference as an argument more, which they do not look at."""


class Unwinder:
    """Raises `Ended` in threads, by identifier, until they are calm again.

    Attributes:
        spares: whether lines of `threading` are left out, which may wait for a thread that does not end.
    """

    def __init__(self) -> None:
        self.spares = True
        self._main = get_ident()
        self._monitoring: Any = getattr(sys, "monitoring", None)
        self._before: Any = None
        self._before_turn: Any = None

    def install(self) -> None:
        """Take the signal over; only in the main thread of the process, else only other threads can be ended."""
        try:
            self._before = signal.signal(FORCE, self._raise_in_main)
        except ValueError:
            self._before = None
            return
        self._before_turn = signal.signal(signal.SIGVTALRM, _give_turn)
        _setitimer(signal.ITIMER_VIRTUAL, TURN_S, TURN_S)

    def uninstall(self) -> None:
        self.calm(*unwound)
        if self._before is not None:
            _setitimer(signal.ITIMER_VIRTUAL, 0.0)
            signal.signal(signal.SIGVTALRM, self._before_turn)
            signal.signal(FORCE, self._before)

    def arm(self, ident: int) -> None:
        """Let each `Ended` that this thread swallows be followed by another."""
        unwound.setdefault(ident, None)
        if self._monitoring is not None and self._monitoring.get_tool(TOOL) is None:
            line = self._monitoring.events.LINE
            with contextlib.suppress(ValueError):  # another thread has just done it, or undone
                self._monitoring.use_tool_id(TOOL, "royaltable-pi")
                self._monitoring.register_callback(TOOL, line, self._raise_at_line)
                self._monitoring.set_events(TOOL, line)

    def push(self, ident: int) -> None:
        """Raise in this thread as soon as it runs a line; call again until it has ended."""
        self.arm(ident)
        if ident == self._main:
            if self._before is not None:
                _pthread_kill(ident, FORCE)
        elif self._monitoring is None and not self._is_spared(sys._current_frames().get(ident)):  # noqa: SLF001  # documented
            SetAsyncExc(ident, Ended, None)

    def calm(self, *idents: int) -> None:
        for ident in idents:
            unwound.pop(ident, None)
        if not unwound and self._monitoring is not None and self._monitoring.get_tool(TOOL) == "royaltable-pi":
            with contextlib.suppress(ValueError):
                self._monitoring.set_events(TOOL, 0)
                self._monitoring.free_tool_id(TOOL)

    def _raise_at_line(self, _code: CodeType, _line: int) -> None:
        if get_ident() in unwound and not self._is_spared(sys._getframe(1)):  # noqa: SLF001  # documented
            raise Ended

    def _raise_in_main(self, _number: int, frame: FrameType | None) -> None:
        if self._main in unwound and not self._is_spared(frame):
            raise Ended

    def _is_spared(self, frame: FrameType | None) -> bool:
        """Return whether the simulation, or what it has called, is at work: what is half done there would stay so."""
        while frame is not None and is_library(frame.f_code.co_filename):
            if self.spares and frame.f_code.co_filename == THREADING:
                return True
            frame = frame.f_back
        return frame is None or frame.f_code.co_filename.startswith(OURS)


def _give_turn(_number: int, _frame: FrameType | None) -> None:
    """Let the interpreter pass from compiled code, such as a regular expression's, to a thread that waits for it."""


class _RealEnding:
    """Ends a program in real time, whose main thread is ``main``."""

    def __init__(self, main: int, unwinder: Unwinder) -> None:
        self.main, self.unwinder = main, unwinder
        self.codes: list[object] = []

    def leave(self, code: object) -> NoReturn:
        self.codes.append(code)
        self.unwinder.arm(self.main)
        if get_ident() != self.main:
            _pthread_kill(self.main, FORCE)
        raise Ended

    def hear(self, number: int) -> None:
        _pthread_kill(self.main, number)


@contextlib.contextmanager
def real_limit(seconds: float) -> Iterator[_RealEnding]:
    """End what is called within after ``seconds`` of real time by Ctrl-C, and by force after `GRACE_S`.

    Threads that it leaves end at their next line; one that waits in compiled code, once it wakes.

    Raises:
        TimeoutError: it had to be ended by force, or has left a thread that is no daemon and does not end.
    """
    before, main, unwinder = set(threading.enumerate()), get_ident(), Unwinder()
    ending = _RealEnding(main, unwinder)
    over, stood = threading.Event(), ""

    def end() -> None:
        nonlocal stood
        if over.wait(seconds):
            return
        by_default = ends_process(signal.SIGINT)
        if not by_default:
            _pthread_kill(main, signal.SIGINT)
        if by_default or not over.wait(GRACE_S):
            stood, since_s = "" if by_default else going_on(str_of_threads(threading.enumerate())), monotonic()
            while not over.wait(TICK_S):
                unwinder.spares = monotonic() < since_s + END_S
                unwinder.push(main)

    unwinder.install()
    guard = threading.Thread(target=end, name="limit", daemon=True)
    guard.start()
    try:
        yield ending
        for thread in _left(before, guard, daemons=False):
            thread.join()
    finally:
        unwinder.calm(main)
        over.set()
        guard.join()
        until_s, unwinder.spares = monotonic() + END_S, True
        while (left := _left(before, guard, daemons=True)) and monotonic() < until_s:
            for thread in left:
                unwinder.push(thread.ident or 0)
            left[0].join(TICK_S)
        unwinder.uninstall()
        if left := _left(before, guard, daemons=False):
            abandoned.update(left)
            stood = stood or left_over(str_of_threads(left))
        if ending.codes:
            raise Exited(ending.codes[0]) from None
        if stood:
            raise TimeoutError(stood) from None


def ends_process(number: int) -> bool:
    """Return whether this signal would end the process, which is the caller's, too."""
    return signal.getsignal(number) is signal.SIG_DFL


def _left(before: set[threading.Thread], guard: threading.Thread, *, daemons: bool) -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each not in {*before, guard} and (daemons or not each.daemon)]


def going_on(threads: str) -> str:
    return f"saw a program that went on for {GRACE_S:.0f} s after Ctrl-C, expected it to end: {threads}"


def left_over(threads: str) -> str:
    return f"saw threads that do not end, expected none after the program: {threads}"


def str_of_threads(threads: Iterable[threading.Thread]) -> str:
    return "; ".join(describe(each.name, each.ident or 0) for each in threads)


def is_library(file: str) -> bool:
    return file.startswith((LIBRARY, "<frozen")) or "site-packages" in file


def program_frames(ident: int) -> list[FrameType]:
    """Return a thread's frames, the innermost first, without those of the simulation."""
    frames, frame = [], sys._current_frames().get(ident)  # noqa: SLF001  # documented
    while frame is not None:
        if not frame.f_code.co_filename.startswith(OURS):
            frames.append(frame)
        frame = frame.f_back
    return [frame for frame in frames if not frame.f_code.co_filename.startswith(UNSEEN)] or frames


def program_line(ident: int) -> str:
    """Return file and line of the program in which a thread is, standard library left out."""
    frames = program_frames(ident)
    own = [frame for frame in frames if not is_library(frame.f_code.co_filename)]
    return _place((own or frames)[0]) if frames else "a thread that has ended"


def describe(name: str, ident: int) -> str:
    """Return where a thread stands, the innermost line first."""
    places = [_place(frame) for frame in program_frames(ident)[:DEPTH]]
    return f"{name} at {' < '.join(places) or 'its end'}"


DEPTH: Final = 12


def _place(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno} ({frame.f_code.co_name})"
