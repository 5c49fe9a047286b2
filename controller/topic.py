"""A topic: news of one kind, told to whoever listens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Topic(Generic[T]):
    """Whoever tells does not know who listens; whoever listens is named where the parts are put together.

    Listeners are called at once, in the order in which they came.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[[T], object]] = []

    def listen(self, listener: Callable[[T], object]) -> None:
        self._listeners.append(listener)

    @contextmanager
    def heard_by(self, listener: Callable[[T], object]) -> Iterator[None]:
        """Be told for as long; nobody begins or ends that while news are told."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def tell(self, news: T) -> None:
        for listener in self._listeners:
            listener(news)
