"""Wake the tasks that wait for a change."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Subscribers:
    """The events of waiting tasks, which clear their own."""

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
