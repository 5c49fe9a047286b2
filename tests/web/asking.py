"""Requests to the page's application in memory, and its stream event by event."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette

HOST = "table.local"


def ask(app: Starlette, method: str, path: str, **request: Any) -> httpx.Response:
    """One request as a browser on the page sends it."""

    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, **request)

    return asyncio.run(asking())


class Stream:
    """A browser that listens to ``/api/stream`` and takes ``slow_s`` seconds for each message."""

    def __init__(self, slow_s: float = 0.0) -> None:
        self._slow_s = slow_s
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._events: list[tuple[str, Any]] = []
        self._gone = asyncio.Event()
        self.ended = False

    async def event(self) -> tuple[str, Any]:
        """The next event's name and data."""
        while not self._events:
            message = await self._sent.get()
            for text in message.get("body", b"").decode().split("\n\n"):
                lines = text.splitlines()
                if lines and lines[0].startswith("event: "):
                    self._events.append((lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))))
        return self._events.pop(0)

    def leave(self) -> None:
        """The browser closes the page."""
        self._gone.set()

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await asyncio.sleep(self._slow_s)
        self.ended = message["type"] == "http.response.body" and not message.get("more_body", False)
        self._sent.put_nowait(message)


@asynccontextmanager
async def listening(
    app: Starlette, slow_s: float = 0.0, query: str = "", headers: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[Stream, "asyncio.Task[None]"]]:
    """A stream and the task that serves it; the browser leaves at the end."""
    stream = Stream(slow_s)
    scope = {
        "type": "http", "scheme": "http", "method": "GET", "path": "/api/stream", "root_path": "",
        "query_string": query.encode(),
        "headers": [(key.encode(), value.encode()) for key, value in {"host": HOST, **(headers or {})}.items()],
    }  # fmt: skip
    serving = asyncio.ensure_future(app(scope, stream.receive, stream.send))
    try:
        yield stream, serving
    finally:
        stream.leave()
        await serving
