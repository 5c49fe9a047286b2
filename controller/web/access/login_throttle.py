"""Limit guesses at secrets and access requests at the knob: waits grow with failures but never lock anyone out.

Attempts are counted for each secret alone. An address has its own wait; all addresses together have a budget of wrong
guesses an hour, of which a part is for new ones. An address that has given the right secret before needs no budget.
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
from controller.web.access.peer import client_address


class AccessRequestThrottle:
    """Pauses between access requests of all addresses, since there is one knob."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._denied = 0
        self._until_s = 0.0

    def wait_s(self) -> float:
        return max(0.0, self._until_s - self._now_s())

    def record_denied(self) -> None:
        if self._now_s() - self._until_s > limits.ACCESS_RETRY_RESET_S:
            self._denied = 0
        self._until_s = self._now_s() + backoff_s(limits.ACCESS_RETRY_S, self._denied, limits.ACCESS_RETRY_LONGEST_S)
        self._denied += 1

    def reset(self) -> None:
        self._denied, self._until_s = 0, 0.0


FREE_ATTEMPTS: Final = 5
"""Wrong attempts of an address before it has to wait: people mistype."""

LONGEST_WAIT_S: Final = 60.0
ATTEMPTS_EXPIRE_S: Final = 900.0
HOUR_S: Final = 3600.0

RETRY_AFTER_S: Final = 5

VERIFIER_NICE: Final = 15
"""Nice value of the verifying thread, so that guesses do not slow the game down."""

V = TypeVar("V")
R = TypeVar("R", bound=str)


class RateLimit:
    """At most ``most`` attempts within any ``within_s`` seconds."""

    def __init__(self, most: int, within_s: float) -> None:
        self._most = most
        self._within_s = within_s
        self._attempts_s: deque[float] = deque()

    def wait_s(self, now_s: float) -> float:
        while self._attempts_s and now_s - self._attempts_s[0] >= self._within_s:
            self._attempts_s.popleft()
        return 0.0 if len(self._attempts_s) < self._most else self._attempts_s[0] + self._within_s - now_s

    def record_attempt(self, now_s: float) -> None:
        self._attempts_s.append(now_s)

    def remove_last_attempt(self) -> None:
        if self._attempts_s:
            self._attempts_s.pop()


class LoginThrottle:
    """Failed guesses at ``secret``, counted for each address and for all together.

    A failing address gets one attempt a minute, so guessing 6 digits takes over a year on average. All
    addresses together get ``limits.WRONG_GUESSES_PER_HOUR``. One of several secrets that are guessed at together,
    such as a player's code, has a name of its own: it lifts no limit on guesses at the others.
    """

    def __init__(self, secret: str, now_s: Callable[[], float]) -> None:
        self._secret = secret
        self._now_s = now_s
        self._failures: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._held_back: OrderedDict[str, int] = OrderedDict()
        self._known: dict[str, OrderedDict[str, None]] = {}
        for_new = limits.WRONG_GUESSES_PER_HOUR // 5
        self._shared = RateLimit(4 * for_new, HOUR_S)
        self._for_new = RateLimit(1, HOUR_S / (for_new - 1))
        self._flood_until_s: float | None = None

    @property
    def has_spent_guess_budget(self) -> bool:
        """Whether the shared budget was used up within the last hour."""
        return self._flood_until_s is not None and self._now_s() < self._flood_until_s

    def wait_s(self, address: str) -> float:
        now_s = self._now_s()
        own_s = self._own_wait_s(address, now_s)
        if own_s > 0 or any(address in known for known in self._known.values()):
            return own_s
        shared_s = min(limit.wait_s(now_s) for limit in self._limits_for_address(address))
        if shared_s > 0:
            self._record_refusal_in_flood(address, now_s)
        return shared_s

    def record_failure(self, address: str) -> RateLimit | None:
        """Return the part of the budget that the attempt is taken from; None if a known address has made it without."""
        now_s = self._now_s()
        limit = next((each for each in self._limits_for_address(address) if each.wait_s(now_s) == 0), None)
        if limit is not None:
            limit.record_attempt(now_s)
        failures, _ = self._failures.get(address, (0, 0.0))
        _put_and_drop_oldest(self._failures, address, (failures + 1, now_s))
        return limit

    def record_success(self, address: str, right: str, limit: RateLimit | None) -> bool:
        """Take back an attempt that gave the secret ``right``, which clears the failures if there is no other.

        Return False if it was made without a budget by an address that is known for other secrets only.
        """
        known = self._known.setdefault(right, OrderedDict())
        if limit is None and address not in known:
            return False
        if limit is not None:
            limit.remove_last_attempt()
        failures, at_s = self._failures.pop(address, (0, 0.0))
        if right != self._secret and failures > 1:
            self._failures[address] = failures - 1, at_s
        self._held_back.pop(address, None)
        _put_and_drop_oldest(known, address, None)
        return True

    def _own_wait_s(self, address: str, now_s: float) -> float:
        failures, last_s = self._failures.get(address, (0, 0.0))
        since_s = now_s - last_s
        if since_s > ATTEMPTS_EXPIRE_S:
            self._failures.pop(address, None)
            return 0.0
        over = failures - FREE_ATTEMPTS
        return max(0.0, backoff_s(1.0, over, LONGEST_WAIT_S) - since_s) if over >= 0 else 0.0

    def _limits_for_address(self, address: str) -> list[RateLimit]:
        refused = self._held_back.get(address, 0)
        is_new = address not in self._failures and refused < limits.GUESSES_REFUSED_PER_ADDRESS
        return [self._shared, self._for_new] if is_new else [self._shared]

    def _record_refusal_in_flood(self, address: str, now_s: float) -> None:
        _put_and_drop_oldest(self._held_back, address, self._held_back.get(address, 0) + 1)
        if not self.has_spent_guess_budget:
            log.warning("guesses_held_back", evaluated_an_hour=limits.WRONG_GUESSES_PER_HOUR, last_address=address)
            self._held_back = OrderedDict({address: 1})
        self._flood_until_s = now_s + HOUR_S


