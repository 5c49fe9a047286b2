"""The webhook: somebody else's program is told of each need, and never waited for."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import Callable, Hashable
from typing import Any, Final

import msgspec

from controller import limits, log

JSON: Final = {"content-type": "application/json", "user-agent": "royaltable-hub"}


Post = Callable[[str, bytes], None]
"""One call of an address, which may take its time; an OSError where it does not come about."""


class Webhook:
    """Owner of the calls that wait.

    Args:
        url: where they go; ``http`` or ``https``.
        post: makes one, in a thread.

    Raises:
        ValueError: it is no such address.
    """

    def __init__(self, url: str, post: Post | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"saw the webhook {url!r}, expected an address that begins with http:// or https://.")
        self._url = url
        self._post = post or _post
        self._waiting: dict[Hashable, bytes] = {}
        self._come = asyncio.Event()
        self._silent = False

    def tell(self, cause: Hashable, value: dict[str, Any]) -> None:
        """Once, soon; nobody waits for it.

        What begins and ends while a call waits is told to nobody, so that a cause that comes and goes for ever has one
        place among those that wait.

        Args:
            cause: what has begun or ended by it, in turns.
            value: what the call says, as a JSON value.
        """
        if self._waiting.pop(cause, None) is not None:
            return
        if len(self._waiting) == limits.WEBHOOK_WAITING:
            log.warning("webhook_dropped", url=self._url)
            del self._waiting[next(iter(self._waiting))]
        self._waiting[cause] = msgspec.json.encode(value)
        self._come.set()

    async def run(self) -> None:
        """One call after the other, for ever."""
        while True:
            await self._come.wait()
            while self._waiting:
                await self._call(self._waiting.pop(next(iter(self._waiting))))
            self._come.clear()

    async def _call(self, octets: bytes) -> None:
        try:
            async with asyncio.timeout(2 * limits.WEBHOOK_S):
                await asyncio.to_thread(self._post, self._url, octets)
        except (OSError, ValueError) as fault:  # TimeoutError is an OSError
            if not self._silent:  # one line of the log, however often it fails
                log.warning("webhook_failed", url=self._url, fault=str(fault))
            self._silent = True
        else:
            self._silent = False


class _Stay(urllib.request.HTTPRedirectHandler):
    """What answers goes nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        """None follows."""


def _post(url: str, octets: bytes) -> None:
    request = urllib.request.Request(url, data=octets, headers=JSON)  # noqa: S310  # looked at before
    with urllib.request.build_opener(_Stay).open(request, timeout=limits.WEBHOOK_S):
        pass
