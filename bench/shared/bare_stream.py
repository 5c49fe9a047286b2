"""The peer of our stream: asyncio alone, which sends whatever is posted to it to all who listen."""

import asyncio
import sys


async def serve(port: int) -> None:
    """A stream of server-sent events for each GET; the body of each POST is an event. It ends with its process."""
    listeners: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if head.startswith(b"get"):
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
            listeners.append(writer)
            return
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        event = b"event: view\ndata: %s\n\n" % await reader.readexactly(length)
        for listener in listeners:
            listener.write(event)
        writer.write(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", port)
    print("serving", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
