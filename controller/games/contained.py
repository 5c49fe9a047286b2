"""The wall around a game: whatever goes wrong in its code comes out as a ``GameFault``, and no call takes for ever.

A game is code that the table's owner trusts: the wall is against mistakes, not against intent.
"""

import atexit
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FrameType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from controller import limits
from controller.games.contract.effects import Audible, SeatView
from controller.games.contract.game import Advising, Game
from controller.games.contract.inputs import Simulated
from controller.games.contract.referee import Receiving, Verdict
from controller.games.contract.rules import Correctable, Opening, Provable
from controller.games.contract.values import RefusedError, Text
from controller.games.naming import sentence
from controller.texts.translation import LANGUAGES

END: Final = object()

ON_LOGS: Final = frozenset({"corrected", "done_again"})
"""Methods that get a game's own log."""

PARTS: Final = (Game, Advising, Audible, Correctable, Opening, Provable, Receiving, SeatView, Simulated)


class GameFault(Exception):
    """A mistake of a game's own code. It names the kind of the exception, not its words: they may hold secrets.

    Attributes:
        game: the game's name.
        kind: the exception's, or what was returned instead of what.
        at: file and line.
    """

    def __init__(self, game: str, method: str, kind: str, at: str) -> None:
        super().__init__(game, method, kind, at)
        self.game, self.method, self.kind, self.at = game, method, kind, at

    def __str__(self) -> str:
        return (
            f"The game {self.game} has a mistake: saw {self.kind} in {self.method} ({self.at}). Its game is parked "
            "without the step that failed. Take it up again or begin another, and tell who wrote it."
        )

    @property
    def refusal(self) -> RefusedError:
        return RefusedError(None, str(self), Text("game-fell", {"game": self.game, "fault": self.kind}))


class GameTooSlow(BaseException):
    """A game's code did not come back; no ``except Exception`` of the game's keeps it."""


class WrongValue(Exception):
    """A value that the contract does not know; the message holds no contents."""


