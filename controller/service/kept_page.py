"""The page is served for as long as the table plays: a server that fails makes room for another one."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.background import nobody_asked
from controller.devices.guard import PAGE, Guard
from controller.web.bounded_server import QuietServer


class KeptPage:
    """Owner of the page's server.

    Args:
        listener: bound already; each server gets a duplicate of it.
    """

    def __init__(self, make: Callable[[], QuietServer], listener: socket.socket) -> None:
        self._make = make
        self._listener = listener
        self._server: QuietServer | None = None
        self._ends = False

    async def run(self) -> None:
        """Serve until ``end``; one that fails leaves no connection behind."""
        if self._ends:
            return
        self._server = server = self._make()
        own = self._listener.dup()
        try:
            await server.serve(sockets=[own])
        except BaseException:
            _drop(server)
            _stop_listening(own)
            raise

    def end(self) -> None:
        self._ends = True
        if self._server is not None:
            self._server.end()


def contained(app: ASGIApp, guard: Guard) -> ASGIApp:
    """The same page; a request that fails is a fault of the page, and whoever else looks on sees nothing of it."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except ClientDisconnect:  # the browser's affair
            raise
        except asyncio.CancelledError as fault:
            if nobody_asked(asyncio.current_task()):
                guard.failed(PAGE, fault)
            raise
        except Exception as fault:
            guard.failed(PAGE, fault)
            raise

    return counted


def _stop_listening(own: socket.socket) -> None:
    """A server that failed while it began has told nobody of its listener, which would take in connections for it."""
    if own.fileno() >= 0:
        asyncio.get_running_loop().remove_reader(own)
        own.close()


def patient(app: ASGIApp, plays: asyncio.Event) -> ASGIApp:
    """The same page for who looks on; whoever wants to change something waits until the table ``plays``."""

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] != "GET":
            await plays.wait()
        await app(scope, receive, send)

    return waiting


def _drop(server: uvicorn.Server) -> None:
    for listening in getattr(server, "servers", ()):
        listening.close()
    for connection in list(server.server_state.connections):
        if connection.transport is not None:
            connection.transport.abort()
