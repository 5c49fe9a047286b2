"""What programs wait and tell the time by, in virtual time: the table of substitutes and how it is put in place.

Libraries stay as they are: `threading`, `queue`, `asyncio`, `concurrent.futures` and `sched` follow from what they are
made of. Locks, sockets and selectors remain the interpreter's own; only their methods that wait are replaced in the
type, so those that exist already are served, too. Functions are replaced in each module that has their name. Where a
thread is not the program's, or runs the simulation, a substitute is its original.

Not reached: names bound as defaults of parameters or in closures, methods of locks bound before, reads of TLS and of
files that wait; `scheduler.py` lets time pass for them as on the wall.
"""

import _posixsubprocess
import _queue
import _socket
import _thread
import contextlib
import ctypes
import datetime
import gc
import os
import sched
import select
import selectors
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from math import inf
from types import ModuleType
from typing import Any, Final
from weakref import WeakKeyDictionary

from hw.testing.pi import limit
from hw.testing.pi.scheduler import Thread, program_thread, threads

EPOCH_S: Final = 1_767_225_600.0
"""The wall clock's time at the start of virtual time: 2026-01-01."""

LEFT_ALONE: Final = frozenset({"hw", "_pytest", "pytest", "pluggy", "xdist", "execnet", "coverage", "hypothesis"})
"""Packages whose names stay: they measure the tests, or are the simulation."""

Substitute = Callable[..., Any]
_table: Final[list[tuple[Any, str, Callable[[Any], Any]]]] = []
"""Where, its name, and what makes the substitute of the original."""


def substitutes(owner: Any, *names: str) -> Callable[[Callable[[Any], Substitute]], Callable[[Any], Substitute]]:
    """Enter a function into the table that makes the substitute of each name from its original."""

    def enter(make: Callable[[Any], Substitute]) -> Callable[[Any], Substitute]:
        _table.extend((owner, name, make) for name in names if hasattr(owner, name))
        return make

    return enter


# Time


def _clock_s(start_s: float) -> float | None:
    """Return the virtual time after looking at the clock; None to threads that are not the program's."""
    thread = threads.get(_thread.get_ident())
    if thread is None:
        return None
    thread.scheduler.glance()
    return start_s + thread.scheduler.now_s()


def _clock(start_s: float, unit: int) -> Callable[[Any], Substitute]:
    def make(original: Any) -> Substitute:
        def read() -> Any:
            now_s = _clock_s(start_s)
            if now_s is None:
                return original()
            return now_s if unit == 1 else round(now_s * unit)

        return read

    return make


for _name, _start_s in (("time", EPOCH_S), ("monotonic", 0.0), ("perf_counter", 0.0)):
    substitutes(time, _name)(_clock(_start_s, 1))
    substitutes(time, f"{_name}_ns")(_clock(_start_s, 1_000_000_000))

CLOCKS: Final = {
    time.CLOCK_REALTIME: EPOCH_S,
    **dict.fromkeys((time.CLOCK_MONOTONIC, time.CLOCK_MONOTONIC_RAW, time.CLOCK_BOOTTIME), 0.0),
}


@substitutes(time, "clock_gettime", "clock_gettime_ns")
def _make_clock_gettime(original: Any) -> Substitute:
    unit = 1_000_000_000 if original.__name__.endswith("_ns") else 1

    def clock_gettime(clock: int) -> Any:
        now_s = _clock_s(CLOCKS[clock]) if clock in CLOCKS else None
        if now_s is None:
            return original(clock)
        return round(now_s * unit) if unit > 1 else now_s

    return clock_gettime


@substitutes(time, "localtime", "gmtime", "ctime")
def _make_broken_down(original: Any) -> Substitute:
    return lambda seconds=None: original(_clock_s(EPOCH_S) if seconds is None else seconds)


@substitutes(time, "strftime")
def _make_strftime(original: Any) -> Substitute:
    return lambda form, *when: original(form, *(when or (time.localtime(),)))


@substitutes(time, "asctime")
def _make_asctime(original: Any) -> Substitute:
    return lambda *when: original(*(when or (time.localtime(),)))