class TimeLimit:
    """Ends Python code that takes too long, by an exception that a signal's handler raises in the main thread.

    Owner of the process's alarm. It ticks only while games are at work, so an idle table is not woken. A call that sees
    two ticks is ended. C code that never returns is not ended so: systemd's watchdog starts the table again.
    """

    def __init__(self, tick_s: float = limits.GAME_CALL_S / 2) -> None:
        self._tick_s = tick_s
        self._inside = False
        self._ticks = False
        self._calls = 0
        self._seen = -1

    def limited(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call ``method``; raise GameTooSlow if it takes too long, unless in a thread of its own."""
        if threading.get_ident() != MAIN:
            return method(*args, **named)
        outer = self._inside
        try:
            self._calls += 1
            self._inside = True
            if not self._ticks:
                self._begin()
            return method(*args, **named)
        finally:
            self._inside = outer

    def _begin(self) -> None:
        self._ticks, self._seen = True, -1
        if signal.getsignal(signal.SIGALRM) != self._tick:
            signal.signal(signal.SIGALRM, self._tick)
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # a late one would end Python with its signal
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)

    def _tick(self, _signal: int, _frame: FrameType | None) -> None:
        if not self._inside:
            self._ticks = False
            return
        signal.setitimer(signal.ITIMER_REAL, self._tick_s)  # again and again, if the game keeps what is raised
        if self._seen == self._calls:
            raise GameTooSlow
        self._seen = self._calls


MAIN: Final = threading.main_thread().ident

LIMIT: Final = TimeLimit()
"""A process has one alarm."""


class Contained:
    """A game, or a log of one, whose every method is called behind the wall; a ``Wall`` makes it.

    Attributes:
        inner: what is behind it.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Wall:
    """Between the table and one game.

    Args:
        game: its name.
        fell: told of each fault, before it is raised.
        checks: look at what the game returns (``check``); ours are checked by their tests.
    """

    def __init__(self, game: str, fell: Callable[[GameFault], None], *, checks: bool) -> None:
        self._game = game
        self._fell = fell
        self._checks = checks

    def around(self, inner: Any) -> Any:
        """Return the same object behind the wall, its values read once; raise GameFault if one is wrong."""
        methods: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for name in (each for each in dir(inner) if each[0] != "_"):
            value = self.call(name, getattr, inner, name)
            if callable(value):
                methods[name] = self._method(name, value)
            else:
                self._check(name, value)
                values[name] = value
        made = type("ContainedGame", (Contained,), methods)(inner)
        made.__dict__.update(values)
        return made

    def around_log(self, log: Any) -> Any:
        """A game's log behind the wall; its values change."""
        members: dict[str, Any] = {name: self._value(name) for name in ("state", "seq", "standing")}
        members |= {name: self._method(name, getattr(log, name)) for name in ("check", "accept")}
        return type("ContainedLog", (Contained,), members)(log)

    def call(self, name: str, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call it behind the wall; raise GameFault for all that it raises but RefusedError."""
        try:
            return LIMIT.limited(method, *args, **named)
        except (RefusedError, GameFault, KeyboardInterrupt):
            raise
        except BaseException as fault:  # of a call that cannot be cancelled
            fell = GameFault(self._game, name, *_told_of(fault))
            self._fell(fell)
            raise fell from fault

    def _method(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def called(_: Any, *args: Any, **named: Any) -> Any:
            if name in ON_LOGS:
                args = tuple(each.inner if isinstance(each, Contained) else each for each in args)
            try:
                came = self.call(name, method, *args, **named)
            except RefusedError as refused:
                if self._checks:
                    self.call(name, _say, refused.text)
                raise
            self._check(name, came)
            if name == "new_log":
                return self.around_log(came)
            return self._each(came) if name == "hand" else came

        return called

    def _value(self, name: str) -> property:
        return property(lambda log: self.call(name, getattr, log.inner, name))

    def _each(self, came: Iterator[Any]) -> Iterator[Any]:
        while (one := self.call("hand", next, came, END)) is not END:
            yield one

    def _check(self, name: str, came: Any) -> None:
        if self._checks:
            self.call(name, check, name, came)


def check(name: str, value: Any) -> None:
    """Look at what a game has or returns by that name; raise WrongValue unless type, JSON and sentences are right."""
    kinds = _kinds_of(name)
    if not kinds or kinds == (object,):
        return
    if not isinstance(value, kinds):
        expected = " or ".join(kind.__name__ for kind in kinds)
        raise WrongValue(f"{type(value).__name__} instead of {expected}")
    look_at(value)


def look_at(value: Any) -> None:
    """Encode all that is JSON in it, and say all texts in all languages."""
    if isinstance(value, Text):
        _say(value)
    elif isinstance(value, Verdict):
        look_at((value.proposed, value.effects, value.if_accepted))  # its memory is the game's own
    elif isinstance(value, Struct):
        look_at(msgspec.structs.astuple(value))
    elif isinstance(value, tuple | list):
        for each in value:
            look_at(each)
    elif isinstance(value, Mapping):
        try:
            msgspec.json.encode(value)
        except (TypeError, ValueError, RecursionError):
            raise WrongValue("something that is no JSON") from None


def _say(text: Text) -> None:
    for language in LANGUAGES:
        try:
            sentence(text, language)
        except KeyError as fault:
            raise WrongValue(fault.args[0]) from None


@cache
def _kinds_of(name: str) -> tuple[type, ...]:
    """Of what types the contract's value of that name is, or what its method returns; nothing where it has none."""
    for part in PARTS:
        member = getattr(part, name, None)
        hints = get_type_hints(member.fget if isinstance(member, property) else member) if member is not None else {}
        if "return" in hints:
            return _kinds(hints["return"])
    return ()


def _kinds(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, NewType):
        return _kinds(hint.__supertype__)
    if get_origin(hint) in {Union, UnionType}:
        return tuple(kind for each in get_args(hint) for kind in _kinds(each))
    return (object,) if hint is Any else (get_origin(hint) or hint,)


def _told_of(fault: BaseException) -> tuple[str, str]:
    if isinstance(fault, WrongValue):
        return str(fault), "what it returned"
    frames = traceback.extract_tb(fault.__traceback__)
    at = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "an unknown place"
    return "no end" if isinstance(fault, GameTooSlow) else type(fault).__name__, at
