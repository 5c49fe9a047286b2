"""Guard the table against bugs in a game: turn exceptions into ``GameFault`` and limit the time of each call.

The guard stops mistakes, not malice: the table's owner trusts the games.
"""

import atexit
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from types import FrameType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from controller import limits
from controller.games.contract import analysis, effects, inputs, referee, rules
from controller.games.contract.game import Advising, Game
from controller.games.contract.values import RandomDraw, RefusedError, Text
from controller.games.naming import translate_text
from controller.texts.translation import LANGUAGES

NO_MORE_GESTURES: Final = object()

FULL_TURN_DEG: Final = 360

METHODS_TAKING_LOG: Final = frozenset({"analyse", "correct", "judge_move", "redo"})
"""Methods whose argument is the game's own log."""

CONTRACT_PROTOCOLS: Final = (
    Game,
    Advising,
    analysis.Analysing,
    effects.Audible,
    rules.Correctable,
    analysis.Judging,
    inputs.Levelled,
    rules.OpenMoments,
    referee.PageActionReferee,
    rules.Provable,
    effects.SeatView,
    inputs.Simulated,
)


class GameFault(Exception):
    """A bug in a game's own code, without the exception's message, which may hold secrets.

    Attributes:
        game: the game's name.
        kind: type of the exception, or the wrong value and what was expected.
        at: file and line.
    """

    def __init__(self, game: str, method: str, kind: str, at: str) -> None:
        super().__init__(game, method, kind, at)
        self.game, self.method, self.kind, self.at = game, method, kind, at

    def __str__(self) -> str:
        return (
            f"The game {self.game} has a bug: saw {self.kind} in {self.method} ({self.at}). Its game is parked "
            "without the step that failed. Resume it or begin another, and report the bug to its author."
        )

    @property
    def refusal(self) -> RefusedError:
        return RefusedError(None, str(self), Text("game-fell", {"game": self.game, "fault": self.kind}))


class GameTooSlow(BaseException):
    """A game took too long; a ``BaseException``, so that its ``except Exception`` misses it."""


class WrongValue(Exception):
    """A value that breaks the contract; the message names its type, not its contents."""


