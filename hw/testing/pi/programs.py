"""How a program runs in the process of its test, which afterwards is as before, with nothing of the program left.

What a program changes outside Python, such as limits of resources and its own priority, stays.
"""

import atexit
import builtins
import contextlib
import decimal
import functools
import gc
import io
import itertools
import locale
import logging
import os
import random
import runpy
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final, NoReturn, Protocol
from unittest import mock

from hw.testing.pi.limit import Ended, Exited, is_library, program_line

STANDINS: Final = Path(__file__).with_name("standins")

Program = str | Path | Callable[[], object]


class Ending(Protocol):
    """Ends a program before its limit."""

    def leave(self, code: object) -> NoReturn:
        """End it at once with this code or text, without its ``finally`` and exit handlers, as `os._exit` does."""

    def hear(self, number: int) -> None:
        """Let its main thread hear a signal that it handles."""


class Limited(Protocol):
    """Ends what is called within by its limit, politely at first or not."""

    def __call__(self, *, politely: bool) -> contextlib.AbstractContextManager[Ending]: ...


def run(
    program: Program, arguments: Iterable[str], answers: Iterable[str], limited: Limited, forget: Callable[[], None]
) -> str:
    """Run a program and what it has registered for its exit; return what it printed.

    Args:
        program: a file or a function.
        arguments: those of its command line.
        answers: lines that it reads.
        limited: ends it.
        forget: takes away what it has asked for at buses and pins.
    """
    with (
        warnings.catch_warnings(action="ignore", category=ResourceWarning),  # what it leaves open, its end closes
        _process_kept(),
        _standard_files("".join(f"{answer}\n" for answer in answers)) as printed,
        mock.patch.object(sys, "argv", [str(program), *arguments]),
        _garbage_kept_apart(),
    ):
        try:
            with fresh_modules(own=not callable(program)):
                _call(program, limited)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise
        finally:
            forget()
            with (
                mock.patch.object(sys, "unraisablehook", bool),
                contextlib.suppress(TimeoutError, KeyboardInterrupt),
                limited(politely=False),
            ):
                gc.collect()
        printed.seek(0)
        return printed.read().decode(errors="replace")


@contextlib.contextmanager
def _standard_files(answers: str) -> Iterator[IO[bytes]]:
    """Give the program, and the processes that it starts, files as input and output; return the output."""
    with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as printed:
        read.write(answers.encode())
        read.seek(0)
        os.dup2(read.fileno(), 0)
        os.dup2(printed.fileno(), 1)
        with (
            mock.patch.object(sys, "stdin", open(0, encoding="utf-8", closefd=False)),
            mock.patch.object(
                sys, "stdout", io.TextIOWrapper(io.FileIO(1, "w", closefd=False), "utf-8", write_through=True)
            ),
        ):
            yield printed


def _call(program: Program, limited: Limited) -> None:
    with _exit_handlers() as handlers:
        try:
            with limited(politely=True) as ending, _ended_by_itself(ending), _end_in_children():
                if callable(program):
                    program()
                else:
                    with mock.patch.object(sys, "path", [sys.path[0], str(Path(program).parent), *sys.path[1:]]):
                        runpy.run_path(str(program), run_name="__main__")
        except Exited:
            handlers.clear()
            raise
        except TimeoutError as error:
            error.__context__ = None  # its frames have what the program leaves open
            raise
        finally:
            while handlers:
                with (
                    contextlib.suppress(TimeoutError, KeyboardInterrupt),
                    limited(politely=False) as ending,
                    _ended_by_itself(ending),
                ):
                    report_error(handlers.pop())


@contextlib.contextmanager
def _end_in_children() -> Iterator[None]:
    """End a process that is forked from the program where the program ends: what follows is the test's."""
    process, status = os.getpid(), 0
    try:
        yield
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        raise
    except BaseException:
        status = 1
        if os.getpid() != process:
            traceback.print_exc()
        raise
    finally:
        if os.getpid() != process:
            os._exit(status)


def report_error(call: Callable[[], object]) -> None:
    """Call what a program has left to be called; after an exception its caller goes on, as on a Pi."""
    try:
        call()
    except Exception:  # noqa: BLE001  # any of a program
        sys.excepthook(*sys.exc_info())


