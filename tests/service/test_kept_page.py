"""A server of the page that fails leaves nothing that takes in connections."""

import asyncio
import socket
from typing import Any

import pytest
from starlette.applications import Starlette

from controller.service.kept_page import KeptPage
from controller.web.bounded_server import bounded_server


def test_one_that_fails_while_it_begins_takes_in_no_connection_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begins_to_listen_and_fails(loop: asyncio.SelectorEventLoop, *given: Any, **named: Any) -> None:
        await create_server(loop, *given, **named)
        raise MemoryError

    async def evening(listener: socket.socket) -> None:
        with pytest.raises(MemoryError):
            await KeptPage(lambda: bounded_server(Starlette()), listener).run()
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        await asyncio.sleep(0.05)
        taken_in, _ = listener.accept()
        taken_in.close()
        assert await reader.read() == b""
        writer.close()
        await writer.wait_closed()

    create_server = asyncio.SelectorEventLoop.create_server
    monkeypatch.setattr(asyncio.SelectorEventLoop, "create_server", begins_to_listen_and_fails)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        asyncio.run(evening(listener))