@substitutes(time, "sleep")
def _make_sleep(original: Any) -> Substitute:
    def sleep(seconds: float, /) -> None:
        thread = program_thread()
        if thread is None:
            original(seconds)
        elif seconds < 0:
            raise ValueError("sleep length must be non-negative")
        else:
            thread.scheduler.sleep(float(seconds) or FAST_S)

    return sleep


FAST_S: Final = 50e-6
"""What a sleep of no length costs."""


@substitutes(sched.scheduler, "__init__")
def _make_scheduler(original: Any) -> Substitute:
    def init(self: Any, timefunc: Any = None, delayfunc: Any = None) -> None:  # its defaults are bound early
        original(self, timefunc or time.monotonic, delayfunc or time.sleep)

    return init


@substitutes(datetime.datetime, "now")
def _make_now(original: Any) -> Any:
    def now(kind: Any, tz: Any = None) -> Any:
        now_s = _clock_s(EPOCH_S)
        return original.__func__(kind, tz) if now_s is None else kind.fromtimestamp(now_s, tz)

    return classmethod(now)


@substitutes(datetime.datetime, "utcnow")
def _make_utcnow(original: Any) -> Any:
    def utcnow(kind: Any) -> Any:
        now_s = _clock_s(EPOCH_S)
        if now_s is None:
            return original(kind)
        return kind.fromtimestamp(now_s, datetime.UTC).replace(tzinfo=None)

    return classmethod(utcnow)


@substitutes(datetime.date, "today")
def _make_today(original: Any) -> Any:
    def today(kind: Any) -> Any:
        now_s = _clock_s(EPOCH_S)
        return original(kind) if now_s is None else kind.fromtimestamp(now_s)

    return classmethod(today)


# Threads and locks


@substitutes(_thread, "start_new_thread", "start_new")
def _make_start(original: Any) -> Substitute:
    def start_new_thread(function: Any, args: Any, kwargs: Any = None) -> Any:
        thread = program_thread()
        if thread is None:
            return original(function, args, *([kwargs] if kwargs else []))
        begin = (lambda *given: function(*given, **kwargs)) if kwargs else function
        return thread.scheduler.start(begin, args, lambda run: original(run, ()))

    return start_new_thread


@substitutes(_thread, "start_joinable_thread")
def _make_start_joinable(original: Any) -> Substitute:
    def start_joinable_thread(function: Any, handle: Any = None, daemon: bool = True) -> Any:  # noqa: FBT001, FBT002  # its signature
        thread = program_thread()
        if thread is None:
            return original(function, handle=handle, daemon=daemon)
        return thread.scheduler.start(function, (), lambda run: original(run, handle=handle, daemon=daemon))

    return start_joinable_thread


@substitutes(threading.Thread, "join")
def _make_join(original: Any) -> Substitute:
    def join(self: threading.Thread, timeout: float | None = None) -> None:
        thread = program_thread()
        other = thread.scheduler.thread_of(self) if thread is not None else None
        if other is not None and other is thread and (thread.doomed or thread.left):
            return  # a finalizer, in the thread that has had the last reference
        if thread is None or other is thread or (other is None and self not in thread.scheduler.gone):
            original(self, timeout)
        elif other is None or _wait(thread, lambda: other.ended, timeout):
            _settle(thread, original, self)

    return join


@substitutes(threading.Thread, "is_alive")
def _make_is_alive(original: Any) -> Substitute:
    really_join = threading.Thread.join

    def is_alive(self: threading.Thread) -> Any:
        thread = program_thread()
        if thread is not None and self in thread.scheduler.gone:
            _settle(thread, really_join, self)
        own = thread is not None and thread.python is self and (thread.doomed or thread.left)
        return not own and original(self)

    return is_alive


def _settle(thread: Thread, join: Substitute, gone: threading.Thread) -> None:
    """Really wait until the interpreter has done with a thread that has run to its end."""
    thread.busy = True
    try:
        join(gone)
    finally:
        thread.busy = False


def _wait(
    thread: Thread,
    ready: Callable[[], object],
    timeout_s: float | None,
    *,
    reads: bool = False,
    asked: bool = False,
) -> bool:
    until_s = inf if timeout_s is None else thread.scheduler.now_s() + timeout_s
    return thread.scheduler.wait(ready, until_s, reads=reads, asked=asked)