def _put_and_drop_oldest(by_address: OrderedDict[str, V], address: str, value: V) -> None:
    by_address[address] = value
    by_address.move_to_end(address)
    while len(by_address) > limits.ADDRESSES_REMEMBERED:
        by_address.popitem(last=False)


class SecretVerifier:
    """Compares secrets in a thread of its own, each behind its ``LoginThrottle``."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._throttles: dict[str, LoginThrottle] = {}
        self._threads = ThreadPoolExecutor(limits.GUESS_THREADS, "guess", initializer=_lower_thread_priority)
        self._waiting = 0

    @property
    def has_spent_guess_budget(self) -> bool:
        return any(throttle.has_spent_guess_budget for throttle in self._throttles.values())

    async def verify(self, request: Request, secret: str, find_right: Callable[[], R | None], wrong_message: str) -> R:
        """Call ``find_right`` in the thread, count the attempt for the address, and return what was right.

        ``secret`` names what is guessed at. ``find_right`` returns it if it was given, or the name of one of several;
        None if it was wrong.

        Raises:
            HTTPException: 429 while the address has to wait, 503 while too many wait, 403 with
                ``wrong_message`` if the secret is wrong.
        """
        address = client_address(request)
        throttle = self._throttles.setdefault(secret, LoginThrottle(secret, self._now_s))
        wait_s = ceil(throttle.wait_s(address))
        if wait_s > 0:
            raise HTTPException(
                429, f"Too many wrong attempts. Try again in {wait_s} s.", headers={"retry-after": str(wait_s)}
            )
        if self._waiting >= limits.GUESSES_WAITING:
            retry_after = {"retry-after": str(RETRY_AFTER_S)}
            raise HTTPException(503, f"Too many logins at once. Try again in {RETRY_AFTER_S} s.", headers=retry_after)
        limit = throttle.record_failure(address)  # until proven right: parallel guesses count
        self._waiting += 1
        try:  # the journal's commits use the default executor
            right = await asyncio.get_running_loop().run_in_executor(self._threads, find_right)
        finally:
            self._waiting -= 1
        if right is None or not throttle.record_success(address, right, limit):
            raise HTTPException(403, wrong_message)
        return right


def _lower_thread_priority() -> None:
    """Set this thread's nice value; Linux has one for each (setpriority(2))."""
    with contextlib.suppress(OSError):  # the sandbox forbids it; four cores do without
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), VERIFIER_NICE)