@contextlib.contextmanager
def _exit_handlers() -> Iterator[list[functools.partial[object]]]:
    """Collect what the program registers with `atexit`; libraries stay loaded, and theirs wait for the process."""
    handlers: list[functools.partial[object]] = []
    register, unregister = atexit.register, atexit.unregister

    def register_here(function: Callable[..., object], *arguments: Any, **named: Any) -> Any:
        if is_library(sys._getframe(1).f_code.co_filename):  # noqa: SLF001  # documented
            return register(function, *arguments, **named)
        handlers.append(functools.partial(function, *arguments, **named))
        return function

    def unregister_here(function: Callable[..., object]) -> None:
        handlers[:] = [each for each in handlers if each.func != function]
        unregister(function)

    with mock.patch.multiple(atexit, register=register_here, unregister=unregister_here):
        yield handlers


# What would end the process of the test

_PASS: Final = frozenset({signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH})
"""Signals without an effect by default, signal(7)."""


@contextlib.contextmanager
def _ended_by_itself(ending: Ending) -> Iterator[None]:
    """Let what would end this process, or put another program into it, end the program only."""
    process, kill, killpg, exit_now, exec_now = os.getpid(), os.kill, os.killpg, os._exit, os.execve
    raise_signal, pthread_kill = signal.raise_signal, signal.pthread_kill

    def end_by(number: int) -> None:
        """End the program, unless this signal does not; processes that are forked from it have their own ends."""
        deadly = number and number not in _PASS and signal.getsignal(number) in (signal.SIG_DFL, None)  # None: set in C
        if deadly and os.getpid() == process:
            ending.leave(signal.strsignal(number))

    def kill_here(pid: int, number: int, /) -> None:
        if os.getpid() != process or number == 0 or pid not in (0, -1, process, -os.getpgrp()):
            kill(pid, number)
            return
        end_by(number)
        if threading.current_thread() is threading.main_thread():
            raise_signal(number)
        else:
            ending.hear(number)

    def killpg_here(group: int, number: int, /) -> None:
        if group in (0, os.getpgrp()):
            kill_here(0, number)
        else:
            killpg(group, number)

    def raise_here(number: int, /) -> None:
        end_by(number)
        raise_signal(number)

    def pthread_kill_here(thread: int, number: int, /) -> None:
        end_by(number)
        pthread_kill(thread, number)

    def exit_here(status: int) -> None:
        if os.getpid() == process:
            ending.leave(status)
        exit_now(status)

    def abort_here() -> None:
        kill_here(os.getpid(), signal.SIGABRT)
        ending.leave(signal.strsignal(signal.SIGABRT))

    def exec_here(file: Any, arguments: Any, environment: Any = None) -> None:
        if os.getpid() != process:
            exec_now(file, arguments, os.environ if environment is None else environment)
        raise RuntimeError(
            f"saw {os.fspath(file)} put into this process at {program_line(threading.get_ident())}, expected "
            "subprocess.run: the test would end"
        )

    with (
        mock.patch.multiple(os, kill=kill_here, killpg=killpg_here, abort=abort_here, _exit=exit_here),
        mock.patch.multiple(os, execv=exec_here, execve=exec_here),
        mock.patch.multiple(signal, raise_signal=raise_here, pthread_kill=pthread_kill_here),
    ):
        yield


# What a program changes in its process


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def _wakeup_descriptor() -> int:
    descriptor = signal.set_wakeup_fd(-1)
    with contextlib.suppress(OSError):  # the program has closed it
        signal.set_wakeup_fd(descriptor)
    return descriptor


def _set_handlers(handlers: dict[int, Any]) -> None:
    for number, handler in handlers.items():
        if signal.getsignal(number) != handler:
            signal.signal(number, handler)


def _set_names(module: Any, names: dict[str, Any]) -> None:
    for name in vars(module).keys() - names.keys():
        delattr(module, name)
    for name, value in names.items():
        if vars(module).get(name) is not value:
            setattr(module, name, value)


