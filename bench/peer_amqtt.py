"""A broker of amqtt's at the port that is named, for anybody on this machine; it ends with the process."""

import asyncio
import logging
import sys

from amqtt.broker import Broker


async def serve(port: int) -> None:
    """Carry messages for ever."""
    settings = {
        "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}", "max_connections": 500}},
        "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
    }
    await Broker(settings).start()
    await asyncio.Event().wait()


logging.disable(logging.WARNING)
asyncio.run(serve(int(sys.argv[1])))
