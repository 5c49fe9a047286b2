"""One baton for all threads of a program, so that they run one at a time and in virtual time.

A thread that waits gives the baton up. It goes to the thread that has waited longest for something that has happened;
if there is none, the clock jumps to the next deadline, scripted act or alarm. So the same program always takes the
same course. `primitives.py` has what programs wait by, `limit.py` what ends them.

The exception is what this process cannot know: children, other hosts, and waits in compiled code. A watch sees that the
thread with the baton neither computes nor gives it up, and takes it away. As long as a thread is *lost* in this
way, or a child lives, time passes as on the wall, and `Scheduler.outside_s` says for how long and where.
"""

import contextlib
import faulthandler
import functools
import gc
import os
import signal
import sys
import threading
import time
import weakref
from _thread import LockType, allocate_lock, get_ident, get_native_id
from collections.abc import Callable, Iterable, Iterator
from math import inf
from pathlib import Path
from typing import Any, Final, NoReturn
from weakref import WeakSet

from hw.testing.clock import TIMER_TOLERANCE_S
from hw.testing.pi import limit
from hw.testing.pi.limit import END_S, GRACE_S, TICK_S, Ended, Exited
from hw.testing.pi.loop import PiLoop

GLANCE_S: Final = 10e-6
"""What reading a pin or a clock costs with the Python around it, so that a program that waits for one in a loop lets
virtual time pass."""

OPERATIONS: Final = 1000
OPERATION_S: Final = 0.5e-6
"""What taking a free lock costs, counted every so many times: a loop that only does this comes to its end."""

THREAD_OPERATIONS: Final = 400
"""What starting a thread costs, as so many operations: a loop that only does this comes to its end, too."""

STUCK_S: Final = 5.0
"""Real time for which a thread may wait in compiled code for what does not come from outside."""

BLOCKED_TICKS: Final = 2
COMPUTING_S: Final = 1.0
"""Processor time with the clock still after which a thread is taken to wait for another in a loop."""

SPARE_S: Final = 30.0
"""Processor time that a program may use besides a second for each of its own, before it is told to end."""

KEPT_S: Final = 30.0
"""Real time for which compiled code may keep the interpreter, before the fault handler ends the process."""

SLICE_S: Final = 0.002
SETTLE_S: Final = 100e-6
CLEANUP_S: Final = 1.0
POLITE: Final = 3
"""A thread is told to end at a wait, and may then wait for this time; after so many times it is told at each line."""

# The originals: `primitives.py` and `programs.py` replace them where the program looks.
_acquire, _release, _nap, _monotonic = LockType.acquire, LockType.release, time.sleep, time.monotonic
_raise_signal, _pthread_kill = signal.raise_signal, signal.pthread_kill


class Thread:
    """A thread of the program.

    Attributes:
        python: its object, if it has one.
        ready: whether what it waits for has happened; None if it waits for time only.
        deadline_s: until when.
        reads: it waits for files or sockets.
        asked: ``ready`` was false, and nothing has happened since.
        busy: it runs the simulation now, where all primitives are the originals.
        lost: it runs without the baton, since ``where``.
        ends_s: when it is told (again) to end, at a wait; ``raised`` counts how often it was.
        left: it has left its function, or ``ended``: the interpreter may still need a moment.
        begins: `threading` prepares it; it then ends only once begun, since that would keep it in its lists.
        begun: the function that the interpreter runs in it, which is freed last.
        owner: what has started it; see `Scheduler.program`.
        signals: numbers that its handlers have not heard yet; ``heard`` counts the others.
    """

    def __init__(self, scheduler: "Scheduler", ident: int = 0) -> None:
        self.scheduler = scheduler
        self.ident = ident
        self.native_id = get_native_id() if ident else 0
        self.python: threading.Thread | None = None
        self.parked = allocate_lock()
        _acquire(self.parked)
        self.ready: Callable[[], object] | None = None
        self.deadline_s = self.ends_s = inf
        self.reads = self.asked = self.busy = self.lost = self.left = self.ended = False
        self.begins = self.ends_once_begun = False
        self.raised = self.heard = 0
        self.signals: list[int] = []
        self.owner: object = None
        self.begun: weakref.ref[Any] = weakref.ref(self)
        self.where = ""

    def __str__(self) -> str:
        name = self.python.name if self.python is not None else "the main thread" if self.main else "a thread"
        return limit.describe(name, self.ident)

    @property
    def doomed(self) -> bool:
        return self.ends_s < inf

    @property
    def daemon(self) -> bool:
        return self.python is None or self.python.daemon

    @property
    def main(self) -> bool:
        return self is self.scheduler.main