def _make_acquire(original: Any, is_free: Callable[[Any], bool]) -> Substitute:
    def acquire(self: Any, blocking: bool = True, timeout: float = -1) -> bool:  # noqa: FBT001, FBT002  # its signature
        thread = program_thread()
        if thread is None or (not blocking and timeout != -1) or (timeout < 0 and timeout != -1):
            return bool(original(self, blocking, timeout))
        scheduler = thread.scheduler
        if original(self, False):  # noqa: FBT003
            scheduler.count_operation()
            return True
        if not blocking:
            scheduler.glance()
            return False
        until_s = inf if timeout == -1 else scheduler.now_s() + timeout
        while scheduler.wait(lambda: is_free(self), until_s):
            if original(self, False):  # noqa: FBT003
                return True
        return False

    return acquire


RLock: Final = type(threading.RLock())
_try_rlock: Final = RLock.acquire


def _is_free(lock: Any) -> bool:
    if lock._is_owned() or not _try_rlock(lock, False):  # noqa: SLF001, FBT003
        return False
    lock.release()
    return True


@substitutes(_thread.LockType, "acquire", "acquire_lock", "__enter__")
def _make_lock_acquire(_original: Any) -> Substitute:
    return _make_acquire(_thread.LockType.acquire, lambda lock: not lock.locked())


@substitutes(RLock, "acquire", "__enter__")
def _make_rlock_acquire(_original: Any) -> Substitute:
    return _make_acquire(RLock.acquire, _is_free)


@substitutes(RLock, "_acquire_restore")
def _make_acquire_restore(original: Any) -> Substitute:
    def acquire_restore(self: Any, state: Any) -> None:
        thread = program_thread()
        if thread is not None:
            while not _is_free(self):
                thread.scheduler.wait(lambda: _is_free(self))
        original(self, state)

    return acquire_restore


@substitutes(_queue.SimpleQueue, "get")
def _make_get(original: Any) -> Substitute:
    def get(self: Any, block: bool = True, timeout: float | None = None) -> Any:  # noqa: FBT001, FBT002  # its signature
        thread = program_thread()
        if thread is not None and block and (timeout is None or timeout >= 0):
            if self.empty():
                _wait(thread, lambda: not self.empty(), timeout)
            else:
                thread.scheduler.count_operation()
            return original(self, False)  # noqa: FBT003
        return original(self, block, timeout)

    return get


# Files and sockets


def _ask(ask: Callable[[], Any], timeout_s: float | None, otherwise: Callable[[], Any]) -> Any:
    """Ask what is ready, at once or later; ``otherwise`` asks the system itself."""
    thread = program_thread()
    if thread is None:
        return otherwise()
    ready = ask()
    if _is_any(ready):
        thread.scheduler.count_operation()
    elif timeout_s is not None and timeout_s <= 0:
        thread.scheduler.glance()
    elif _wait(thread, lambda: _is_any(ask()), timeout_s, reads=True, asked=True):
        ready = ask()
    return ready


def _is_any(ready: Any) -> bool:
    return any(ready) if isinstance(ready, tuple) else bool(ready)


@substitutes(select, "select")
def _make_select(original: Any) -> Substitute:
    def select_(rlist: Any, wlist: Any, xlist: Any, timeout: float | None = None, /) -> Any:
        lists = [*rlist], [*wlist], [*xlist]
        return _ask(lambda: original(*lists, 0), timeout, lambda: original(*lists, timeout))

    return select_


@substitutes(selectors.SelectSelector, "select")
def _make_selector(original: Any) -> Substitute:
    def select_(self: Any, timeout: float | None = None) -> Any:
        return _ask(lambda: original(self, 0), timeout, lambda: original(self, timeout))

    return select_


@substitutes(select.epoll, "poll")
def _make_epoll(original: Any) -> Substitute:
    def poll(self: Any, timeout: float | None = None, maxevents: int = -1) -> Any:
        limit_s = None if timeout is None or timeout < 0 else timeout
        return _ask(lambda: original(self, 0, maxevents), limit_s, lambda: original(self, timeout, maxevents))

    return poll


