"""Work for people who only look: few places, a share of them for each address, an end when its last client leaves."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import AsyncExitStack
from typing import Final
from weakref import WeakValueDictionary

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from controller import limits
from controller.background import loop_speed
from controller.texts.translation import translate
from controller.web.access.peer import client_address
from controller.web.application import JSON, compress_once, compressed_once_response
from controller.web.live import wait_for_disconnect

RETRY_AFTER_S: Final = 5
"""Told to clients that find no place."""

CHUNK_BYTES: Final = 64 * 1024

PACKED_TYPES: Final = {"image/gif", "image/png"}
"""Media types that cannot be compressed further."""

Work = Callable[[], Awaitable[bytes | None]]


class NoPlaceError(HTTPException):
    """All places, or those of the client's address, are taken."""

    def __init__(self, language: str) -> None:
        super().__init__(503, translate(language, "page-error-503"), {"retry-after": str(RETRY_AFTER_S)})


class _Job(Struct, eq=False):
    share: str
    task: asyncio.Task[bytes | None]
    clients: int = 0


class ViewerPool:
    """Places for work; clients that wait for the same key share one job and its result.

    Work waits for a place, up to ``limits.VIEWER_WAIT_S``; the addresses that wait get places in turn.
    """

    def __init__(self, most_an_address: int = limits.VIEWER_PLACES_PER_ADDRESS) -> None:
        self._most_an_address = most_an_address
        self._places = asyncio.Semaphore(limits.VIEWER_PLACES)
        self._shares: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._jobs: dict[Hashable, _Job] = {}
        self._kept: OrderedDict[Hashable, bytes | None] = OrderedDict()

    async def respond(
        self, request: Request, key: Hashable, work: Work, media_type: str = JSON, *, table: str | None = None
    ) -> Response:
        """Respond with `result`, compressed once; raise HTTPException 404 if it is None."""

        async def compressed() -> bytes | None:
            content = await work()
            if content is not None and media_type not in PACKED_TYPES:
                await asyncio.to_thread(compress_once, content)
            return content

        content = await self.result(request, key, compressed, table=table)
        if content is None:
            raise HTTPException(404, "This game cannot be shown here: its package is missing, or cannot do that.")
        if media_type not in PACKED_TYPES:
            return compressed_once_response(request, content, media_type)
        return chunked_response(content, media_type)

    async def result(
        self, request: Request, key: Hashable | None, work: Work, *, table: str | None = None
    ) -> bytes | None:
        """Return what ``work`` returns, computed once while it is kept.

        Args:
            request: the client's, whose address has a share of the places.
            key: names the result, with the version of what it is computed from; None if it is for this client alone.
            work: cancelled when its last client leaves.
            table: the one that the work is for, if it comes from a table: it has one place instead of the address.

        Raises:
            NoPlaceError: the client must ask again later.
            ClientDisconnect: the client has left.
        """
        if key is None:
            own = object()
            return await self._wait(request, own, self._start_job(request, own, work, table))
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        result = await self._wait(request, key, self._jobs.get(key) or self._start_job(request, key, work, table))
        self._keep_result(key, result)
        return result

    async def _wait(self, request: Request, key: Hashable, job: _Job) -> bytes | None:
        leaving = asyncio.create_task(wait_for_disconnect(request.receive))
        job.clients += 1
        try:
            await asyncio.wait({job.task, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not job.task.done():
                raise ClientDisconnect
            return job.task.result()
        finally:
            leaving.cancel()
            job.clients -= 1
            if not job.clients:
                self._jobs.pop(key, None)
                job.task.cancel()

    def _start_job(self, request: Request, key: Hashable, work: Work, table: str | None) -> _Job:
        share, most = (client_address(request), self._most_an_address) if table is None else (f"/{table}", 1)
        if sum(job.share == share for job in self._jobs.values()) >= limits.VIEWER_JOBS_PER_ADDRESS:
            raise NoPlaceError(request.state.language)
        own_places = self._shares.setdefault(share, asyncio.Semaphore(most))

        async def run() -> bytes | None:
            async with AsyncExitStack() as held:
                try:
                    async with asyncio.timeout(limits.VIEWER_WAIT_S * loop_speed()):
                        await held.enter_async_context(own_places)
                        await held.enter_async_context(self._places)
                except TimeoutError:
                    raise NoPlaceError(request.state.language) from None
                return await work()

        job = self._jobs[key] = _Job(share, asyncio.create_task(run(), name="viewers' work"))
        return job

    def _keep_result(self, key: Hashable, result: bytes | None) -> None:
        self._kept[key] = result
        while sum(len(each or b"") for each in self._kept.values()) > limits.VIEWER_KEPT_BYTES or (
            len(self._kept) > limits.VIEWER_RESULTS_KEPT
        ):
            self._kept.popitem(last=False)


def chunked_response(content: bytes, media_type: str) -> Response:
    """Send in chunks, so that a slow reader holds no copy of its own."""

    async def chunks() -> AsyncIterator[bytes]:
        for first in range(0, len(content), CHUNK_BYTES):
            yield content[first : first + CHUNK_BYTES]

    headers = {"cache-control": "no-store", "content-length": str(len(content))}
    return StreamingResponse(chunks(), media_type=media_type, headers=headers)
