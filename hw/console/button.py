"""One push button between a pin and ground: tells short and long presses on the event loop."""

import asyncio
from collections.abc import Callable
from typing import Any

from hw.clock import Clock
from hw.console.edges import Edges
from hw.console.press import LONG_S, Contact, Press


class Button:
    """Calls ``on_press`` once for each press; make it inside a running loop.

    Attributes:
        on_press: may be replaced at any time.
    """

    def __init__(
        self,
        pin: int,
        *,
        pin_factory: Any,
        clock: Clock,
        on_press: Callable[[Press], None],
        long_s: float = LONG_S,
    ) -> None:
        self.on_press = on_press
        self._clock = clock
        self._contact = Contact(long_s=long_s)
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._edges = Edges(pin, pin_factory=pin_factory, clock=clock, on_edge=self._edge)

    def close(self) -> None:
        """Give the pin back; no press is told any more. Closing twice is fine."""
        self._edges.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def pressed(self) -> bool:
        """Whether it is down at this moment."""
        return self._edges.closed_now

    def _edge(self, at_s: float, closed: bool) -> None:  # noqa: FBT001  # as Edges calls it
        self._follow(*self._contact.edge(at_s, closed=closed))

    def _time_is_up(self) -> None:
        self._timer = None
        # The loop may wake a moment early by its own clock's grain; what was due is due.
        at_s = max(self._clock.now_s(), self._contact.due_s or 0.0)
        self._follow(*self._contact.waited(at_s))

    def _follow(self, contact: Contact, press: Press | None) -> None:
        self._contact = contact
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if contact.due_s is not None:
            self._timer = self._loop.call_later(max(0.0, contact.due_s - self._clock.now_s()), self._time_is_up)
        if press is not None:
            self.on_press(press)