Poll: Final = type(select.poll())


@substitutes(Poll, "poll")
def _make_poll(original: Any) -> Substitute:
    def poll(self: Any, timeout: float | None = None, /) -> Any:
        limit_s = None if timeout is None or timeout < 0 else timeout / 1000
        return _ask(lambda: original(self, 0), limit_s, lambda: original(self, timeout))

    return poll


_ask_now = Poll.poll


def _polled(descriptor: int, event: int) -> Any:
    poll = select.poll()
    poll.register(descriptor, event)
    return _ask_now(poll, 0)


def _await_socket(self: Any, event: int) -> None:
    """Wait until a socket that blocks can go on; raise TimeoutError after its timeout."""
    thread = program_thread()
    timeout_s = self.gettimeout()
    if thread is None or timeout_s == 0 or self.fileno() < 0:
        return
    if _polled(self.fileno(), event):
        thread.scheduler.count_operation()
    elif not _wait(thread, lambda: self.fileno() < 0 or _polled(self.fileno(), event), timeout_s, reads=True):
        raise TimeoutError("timed out")


@substitutes(_socket.socket, "recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into", "_accept")
def _make_receive(original: Any) -> Substitute:
    def receive(self: Any, *arguments: Any, **named: Any) -> Any:
        _await_socket(self, select.POLLIN)
        return original(self, *arguments, **named)

    return receive


@substitutes(_socket.socket, "send", "sendmsg")
def _make_send(original: Any) -> Substitute:
    def send(self: Any, *arguments: Any) -> Any:
        _await_socket(self, select.POLLOUT)
        return original(self, *arguments)

    return send


@substitutes(_socket.socket, "sendall")
def _make_sendall(original: Any) -> Substitute:
    def sendall(self: Any, data: Any, *flags: int) -> None:
        if program_thread() is None or self.gettimeout() == 0:
            original(self, data, *flags)
            return
        view = memoryview(data).cast("B")
        while view:
            view = view[self.send(view, *flags) :]

    return sendall


@substitutes(_socket.socket, "listen", "bind")
def _make_listen(original: Any) -> Substitute:
    def listen(self: Any, *arguments: Any) -> None:
        original(self, *arguments)
        if (thread := program_thread()) is not None:
            thread.scheduler.ports.add(_port(self.getsockname()))

    return listen


@substitutes(_socket.socket, "connect", "connect_ex", "sendto")
def _make_connect(original: Any) -> Substitute:
    def connect(self: Any, *arguments: Any) -> Any:
        thread = program_thread()
        if thread is not None and _port(arguments[-1]) not in thread.scheduler.ports:
            thread.scheduler.remote.add(self)
        return original(self, *arguments)

    return connect


def _port(address: Any) -> Any:
    return address[1] if isinstance(address, tuple) else address


@substitutes(os, "read")
def _make_read(original: Any) -> Substitute:
    def read(descriptor: int, length: int, /) -> Any:
        thread = program_thread()
        if thread is not None and os.get_blocking(descriptor) and not _polled(descriptor, select.POLLIN):
            _wait(thread, lambda: _polled(descriptor, select.POLLIN), None, reads=True)
        return original(descriptor, length)

    return read


# Signals and processes


@substitutes(signal, "pause")
def _make_pause(original: Any) -> Substitute:
    def pause() -> None:
        thread = program_thread()
        if thread is None:
            original()
            return
        heard = thread.heard
        thread.scheduler.wait(lambda: thread.heard != heard)

    return pause


@substitutes(signal, "setitimer")
def _make_setitimer(original: Any) -> Substitute:
    def setitimer(which: int, seconds: float, interval: float = 0.0) -> Any:
        thread = program_thread()
        if thread is None or which != signal.ITIMER_REAL:
            return original(which, seconds, interval)
        return _set_alarm(thread, seconds, interval)

    return setitimer


@substitutes(signal, "getitimer")
def _make_getitimer(original: Any) -> Substitute:
    def getitimer(which: int) -> Any:
        thread = program_thread()
        return original(which) if thread is None or which != signal.ITIMER_REAL else _alarm(thread)

    return getitimer