class TimeLimit:
    """Interrupt Python code that takes too long: the handler of SIGALRM raises ``GameTooSlow`` in the main thread.

    It owns the process's alarm, which ticks only while a game's code runs; the second tick interrupts a call. C code
    that never returns goes on until systemd's watchdog restarts the table.
    """

    def __init__(self, tick_s: float = limits.GAME_CALL_TIMEOUT_S / 2) -> None:
        self._tick_s = tick_s
        self._in_call = False
        self._ticking = False
        self._calls = 0
        self._call_at_last_tick = -1

    def call_within_limit(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call ``method``; raise GameTooSlow if it takes too long (no limit outside the main thread)."""
        if threading.get_ident() != MAIN_THREAD_ID:
            return method(*args, **named)
        outer = self._in_call
        try:
            self._calls += 1
            self._in_call = True
            if not self._ticking:
                self._start_alarm()
            return method(*args, **named)
        finally:
            self._in_call = outer

    def _start_alarm(self) -> None:
        self._ticking, self._call_at_last_tick = True, -1
        if signal.getsignal(signal.SIGALRM) != self._on_alarm:
            signal.signal(signal.SIGALRM, self._on_alarm)
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # a late alarm would kill Python at exit
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)

    def _on_alarm(self, _signal: int, _frame: FrameType | None) -> None:
        if not self._in_call:
            self._ticking = False
            return
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)  # the game may catch the exception
        if self._call_at_last_tick == self._calls:
            raise GameTooSlow
        self._call_at_last_tick = self._calls


MAIN_THREAD_ID: Final = threading.main_thread().ident

LIMIT: Final = TimeLimit()
"""The only time limit, because a process has one alarm."""


class GuardedObject:
    """A game or its log (``inner``), whose every method is called through a ``GameGuard``."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class GuardedLog(GuardedObject):
    """A game's log; its state and number of actions are read in the call that changes them."""

    def __init__(self, inner: Any, guard: "GameGuard") -> None:
        super().__init__(inner)
        self._guard = guard
        guard.call_or_raise_fault("new_log", self._read)

    @property
    def standing(self) -> Any:
        return self._guard.call_or_raise_fault("standing", getattr, self.inner, "standing")

    def check(self, action: Any) -> Any:
        return self._guard.call_and_check("check", self.inner.check, action)

    def accept(self, pending: Any) -> Any:
        return self._guard.call_and_check("accept", self._accept_and_read, pending)

    def _accept_and_read(self, pending: Any) -> Any:
        events = self.inner.accept(pending)
        self._read()
        return events

    def _read(self) -> None:
        self.state, self.seq = self.inner.state, self.inner.seq


class GameGuard:
    """Wraps one game: its bugs reach the table as ``GameFault`` only.

    Args:
        game: its name.
        on_fault: called with each fault before it is raised.
        checks: call `check_contract_value` for what the game returns; our own games have tests instead.
    """

    def __init__(self, game: str, on_fault: Callable[[GameFault], None], *, checks: bool) -> None:
        self._game = game
        self._on_fault = on_fault
        self._checks = checks

    def wrap_game(self, inner: Any) -> Any:
        """Return the guarded game. Attributes are read once; raise GameFault for a wrong value."""
        methods: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for name in (each for each in dir(inner) if each[0] != "_"):
            value = self.call_or_raise_fault(name, getattr, inner, name)
            if callable(value):
                takes_or_gives_log = name in METHODS_TAKING_LOG or name in {"new_log", "hand"}
                plain = staticmethod(
                    partial(self.call_and_check if self._checks else self.call_or_raise_fault, name, value)
                )
                methods[name] = self._guarded_method(name, value) if takes_or_gives_log else plain
            else:
                if self._checks:
                    self.call_or_raise_fault(name, check_contract_value, name, value)
                values[name] = value
        made = type("GuardedGame", (GuardedObject,), methods)(inner)
        made.__dict__.update(values)
        return made

    def call_or_raise_fault(self, name: str, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Any exception but RefusedError becomes GameFault."""
        try:
            return LIMIT.call_within_limit(method, *args, **named)
        except (RefusedError, GameFault, KeyboardInterrupt):
            raise
        except BaseException as error:  # a synchronous call cannot be cancelled
            fault = GameFault(self._game, name, *_fault_kind_and_place(error))
            self._on_fault(fault)
            raise fault from error

    def call_and_check(self, name: str, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """As `call_or_raise_fault`; also raise GameFault for a result or a refusal that breaks the contract."""
        try:
            result = self.call_or_raise_fault(name, method, *args, **named)
        except RefusedError as refused:
            if self._checks:
                self.call_or_raise_fault(name, _check_text_in_all_languages, refused.text)
            raise
        if self._checks:
            self.call_or_raise_fault(name, check_contract_value, name, result)
        return result

    def _guarded_method(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call_guarded(_: Any, *args: Any, **named: Any) -> Any:
            args = tuple(each.inner if isinstance(each, GuardedObject) else each for each in args)
            result = self.call_and_check(name, method, *args, **named)
            if name == "new_log":
                return GuardedLog(result, self)
            return self._guarded_gestures(result) if name == "hand" else result

        return call_guarded

    def _guarded_gestures(self, gestures: Iterator[Any]) -> Iterator[Any]:
        while (gesture := self.call_or_raise_fault("hand", next, gestures, NO_MORE_GESTURES)) is not NO_MORE_GESTURES:
            yield gesture


def check_contract_value(name: str, value: Any) -> None:
    """Check the game's attribute ``name``, or the result of its method ``name``.

    Raise WrongValue if the type is not the contract's, a mapping is not JSON, or a text is missing in a language.
    """
    expected = _expected_types(name)
    if not expected or expected == (object,):
        return
    if not isinstance(value, expected):
        raise WrongValue(f"{type(value).__name__} instead of {' or '.join(each.__name__ for each in expected)}")
    if name in {"sectors", "sectors_of"} and value:
        _check_sector_widths(value)
    _check_texts_and_draws_inside(value)


def _check_sector_widths(sectors: Any) -> None:
    if (whole := sum(degrees for _, degrees in sectors)) != FULL_TURN_DEG:
        raise WrongValue(f"sectors of {whole} degrees in all instead of {FULL_TURN_DEG}")


def _check_texts_and_draws_inside(value: Any) -> None:
    if isinstance(value, RandomDraw):
        _check_sector_widths(value.sectors)
    if isinstance(value, Text):
        _check_text_in_all_languages(value)
    elif isinstance(value, referee.Verdict):
        _check_texts_and_draws_inside(
            (value.proposed, value.effects, value.if_accepted)
        )  # its memory is the game's own
    elif isinstance(value, Struct):
        _check_texts_and_draws_inside(msgspec.structs.astuple(value))
    elif isinstance(value, tuple | list):
        for each in value:
            _check_texts_and_draws_inside(each)
    elif isinstance(value, Mapping):
        try:
            msgspec.json.encode(value)
        except (TypeError, ValueError, RecursionError):
            raise WrongValue("a value that is not JSON") from None


def _check_text_in_all_languages(text: Text) -> None:
    for language in LANGUAGES:
        try:
            translate_text(text, language)
        except KeyError as fault:
            raise WrongValue(fault.args[0]) from None


@cache
def _expected_types(name: str) -> tuple[type, ...]:
    for protocol in CONTRACT_PROTOCOLS:
        member = getattr(protocol, name, None)
        hints = get_type_hints(member.fget if isinstance(member, property) else member) if member is not None else {}
        if "return" in hints:
            return _types_of_hint(hints["return"])
    return ()


def _types_of_hint(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, NewType):
        return _types_of_hint(hint.__supertype__)
    if get_origin(hint) in {Union, UnionType}:
        return tuple(kind for each in get_args(hint) for kind in _types_of_hint(each))
    return (object,) if hint is Any else (get_origin(hint) or hint,)


def _fault_kind_and_place(error: BaseException) -> tuple[str, str]:
    if isinstance(error, WrongValue):
        return str(error), "what it returned"
    frames = traceback.extract_tb(error.__traceback__)
    at = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "an unknown place"
    return "no end" if isinstance(error, GameTooSlow) else type(error).__name__, at
