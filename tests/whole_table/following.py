"""A page that follows the stream through a game and compares it with the table."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from starlette.applications import Starlette

from tests.support.page_of_table import HOST, StreamState

TURNS_OF_THE_LOOP = 12
"""Loop turns after which no change is under way."""


class Following:
    """One stream, for a client with ``headers``.

    Attributes:
        folding: what has come.
    """

    def __init__(self, app: Starlette, language: str, headers: Mapping[str, str], came: Callable[[str], None]) -> None:
        self.folding = StreamState()
        self.language = language
        self._came = came
        self._gone = asyncio.Event()
        scope = {
            "type": "http", "scheme": "http", "method": "GET", "path": "/api/stream", "root_path": "",
            "query_string": f"language={language}".encode(), "client": ("192.0.2.8", 50_000),
            "headers": [(key.encode(), value.encode()) for key, value in {"host": HOST, **headers}.items()],
        }  # fmt: skip
        self._serving = asyncio.create_task(app(scope, self._receive, self._send))

    async def until_all_has_come(self) -> None:
        for _ in range(TURNS_OF_THE_LOOP):
            await asyncio.sleep(0)

    async def leave(self) -> None:
        self._gone.set()
        await self._serving

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        data = message.get("body", b"")
        self.folding.add_all(data)
        self._came(data.decode())


def without_the_time_left(view: dict[str, Any]) -> dict[str, Any]:
    return view | {"hourglass": view["hourglass"] | {"left_s": 0}}