@substitutes(signal, "alarm")
def _make_alarm(original: Any) -> Substitute:
    def alarm(seconds: int, /) -> Any:
        thread = program_thread()
        return original(seconds) if thread is None else int(-(-_set_alarm(thread, seconds, 0.0)[0] // 1))

    return alarm


def _alarm(thread: Thread) -> tuple[float, float]:
    scheduler = thread.scheduler
    left_s = scheduler.alarm_s - scheduler.now_s()
    return (0.0, 0.0) if left_s == inf else (left_s, scheduler.alarm_every_s)


def _set_alarm(thread: Thread, seconds: float, interval: float) -> tuple[float, float]:
    before, scheduler = _alarm(thread), thread.scheduler
    scheduler.alarm_s = scheduler.now_s() + seconds if seconds else inf
    scheduler.alarm_every_s = interval
    return before


@substitutes(signal, "sigwait", "sigwaitinfo", "sigtimedwait")
def _make_refused(original: Any) -> Substitute:
    def refuse(*arguments: Any) -> Any:
        if program_thread() is None:
            return original(*arguments)
        raise RuntimeError(
            f"saw {original.__name__} at {limit.program_line(_thread.get_ident())}, which virtual time does not know, "
            "expected signal.signal with signal.pause; simulated_pi(real_time=True) has it"
        )

    return refuse


@substitutes(_posixsubprocess, "fork_exec")
@substitutes(os, "posix_spawn", "posix_spawnp", "fork")
def _make_spawn(original: Any) -> Substitute:
    def spawn(*arguments: Any, **named: Any) -> Any:
        thread = program_thread()
        child = original(*arguments, **named)
        if thread is not None and child:
            thread.scheduler.add_child(child)
        return child

    return spawn


os.register_at_fork(after_in_child=threads.clear)


# Putting them in place


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """Replace all of the table, and what other modules have of it, by its substitutes."""
    originals = [vars(owner)[name] for owner, name, _ in _table]
    made = [make(original) for (_, _, make), original in zip(_table, originals, strict=True)]
    for substitute, original in zip(made, originals, strict=True):
        if not isinstance(substitute, classmethod):
            substitute.__wrapped__ = original
    pairs = list(zip(_table, originals, made, strict=True))
    functions = [pair for pair in pairs if not isinstance(pair[0][0], type)]
    try:
        for (owner, name, _), _, substitute in pairs:
            _set(owner, name, substitute)
        _rename({id(original): substitute for _, original, substitute in functions})
        yield
    finally:
        for (owner, name, _), original, _ in pairs:
            _set(owner, name, original)
        _rename({id(substitute): original for _, original, substitute in functions})


def _set(owner: Any, name: str, value: Any) -> None:
    """Set an attribute, also of a type that is made in C."""
    if isinstance(owner, type) and owner is not threading.Thread and owner is not selectors.SelectSelector:
        (attributes,) = (each for each in gc.get_referents(owner.__dict__) if isinstance(each, dict))
        attributes[name] = value
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(owner))
    else:
        setattr(owner, name, value)


def _rename(values: dict[int, Any]) -> None:
    """Replace values by others in all modules that have bound them to a name."""
    for name, module in list(sys.modules.items()):
        if issubclass(type(module), ModuleType):  # cffi's objects only call themselves modules
            names = vars(module)
            for bound in _find(name, module, names, values):
                if id(value := names.get(bound)) in values:
                    names[bound] = values[id(value)]


def _find(name: str, module: ModuleType, names: dict[str, Any], values: dict[int, Any]) -> tuple[str, ...]:
    """Return names with these values; of a library those found before, unless it has got or lost a name."""
    count, found = _found.get(module, (-1, ()))
    if count != len(names):
        if name.partition(".")[0] in LEFT_ALONE or values.keys().isdisjoint(map(id, list(names.values()))):
            found = ()
        else:
            found = tuple(each for each, value in names.items() if id(value) in values)
        if name != "__main__" and limit.is_library(names.get("__file__") or "<frozen"):
            _found[module] = len(names), found
    return found


_found: Final[WeakKeyDictionary[ModuleType, tuple[int, tuple[str, ...]]]] = WeakKeyDictionary()
"""How many names a module of a library had when it was looked through, and those of functions in the table."""
