"""A topic: news of one kind, told to its listeners."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Topic(Generic[T]):
    """Publishers do not know their listeners, which are connected where the parts are put together.

    Listeners are called at once, in the order in which they came.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def listen(self, listener: Callable[[T], object]) -> None:
        self._listeners.append(listener)

    @contextmanager
    def heard_by(self, listener: Callable[[T], object]) -> Iterator[None]:
        """Listen for as long; not to be entered or left by a listener."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def tell(self, news: T) -> None:
        for listener in self._listeners:
            listener(news)
