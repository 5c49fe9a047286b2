"""How often one may guess or knock: each failure costs a longer wait, and never locks out for good.

Beside each address's own waits there is what the whole table may evaluate in an hour, in three purses, so that a flood
from many addresses leaves something to others: to addresses that were right before, and to those that were not wrong.
"""

import asyncio
import contextlib
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller import limits, log
from controller.backoff import backoff_s
from controller.web.access.sessions import client_address


class AccessRequestThrottle:
    """Owner of the knocks in a row that nobody let in. The knob belongs to the game, whoever knocks from wherever."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._refused = 0
        self._until_s = 0.0

    def wait_s(self) -> float:
        """How long everybody has to wait before the next knock, 0 if nobody has to."""
        return max(0.0, self._until_s - self._now_s())

    def refused(self) -> None:
        if self._now_s() - self._until_s > limits.ACCESS_RETRY_RESET_S:
            self._refused = 0
        self._until_s = self._now_s() + backoff_s(limits.ACCESS_RETRY_S, self._refused, limits.ACCESS_RETRY_LONGEST_S)
        self._refused += 1

    def let_in(self) -> None:
        self._refused, self._until_s = 0, 0.0


FREE: Final = 5
"""Wrong tries before waiting begins: people mistype."""

LONGEST_WAIT_S: Final = 60.0
FORGOTTEN_AFTER_S: Final = 900.0
HOUR_S: Final = 3600.0

RETRY_S: Final = 5
"""After which another guess is taken, where too many wait."""

GUESSES_NICE: Final = 15
"""Of the thread that compares secrets: a storm of guesses leaves the game its processor."""

V = TypeVar("V")


class RateLimit:
    """So many guesses within so many seconds, whoever makes them."""

    def __init__(self, most: int, within_s: float) -> None:
        self._most = most
        self._within_s = within_s
        self._spent_s: deque[float] = deque()

    def wait_s(self, now_s: float) -> float:
        while self._spent_s and now_s - self._spent_s[0] >= self._within_s:
            self._spent_s.popleft()
        return 0.0 if len(self._spent_s) < self._most else self._spent_s[0] + self._within_s - now_s

    def spend(self, now_s: float) -> None:
        self._spent_s.append(now_s)

    def give_back(self) -> None:
        if self._spent_s:
            self._spent_s.pop()


class LoginThrottle:
    """Owner of the wrong tries of each address, and of those of all.

    At most one guess a minute is left to whoever goes on: 6 digits take over a year on average. All addresses together
    get ``limits.WRONG_GUESSES_PER_HOUR``.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._held_back: OrderedDict[str, int] = OrderedDict()
        self._right: OrderedDict[str, None] = OrderedDict()
        share = limits.WRONG_GUESSES_PER_HOUR // 5
        self._all = RateLimit(3 * share, HOUR_S)
        self._known = RateLimit(share, HOUR_S)
        self._fresh = RateLimit(1, HOUR_S / (share - 1))
        self._last: dict[str, RateLimit] = {}
        self._flood_until_s: float | None = None

    @property
    def is_flooded(self) -> bool:
        """Whether guesses were held back in the last hour, since there were too many at the whole table."""
        return self._flood_until_s is not None and self._now_s() < self._flood_until_s

    def wait_s(self, address: str) -> float:
        """How long this address has to wait before its next try, 0 if it need not."""
        now_s = self._now_s()
        own_s = self._own_wait_s(address, now_s)
        if own_s > 0:
            return own_s
        table_s = min(purse.wait_s(now_s) for purse in self._purses(address))
        if table_s > 0:
            self._hold_back(address, now_s)
        return table_s

    def wrong(self, address: str) -> None:
        now_s = self._now_s()
        purse = next((each for each in self._purses(address) if each.wait_s(now_s) == 0), self._all)
        purse.spend(now_s)
        tries, _ = self._wrong.get(address, (0, 0.0))
        _put(self._wrong, address, (tries + 1, now_s))
        self._last = {known: last for known, last in self._last.items() if known in self._wrong} | {address: purse}

    def right(self, address: str) -> None:
        self._wrong.pop(address, None)
        self._held_back.pop(address, None)
        purse = self._last.pop(address, None)
        if purse is not None:
            purse.give_back()
        _put(self._right, address, None)

    def _own_wait_s(self, address: str, now_s: float) -> float:
        tries, last_s = self._wrong.get(address, (0, 0.0))
        since_s = now_s - last_s
        if since_s > FORGOTTEN_AFTER_S:
            self._wrong.pop(address, None)
            return 0.0
        over = tries - FREE
        return max(0.0, backoff_s(1.0, over, LONGEST_WAIT_S) - since_s) if over >= 0 else 0.0

    def _purses(self, address: str) -> list[RateLimit]:
        if address in self._right:
            return [self._known, self._all]
        is_fresh = address not in self._wrong and self._held_back.get(address, 0) < limits.GUESSES_REFUSED_PER_ADDRESS
        return [self._all, self._fresh] if is_fresh else [self._all]

    def _hold_back(self, address: str, now_s: float) -> None:
        _put(self._held_back, address, self._held_back.get(address, 0) + 1)
        if not self.is_flooded:
            log.warning("guesses_held_back", evaluated_an_hour=limits.WRONG_GUESSES_PER_HOUR, last_address=address)
            self._held_back = OrderedDict({address: 1})
        self._flood_until_s = now_s + HOUR_S


def _put(kept: OrderedDict[str, V], address: str, value: V) -> None:
    kept[address] = value
    kept.move_to_end(address)
    while len(kept) > limits.ADDRESSES_REMEMBERED:
        kept.popitem(last=False)


class SecretVerifier:
    """Owner of the wrong tries.

    Args:
        now_s: of a monotonic clock.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._attempts = LoginThrottle(now_s)
        self._threads = ThreadPoolExecutor(limits.GUESS_THREADS, "guess", initializer=_behind_the_game)
        self._waiting = 0

    @property
    def is_flooded(self) -> bool:
        """Whether somebody guessed so often within an hour that guesses were held back."""
        return self._attempts.is_flooded

    async def verify(self, request: Request, right: Callable[[], bool], otherwise: str) -> None:
        """One try of this address, in a thread of its own; wrong ones make it wait, ever longer.

        Raises:
            HTTPException: 429 while it has to wait, 503 while too many others do, 403 with ``otherwise`` if wrong.
        """
        address = client_address(request)
        wait_s = self._attempts.wait_s(address)
        if wait_s > 0:
            raise HTTPException(
                429, f"Too many wrong tries; wait {ceil(wait_s)} s.", headers={"retry-after": str(ceil(wait_s))}
            )
        if self._waiting >= limits.GUESSES_WAITING:
            raise HTTPException(
                503, f"Too many log in at once; try again in {RETRY_S} s.", headers={"retry-after": str(RETRY_S)}
            )
        self._attempts.wrong(address)  # until it is found right: guesses that come all at once count one by one
        self._waiting += 1
        try:  # in a pool of its own: the journal's commits never wait behind guesses
            is_right = await asyncio.get_running_loop().run_in_executor(self._threads, right)
        finally:
            self._waiting -= 1
        if not is_right:
            raise HTTPException(403, otherwise)
        self._attempts.right(address)


def _behind_the_game() -> None:
    """This thread works when nobody else wants the processor: Linux has a nice value for each (setpriority(2))."""
    with contextlib.suppress(OSError):  # the service's sandbox forbids it; its Pi has four cores
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GUESSES_NICE)
