"""In-process publish and subscribe: the emitter does not know its handlers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal(Generic[T]):
    """Calls its handlers synchronously, in the order in which they were connected."""

    def __init__(self) -> None:
        self._handlers: list[Callable[[T], object]] = []

    def connect(self, handler: Callable[[T], object]) -> None:
        self._handlers.append(handler)

    @contextmanager
    def connect_during(self, handler: Callable[[T], object]) -> Iterator[None]:
        """Connect ``handler`` inside the ``with`` block; no handler may enter or leave the block."""
        self._handlers.append(handler)
        try:
            yield
        finally:
            self._handlers.remove(handler)

    def emit(self, value: T) -> None:
        for handler in self._handlers:
            handler(value)
