"""Faults planted between awaits: in listeners of topics, in what the loop calls back, and in threads."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Final

import pytest

from controller.devices.guard import Guard
from controller.topic import Topic
from hw.testing.clock import VirtualLoop

OURS: Final = ("controller.", "uvicorn.", "hw.")

THE_WORLD: Final = ("hw.testing.", "hw.castle_link.twin", "hw.castle_link.cable", "hw.console.twin")
"""What is simulated, and what tests put in its place."""

LAST: Final = ("Guard.", "PollRound.", "LoopClock.keep_to.", "_wake")
"""What mends, and what orders its own next turn as the last thing it does, is let do its work before it fails. So is
the clock, which hands what fails at a moment to whoever waits, and wakes sleepers: no other part could wake them.
"""


@dataclass
class Calls:
    """Sees all calls from outside of a task; the ``nth`` of those called ``of`` fails.

    Attributes:
        seen: how often each was called.
        planted: whether the fault was raised.
    """

    of: str = ""
    nth: int = 1
    fault: Callable[[], Exception] = RuntimeError
    seen: Counter[str] = field(default_factory=Counter)
    planted: bool = False

    def failing(self, kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The same call, which fails when it is its turn; what is not ours is left alone."""
        name = _name(call)
        if name is None:
            return call
        label = f"{kind} {name}"

        @wraps(call)
        def planted(*args: Any) -> Any:
            self.seen[label] += 1
            if label != self.of or self.planted or self.seen[label] < self.nth:
                return call(*args)
            self.planted = True
            if name.startswith(LAST):
                call(*args)
            raise self.fault()

        return planted

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Listeners of all topics, inside of their guards where they have one."""
        listener, listen = Guard.listener, Topic.listen
        guarded = listener(None, "", print).__code__  # type: ignore[arg-type]

        def watched_listener(guard: Guard, part: str, hears: Any) -> Any:
            return listener(guard, part, self.failing(f"listener of {part}:", hears))

        def watched_listen(topic: Topic[Any], hears: Any) -> None:
            is_guarded = getattr(hears, "__code__", None) is guarded
            listen(topic, hears if is_guarded else self.failing("listener", hears))

        monkeypatch.setattr(Guard, "listener", watched_listener)
        monkeypatch.setattr(Topic, "listen", watched_listen)

    def loop(self) -> VirtualLoop:
        """A loop whose callbacks and threads are watched."""
        calls = self

        class WatchedLoop(VirtualLoop):
            def call_at(self, when: float, callback: Any, *args: Any, **named: Any) -> Any:  # type: ignore[override]
                return super().call_at(when, calls.failing("timer", callback), *args, **named)

            def call_soon(self, callback: Any, *args: Any, **named: Any) -> Any:  # type: ignore[override]
                return super().call_soon(calls.failing("callback", callback), *args, **named)

            def _add_reader(self, fd: Any, callback: Any, *args: Any) -> Any:
                return super()._add_reader(fd, calls.failing("reader", callback), *args)  # type: ignore[misc]

            def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
                return super().run_in_executor(executor, calls.in_thread(func), *args)

        return WatchedLoop()

    def in_thread(self, func: Any) -> Any:
        """What a thread is to do, below the context in which asyncio has it done."""
        if isinstance(func, partial) and func.args and getattr(func.func, "__name__", "") == "run":
            return partial(func.func, self.failing("thread", func.args[0]), *func.args[1:], **func.keywords)
        return self.failing("thread", func)


def _name(call: Any) -> str | None:
    """What is called, if it is ours."""
    while isinstance(call, partial):
        call = call.func
    function = getattr(call, "__func__", call)
    module = getattr(function, "__module__", None) or ""
    name: str | None = getattr(function, "__qualname__", None)
    return name if module.startswith(OURS) and not module.startswith(THE_WORLD) else None
