"""In-process publish and subscribe: the emitter does not know its handlers."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

ValueT = TypeVar("ValueT")


class Signal(Generic[ValueT]):
    """Calls its handlers synchronously, in the order of connection."""

    def __init__(self) -> None:
        self._handlers: list[Callable[[ValueT], object]] = []

    def connect(self, handler: Callable[[ValueT], object]) -> None:
        self._handlers.append(handler)

    @contextmanager
    def connect_during(self, handler: Callable[[ValueT], object]) -> Iterator[None]:
        """Connect ``handler`` inside the ``with`` block; no handler may enter or leave one."""
        self._handlers.append(handler)
        try:
            yield
        finally:
            self._handlers.remove(handler)

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Call only handlers that are connected inside the ``with`` block, until its end."""
        before, self._handlers = self._handlers, []
        try:
            yield
        finally:
            self._handlers = before

    def emit(self, value: ValueT) -> None:
        for handler in self._handlers:
            handler(value)


class Subscribers:
    """Tasks that wait for a change; each has an event, which it clears itself."""

    def __init__(self) -> None:
        self._events: set[asyncio.Event] = set()

    @contextmanager
    def subscribe(self) -> Iterator[asyncio.Event]:
        """Yield an event that each change sets."""
        changed = asyncio.Event()
        self._events.add(changed)
        try:
            yield changed
        finally:
            self._events.discard(changed)

    def notify(self, *_: object) -> None:
        for changed in self._events:
            changed.set()
