"""The same messages posted over HTTP to uvicorn: what one would do without a broker.

The other end understands, checks and keeps them as a hub does, and answers once they are on disk. It has a process and
a database of its own beside the hub's.
"""

import asyncio
import sys
import time

import asyncpg
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.crowd.keeping import Keeping
from bench.crowd.running_hub import RunningHub
from bench.crowd.shipper import Shipper
from bench.crowd.taken import CLIENTS, ENTRIES, FOR_S, Taken
from bench.shared.ports import free_port
from bench.shared.processes import cpu_s, running, until_it_answers
from controller.fleet.line import Broker


async def posted(hub: RunningHub) -> Taken:
    """Messages of ten entries from so many clients, each with a connection that it keeps."""
    database = await asyncpg.connect(hub.url)
    await database.execute("create database posted")
    port, url = free_port(), hub.url.replace("/postgres?", "/posted?")
    with running([sys.executable, "-m", "bench.crowd.http_posts", url, str(port)]) as server:
        await asyncio.to_thread(until_it_answers, server, f"http://127.0.0.1:{port}/")
        until_s = time.perf_counter() + FOR_S
        before_s = cpu_s(server.pid) + hub.spent_s()["database"]
        count = sum(await asyncio.gather(*(_client(port, f"rt-{number}", until_s) for number in range(CLIENTS))))
        spent_s = cpu_s(server.pid) + hub.spent_s()["database"] - before_s
    await database.execute("drop database posted with (force)")
    await database.close()
    return Taken(count / FOR_S, 1e6 * spent_s / count)


async def _client(port: int, table: str, until_s: float) -> int:
    shipper, posted = Shipper(Broker("127.0.0.1", port, table)), 0
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < until_s:
        octets = shipper.piece(ENTRIES)
        head = f"POST /{table} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(octets)}\r\n\r\n"
        writer.write(head.encode() + octets)
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 204 " not in answer:
            raise ConnectionError(f"the server said {answer!r}, expected 204")
        posted += 1
    writer.close()
    return posted


async def _serve(url: str, port: int) -> None:
    keeping = Keeping(url)

    async def post(request: Request) -> Response:
        await keeping.keep(request.path_params["table"], await request.body())
        return Response(status_code=204)

    async def here(_: Request) -> Response:
        return Response(status_code=204)

    app = Starlette(routes=[Route("/", here), Route("/{table}", post, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None))
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(keeping.run())
        tasks.create_task(server.serve())


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], int(sys.argv[2])))