threads: Final[dict[int, Thread]] = {}
"""By identifier: those for which primitives are virtual."""


def program_thread() -> Thread | None:
    """Return the calling thread, with the baton, if its primitives are virtual."""
    thread = threads.get(get_ident())
    if thread is None or thread.busy:
        return None
    if thread.lost:
        thread.scheduler.regain()
    return thread


class Scheduler:
    """The baton of a Pi's program; ``loop`` has its clock and its machine.

    Attributes:
        main: the thread of the test.
        ends_s: when the program is told to end.
        outside_s: real seconds of this run that passed for what is outside, by where.
        children: processes that the program has started.
        wall_s: until when time has passed as on the wall; None if nothing is outside.
        ports: ports and paths at which the program listens.
        remote: its sockets whose other end is elsewhere.
        last_words: the descriptor to which the fault handler writes before it ends the process; -1: it does not.
        gone: its threads that have ended, though the interpreter may still need a moment.
    """

    def __init__(self, loop: PiLoop) -> None:
        self.loop = loop
        self.main = Thread(self, get_ident())
        self.ends_s = inf
        self.outside_s: dict[str, float] = {}
        self.children: set[int] = set()
        self.ports: set[Any] = set()
        self.remote: WeakSet[Any] = WeakSet()
        self.gone: WeakSet[threading.Thread] = WeakSet()
        self._ending: list[weakref.ref[Any]] = []
        self._exits: list[object] = []
        self.alarm_s, self.alarm_every_s = inf, 0.0
        self._unwinder = limit.Unwinder()
        self._holder: Thread | None = self.main
        self._all = [self.main]
        self._waiting: list[Thread] = []
        self._mutex = allocate_lock()
        self._turns = self._operations = self._stage = 0
        self._owner: object = None
        self._stood = ""
        self.last_words = -1
        self._stuck: tuple[float, list[object]] = (inf, [])
        self.wall_s: float | None = None
        self._computes_until_s = inf

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Make the calling thread the program's, and watch over all; end them afterwards."""
        before = threads.pop(self.main.ident, None)
        self._unwinder.install()
        ends = allocate_lock()
        _acquire(ends)
        watch = threading.Thread(target=self._watch, args=(ends,), name="watch", daemon=True)
        watch.start()
        threads[self.main.ident] = self.main
        try:
            yield
            if self.main.lost:
                self.regain()
        finally:
            self.end_threads()
            del threads[self.main.ident]
            _release(ends)
            watch.join()
            self._unwinder.uninstall()
            if before is not None:
                threads[self.main.ident] = before

    def now_s(self) -> float:
        return self.loop.time()

    # Waiting

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        thread = self._me()
        if thread.busy:
            return
        until_s = self.loop.time() + seconds
        if (
            until_s >= self.ends_s
            or until_s >= self.alarm_s
            or self.children
            or thread.lost
            or thread.signals
            or thread.ends_s < inf
            or (self._waiting and self._is_due_until(until_s, thread))
            or not self.loop.pass_idly(until_s)
        ):
            self.wait(None, until_s)
        else:
            self._turns += 1

    def _is_due_until(self, until_s: float, thread: Thread) -> bool:
        """Return whether another thread is to have the baton while ``thread`` sleeps."""
        thread.busy = True
        try:
            for each in self._waiting:
                if each.deadline_s <= until_s or each.ends_s < inf or each.signals or (each.ready and each.ready()):
                    return True
            return False
        finally:
            thread.busy = False

    def glance(self) -> None:
        """Spend the time of a look at a pin or a clock."""
        self.sleep(GLANCE_S)

    def count_operation(self, operations: int = 1) -> None:
        """Spend the time of something fast that did not have to wait."""
        self._operations += operations
        if self._operations >= OPERATIONS:
            self._operations = 0
            self.sleep(OPERATIONS * OPERATION_S)

    def wait(
        self, ready: Callable[[], object] | None, deadline_s: float = inf, *, reads: bool = False, asked: bool = False
    ) -> bool:
        """Give the baton up until ``ready`` or ``deadline_s``, and hear signals; return False at the deadline.

        Where ``ready`` was ``asked`` just now, and in vain, it is asked again once something has happened.
        """
        thread = self._me()
        thread.asked = asked
        while True:
            self._end_if_doomed(thread)
            thread.ready, thread.deadline_s, thread.reads = ready, deadline_s, reads
            _acquire(self._mutex)
            self._waiting.append(thread)
            if not thread.lost:
                self._holder = None
            _release(self._mutex)
            self._park(thread)
            thread.ready = None
            self._end_if_doomed(thread)
            while thread.signals:
                self._hear(thread)
            if ready is not None and ready():
                return True
            if self.loop.time() >= deadline_s - TIMER_TOLERANCE_S:
                return False

    def regain(self) -> None:
        """Let a lost thread go on with the baton."""
        self.wait(lambda: True)

    def _me(self) -> Thread:
        ident = get_ident()
        thread = threads.get(ident)
        if thread is not None and thread.scheduler is self:
            return thread
        if ident == self.main.ident:
            return self.main
        thread = Thread(self, ident)  # one that compiled code, or the test before it had this Pi, has started
        thread.lost, thread.where = True, limit.program_line(ident)
        _acquire(self._mutex)
        threads[ident] = thread
        self._all.append(thread)
        _release(self._mutex)
        return thread

    def _park(self, thread: Thread) -> None:
        """Return when ``thread``, which waits, has the baton; choose who gets it, unless another does."""
        chosen: Thread | None = None
        try:
            if not thread.lost:
                chosen = self._choose(thread)
            if chosen is not thread:
                _acquire(thread.parked)
        except BaseException:  # Ctrl-C at a terminal, the end by force, a wait without end
            _acquire(self._mutex)
            if thread not in self._waiting:
                if chosen is not thread:
                    _acquire(thread.parked)
            else:
                self._waiting.remove(thread)
                if chosen is None and not thread.lost:
                    self._holder = thread
                else:
                    thread.lost, thread.where = True, limit.program_line(thread.ident)
            _release(self._mutex)
            raise

    def _choose(self, thread: Thread) -> Thread:
        """Give the baton to the thread whose turn it is, as ``thread``, which has given it up, or as the watch."""
        collects, was_busy = gc.isenabled(), thread.busy
        gc.disable()  # a finalizer would wait in here
        thread.busy = True
        _acquire(self._mutex)
        try:
            while (chosen := self._due()) is None:
                self._pass_time()
            for each in self._waiting:
                each.asked = False  # the chosen one may do what it waits for
            self._waiting.remove(chosen)
            chosen.lost = False
            self._holder = chosen
            self._turns += 1
            if chosen is not thread:
                _release(chosen.parked)
            return chosen
        finally:
            _release(self._mutex)
            thread.busy = was_busy
            if collects:
                gc.enable()

    def _due(self) -> Thread | None:
        """Return the waiting thread whose turn it is."""
        now_s = self.loop.time() + TIMER_TOLERANCE_S
        first_s, first = inf, None
        for thread in self._waiting:
            if thread.deadline_s <= now_s:
                if thread.deadline_s < first_s:
                    first_s, first = thread.deadline_s, thread
            elif now_s < first_s and (
                thread.ends_s <= now_s
                or thread.signals
                or (thread.ready is not None and not thread.asked and thread.ready())
            ):
                first_s, first = now_s, thread
        return first

    # Time

    def _pass_time(self) -> None:
        """Move the clock to what comes next; while something outside is to come, as far as a moment lasts."""
        for thread in self._waiting:
            thread.asked = False
        now_s = self.loop.time()
        next_s = min(
            self.loop.next_s(),
            self.ends_s,
            self.alarm_s,
            *(min(each.deadline_s, each.ends_s) for each in self._waiting),
        )
        if where := self._outside():
            began_s = self.wall_s or _monotonic()
            _release(self._mutex)
            try:
                _nap(max(0.0, min(SLICE_S, next_s - now_s)))
                self._push_doomed()
            finally:
                _acquire(self._mutex)
            self.wall_s = _monotonic()
            passed_s = self.wall_s - began_s
            self.outside_s[where] = self.outside_s.get(where, 0.0) + passed_s
            next_s = min(next_s, now_s + passed_s)
        elif next_s == inf:
            raise RuntimeError(
                "saw all threads of the program wait, and nothing that is to come, expected one that goes on: "
                + self._describe_threads()
            )
        self.loop.run_at(max(next_s, self.loop.time()))
        self._raise_signals()

    def _raise_signals(self) -> None:
        now_s = self.loop.time() + TIMER_TOLERANCE_S
        if self.alarm_s <= now_s:
            self.alarm_s = self.alarm_s + self.alarm_every_s if self.alarm_every_s else inf
            self.hear(signal.SIGALRM)
        if self.ends_s <= now_s:
            self._stage += 1
            self.ends_s = self.loop.time() + GRACE_S if self._stage == 1 else inf
            if self._stage == 1 and limit.ends_process(signal.SIGINT):
                self._doom(self._all)
            elif self._stage == 1:
                self.hear(signal.SIGINT)
            else:
                self._stood = self._stood or limit.going_on(self._describe_threads())
                self._doom(self._all)

    def hear(self, number: int) -> None:
        """Let the main thread hear a signal that it handles."""
        if self.main.lost:
            _pthread_kill(self.main.ident, number)
        else:
            self.main.signals.append(number)

    def _hear_again(self, report: Callable[[Any], object], lost: "sys.UnraisableHookArgs") -> None:
        """Repeat a Ctrl-C that came within a finalizer or callback, where Python drops exceptions."""
        if type(lost.exc_value) is KeyboardInterrupt and get_ident() == self.main.ident:
            self.main.signals.append(signal.SIGINT)  # a signal at once would come within this hook
        else:
            report(lost)

    def _hear(self, thread: Thread) -> None:
        number = thread.signals.pop(0)
        thread.heard += 1
        if number == signal.SIGALRM and signal.getsignal(number) is signal.SIG_DFL:
            self.leave(signal.strsignal(number))
        _raise_signal(number)

    def _outside(self) -> str:
        """Return where the program waits for what does not come from this process; '' if nowhere."""
        self.children = {child for child in self.children if _lives(child)}
        if self.children:
            return f"child process {min(self.children)}"
        remotes = [remote for remote in self.remote if remote.fileno() >= 0] if self.remote else []
        if remotes and any(thread.reads for thread in self._waiting):
            return f"socket to {_peer(remotes[0])}"
        used = {thread: _usage(thread.native_id) for thread in self._all if thread.lost and thread not in self._waiting}
        for thread in [thread for thread, usage in used.items() if usage is None]:
            self._all.remove(thread)  # one of compiled code, which has ended
            del threads[thread.ident], used[thread]
        if used:
            if not remotes:
                self._end_if_stuck([*used.values()])
            return next(iter(used)).where
        self.wall_s = None
        return ""

    def _end_if_stuck(self, used: list[object]) -> None:
        """End the program if no lost thread has gone on for too long, with nothing outside to wait for."""
        if used != self._stuck[1]:
            self._stuck = _monotonic() + STUCK_S, used
        elif _monotonic() > self._stuck[0] and self._stage == 0 and self._owner is not None:
            self._stood = (
                f"saw nothing go on for {STUCK_S:.0f} s of real time, expected waits that virtual time knows "
                f"(or real_time=True): {self._describe_threads()}"
            )
            self.ends_s = self.loop.time()

    # Threads

    def start(
        self, begin: Callable[..., object], arguments: Iterable[Any], start: Callable[[Callable[[], None]], Any]
    ) -> Any:
        """Start a thread of the program by ``start``, the interpreter's own; it runs when it is its turn."""
        thread = Thread(self)
        thread.owner = self._owner
        thread.ready = lambda: True
        python = getattr(begin, "__self__", None)
        if isinstance(python, threading.Thread):
            thread.python, thread.begins = python, True
            python.run = self._quiet(thread, functools.partial(self._run_begun, thread, python.run))  # type: ignore[method-assign]

        def run() -> None:
            thread.ident, thread.native_id = get_ident(), get_native_id()
            threads[thread.ident] = thread
            try:
                _acquire(thread.parked)
                self._quiet(thread, begin)(*arguments)
            finally:
                self._end(thread)

        thread.begun = weakref.ref(run)
        _acquire(self._mutex)
        self._all.append(thread)
        self._waiting.append(thread)
        _release(self._mutex)
        try:
            started = start(run)
        except BaseException:
            _acquire(self._mutex)
            self._all.remove(thread)
            self._waiting.remove(thread)
            _release(self._mutex)
            raise
        self.count_operation(THREAD_OPERATIONS)
        return started

    def _run_begun(self, thread: Thread, run: Callable[[], object]) -> None:
        thread.begins = False
        if thread.ends_once_begun:
            raise Ended
        run()

    def _quiet(self, thread: Thread, run: Callable[..., object]) -> Callable[..., None]:
        """Return a thread's function whose end by the limit is no error of it, which pytest would report."""

        def quiet(*arguments: Any) -> None:
            try:
                run(*arguments)
            except Ended:
                thread.left = True  # nothing else is raised in it from here on, but for what is on its way
                try:  # noqa: SIM105  # contextlib's code would be hit
                    limit.unwound.pop(thread.ident, None)
                except Ended:
                    pass
            finally:
                thread.left, thread.ends_s = True, inf

        return quiet

    @contextlib.contextmanager
    def of_program(self) -> Iterator[None]:
        """Let the calling thread be one that the program has started."""
        thread = self._me()
        thread.owner = self._owner
        yield
        thread.owner = None

    def add_child(self, child: int) -> None:
        """Let time pass as on the wall while this process lives."""
        self.wall_s = self.wall_s or _monotonic()
        self.children.add(child)

    def thread_of(self, python: threading.Thread) -> Thread | None:
        """Return the thread with this object, if it is one of the program's that has not ended."""
        return next((thread for thread in self._all if thread.python is python), None)

    def _end(self, thread: Thread) -> None:
        thread.ended = True
        self._ending.append(thread.begun)
        self._unwinder.calm(thread.ident)
        if thread.python is not None:
            del thread.python.run
            self.gone.add(thread.python)
            thread.python = None  # the watch may still look at ``thread``
        _acquire(self._mutex)
        if thread in self._all:
            self._all.remove(thread)
        had_baton = self._holder is thread
        if had_baton:
            self._holder = None
        _release(self._mutex)
        if had_baton:
            self._choose(thread)
        threads.pop(thread.ident, None)

    def _end_if_doomed(self, thread: Thread) -> None:
        if thread.ends_s <= self.loop.time() + TIMER_TOLERANCE_S:
            thread.ends_s = self.loop.time() + CLEANUP_S
            thread.raised += 1
            if thread.raised > POLITE:
                self._unwinder.arm(thread.ident)
            raise Ended

    def _doom(self, doomed: Iterable[Thread]) -> None:
        for thread in doomed:
            if thread.begins:
                thread.ends_once_begun = True
            elif not thread.left:
                thread.ends_s = min(thread.ends_s, self.loop.time())

    def _push_doomed(self) -> None:
        for thread in list(self._all):
            if thread.doomed and thread.lost and not thread.left:
                self._unwinder.push(thread.ident)

    def _describe_threads(self) -> str:
        return "; ".join(map(str, self._all))

    # Programs

    @contextlib.contextmanager
    def program(self, seconds: float, *, politely: bool = True) -> Iterator[None]:
        """End what is called within after ``seconds``, politely by Ctrl-C first, and all threads that it leaves.

        Raises:
            TimeoutError: it did not end after Ctrl-C; the sentence says where each thread stood.
        """
        self._put_off_last_words()
        self._exits.clear()
        before, self._owner = self._owner, object()
        self._stage, self._stood, self.ends_s = int(not politely), "", self.loop.time() + seconds
        self._computes_until_s = time.process_time() + seconds + SPARE_S
        hook = sys.unraisablehook
        sys.unraisablehook = functools.partial(self._hear_again, hook)
        try:
            yield
            if self._left(daemons=False):
                self.wait(lambda: not self._left(daemons=False))
        finally:
            sys.unraisablehook = hook
            self._calm_main()
            left = self.end_threads(self._owner)
            self._owner = before
            self._report_outside()
            self._end_children()
            if left and not self._stood:
                self._stood = limit.left_over("; ".join(left))
            if self._exits:
                raise Exited(self._exits[0]) from None
            if self._stood:
                raise TimeoutError(self._stood) from None

    def leave(self, code: object) -> NoReturn:
        """End the program at once, with none of its lines any more: it is the result of its process."""
        self._exits.append(code)
        self._stage, self.ends_s = POLITE, inf
        self._doom(self._all)
        for thread in self._all:
            thread.raised = POLITE
        self._end_if_doomed(self._me())
        raise Ended

    def _report_outside(self) -> None:
        if self.outside_s:
            places = "; ".join(f"{seconds:.1f} s at {where}" for where, seconds in self.outside_s.items())
            print(f"simulated Pi: real time passed, so the next run may differ: {places}", file=sys.stderr)
            self.outside_s.clear()

    def _end_children(self) -> None:
        """Kill what the program has started and left: time would pass as on the wall for the next one, too."""
        for child in filter(_lives, self.children):
            print(f"simulated Pi: ended child process {child}, which went on after the program", file=sys.stderr)
            os.kill(child, signal.SIGKILL)
            os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        self.children.clear()

    def _calm_main(self) -> None:
        self._unwinder.calm(self.main.ident)
        self.main.ends_s, self.main.raised = inf, 0
        self.main.signals.clear()
        self.ends_s = self.alarm_s = inf
        if self.main.lost:
            self.regain()

    def _left(self, *, daemons: bool) -> list[Thread]:
        return [each for each in self._all if each.owner is self._owner is not None and (daemons or not each.daemon)]

    def end_threads(self, owner: object = None) -> list[str]:
        """End the threads of ``owner``, all without one; abandon those that do not end, and return where they stand."""
        left = [each for each in self._all if not each.main and owner in (None, each.owner)]
        self._doom(left)
        until_s = _monotonic() + END_S
        if left:
            self.wait(lambda: all(each.ended for each in left) or _monotonic() > until_s)
        abandoned = [each for each in left if not each.ended]
        for thread in abandoned:
            self._all.remove(thread)
            if thread.python is not None:
                limit.abandoned.add(thread.python)
        while any(begun() is not None for begun in self._ending) and _monotonic() < until_s:
            _nap(SETTLE_S)  # until the interpreter is done with them, it keeps what they refer to
        self._ending.clear()
        return list(map(str, abandoned))

    # The watch

    def _watch(self, ends: LockType) -> None:
        """Take the baton from a thread that neither computes nor gives it up, or computes while the clock stands."""
        me = threads[get_ident()] = Thread(self, get_ident())
        me.busy = True
        seen: tuple[Any, ...] = ()
        still = 0
        clock_s, computed_s = 0.0, 0.0
        rearms_s = 0.0
        while not _acquire(ends, timeout=TICK_S):
            self._push_doomed()
            if self._owner is not None and time.process_time() > self._computes_until_s:
                self._end_slow()
            if _monotonic() > rearms_s:
                rearms_s = _monotonic() + KEPT_S / 10
                self._put_off_last_words()
            holder = self._holder
            if holder is None or holder.ident == 0:
                continue
            if (usage := _usage(holder.native_id)) is None:
                continue
            sleeps, used = usage
            now = (holder, self._turns, used)
            still = still + 1 if now == seen and sleeps else 0
            if seen[:1] != now[:1] or clock_s != self.loop.time():
                clock_s, computed_s = self.loop.time(), used[0]
            seen = now
            computes = used[0] - computed_s > COMPUTING_S and not _imports(holder.ident)
            if (still >= BLOCKED_TICKS or computes) and self._lose(holder, now[1], still * TICK_S):
                self._choose(me)
                still, seen = 0, ()
        if self.last_words >= 0:
            faulthandler.cancel_dump_traceback_later()
        del threads[get_ident()]

    def _end_slow(self) -> None:
        """End a program of which a second takes far longer, in steps as any other."""
        self._stood = self._stood or (
            f"saw {SPARE_S:.0f} s of processor more than the program's own seconds, expected fewer: "
            + self._describe_threads()
        )
        self._computes_until_s += GRACE_S
        self.ends_s = self.loop.time()
        for thread in list(self._all):
            if thread.doomed:
                thread.ends_s, thread.raised = self.ends_s, POLITE

    def _put_off_last_words(self) -> None:
        if self.last_words >= 0:
            faulthandler.dump_traceback_later(KEPT_S, exit=True, file=self.last_words)

    def _lose(self, holder: Thread, turns: int, since_s: float) -> bool:
        _acquire(self._mutex)
        lost = self._holder is holder and (self._turns == turns or holder.doomed)
        if lost:
            holder.lost, holder.where, self._holder = True, limit.program_line(holder.ident), None
            self.wall_s = self.wall_s or _monotonic() - since_s
        _release(self._mutex)
        return lost


def _lives(child: int) -> bool:
    try:
        return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


def _peer(remote: Any) -> str:
    try:
        return str(remote.getpeername())
    except OSError:
        return "another host"


def _usage(native_id: int) -> tuple[bool, tuple[float, ...]] | None:
    """Return whether a thread sleeps, and its seconds of processor and its turns there; None if it has ended."""
    folder = Path(f"/proc/self/task/{native_id}")
    try:
        state = (folder / "stat").read_text().rpartition(") ")[2][0]
        computed_ns, _, turns = map(int, (folder / "schedstat").read_text().split())
    except OSError:
        return None
    return state == "S", (computed_ns / 1e9, turns)


def _imports(ident: int) -> bool:
    return any("importlib" in frame.f_code.co_filename for frame in limit.program_frames(ident))
