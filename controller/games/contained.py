"""A game behind a wall: whatever goes wrong in its code comes out as one kind of fault, and nothing takes for ever."""

import traceback
from collections.abc import Callable, Iterator
from typing import Any, Final

from controller.games.at_work import AT_WORK, label
from controller.games.contract.values import RefusedError, Text
from controller.games.time_limit import LIMIT, GameTooSlow

END: Final = object()

ON_LOGS: Final = frozenset({"corrected", "done_again"})
"""Methods that get a game's own log."""


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
    """

    def __init__(self, game: str, fell: Callable[[GameFault], None]) -> None:
        self._game = game
        self._fell = fell
        self._labels: dict[str, bytes] = {}

    def around(self, inner: Any) -> Any:
        """The same object behind the wall: methods are called through it, values are read once.

        Raises:
            GameFault: one of its values cannot be read, or is none that the contract knows.
        """
        methods: dict[str, Any] = {}
        values: dict[str, Any] = {}
        for name in (each for each in dir(inner) if each[0] != "_"):
            value = self.call(name, getattr, inner, name)
            if callable(value):
                methods[name] = self._method(name, value)
            else:
                self._look_at(name, value)
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
        """Call it behind the wall.

        Raises:
            RefusedError: the game's rules say so.
            GameFault: whatever else comes out.
        """
        outer = AT_WORK.begin(self._label(name))
        try:
            return self.limited(method, *args, **named)
        except (RefusedError, GameFault, KeyboardInterrupt):
            raise
        except BaseException as fault:  # of a call that cannot be cancelled
            fell = GameFault(self._game, name, *self.told_of(fault))
            traceback.clear_frames(fault.__traceback__)  # what a game has filled is let go
            self._fell(fell)
            raise fell from fault
        finally:
            AT_WORK.end(outer)

    def limited(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        return LIMIT.limited(method, *args, **named)

    def looks_at(self, name: str) -> Callable[[Any], None] | None:
        """What looks at what comes out under that name; None where anything may be. It runs behind the wall, too."""
        return None

    def look_at_refusal(self, name: str, refused: RefusedError) -> None:
        """Whether it is one that can be said."""

    def told_of(self, fault: BaseException) -> tuple[str, str]:
        """The kind and the place of a fault, without its words."""
        return "no end" if isinstance(fault, GameTooSlow) else type(fault).__name__, _where(fault)

    def _label(self, name: str) -> bytes:
        found = self._labels.get(name)
        if found is None:
            found = self._labels[name] = label(self._game, name)
        return found

    def _method(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        look_at = self.looks_at(name)

        def called(_: Any, *args: Any, **named: Any) -> Any:
            if name in ON_LOGS:
                args = tuple(each.inner if isinstance(each, Contained) else each for each in args)
            try:
                came = self.call(name, method, *args, **named)
            except RefusedError as refused:
                self.look_at_refusal(name, refused)
                raise
            if name == "new_log":
                self._look_at(name, came)
                return self.around_log(came)
            if name == "hand":
                return self._each(came)
            if look_at is not None:
                self.call(name, look_at, came)
            return came

        return called

    def _value(self, name: str) -> property:
        return property(lambda log: self.call(name, getattr, log.inner, name))

    def _each(self, came: Iterator[Any]) -> Iterator[Any]:
        look_at = self.looks_at("each of hand")
        while (one := self.call("hand", next, came, END)) is not END:
            if look_at is not None:
                self.call("hand", look_at, one)
            yield one

    def _look_at(self, name: str, came: Any) -> None:
        look_at = self.looks_at(name)
        if look_at is not None:
            self.call(name, look_at, came)


def _where(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    return f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "an unknown place"