_SETTINGS: Final[tuple[tuple[Callable[[], Any], Callable[[Any], object]], ...]] = (
    (os.getcwd, os.chdir),
    (_umask, os.umask),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (sys.getswitchinterval, sys.setswitchinterval),
    (sys.gettrace, sys.settrace),
    (sys.getprofile, sys.setprofile),
    (socket.getdefaulttimeout, socket.setdefaulttimeout),
    (gc.isenabled, lambda was: gc.enable() if was else gc.disable()),
    (lambda: locale.setlocale(locale.LC_ALL), lambda was: locale.setlocale(locale.LC_ALL, was)),
    (lambda: decimal.getcontext().prec, lambda was: setattr(decimal.getcontext(), "prec", was)),
    (lambda: {number: signal.getsignal(number) for number in signal.valid_signals()}, _set_handlers),
    (_wakeup_descriptor, signal.set_wakeup_fd),
    (random.getstate, random.setstate),
    (lambda: dict(vars(builtins)), lambda was: _set_names(builtins, was)),
)
"""What reads a setting of the process, and what sets it."""

_HOOKS: Final = ("excepthook", "displayhook", "unraisablehook", "stderr", "stdout", "stdin", "path", "meta_path")


@contextlib.contextmanager
def _process_kept() -> Iterator[None]:
    """Put back what a program changes."""
    settings = [(read(), read, write) for read, write in _SETTINGS]
    loggers = {each: (each.level, each.propagate, each.disabled, each.handlers[:]) for each in _loggers()}
    disabled = logging.root.manager.disable
    standard = {number: os.dup(number) for number in range(3) if _is_open(number)}
    with (
        mock.patch.multiple(sys, **{name: getattr(sys, name) for name in _HOOKS}),
        mock.patch.object(threading, "excepthook", functools.partial(_report, threading.excepthook)),
        mock.patch.dict(os.environ),
    ):
        try:
            yield
        finally:
            for number, kept in standard.items():
                os.dup2(kept, number)
                os.close(kept)
            for was, read, write in settings:
                if read() != was:
                    write(was)
            for each in _loggers():
                level, propagate, off, handlers = loggers.get(each, (logging.NOTSET, True, False, []))
                for handler in each.handlers:
                    if handler not in handlers:
                        handler.close()
                each.setLevel(level)
                each.propagate, each.disabled, each.handlers[:] = propagate, off, handlers
            logging.disable(disabled)
    time.tzset()


def _report(report: Callable[[Any], object], error: Any) -> None:
    """Report an exception that has ended a thread, but for its end by the limit."""
    if error.exc_type is not Ended:
        report(error)


def _loggers() -> Iterator[logging.Logger]:
    yield logging.root
    yield from (each for each in logging.root.manager.loggerDict.values() if isinstance(each, logging.Logger))


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


_RUNS_KEPT: Final = 20
"""After so many runs the Pis that had them, if nothing refers to them, are looked for."""

_runs: Final = itertools.count(1)


@contextlib.contextmanager
def _garbage_kept_apart() -> Iterator[None]:
    """Let collections leave out what is there already: it cannot be the program's, and takes long to look through."""
    freezes = gc.get_freeze_count() == 0
    if freezes:
        gc.freeze()
    try:
        yield
    finally:
        if freezes:
            gc.unfreeze()
            if next(_runs) % _RUNS_KEPT == 0:
                gc.collect()  # former Pis, which the collections of runs have left out


@contextlib.contextmanager
def fresh_modules(*, own: bool = False) -> Iterator[None]:
    """Import what meets the hardware anew, and forget it afterwards with all that has imported it.

    Args:
        own: forget all modules that belong to no library.
    """
    standins = {path.stem for path in STANDINS.iterdir() if path.stem != "sitecustomize"} | {"smbus2"}
    before = {name: module for name, module in sys.modules.items() if _top(name) in standins}
    for name in before:
        del sys.modules[name]
    known = set(sys.modules)
    try:
        yield
    finally:
        loaded = {name: module for name, module in sys.modules.items() if name not in known}
        met = {id(module) for name, module in loaded.items() if _top(name) in standins}
        meets = {
            _top(name) for name, module in loaded.items() if any(id(value) in met for value in vars(module).values())
        }
        files = {name: str(vars(module).get("__file__") or "<frozen") for name, module in loaded.items()}
        compiled = {_top(name) for name, file in files.items() if file.endswith(".so")}
        for name, file in files.items():
            if _top(name) in standins | meets - compiled or (own and not is_library(file)):
                del sys.modules[name]
        sys.modules.update(before)


def _top(module: str) -> str:
    return module.partition(".")[0]
